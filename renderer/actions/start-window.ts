// What happens once when the window opens: listen first, then say who we are, then read what there is.
import { NEW_DRAFT, withText } from "../state/drafts";
import type { SessionTarget } from "../../shared/protocol/past-session";
import type { MenuAction } from "../../shared/protocol/window-push";
import { applyBatch } from "../state/apply-batch";
import { addNotice } from "../state/window-state";
import { type ActionContext, runDetached } from "./action-context";
import type { DraftWriter } from "./draft-writer";
import { catchUp } from "./open-thread";
import { readRecent } from "./open-file";
import type { SessionListReader } from "./session-list";
import { readRoots } from "./session-roots";
import { readSettings } from "./settings";
import { readLines } from "./thread-pages";

export interface StartParts {
  readonly drafts: DraftWriter;
  readonly list: SessionListReader;
  readonly onMenu: (action: MenuAction) => void;
  readonly onOpen: (target: SessionTarget) => void;
}

export async function startWindow(context: ActionContext, parts: StartParts): Promise<void> {
  listen(context, parts);
  const hello = await context.client.invoke("initialize", { clientInfo: { name: "counterfoil-window", version: "0.1.0" } });
  if (!hello.ok) {
    addNotice(context.state, "error", `The runtime did not answer: ${hello.error.message}`);
    return;
  }
  await Promise.all([
    readSettings(context),
    parts.list.more(),
    readDrafts(context, parts.drafts),
    readRoots(context),
    readRecent(context),
  ]);
}

function listen(context: ActionContext, { list, onMenu, onOpen }: StartParts): void {
  context.client.subscribe((batch) => {
    const { behind, menu, opened, numbered, isListChanged } = applyBatch(context.state, batch);
    for (const threadId of behind) runDetached(context, "Catching up", () => catchUp(context, threadId));
    for (const threadId of numbered) runDetached(context, "Numbering lines", () => readLines(context, threadId));
    if (isListChanged) {
      runDetached(context, "Listing sessions", () => list.refresh());
      runDetached(context, "Reading the session folders", () => readRoots(context));
    }
    menu.forEach(onMenu);
    opened.forEach(onOpen);
  });
}

async function readDrafts({ client, state }: ActionContext, writer: DraftWriter): Promise<void> {
  const reply = await client.invoke("draft/read", {});
  if (!reply.ok) {
    addNotice(state, "warning", `Your drafts could not be read: ${reply.error.message}`);
    return;
  }
  writer.wasRead(reply.result.drafts);
  state.drafts.setState((drafts) =>
    Object.entries(reply.result.drafts).reduce(
      (known, [key, text]) => ((known[key]?.text ?? "") === "" ? withText(known, key, text) : known),
      drafts,
    ),
  );
  if ((reply.result.drafts[NEW_DRAFT] ?? "") !== "")
    state.ui.setState(({ composerFocusCount }) => ({ composerFocusCount: composerFocusCount + 1 }));
}
