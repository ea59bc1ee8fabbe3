// A turn that is known from elsewhere, as the lines that lead into it, or behind it.
import type { LinePayload } from "../../../../shared/protocol/rollout-line";
import type { Turn } from "../../../../shared/protocol/thread";

/** `isActive`: it has not ended where the lines go on. */
export function enteringEvents({ id }: Turn, isActive: boolean): LinePayload<"event_msg">[] {
  const started = { type: "task_started", turn_id: id } as const;
  return isActive ? [started] : [started, { type: "task_complete", turn_id: id, last_agent_message: null }];
}
