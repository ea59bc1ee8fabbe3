// An item as a page gives it to a client: without the output that was not asked for, and no larger than a page may be.
import type { TurnItem } from "../protocol/turn-item";
import { boundedItem } from "./bounded-item";
import { type DeferringPage, withDeferredOutput } from "./deferred-output";

export function pageItem(item: TurnItem, page: DeferringPage): TurnItem {
  return boundedItem(withDeferredOutput(item, page));
}
