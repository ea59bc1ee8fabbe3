// The focus for a question that has just come up, and on to the next one when it is gone.
import { type RefObject, useEffect, useLayoutEffect } from "react";
import type { PendingApproval } from "../../shared/protocol/approval";
import { isFocusTaken } from "./typing";

// A card that scrolls out of sight and back must not take the focus a second time.
const offered = new WeakSet<PendingApproval>();

export function useAskFocus(approval: PendingApproval, card: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    if (offered.has(approval)) return;
    // A row of the list stays hidden until it has been measured, and what is hidden cannot take the focus.
    const offer = () => {
      if (card.current?.checkVisibility({ visibilityProperty: true }) !== true) {
        frame = requestAnimationFrame(offer);
        return;
      }
      offered.add(approval);
      if (!isFocusTaken()) card.current.focus({ preventScroll: true });
    };
    let frame = requestAnimationFrame(offer);
    return () => cancelAnimationFrame(frame);
  }, [approval, card]);
  // A layout effect, because at its end the question is still in the page: who had the focus in it goes on to the next one.
  useLayoutEffect(() => {
    return () => {
      const element = card.current;
      if (element?.contains(document.activeElement) === true) queueMicrotask(focusNext);
    };
  }, [card]);
}

function focusNext(): void {
  const next = document.querySelector<HTMLElement>("[data-ask]") ?? document.querySelector<HTMLElement>("#composer");
  next?.focus({ preventScroll: true });
}
