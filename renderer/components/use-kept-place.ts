// Keeps what is read in its place when entries of a list come, go or move above it. Above the first entry nothing is kept: there the newest is wanted.
import { type RefObject, useCallback, useLayoutEffect, useRef } from "react";
import type { VListHandle } from "virtua";

const LOOKED_AT = 12;

interface Seen {
  readonly key: string;
  readonly next: string | undefined;
  /** How far below the upper edge it begins. */
  readonly top: number;
}

/** Returns what to call when the list has scrolled. */
export function useKeptPlace(list: RefObject<VListHandle | null>, keys: readonly string[]): () => void {
  const seen = useRef<readonly Seen[]>([]);
  const shown = useRef(keys);
  const onScroll = useCallback(() => {
    const handle = list.current;
    if (handle === null) return;
    const { scrollOffset } = handle;
    const first = handle.findItemIndex(scrollOffset);
    seen.current =
      scrollOffset <= 0
        ? []
        : shown.current.slice(first, first + LOOKED_AT).map((key, index) => ({
            key,
            next: shown.current[first + index + 1],
            top: handle.getItemOffset(first + index) - scrollOffset,
          }));
  }, [list]);
  useLayoutEffect(() => {
    if (shown.current === keys) return;
    shown.current = keys;
    const handle = list.current;
    if (handle === null || seen.current.length === 0) return;
    // One that still stands before the same neighbour has not moved by itself.
    const places = new Map(keys.map((key, index) => [key, index] as const));
    const anchor = seen.current.find(({ key, next }) => {
      const index = places.get(key);
      return index !== undefined && keys[index + 1] === next;
    });
    const index = anchor === undefined ? undefined : places.get(anchor.key);
    if (anchor === undefined || index === undefined) return;
    const offset = handle.getItemOffset(index) - anchor.top;
    if (Math.abs(offset - handle.scrollOffset) >= 1) handle.scrollTo(offset);
  }, [list, keys]);
  return onScroll;
}
