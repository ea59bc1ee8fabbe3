// Turns beside the items on screen: one without an item of its own has its place among the others all the same.
import type { Turn } from "../../shared/protocol/thread";
import type { TurnItem } from "../../shared/protocol/turn-item";

/** How many of the turns stand in front of the first of the items. */
export function turnsInFront(turns: readonly Turn[], items: readonly TurnItem[]): number {
  const places = new Map(turns.map(({ id }, index) => [id, index]));
  for (const { turnId } of items) {
    const place = places.get(turnId);
    if (place !== undefined) return place;
  }
  return turns.length;
}
