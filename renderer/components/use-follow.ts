// The reader's place in the thread: follows the end only while the reader is there, never moves what is above them (libraries.md §9).
import { type RefObject, useCallback, useLayoutEffect, useRef, useState } from "react";
import type { VListHandle } from "virtua";

const END_SLACK = 2;

export interface Follow {
  readonly isAtEnd: boolean;
  readonly onScroll: (offset: number) => void;
  readonly onResize: () => void;
  readonly toEnd: () => void;
}

/** `count`: entries in the list. `last`: changes whenever the end of the list may have changed. */
export function useFollow(
  list: RefObject<VListHandle | null>,
  frame: RefObject<HTMLElement | null>,
  count: number,
  last: unknown,
): Follow {
  const [isAtEnd, setIsAtEnd] = useState(true);
  const place = useRef({ isAtEnd: true, offset: 0, index: 0, within: 0, width: 0 });

  const toEnd = useCallback(() => {
    place.current.isAtEnd = true;
    setIsAtEnd(true);
    list.current?.scrollToIndex(count - 1, { align: "end" });
  }, [list, count]);

  useLayoutEffect(() => {
    if (place.current.isAtEnd) list.current?.scrollToIndex(count - 1, { align: "end" });
  }, [list, count, last]);

  const onScroll = useCallback(
    (offset: number) => {
      const handle = list.current;
      if (handle === null) return;
      const now = place.current;
      const isNear = handle.scrollSize - handle.viewportSize - offset <= END_SLACK;
      // Growth below is no reason to stop following; only a reader who moves up leaves the end.
      if (isNear) now.isAtEnd = true;
      else if (offset < now.offset - 1) now.isAtEnd = false;
      const index = handle.findItemIndex(offset);
      Object.assign(now, { offset, index, within: offset - handle.getItemOffset(index) });
      setIsAtEnd(now.isAtEnd);
    },
    [list],
  );

  const onResize = useCallback(() => {
    const handle = list.current;
    const width = frame.current?.clientWidth ?? 0;
    if (handle === null) return;
    const now = place.current;
    const isReflow = now.width !== 0 && now.width !== width;
    now.width = width;
    if (now.isAtEnd) handle.scrollToIndex(count - 1, { align: "end" });
    else if (isReflow) handle.scrollToIndex(now.index, { align: "start", offset: now.within });
  }, [list, frame, count]);

  return { isAtEnd, onScroll, onResize, toEnd };
}
