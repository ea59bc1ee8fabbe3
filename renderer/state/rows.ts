// The rows of a thread's list: items, calls that were issued at once, and the line that ends each turn. Pure and incremental: settled
// turns keep their row objects, so that a delta at the end of a long thread costs nothing above it.
import type { ItemId, TurnId } from "../../shared/protocol/ids";
import type { Turn } from "../../shared/protocol/thread";
import { isToolItem, type ToolItem, type TurnItem, type TurnItemOf } from "../../shared/protocol/turn-item";
import type { ThreadView } from "../../shared/view/thread-view";

export interface Call {
  readonly item: ToolItem;
  /** The last approval asked for this call. */
  readonly approval: TurnItemOf<"approval"> | null;
}

/** First row of a turn: its heading. `number` is null while older items are not loaded, `isStart` false when the turn may have begun in them. */
export interface TurnHeading {
  readonly number: number | null;
  readonly isStart: boolean;
}

interface RowBase {
  readonly key: string;
  readonly heading: TurnHeading | null;
  readonly turn: Turn | null;
}
export type Row =
  | (RowBase & { readonly type: "item"; readonly item: Exclude<TurnItem, ToolItem> })
  | (RowBase & { readonly type: "calls"; readonly calls: readonly [Call, ...Call[]] })
  | (RowBase & { readonly type: "turnEnd"; readonly turn: Turn });

export interface RowsView extends Readonly<Pick<ThreadView, "items" | "turns">> {
  /** The first item is the thread's first. */
  readonly isWhole: boolean;
  /** False: the last turn may go on behind the last item. */
  readonly hasEnd?: boolean;
  /** Nothing more will come: a turn without an end has none in its file. */
  readonly isPast?: boolean;
  /** Items of which nothing is said about being issued together. */
  readonly apart?: ReadonlySet<ItemId>;
}

export interface Rows {
  readonly rows: readonly Row[];
  readonly view: RowsView;
  /** Where each turn begins, in items and in rows. */
  readonly starts: readonly { readonly item: number; readonly row: number }[];
}

export const NO_ROWS: Rows = { rows: [], view: { items: [], turns: [], isWhole: true }, starts: [] };

export function rowsOf(previous: Rows, view: RowsView): Rows {
  const kept = unchangedTurns(previous, view);
  const keptStart = previous.starts[kept];
  const rows = previous.rows.slice(0, kept === 0 ? 0 : (keptStart?.row ?? 0));
  const starts = previous.starts.slice(0, kept);
  const turns = new Map(view.turns.map((turn) => [turn.id, turn]));
  const numbers = view.isWhole ? new Map(view.turns.map((turn, index) => [turn.id, index + 1])) : null;
  let index = kept === 0 ? 0 : (keptStart?.item ?? 0);
  while (index < view.items.length) {
    const first = view.items[index];
    if (first === undefined) break;
    let end = index + 1;
    while (view.items[end]?.turnId === first.turnId) end += 1;
    starts.push({ item: index, row: rows.length });
    const number = numbers?.get(first.turnId) ?? null;
    // The first items there are may be the middle of their turn, unless they are what turns begin with.
    const isStart = view.isWhole || index > 0 || (first.type === "userMessage" && first.via !== "steer");
    const turn = turns.get(first.turnId) ?? null;
    const isEnded = turn !== null && (turn.status !== "inProgress" || view.isPast === true);
    const hasEnd = isEnded && (view.hasEnd !== false || end < view.items.length);
    const after = hasEnd ? afterEnd(view.items, index, end) : end;
    const facts = { turn, apart: view.apart ?? NONE };
    rows.push(...turnRows(view.items.slice(index, after), { ...facts, heading: { number, isStart } }));
    if (hasEnd) rows.push({ type: "turnEnd", key: `end/${turn.id}`, turn, heading: null });
    rows.push(...turnRows(view.items.slice(after, end), { ...facts, heading: null }));
    index = end;
  }
  return { rows, view, starts };
}

/** What a person has undone stands in the turn before, with what the model is told of it, but came after its end. */
function afterEnd(items: readonly TurnItem[], from: number, end: number): number {
  let after = end;
  for (let index = end - 1; index >= from; index -= 1) {
    if (isUndo(items[index])) after = index;
    else if (items[index]?.type !== "context") break;
  }
  return after;
}

function isUndo(item: TurnItem | undefined): boolean {
  return item?.type === "fileChange" && item.undoOf !== undefined;
}

// All turns before the first difference but the last of them, which may go on.
function unchangedTurns(previous: Rows, view: RowsView): number {
  const { isWhole, isPast, apart } = previous.view;
  if (isWhole !== view.isWhole || isPast !== view.isPast || apart !== view.apart) return 0;
  const limit = Math.min(previous.view.items.length, view.items.length);
  let same = 0;
  while (same < limit && previous.view.items[same] === view.items[same]) same += 1;
  let count = previous.starts.findLastIndex((start) => start.item < same);
  const changedTurns = new Set<TurnId>();
  for (const [index, turn] of view.turns.entries()) if (previous.view.turns[index] !== turn) changedTurns.add(turn.id);
  if (changedTurns.size > 0) {
    const firstChanged = previous.starts.findIndex(({ item }) => changedTurns.has(view.items[item]?.turnId ?? ("" as TurnId)));
    if (firstChanged !== -1) count = Math.min(count, firstChanged);
  }
  return Math.max(0, count);
}

const NONE: ReadonlySet<ItemId> = new Set();

interface TurnFacts {
  readonly turn: Turn | null;
  readonly heading: TurnHeading | null;
  readonly apart: ReadonlySet<ItemId>;
}

function turnRows(items: readonly TurnItem[], { turn, heading: turnHeading, apart }: TurnFacts): Row[] {
  const toolIds = new Set(items.filter(isToolItem).map((item) => item.id));
  const approvals = new Map<ItemId, TurnItemOf<"approval">>();
  for (const item of items) if (item.type === "approval" && toolIds.has(item.callId)) approvals.set(item.callId, item);
  const drawn = items.filter((item) => item.type !== "approval" || !toolIds.has(item.callId));
  const rows: Row[] = [];
  for (let index = 0; index < drawn.length;) {
    const item = drawn[index];
    if (item === undefined) break;
    const heading = index === 0 ? turnHeading : null;
    if (isToolItem(item)) {
      const together = callsAtOnce(drawn, index, apart);
      const calls = together.map((call) => ({ item: call, approval: approvals.get(call.id) ?? null }));
      const [first, ...others] = calls;
      if (first !== undefined) rows.push({ type: "calls", key: item.id, calls: [first, ...others], heading, turn });
      index += together.length;
    } else {
      rows.push({ type: "item", key: item.id, item, heading, turn });
      index += 1;
    }
  }
  return rows;
}

/** Consecutive calls that were recorded before the first of them had its output. */
function callsAtOnce(items: readonly TurnItem[], from: number, apart = NONE): readonly ToolItem[] {
  const first = items[from];
  if (first === undefined || !isToolItem(first)) return [];
  const together: ToolItem[] = [first];
  for (let index = from + 1; index < items.length; index += 1) {
    const item = items[index];
    if (item === undefined || !isToolItem(item) || !wasRecordedBefore(item, first) || apart.has(item.id)) break;
    together.push(item);
  }
  return together;
}

// Without line numbers (they may be absent in big files until the index has passed) nothing is claimed.
function wasRecordedBefore(item: ToolItem, first: ToolItem): boolean {
  if (first.line === undefined || item.line === undefined) return false;
  return first.outputLine === undefined || item.line < first.outputLine;
}
