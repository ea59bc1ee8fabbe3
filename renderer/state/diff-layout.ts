// How changes of files are shown, remembered by the window itself: it is a matter of looking, not of the agent.
import type { WindowState } from "./window-state";

export type DiffLayout = "unified" | "sideBySide";

const KEY = "diff-layout";

/** What was chosen before holds again; what is chosen is kept. */
export function rememberDiffLayout({ ui }: Pick<WindowState, "ui">, storage: Pick<Storage, "getItem" | "setItem">): void {
  if (storage.getItem(KEY) === "sideBySide") ui.setState({ diffLayout: "sideBySide" });
  ui.subscribe(({ diffLayout }, before) => {
    if (diffLayout !== before.diffLayout) storage.setItem(KEY, diffLayout);
  });
}
