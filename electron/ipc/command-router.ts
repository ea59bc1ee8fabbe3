// One handler per command. Parameters are parsed here, at the edge; everything behind trusts its types.
import { commands, type CommandMethod, type CommandParams } from "../../shared/protocol/command";
import type { Turn } from "../../shared/protocol/thread";
import type { TurnId } from "../../shared/protocol/ids";
import { PROTOCOL_VERSION } from "../../shared/protocol/version";
import { CommandRefused } from "../runtime/errors";
import type { Acceptance } from "../runtime/input/submissions";
import type { Session } from "../runtime/session";
import type { HubClient } from "./event-hub";
import type { Handlers, RouterParts } from "./handlers";
import { createPastHandlers } from "./past-handlers";
import { createPermissionHandlers } from "./permission-handlers";
import { createThreadReading } from "./thread-reading";

/** `client`: who asks. Rejects with CommandRefused, StorageError or a ZodError. */
export type Route = (method: string, params: unknown, client: HubClient) => Promise<unknown>;

const SUBMISSIONS: ReadonlySet<string> = new Set<CommandMethod>([
  "thread/start",
  "turn/start",
  "turn/steer",
  "clock/wake",
  "thread/compact/start",
  "thread/queue/add",
  "thread/queue/update",
  "thread/queue/delete",
  "thread/queue/reorder",
  "thread/queue/resume",
  "thread/mail/send",
]);

/** What a program that was started read-only does not carry out. */
const CHANGES: ReadonlySet<string> = new Set<string>([
  ...SUBMISSIONS,
  ...([
    "turn/interrupt",
    "item/interrupt",
    "turn/changes/undo",
    "settings/write",
    "rule/add",
    "rule/delete",
    "thread/name/set",
    "thread/pin/set",
    "thread/archive",
    "thread/unarchive",
    "thread/delete",
    "thread/fork",
    "thread/import",
    "sessionRoot/set",
  ] satisfies CommandMethod[]),
]);

/**
 * What has to wait for the reply to a command (protocol.md §1): all that a submission causes, or that follows the snapshot of a resume, and
 * of what an interrupt causes the turn's end. Null: nothing.
 */
export function heldUntilReply(method: string): ((message: unknown) => boolean) | null {
  if (SUBMISSIONS.has(method) || method === "thread/resume") return () => true;
  return method === "turn/interrupt" ? isTurnEnd : null;
}

function isTurnEnd(message: unknown): boolean {
  return typeof message === "object" && message !== null && "method" in message && message.method === "turn/completed";
}

export function createRoute(parts: RouterParts): Route {
  const handlers = createHandlers(parts);
  return async (method, params, client) => {
    if (!isCommand(method)) throw new CommandRefused("unknownMethod", `unknown method ${method}`);
    if (parts.readOnly && CHANGES.has(method)) throw new CommandRefused("readOnly", "this program was started read-only");
    return call(handlers, method, { params: params ?? {}, client });
  };
}

function call<Method extends CommandMethod>(
  handlers: Handlers,
  method: Method,
  { params, client }: { params: unknown; client: HubClient },
): Promise<unknown> {
  // Schema and type come from the same entry of `commands`; TypeScript does not follow that through the index.
  return handlers[method](commands[method].params.parse(params) as CommandParams<Method>, client);
}

function isCommand(method: string): method is CommandMethod {
  return Object.hasOwn(commands, method);
}

function createHandlers(parts: RouterParts): Handlers {
  const { sessions, onLeft, home, version, platformOs } = parts;
  return {
    ...createThreadReading(parts),
    ...createPastHandlers(parts),
    ...createPermissionHandlers(parts),
    initialize: async ({ clientInfo }) => ({
      userAgent: `counterfoil/${version} (${clientInfo.name} ${clientInfo.version})`,
      home,
      platformOs,
      protocolVersion: PROTOCOL_VERSION,
    }),
    "thread/start": async (params, client) => {
      const session = await sessions.start(params);
      client.subscribe(session.id);
      session.announce();
      return { thread: session.thread(false) };
    },
    "thread/unsubscribe": async ({ threadId }, client) => {
      client.unsubscribe(threadId);
      onLeft(threadId);
      return {};
    },
    "turn/start": async ({ threadId, input, clientUserMessageId }, client) => {
      client.subscribe(threadId);
      const { session, result } = await sessions.startTurn(threadId, { input, ...clientId(clientUserMessageId) });
      return { turn: turnOf(session, turnIdOf(result)) };
    },
    "turn/steer": async ({ threadId, input, clientUserMessageId, expectedTurnId }) => {
      const { result } = await sessions.steer(threadId, { input, expectedTurnId, ...clientId(clientUserMessageId) });
      return { turnId: turnIdOf(result) };
    },
    "turn/interrupt": async ({ threadId, turnId }) => {
      const { session } = await sessions.open(threadId);
      const active = session.runningTurnId ?? session.waitingTurnId;
      if (active === null) throw new CommandRefused("noActiveTurn", "no turn is running");
      if (!session.isRunning(turnId)) throw new CommandRefused("turnMismatch", `the running turn is ${active}`);
      await session.interrupt();
      return {};
    },
    "clock/wake": async ({ threadId, itemId }) => {
      const { session } = await sessions.open(threadId);
      if (!session.wake(itemId)) throw new CommandRefused("invalidParams", "this item does not wait");
      return {};
    },
    "thread/compact/start": async ({ threadId }, client) => {
      client.subscribe(threadId);
      const { session, result } = await sessions.compact(threadId);
      return { turn: turnOf(session, result) };
    },
    "thread/window/read": async ({ threadId }) => (await sessions.open(threadId)).session.window,
    "thread/queue/add": async ({ threadId, input, clientUserMessageId }, client) => {
      client.subscribe(threadId);
      const { result } = await sessions.enqueue(threadId, { input, ...clientId(clientUserMessageId) });
      return { queuedSubmissionId: result.inputId };
    },
    "thread/queue/list": async ({ threadId }) => (await sessions.open(threadId)).session.queue.state,
    "thread/queue/update": async ({ threadId, queuedSubmissionId, input }) => {
      await sessions.changeQueue(threadId, ({ queue }) => queue.update(queuedSubmissionId, input));
      return {};
    },
    "thread/queue/delete": async ({ threadId, queuedSubmissionId }) => {
      await sessions.changeQueue(threadId, ({ queue }) => queue.delete(queuedSubmissionId));
      return {};
    },
    "thread/queue/reorder": async ({ threadId, queuedSubmissionIds }) => {
      await sessions.changeQueue(threadId, ({ queue }) => queue.reorder(queuedSubmissionIds));
      return {};
    },
    "thread/queue/resume": async ({ threadId }) => {
      await sessions.changeQueue(threadId, (session) => session.doors.resumeQueue());
      return {};
    },
    "thread/mail/send": async ({ threadId, ...mail }, client) => {
      client.subscribe(threadId);
      const { result } = await sessions.sendMail(threadId, mail);
      return { mailId: result.inputId };
    },
  };
}

function clientId<Id>(id: Id | undefined): { clientId: Id } | Record<string, never> {
  return id === undefined ? {} : { clientId: id };
}

/** A client id that was used for the queue or for mail names no turn. */
function turnIdOf({ turnId }: Acceptance): TurnId {
  if (turnId === undefined)
    throw new CommandRefused("invalidParams", "this client id was used for the queue or for mail; use a new one");
  return turnId;
}

/** The turn as the view has it; one that was only just accepted is not in it yet, and one that a crash kept from beginning never will be. */
function turnOf(session: Session, id: TurnId): Turn {
  const known = session.view.turns.findLast((turn) => turn.id === id);
  const status = session.isRunning(id) ? "inProgress" : "interrupted";
  return known ?? { id, status, startedAtMs: session.thread(false).updatedAtMs };
}
