// Notifications: what the runtime tells its clients, in past tense. `params` of a thread's events carry threadId, seq and emittedAtMs.
import { z } from "zod";
import { ItemId, RequestId, ThreadId, TurnId } from "./ids";
import { IndexProgress } from "./past-session";
import { FollowUpQueue } from "./queue";
import { Thread, ThreadStatus, ThreadTokenUsage, Turn } from "./thread";
import { TurnError } from "./turn-error";
import { TurnItem } from "./turn-item";

const turnId = { turnId: TurnId };
const item = { turnId: TurnId, itemId: ItemId };

/** Params of each event without the envelope. Order is the order of emission; no method may ever lose a field. */
export const eventParams = {
  "thread/started": z.object({ thread: Thread }),
  "thread/status/changed": z.object({ status: ThreadStatus }),
  "thread/name/updated": z.object({ name: z.string() }),
  "thread/tokenUsage/updated": z.object({ ...turnId, ...ThreadTokenUsage.shape }),
  "turn/started": z.object({ turn: Turn }),
  "turn/completed": z.object({ turn: Turn }),
  "item/started": z.object({ ...turnId, item: TurnItem }),
  "item/completed": z.object({ ...turnId, item: TurnItem }),
  "item/agentMessage/delta": z.object({ ...item, delta: z.string() }),
  "item/reasoning/summaryTextDelta": z.object({ ...item, summaryIndex: z.number().int(), delta: z.string() }),
  "item/commandExecution/outputDelta": z.object({ ...item, delta: z.string() }),
  /** Past approval and gate: the tool runs. Of a command: whether the sandbox holds, and why not. */
  "item/running": z.object({
    ...item,
    startedAtMs: z.number(),
    deadlineMs: z.number().exactOptional(),
    sandboxed: z.boolean().exactOptional(),
    sandboxNote: z.string().exactOptional(),
  }),
  /** The run has ended; its output is not yet recorded. */
  "item/returned": z.object({ ...item, durationMs: z.number(), finishedOrder: z.number().int().positive() }),
  "item/superseded": z.object(item),
  /** The whole queue as it now is. */
  "thread/queue/changed": z.object({ queue: FollowUpQueue }),
  /** `attempt` counts retries (1 of `maxAttempts`), not requests. */
  error: z.object({
    ...turnId,
    error: TurnError,
    willRetry: z.boolean(),
    attempt: z.number().int().exactOptional(),
    maxAttempts: z.number().int().exactOptional(),
    retryAtMs: z.number().exactOptional(),
  }),
  warning: z.object({ message: z.string() }),
  "serverRequest/resolved": z.object({ requestId: RequestId }),
} as const;

export type EventMethod = keyof typeof eventParams;

/** News about sessions as files. They are of no thread's numbered events: none is missed that `thread/list` or `thread/resume` would not tell again. */
export const fileEventParams = {
  /** Files were added, changed or removed, or the list has become complete. */
  "thread/list/changed": z.object({}),
  "thread/index/progress": z.object({ threadId: ThreadId, ...IndexProgress.shape }),
} as const;

export type FileEvent = {
  [Method in keyof typeof fileEventParams]: { method: Method; params: z.infer<(typeof fileEventParams)[Method]> };
}[keyof typeof fileEventParams];

/** Null: another message. Throws when the params do not fit. */
export function parseFileEvent(value: unknown): FileEvent | null {
  const message = z.looseObject({ method: z.string(), params: z.unknown() }).safeParse(value);
  if (!message.success || !Object.hasOwn(fileEventParams, message.data.method)) return null;
  const method = message.data.method as keyof typeof fileEventParams;
  // Method and schema come from the same entry of `fileEventParams`.
  return { method, params: fileEventParams[method].parse(message.data.params) } as FileEvent;
}

/** What the runtime emits: a method and its params, not yet numbered. */
export type ThreadEvent = {
  [Method in EventMethod]: { method: Method; params: z.infer<(typeof eventParams)[Method]> };
}[EventMethod];

const envelope = { threadId: ThreadId, seq: z.number().int().nonnegative(), emittedAtMs: z.number() };
export type EventEnvelope = { threadId: ThreadId; seq: number; emittedAtMs: number };

/** What crosses a door: a ThreadEvent whose params also hold the envelope. `seq` rises by one per thread. */
export type Notification = {
  [Method in EventMethod]: { method: Method; params: z.infer<(typeof eventParams)[Method]> & EventEnvelope };
}[EventMethod];

const envelopeSchema = z.looseObject(envelope);
const notificationParams = new Map<string, z.ZodType>(
  Object.entries(eventParams).map(([method, params]) => [method, params.extend(envelope)]),
);

/** A notification as it came over a door. A method this version does not know is returned as `unknown`, never dropped. */
export function parseNotification(value: unknown): Notification | { method: "unknown"; params: EventEnvelope; raw: unknown } {
  const { method, params } = z.object({ method: z.string(), params: envelopeSchema }).parse(value);
  const known = notificationParams.get(method);
  if (known === undefined) return { method: "unknown", params, raw: value };
  // Method and schema come from the same entry of `eventParams`.
  return { method, params: known.parse(params) } as Notification;
}
