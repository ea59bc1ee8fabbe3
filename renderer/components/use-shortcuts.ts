// Keys that work anywhere in the window. The native menu sends the same actions; a key handled here does not reach it.
import { useLayoutEffect } from "react";
import { isInputMethodKey } from "../text/key-decision";
import { useWindow } from "./window-context";

export function useShortcuts(): void {
  const { state, actions, platform } = useWindow();
  // With the first picture, not after it: what is seen answers.
  useLayoutEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (
        event.defaultPrevented ||
        isInputMethodKey({ isComposing: event.isComposing, keyCode: event.keyCode, hasJustComposed: false })
      )
        return;
      const isMod = platform === "darwin" ? event.metaKey && !event.ctrlKey : event.ctrlKey && !event.metaKey;
      const action =
        event.key === "Escape" ? escape() : event.key === "F2" ? rename() : isMod && !event.altKey ? byLetter(event) : null;
      if (action === null) return;
      event.preventDefault();
      action();
    };
    const byLetter = ({ key, shiftKey }: KeyboardEvent) => {
      const letter = key.toLowerCase();
      // Under a card only its own keys count.
      if (isCardShown()) return null;
      if (shiftKey) return byShiftedLetter(letter);
      if (letter === "k") return actions.showPalette;
      if (letter === ",") return actions.showSettings;
      if (letter === "n") return actions.newSession;
      if (letter === "o") return actions.openFolder;
      return letter === "b" ? actions.toggleSidebar : null;
    };
    const byShiftedLetter = (letter: string) => {
      if (letter === "o") return actions.chooseRollout;
      if (letter === "e") return () => actions.actOnShown("export");
      return letter === "a" ? () => actions.actOnShown("archive") : null;
    };
    const isCardShown = () => document.querySelector("dialog[open]") !== null;
    const rename = () => (isCardShown() ? null : () => actions.actOnShown("rename"));
    // Esc closes what lies on top; only when nothing does, it stops the turn.
    const escape = () => {
      const { menuPlace, isSidebarOver, route } = state.ui.getState();
      if (isCardShown() || menuPlace !== null) return null;
      if (isSidebarOver) return actions.closeSidebarOver;
      return route.type === "thread" ? () => actions.stop(route.threadId) : null;
    };
    window.addEventListener("keydown", onKeyDown);
    window.addEventListener("pagehide", actions.flushDrafts);
    window.addEventListener("blur", actions.flushDrafts);
    window.addEventListener("focus", actions.refreshSettings);
    return () => {
      window.removeEventListener("keydown", onKeyDown);
      window.removeEventListener("pagehide", actions.flushDrafts);
      window.removeEventListener("blur", actions.flushDrafts);
      window.removeEventListener("focus", actions.refreshSettings);
    };
  }, [state, actions, platform]);
}
