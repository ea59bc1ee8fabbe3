// The thread as a virtual list: rows from the view, older and newer pages as the reader comes near them, the pill that leads to the end.
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "react";
import { VList, type VListHandle } from "virtua";
import type { PendingRetry } from "../../shared/view/thread-view";
import type { ShownThread } from "../state/open-thread";
import { NO_ROWS, type Row, type Rows, rowsOf } from "../state/rows";
import { isTurnOver } from "../state/selectors";
import { Icon } from "./icon";
import { RetryLine } from "./retry-line";
import { RowView } from "./row-view";
import { isFocusTaken } from "./typing";
import { useFollow } from "./use-follow";
import { useKeptRows } from "./use-kept-rows";
import { isRowOf, usePlace } from "./use-place";
import { useRevealedAsk } from "./use-revealed-ask";
import { useShiftedPlace } from "./use-shifted-place";
import { useWindow } from "./window-context";

type ListEntry =
  | Row
  | { readonly type: "retry"; readonly key: string; readonly retry: PendingRetry }
  | { readonly type: "foot"; readonly key: string };

const FOOT: ListEntry = { type: "foot", key: "foot" };
const RENDERED_AROUND = 400;

export function ThreadList({ open }: { open: ShownThread }) {
  const { actions } = useWindow();
  const { id } = open.thread;
  const { view, olderCursor, newerCursor, prependCount, markedId } = open;
  const hasEnd = newerCursor === null;
  const rows = useRows(open);
  const entries = useMemo(
    (): readonly ListEntry[] => [
      ...rows,
      ...(view.retry === null ? [] : [{ type: "retry" as const, key: "retry", retry: view.retry }]),
      FOOT,
    ],
    [rows, view.retry],
  );
  const frame = useRef<HTMLDivElement>(null);
  const list = useRef<VListHandle>(null);
  const shifted = useShiftedPlace(list, frame, { entries, shiftCount: prependCount });
  const follow = useFollow(list, frame, { last: view, hasEnd, startsAtEnd: markedId === null });
  const newCount = useNewCount(rows, follow.isAtEnd);
  const kept = useKeptRows(list, rows);
  useRevealedAsk({ threadId: id, frame, rows, keepMounted: kept.keep });

  const loadIfNear = () => {
    const handle = list.current;
    if (handle === null || !place.isPlaced.current) return;
    const { scrollOffset, scrollSize, viewportSize } = handle;
    if (olderCursor !== null && scrollOffset < 2 * viewportSize) actions.loadOlder(id);
    if (newerCursor !== null && scrollSize - scrollOffset < 3 * viewportSize) actions.loadNewer(id);
  };
  const place = usePlace(list, { rows, markedId, onPlaced: loadIfNear });
  // A page that does not fill the window cannot be scrolled: ask for more at once.
  useEffect(() => {
    const handle = list.current;
    if (handle === null || handle.scrollSize > handle.viewportSize) return;
    if (newerCursor !== null) actions.loadNewer(id);
    else if (olderCursor !== null) actions.loadOlder(id);
  }, [actions, id, olderCursor, newerCursor, entries]);
  // No composer takes the focus here: the keys that scroll go to the thread.
  const { isReadOnly } = open;
  useEffect(() => {
    const scroller = frame.current?.querySelector<HTMLElement>(".thread-list");
    if (!isReadOnly || !scroller || isFocusTaken()) return;
    // Nobody asked for this focus: its ring comes with the first key.
    scroller.dataset["quiet"] = "";
    scroller.focus({ preventScroll: true });
  }, [isReadOnly]);

  return (
    <div className="stage" ref={frame}>
      <VList
        ref={list}
        className="thread-list"
        tabIndex={0}
        role="region"
        aria-label="Thread"
        data={entries}
        shift={shifted.isShifting}
        bufferSize={RENDERED_AROUND}
        keepMounted={kept.indexes}
        onScroll={(offset) => {
          shifted.onScroll();
          follow.onScroll(offset);
          kept.onScroll();
          loadIfNear();
        }}
        onScrollEnd={() => {
          shifted.onScrollEnd();
          place.onScrollEnd();
        }}
        onKeyDown={({ currentTarget }) => delete currentTarget.dataset["quiet"]}
        onResize={() => {
          shifted.onResize();
          follow.onResize();
        }}
        onFocus={kept.onFocus}
        onBlur={kept.onBlur}
      >
        {(entry, index) => (
          <div key={entry.key} data-row={entry.key}>
            <EntryView entry={entry} open={open} isFirst={index === 0} />
          </div>
        )}
      </VList>
      {follow.isAtEnd && hasEnd ? null : (
        <p className="jump">
          <button type="button" className="btn" onClick={hasEnd ? follow.toEnd : () => actions.jumpToEnd(id)}>
            <Icon name="down" isSmall />
            {!hasEnd ? "Jump to the end" : newCount > 0 ? `${newCount} new` : "To the end"}
          </button>
        </p>
      )}
    </div>
  );
}

function EntryView({ entry, open, isFirst }: { entry: ListEntry; open: ShownThread; isFirst: boolean }) {
  switch (entry.type) {
    case "foot":
      return <div className="entry-foot" />;
    case "retry":
      return (
        <div className="entry-wrap">
          <div className="entry entry-end">
            <div className="entry-margin" />
            <div className="entry-body">
              <RetryLine retry={entry.retry} />
            </div>
          </div>
        </div>
      );
    case "item":
    case "calls":
    case "turnEnd":
      return (
        <RowView
          row={entry}
          threadId={open.thread.id}
          isTurnOver={isTurnOver(entry.turn, open.view.status)}
          isFirst={isFirst}
          isMarked={isRowOf(entry, open.markedId)}
          isForeign={open.thread.origin !== "own"}
        />
      );
  }
}

function useRows({ view, olderCursor, newerCursor, isReadOnly, unnumbered }: ShownThread): readonly Row[] {
  const [cache] = useState<{ rows: Rows }>(() => ({ rows: NO_ROWS }));
  const { items, turns } = view;
  const isWhole = olderCursor === null;
  const hasEnd = newerCursor === null;
  const isPast = isReadOnly && view.status.type !== "active";
  return useMemo(() => {
    cache.rows = rowsOf(cache.rows, { items, turns, isWhole, hasEnd, isPast, apart: unnumbered });
    return cache.rows.rows;
  }, [cache, items, turns, isWhole, hasEnd, isPast, unnumbered]);
}

/** Rows that have come since the reader left the end. */
function useNewCount(rows: readonly Row[], isAtEnd: boolean): number {
  const lastSeen = useRef<string | null>(null);
  useLayoutEffect(() => {
    if (isAtEnd) lastSeen.current = rows.at(-1)?.key ?? null;
  }, [rows, isAtEnd]);
  if (isAtEnd || lastSeen.current === null) return 0;
  const index = rows.findLastIndex((row) => row.key === lastSeen.current);
  return index === -1 ? 0 : rows.length - 1 - index;
}
