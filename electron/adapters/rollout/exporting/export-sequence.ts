// A session as an export goes through it: turns begin, hold items, end. One pass over the pages, nothing kept but the turns' numbers.
import type { ItemPage } from "../../../../shared/protocol/command";
import type { TurnId } from "../../../../shared/protocol/ids";
import type { Turn } from "../../../../shared/protocol/thread";
import type { TurnItem } from "../../../../shared/protocol/turn-item";

/** `turn`: null for items outside of turns. `number`: from 1, in the order of their first items; outside of turns that of the last one. */
export type ExportEntry =
  | { readonly type: "turnStarted"; readonly turn: Turn | null; readonly number: number; readonly isContinued: boolean }
  | { readonly type: "item"; readonly item: TurnItem }
  | { readonly type: "turnEnded"; readonly turn: Turn | null };

/** `pages`: forward. Of a turn's end the page that holds its last item knows. `turnId`: that turn alone, and nothing is read behind it. */
export async function* exportSequence(pages: AsyncIterable<ItemPage>, turnId?: TurnId): AsyncGenerator<ExportEntry> {
  const numbers = new Map<TurnId, number>();
  let open: { readonly id: TurnId; turn: Turn | null } | null = null;
  for await (const { items, turns } of pages) {
    const known = new Map(turns.map((turn) => [turn.id, turn]));
    if (open !== null) open.turn = known.get(open.id) ?? open.turn;
    for (const item of items) {
      if (open !== null && open.id !== item.turnId) {
        yield { type: "turnEnded", turn: open.turn };
        open = null;
        if (turnId !== undefined) return;
      }
      if (turnId !== undefined && item.turnId !== turnId) {
        if (known.has(item.turnId)) numberOf(numbers, item.turnId);
        continue;
      }
      if (open === null) {
        open = { id: item.turnId, turn: known.get(item.turnId) ?? null };
        const isContinued = numbers.has(item.turnId);
        const number = open.turn === null ? numbers.size : numberOf(numbers, item.turnId);
        yield { type: "turnStarted", turn: open.turn, number, isContinued };
      }
      yield { type: "item", item };
    }
  }
  if (open !== null) yield { type: "turnEnded", turn: open.turn };
}

function numberOf(numbers: Map<TurnId, number>, id: TurnId): number {
  const number = numbers.get(id) ?? numbers.size + 1;
  numbers.set(id, number);
  return number;
}
