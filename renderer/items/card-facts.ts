// What a card must know beside its item.
import type { ThreadId } from "../../shared/protocol/ids";
import type { Turn } from "../../shared/protocol/thread";
import type { TurnItemOf } from "../../shared/protocol/turn-item";

export interface CardFacts {
  readonly threadId: ThreadId;
  readonly turn: Turn | null;
  readonly isTurnOver: boolean;
  /** The file is of another program, which does not tell when a call began to run. */
  readonly isForeign: boolean;
  /** The recorded approval of this call. */
  readonly approval: TurnItemOf<"approval"> | null;
  /** Place among the calls that were issued at once, from 1; null when it stands alone. */
  readonly place: number | null;
  /** The place of the call that must end first; null when none. */
  readonly startsAfter: number | null;
}
