// Rows that stay in the page although they are out of sight: the heading of the turn that is being read, so that the outline of the page
// never has a hole, and the row that has the focus, so that scrolling never loses it.
import { type FocusEvent, type RefObject, useCallback, useLayoutEffect, useMemo, useState } from "react";
import type { VListHandle } from "virtua";
import type { Row } from "../state/rows";

export interface KeptRows {
  readonly indexes: readonly number[];
  /** Call when the list has scrolled. */
  readonly onScroll: () => void;
  readonly onFocus: (event: FocusEvent) => void;
  readonly onBlur: (event: FocusEvent) => void;
  readonly keep: (rowKey: string) => void;
}

export function useKeptRows(list: RefObject<VListHandle | null>, rows: readonly Row[]): KeptRows {
  const [focusedKey, setFocusedKey] = useState<string | null>(null);
  const [headingKey, setHeadingKey] = useState<string | null>(null);
  const onScroll = useCallback(() => {
    const handle = list.current;
    if (handle === null) return;
    const first = Math.min(handle.findItemIndex(handle.scrollOffset), rows.length - 1);
    for (let index = first; index >= 0; index -= 1) {
      const row = rows[index];
      if (row === undefined || row.heading === null) continue;
      setHeadingKey(row.key);
      return;
    }
  }, [list, rows]);
  useLayoutEffect(onScroll, [onScroll]);
  const indexes = useMemo(
    () =>
      [headingKey, focusedKey]
        .map((key) => (key === null ? -1 : rows.findLastIndex((row) => row.key === key)))
        .filter((index) => index !== -1),
    [rows, headingKey, focusedKey],
  );
  const onFocus = useCallback((event: FocusEvent) => setFocusedKey(rowKeyOf(event.target)), []);
  // Where the focus goes counts at once: a row given up between press and release would take the click with it.
  const onBlur = useCallback((event: FocusEvent) => setFocusedKey(rowKeyOf(event.relatedTarget)), []);
  return { indexes, onScroll, onFocus, onBlur, keep: setFocusedKey };
}

function rowKeyOf(target: EventTarget | null): string | null {
  if (!(target instanceof Element)) return null;
  return target.closest<HTMLElement>("[data-row]")?.dataset["row"] ?? null;
}
