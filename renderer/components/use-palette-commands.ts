// What the palette can do besides opening sessions: the window's own commands, then those for the session that is shown.
import { useMemo } from "react";
import { useStore } from "zustand";
import type { PaletteCommand } from "../state/palette";
import { sessionActs } from "../state/session-acts";
import { shownThread } from "../state/selectors";
import { modKey } from "../text/shown-keys";
import { useUi, useWindow } from "./window-context";

export interface RunnableCommand extends PaletteCommand {
  readonly run: () => void;
  readonly shortcut?: string;
}

export function usePaletteCommands(): readonly RunnableCommand[] {
  const { state, actions, platform } = useWindow();
  const route = useUi((ui) => ui.route);
  const opened = useStore(state.open, (open) => shownThread(open, route)?.thread);
  const listed = useStore(state.threads, ({ threads }) => threads.find(({ id }) => id === opened?.id));
  return useMemo(() => {
    const thread = listed ?? opened;
    const ofSession =
      thread === undefined
        ? []
        : sessionActs(thread)
            .filter(({ act, why }) => act !== "open" && why === null)
            .map(({ act, words }) => ({
              id: act,
              words: `${words.replace("…", "")}${act === "fork" ? "" : " (this session)"}`,
              run: () => actions.actOnSession(thread.id, act),
              ...(act === "rename" ? { shortcut: "F2" } : {}),
            }));
    return [
      { id: "new", words: "New session", shortcut: modKey(platform, "N"), run: actions.newSession },
      { id: "folder", words: "Open a folder", shortcut: modKey(platform, "O"), run: actions.openFolder },
      {
        id: "rollout",
        words: "Open a past session from a file",
        shortcut: modKey(platform, "Shift O"),
        run: actions.chooseRollout,
      },
      ...ofSession,
      { id: "sidebar", words: "Show or hide the sidebar", shortcut: modKey(platform, "B"), run: actions.toggleSidebar },
      { id: "settings", words: "Settings", shortcut: modKey(platform, ","), run: actions.showSettings },
      { id: "connect", words: "Connect a model", run: () => actions.showConnect(true) },
    ];
  }, [listed, opened, actions, platform]);
}
