// The state of one thread on screen and the only way it changes. Live events and replayed lines go through the same function, in main
// (for snapshots) and in the window, so that both always agree (I11). Pure: `reduceThread` copies, `applyEvent` changes the copy.
import type { ThreadEvent } from "../protocol/event";
import type { ItemId, TurnId } from "../protocol/ids";
import type { FollowUpQueue } from "../protocol/queue";
import { addTokenCounts, type ThreadStatus, type ThreadTokenUsage, type Turn } from "../protocol/thread";
import type { TurnError } from "../protocol/turn-error";
import { isToolItem, type TurnItem } from "../protocol/turn-item";

/** An attempt that will be repeated. Times in Unix milliseconds. */
export interface PendingRetry {
  readonly error: TurnError;
  readonly attempt: number | null;
  readonly maxAttempts: number | null;
  readonly retryAtMs: number | null;
}

export interface ThreadView {
  status: ThreadStatus;
  /** File order; what is not on disk yet stands last, in the order it began. */
  items: TurnItem[];
  turns: Turn[];
  tokens: ThreadTokenUsage | null;
  retry: PendingRetry | null;
  queue: FollowUpQueue;
}

export function emptyThreadView(): ThreadView {
  return { status: { type: "idle" }, items: [], turns: [], tokens: null, retry: null, queue: { data: [], paused: false } };
}

/** The view after the events, in order; the given view is left as it is. */
export function reduceThread(view: Readonly<ThreadView>, events: readonly ThreadEvent[]): ThreadView {
  const next = { ...view, items: [...view.items], turns: [...view.turns] };
  for (const event of events) applyEvent(next, event);
  return next;
}

/**
 * Live command output kept on screen, in UTF-16 units. Nothing is cut: what takes it past the limit says that it stops here (protocol.md §7),
 * and only what comes after that is left out.
 */
const LIVE_OUTPUT_LIMIT = 1024 * 1024;

export function applyEvent(view: ThreadView, event: ThreadEvent): void {
  switch (event.method) {
    case "thread/status/changed":
      view.status = event.params.status;
      return;
    case "thread/tokenUsage/updated": {
      const { turnId, total, last, modelContextWindow, source } = event.params;
      view.tokens = { total, last, modelContextWindow, source };
      // An estimate says what the window holds, not what was used.
      if (source === "reported") changeTurn(view, turnId, (turn) => ({ ...turn, tokens: addTokenCounts(turn.tokens, last) }));
      return;
    }
    case "thread/queue/changed":
      view.queue = event.params.queue;
      return;
    case "turn/started":
      putTurn(view, event.params.turn);
      return;
    case "turn/completed": {
      const { turn } = event.params;
      const tokens = view.turns.findLast((known) => known.id === turn.id)?.tokens;
      putTurn(view, tokens === undefined ? turn : { ...turn, tokens });
      view.retry = null;
      return;
    }
    case "item/started":
    case "item/completed":
      putItem(view, event.params.item);
      view.retry = null;
      return;
    case "item/agentMessage/delta":
      changeItem(view, event.params.itemId, (item) =>
        item.type === "agentMessage" ? { ...item, text: item.text + event.params.delta } : item,
      );
      view.retry = null;
      return;
    case "item/reasoning/summaryTextDelta":
      changeItem(view, event.params.itemId, (item) => {
        if (item.type !== "reasoning") return item;
        const summary = [...item.summary];
        summary[event.params.summaryIndex] = (summary[event.params.summaryIndex] ?? "") + event.params.delta;
        return { ...item, summary: Array.from(summary, (part) => part ?? "") };
      });
      return;
    case "item/commandExecution/outputDelta":
      changeItem(view, event.params.itemId, (item) => {
        if (item.type !== "commandExecution") return item;
        const shown = item.aggregatedOutput ?? "";
        return shown.length > LIVE_OUTPUT_LIMIT ? item : { ...item, aggregatedOutput: shown + event.params.delta };
      });
      return;
    case "item/running": {
      const { turnId: _turnId, itemId, startedAtMs, deadlineMs, ...confined } = event.params;
      changeItem(view, itemId, (item) => {
        if (!isToolItem(item)) return item;
        if (item.type === "commandExecution") return { ...item, startedAtMs, ...confined };
        if (item.type === "sleep" && deadlineMs !== undefined) return { ...item, startedAtMs, deadlineMs };
        return { ...item, startedAtMs };
      });
      return;
    }
    case "item/returned": {
      const { durationMs, finishedOrder } = event.params;
      changeItem(view, event.params.itemId, (item) =>
        isToolItem(item) ? { ...item, status: "returned", durationMs, finishedOrder } : item,
      );
      return;
    }
    case "error": {
      const { error, willRetry, attempt, maxAttempts, retryAtMs } = event.params;
      view.retry = willRetry
        ? { error, attempt: attempt ?? null, maxAttempts: maxAttempts ?? null, retryAtMs: retryAtMs ?? null }
        : null;
      return;
    }
    case "thread/started":
    case "thread/name/updated":
    case "item/superseded":
    case "warning":
    case "serverRequest/resolved":
      return;
  }
}

/** Older items and their turns, put before what is there: a page that was scrolled to. */
export function prependPage(
  view: Readonly<ThreadView>,
  page: { items: readonly TurnItem[]; turns: readonly Turn[] },
): ThreadView {
  const known = new Set(view.turns.map((turn) => turn.id));
  const shown = new Set(view.items.map((item) => item.id));
  return {
    ...view,
    items: [...page.items.filter((item) => !shown.has(item.id)), ...view.items],
    turns: [...page.turns.filter((turn) => !known.has(turn.id)), ...view.turns],
  };
}

/** Newer items and their turns, put behind what is there, in a view that does not reach the end of its thread. */
export function appendPage(view: Readonly<ThreadView>, page: { items: readonly TurnItem[]; turns: readonly Turn[] }): ThreadView {
  const shown = new Set(view.items.map((item) => item.id));
  const shownTurns = new Set(view.items.map((item) => item.turnId));
  const known = new Set(view.turns.map((turn) => turn.id));
  const paged = new Set(page.turns.map((turn) => turn.id));
  const line = page.items[0]?.line ?? page.turns[0]?.line;
  const others = view.turns.filter((turn) => !shownTurns.has(turn.id) && !paged.has(turn.id));
  const later = new Set(others.filter((turn) => isTold(turn, line)));
  return {
    ...view,
    items: [...view.items, ...page.items.filter((item) => !shown.has(item.id))],
    // A turn that was told of while its items were not there comes to its place with them; one that has no items is in its place.
    turns: [
      ...view.turns.filter((turn) => shownTurns.has(turn.id) || (!paged.has(turn.id) && !later.has(turn))),
      ...page.turns.filter((turn) => !known.has(turn.id) || !shownTurns.has(turn.id)),
      ...later,
    ],
  };
}

/** Whether it was told by an event, and not by a page in front of the line: what is told has a line, and what has none is of a page without lines. */
function isTold(turn: Turn, line: number | undefined): boolean {
  return turn.line !== undefined && (line === undefined || turn.line > line);
}

function changeItem(view: ThreadView, id: ItemId, change: (item: TurnItem) => TurnItem): void {
  const index = view.items.findLastIndex((item) => item.id === id);
  const item = view.items[index];
  if (item !== undefined) view.items[index] = change(item);
}

function putItem(view: ThreadView, item: TurnItem): void {
  const index = placeOf(item.id, item.line ?? Infinity, view.items);
  const known = view.items[index];
  if (known !== undefined && known.line === item.line) {
    view.items[index] = item;
    return;
  }
  if (known !== undefined) view.items.splice(index, 1);
  const { line, turnId } = item;
  const before =
    line === undefined ? view.items.length - 1 : view.items.findLastIndex((other) => isBefore(other, { line, turnId }));
  view.items.splice(before + 1, 0, item);
}

/** An item without a line is being written in this turn, or it is of a page read before its lines were counted: then it is of an older turn. Two of one line stand as they came. */
function isBefore(other: TurnItem, { line, turnId }: { readonly line: number; readonly turnId: TurnId }): boolean {
  return other.line === undefined ? other.turnId !== turnId : other.line <= line;
}

function putTurn(view: ThreadView, turn: Turn): void {
  const index = placeOf(turn.id, turn.line ?? 0, view.turns);
  if (index === -1) view.turns.push(turn);
  else view.turns[index] = turn;
}

/**
 * Where the entry with this id stands; -1: nowhere yet. What was told before stands at its line or has none, so the search goes from the end to that
 * line and no further: a new entry costs the same in a long thread as in a short one.
 */
function placeOf(id: string, line: number, list: readonly { readonly id: string; readonly line?: number }[]): number {
  const index = list.findLastIndex((known) => known.id === id || (known.line !== undefined && known.line < line));
  return list[index]?.id === id ? index : -1;
}

function changeTurn(view: ThreadView, id: TurnId, change: (turn: Turn) => Turn): void {
  const index = view.turns.findLastIndex((turn) => turn.id === id);
  const turn = view.turns[index];
  if (turn !== undefined) view.turns[index] = change(turn);
}
