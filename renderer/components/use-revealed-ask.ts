// Brings the first waiting approval into view on request: its row is mounted wherever it lies, then its card takes the focus.
import { type RefObject, useEffect, useRef } from "react";
import type { ThreadId } from "../../shared/protocol/ids";
import type { Row } from "../state/rows";
import { waitingApprovals } from "../state/selectors";
import { useUi, useWindow } from "./window-context";

interface RevealedAsk {
  readonly threadId: ThreadId;
  readonly frame: RefObject<HTMLElement | null>;
  readonly rows: readonly Row[];
  readonly keepMounted: (rowKey: string) => void;
}

export function useRevealedAsk({ threadId, frame, rows, keepMounted }: RevealedAsk): void {
  const { state } = useWindow();
  const count = useUi((ui) => ui.revealAskCount);
  const seen = useRef(count);
  const isOwed = useRef(false);
  useEffect(() => {
    if (seen.current === count) return;
    seen.current = count;
    isOwed.current = true;
    const asked = new Set<string>(waitingApprovals(state.approvals.getState(), threadId).map(({ approval }) => approval.itemId));
    const row = rows.find((candidate) => candidate.type === "calls" && candidate.calls.some(({ item }) => asked.has(item.id)));
    if (row !== undefined) keepMounted(row.key);
  }, [state, threadId, count, rows, keepMounted]);
  // After each commit until the card is there: its row may be mounted only by the next one.
  useEffect(() => {
    const card = isOwed.current ? frame.current?.querySelector<HTMLElement>("[data-ask]") : undefined;
    if (card === undefined || card === null) return;
    isOwed.current = false;
    card.scrollIntoView({ block: "center" });
    card.focus({ preventScroll: true });
  });
}
