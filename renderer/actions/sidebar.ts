import type { ActionContext } from "./action-context";

export function toggleSidebar({ state, isNarrow }: ActionContext): void {
  state.ui.setState(({ isSidebarShown, isSidebarOver }) =>
    isNarrow() ? { isSidebarOver: !isSidebarOver } : { isSidebarShown: !isSidebarShown },
  );
}
