// The person's input for later: durable, ordered, editable; paused when a turn did not end well (runtime.md §8).
import { z } from "zod";
import { ClientMessageId, InputId } from "./ids";
import { UserInput } from "./user-input";

export const QueuedInput = z.object({
  id: InputId,
  input: z.array(UserInput),
  clientUserMessageId: ClientMessageId.exactOptional(),
});
export type QueuedInput = z.infer<typeof QueuedInput>;

/** `data`: in the order in which it will be sent. An empty queue is never paused. */
export const FollowUpQueue = z.object({ data: z.array(QueuedInput), paused: z.boolean() });
export type FollowUpQueue = z.infer<typeof FollowUpQueue>;
