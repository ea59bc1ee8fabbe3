// All the ways in which the system asks the running app to open a session, as one.
import type { App } from "electron";
import type { SessionTarget } from "../../shared/protocol/past-session";
import { linkedThread } from "./deep-link";
import { openRequest } from "./open-request";

export interface OpenDoorParts {
  readonly app: Pick<App, "on">;
  /** The arguments that are neither options nor the program itself. */
  readonly positionals: (argv: readonly string[]) => readonly string[];
  readonly onTarget: (target: SessionTarget) => void;
  /** Somebody started the app again, or wants to see it. */
  readonly onShow: () => void;
  /** What was asked for is nothing that can be opened, in words. */
  readonly onProblem: (words: string) => void;
}

/** Listens from now on, and takes what this start was given: macOS tells before the app is ready. */
export function listenForOpens(parts: OpenDoorParts, start: { readonly argv: readonly string[]; readonly folder: string }): void {
  const { app, positionals, onTarget, onShow, onProblem } = parts;
  const openAll = (argv: readonly string[], folder: string): void => {
    for (const argument of positionals(argv)) {
      const target = openRequest(argument, folder);
      if (target === null) onProblem(`${JSON.stringify(argument)} is neither a file nor a link to a session`);
      else onTarget(target);
    }
  };
  app.on("second-instance", (_event, argv, folder) => {
    onShow();
    openAll(argv, folder);
  });
  app.on("activate", onShow);
  app.on("open-file", (event, path) => {
    event.preventDefault();
    onTarget({ path });
  });
  app.on("open-url", (event, url) => {
    event.preventDefault();
    const threadId = linkedThread(url);
    if (threadId === null) onProblem(`${JSON.stringify(url)} is no link to a session`);
    else onTarget({ threadId });
  });
  openAll(start.argv, start.folder);
}
