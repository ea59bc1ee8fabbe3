// Keeps what is read in its place when rows come or go in front of the list. From that commit until scrolling has ended the list itself keeps
// its distance from the end instead, and whatever changes its height below the reader meanwhile would move the reader by as much.
import { type RefObject, useCallback, useLayoutEffect, useRef } from "react";
import type { VListHandle } from "virtua";

export interface ShiftedPlace {
  /** For the list: true only for the commit that changes what is in front. */
  readonly isShifting: boolean;
  readonly onScroll: () => void;
  readonly onScrollEnd: () => void;
  readonly onResize: () => void;
}

interface Anchor {
  readonly key: string;
  readonly index: number;
  /** From where it begins to the end of the list. */
  readonly below: number;
}

interface Keyed {
  readonly key: string;
}

/** `shiftCount` rises with each change in front. Call it before what may put the reader at the end: that has the last word. */
export function useShiftedPlace(
  list: RefObject<VListHandle | null>,
  frame: RefObject<HTMLElement | null>,
  { entries, shiftCount }: { entries: readonly Keyed[]; shiftCount: number },
): ShiftedPlace {
  const shown = useRef({ entries, shiftCount });
  const isShifting = shown.current.shiftCount !== shiftCount;
  const isShifted = useRef(false);
  const anchor = useRef<Anchor | null>(null);

  const onScroll = useCallback(() => {
    const handle = list.current;
    if (handle !== null) anchor.current = firstBegun(handle, shown.current.entries);
  }, [list]);

  /** How much more there is below what is read than when it was last seen; it is seen as it is now. */
  const growthBelow = useCallback((): number => {
    const handle = list.current;
    const before = anchor.current;
    if (handle === null || before === null) return 0;
    anchor.current = anchorAt(handle, shown.current.entries, indexOf(shown.current.entries, before));
    return anchor.current === null ? 0 : anchor.current.below - before.below;
  }, [list]);

  // By as much as the list has moved too far, whatever else scrolls at the same time.
  const giveBack = useCallback(
    (growth: number) => {
      if (growth !== 0) frame.current?.firstElementChild?.scrollBy({ top: -growth, behavior: "instant" });
    },
    [frame],
  );

  useLayoutEffect(() => {
    const isShift = shown.current.shiftCount !== shiftCount;
    shown.current = { entries, shiftCount };
    if (isShift) isShifted.current = true;
    // What comes below by itself moves nothing; what comes there together with what is in front does.
    const growth = growthBelow();
    if (isShift) giveBack(growth);
  }, [entries, shiftCount, growthBelow, giveBack]);

  const onResize = useCallback(() => {
    const growth = growthBelow();
    if (isShifted.current) giveBack(growth);
  }, [growthBelow, giveBack]);

  const onScrollEnd = useCallback(() => {
    isShifted.current = false;
  }, []);
  return { isShifting, onScroll, onScrollEnd, onResize };
}

/** The first entry that begins in the window, or the one that fills it. What is above it may grow without moving it. */
function firstBegun(handle: VListHandle, entries: readonly Keyed[]): Anchor | null {
  const { scrollOffset, viewportSize } = handle;
  const first = handle.findItemIndex(scrollOffset);
  const next = first + 1;
  const isCut = handle.getItemOffset(first) < scrollOffset;
  const isNextSeen = next < entries.length && handle.getItemOffset(next) < scrollOffset + viewportSize;
  return anchorAt(handle, entries, isCut && isNextSeen ? next : first);
}

function anchorAt(handle: VListHandle, entries: readonly Keyed[], index: number): Anchor | null {
  const entry = entries[index];
  if (entry === undefined) return null;
  const last = entries.length - 1;
  const end = handle.getItemOffset(last) + handle.getItemSize(last);
  return { key: entry.key, index, below: end - handle.getItemOffset(index) };
}

function indexOf(entries: readonly Keyed[], { key, index }: Anchor): number {
  return entries[index]?.key === key ? index : entries.findIndex((entry) => entry.key === key);
}
