// Whether a card is open, and the approval that waits in it.
import { useCallback } from "react";
import { useStore } from "zustand";
import type { ThreadId } from "../../shared/protocol/ids";
import type { ToolItem, TurnItem } from "../../shared/protocol/turn-item";
import { useUi, useWindow } from "../components/window-context";
import { type CounterfoilState, counterfoilState, isClosed } from "../state/tool-state";
import { cardKey, type WaitingApproval } from "../state/window-state";
import { type CallWords, callWords } from "../text/call-words";
import type { CardFacts } from "./card-facts";

export function useFold(
  threadId: ThreadId,
  itemId: TurnItem["id"],
  isOpenAtFirst: boolean,
): readonly [isOpen: boolean, toggle: () => void] {
  const { actions } = useWindow();
  const isOpen = useUi((ui) => ui.cards[cardKey(threadId, itemId)]) ?? isOpenAtFirst;
  const toggle = useCallback(() => actions.toggleCard(threadId, itemId, !isOpen), [actions, threadId, itemId, isOpen]);
  return [isOpen, toggle];
}

export interface Card extends CallWords {
  readonly state: CounterfoilState;
  readonly waiting: WaitingApproval | null;
  readonly isOpen: boolean;
  readonly onToggle: () => void;
}

export function useCard(item: ToolItem, facts: CardFacts): Card {
  const { state } = useWindow();
  const waiting = useStore(
    state.approvals,
    (approvals) =>
      Object.values(approvals).find(({ approval }) => approval.itemId === item.id && approval.threadId === facts.threadId) ??
      null,
  );
  const isApprovalOpen = waiting !== null || (facts.approval !== null && facts.approval.decision === undefined);
  const shown = counterfoilState(item, { isApprovalOpen, isTurnOver: facts.isTurnOver });
  const [isOpen, onToggle] = useFold(facts.threadId, item.id, shown === "waiting" || shown === "sleeping");
  return { state: shown, waiting: shown === "waiting" ? waiting : null, isOpen, onToggle, ...callWords(item, isClosed(shown)) };
}
