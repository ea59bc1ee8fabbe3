// Where a thread is first shown: at the item that was asked for. Until the list stands there, nothing is loaded around it.
import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef } from "react";
import type { VListHandle } from "virtua";
import type { ItemId } from "../../shared/protocol/ids";
import type { Row } from "../state/rows";

/** `onPlaced` is called once, when the list stands at its place. Returns what to call when scrolling has ended, and whether it has been placed. */
export function usePlace(
  list: RefObject<VListHandle | null>,
  { rows, markedId, onPlaced }: { rows: readonly Row[]; markedId: ItemId | null; onPlaced: () => void },
) {
  const isPlaced = useRef(markedId === null);
  const latest = useRef({ rows, onPlaced });
  useLayoutEffect(() => {
    latest.current = { rows, onPlaced };
  });
  const settle = useCallback(() => {
    if (isPlaced.current) return;
    isPlaced.current = true;
    latest.current.onPlaced();
  }, []);
  useEffect(() => {
    const handle = list.current;
    if (handle === null || isPlaced.current) return;
    const index = latest.current.rows.findIndex((row) => isRowOf(row, markedId));
    if (index > 0) handle.scrollToIndex(index, { align: "center" });
    // Where there is nothing to scroll, nothing will say that scrolling has ended.
    if (index <= 0 || handle.scrollSize <= handle.viewportSize) settle();
  }, [list, markedId, settle]);
  return { isPlaced, onScrollEnd: settle };
}

/** Whether the row shows the item, alone or among calls issued at once. */
export function isRowOf(row: Row, itemId: ItemId | null): boolean {
  if (itemId === null || row.type === "turnEnd") return false;
  return row.type === "item" ? row.item.id === itemId : row.calls.some(({ item }) => item.id === itemId);
}
