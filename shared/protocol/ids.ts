// Branded ids, so that a turn id cannot be handed over where a thread id is meant.
import { z } from "zod";

const id = z.string().min(1);

/** UUIDv7 of a durable thread; also the last part of its rollout's file name. */
export const ThreadId = id.brand("ThreadId");
export type ThreadId = z.infer<typeof ThreadId>;

/** UUIDv7 of a turn. */
export const TurnId = id.brand("TurnId");
export type TurnId = z.infer<typeof TurnId>;

/** Id of a TurnItem. For a tool item it is the model's call id (made unique within the thread). */
export const ItemId = id.brand("ItemId");
export type ItemId = z.infer<typeof ItemId>;

/** UUIDv7 of an accepted input, whichever door it came by; of a queued one also its `queuedSubmissionId`, of mail its `mailId`. */
export const InputId = id.brand("InputId");
export type InputId = z.infer<typeof InputId>;

/** UUIDv7 of an approval request. */
export const RequestId = id.brand("RequestId");
export type RequestId = z.infer<typeof RequestId>;

/** Chosen by the client for one submission; the same id twice is accepted once. */
export const ClientMessageId = id.brand("ClientMessageId");
export type ClientMessageId = z.infer<typeof ClientMessageId>;
