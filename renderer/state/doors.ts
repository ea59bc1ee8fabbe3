// Through which door an input goes in, and through which one next when a turn began or ended on the way. Pure, so that the chain can be
// seen to end: it never goes back, and its last door takes everything (runtime.md §8).
import type { ErrorKind } from "../../shared/protocol/command";
import type { TurnId } from "../../shared/protocol/ids";
import type { ThreadView } from "../../shared/view/thread-view";
import { activeTurn } from "./selectors";

export type Door = { readonly type: "steer"; readonly turnId: TurnId } | { readonly type: "start" } | { readonly type: "queue" };

/** `next`: behind what runs (Enter). `now`: into what runs (mod+Enter). In an idle thread both start a turn. */
export type Urgency = "next" | "now";

export function firstDoor(view: Pick<ThreadView, "status" | "turns"> | null, urgency: Urgency): Door {
  const turn = view === null ? null : activeTurn(view);
  if (turn === null) return { type: "start" };
  return urgency === "next" ? { type: "queue" } : { type: "steer", turnId: turn.id };
}

/** The door after a refusal; null: the refusal stands. */
export function nextDoor(refused: Door, kind: ErrorKind): Door | null {
  if (refused.type === "steer" && kind === "noActiveTurn") return { type: "start" };
  // Another turn runs than the one that was meant: behind it is safe, into it was not asked for.
  if (refused.type !== "queue" && kind === "turnMismatch") return { type: "queue" };
  return null;
}
