// Y, A and N answer a question about a call while its card has the focus. What does not show the beginning of what it asks about is shown by the first
// press and allowed by none.
import { type KeyboardEvent, useCallback } from "react";
import type { ApprovalDecision } from "../../shared/protocol/turn-item";
import type { WaitingApproval } from "../state/window-state";
import { useWindow } from "./window-context";

const KEYS: Readonly<Record<string, ApprovalDecision>> = { y: "accept", a: "acceptForSession", n: "decline" };

/** What a card listens with while its question is open. */
export function useAskKey(waiting: WaitingApproval | null): (event: KeyboardEvent) => void {
  const { actions } = useWindow();
  return useCallback(
    (event: KeyboardEvent) => {
      if (waiting === null || waiting.approval.kind === "userInput") return;
      const decision = decisionOf(event);
      if (decision === null || (decision === "acceptForSession" && !waiting.approval.canRemember)) return;
      event.preventDefault();
      const card = event.currentTarget;
      if (decision !== "decline" && !showsBeginning(card)) card.scrollIntoView({ block: "start" });
      else actions.decide(waiting.approval.requestId, decision);
    },
    [waiting, actions],
  );
}

/** The decision a key stands for, or null. */
function decisionOf(event: KeyboardEvent): ApprovalDecision | null {
  if (event.repeat || event.ctrlKey || event.metaKey || event.altKey || event.nativeEvent.isComposing) return null;
  return KEYS[event.key.toLowerCase()] ?? null;
}

function showsBeginning(card: Element): boolean {
  const list = card.closest(".thread-list");
  return list === null || card.getBoundingClientRect().top >= list.getBoundingClientRect().top - 1;
}
