// What the window remembers by itself of how things are looked at: it is no matter of the agent.
import type { WindowState } from "./window-state";

const DIFF_LAYOUT = "diff-layout";

/** What was chosen before holds again; what is chosen is kept. */
export function rememberLooks({ ui }: Pick<WindowState, "ui">, storage: Pick<Storage, "getItem" | "setItem">): void {
  if (storage.getItem(DIFF_LAYOUT) === "sideBySide") ui.setState({ diffLayout: "sideBySide" });
  ui.subscribe(({ diffLayout }, before) => {
    if (diffLayout !== before.diffLayout) storage.setItem(DIFF_LAYOUT, diffLayout);
  });
}
