// The reader's place in the thread: follows the end only while the reader is there, never moves what is above them.
import { type RefObject, useCallback, useLayoutEffect, useRef, useState } from "react";
import type { VListHandle } from "virtua";

const END_SLACK = 2;

export interface Follow {
  readonly isAtEnd: boolean;
  readonly onScroll: (offset: number) => void;
  readonly onResize: () => void;
  readonly toEnd: () => void;
}

interface Place {
  isAtEnd: boolean;
  offset: number;
  /** The furthest offset there was when the place was last seen. */
  limit: number;
  /** The first visible entry and how much of it is above the window. */
  index: number;
  within: number;
  width: number;
}

interface Followed {
  /** Changes whenever the end of the list may have changed. */
  readonly last: unknown;
  /** Whether the end of the list is the end of the thread: only that one is followed. */
  readonly hasEnd: boolean;
  readonly startsAtEnd: boolean;
}

export function useFollow(
  list: RefObject<VListHandle | null>,
  frame: RefObject<HTMLElement | null>,
  { last, hasEnd, startsAtEnd }: Followed,
): Follow {
  const [isAtEnd, setIsAtEnd] = useState(startsAtEnd);
  const place = useRef<Place>({ isAtEnd: startsAtEnd, offset: 0, limit: 0, index: 0, within: 0, width: 0 });

  // Set by hand and not by scrollToIndex: that one would go back to the end for 150 ms after each call, against a reader who moves up.
  // No further than the list knows of: beyond that it takes its rows away, and with them the place that was scrolled to.
  const stick = useCallback(() => {
    const scroller = frame.current?.firstElementChild;
    if (!scroller || !place.current.isAtEnd) return;
    const known = list.current?.scrollSize ?? Infinity;
    scroller.scrollTop = Math.min(scroller.scrollHeight, known) - scroller.clientHeight;
    place.current.offset = scroller.scrollTop;
    place.current.limit = limitOf(scroller);
  }, [list, frame]);

  const toEnd = useCallback(() => {
    place.current.isAtEnd = true;
    setIsAtEnd(true);
    stick();
  }, [stick]);

  useLayoutEffect(stick, [stick, last]);

  const onScroll = useCallback(
    (offset: number) => {
      const handle = list.current;
      const scroller = frame.current?.firstElementChild;
      if (handle === null || !scroller) return;
      const now = place.current;
      // Growth below is no reason to stop following; only a reader who moves up leaves the end.
      // Measured here: the list hears of a higher window only after the browser has scrolled for it.
      const limit = limitOf(scroller);
      if (limit - scroller.scrollTop <= END_SLACK) now.isAtEnd = hasEnd;
      else if (offset < now.offset - 1) {
        // Where less is left to scroll through, the browser has moved the place, and the end with it has moved on since.
        if (now.isAtEnd && limit < now.limit) {
          stick();
          return;
        }
        now.isAtEnd = false;
      }
      const index = handle.findItemIndex(offset);
      Object.assign(now, { offset, limit, index, within: offset - handle.getItemOffset(index) });
      setIsAtEnd(now.isAtEnd);
    },
    [list, frame, stick, hasEnd],
  );

  const onResize = useCallback(() => {
    const now = place.current;
    const width = frame.current?.clientWidth ?? 0;
    const isReflow = now.width !== 0 && now.width !== width;
    now.width = width;
    if (now.isAtEnd) stick();
    else if (isReflow) list.current?.scrollToIndex(now.index, { align: "start", offset: now.within });
  }, [list, frame, stick]);

  return { isAtEnd, onScroll, onResize, toEnd };
}

function limitOf({ scrollHeight, clientHeight }: Element): number {
  return scrollHeight - clientHeight;
}
