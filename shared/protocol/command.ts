// Commands: what clients ask, in imperative. Each has a params and a result schema: the server validates the one, clients the other.
import { z } from "zod";
import { ClientMessageId, InputId, ItemId, ThreadId, TurnId } from "./ids";
import { ExportFormat, FilePath, IndexProgress, SearchHit, SecretFinding, SessionRoot, SessionTarget } from "./past-session";
import { FollowUpQueue } from "./queue";
import { CommandRule, SandboxState } from "./permission";
import { ApprovalPolicy, HiddenReason, Thread, ThreadChoice, ThreadOrigin, ThreadTokenUsage, Turn, SandboxMode } from "./thread";
import { FileChange, TurnItem } from "./turn-item";
import { UserInput } from "./user-input";
import { ModelWindow } from "./window-item";

/** Items stand in file order; `turns` are those the items belong to. A null cursor marks the end in that direction. */
export const ItemPage = z.object({ items: z.array(TurnItem), turns: z.array(Turn), nextCursor: z.string().nullable() });
export type ItemPage = z.infer<typeof ItemPage>;

/**
 * Kinds of items whose output a page leaves out, where the call is completed and has any: most of a page is output that nobody has asked to see yet. Such
 * an item says where it is read whole (`outputDeferred`). Absent: everything is in the page.
 */
export const OutputDeferral = z.object({
  commandExecution: z.boolean().exactOptional(),
  mcpToolCall: z.boolean().exactOptional(),
  toolCall: z.boolean().exactOptional(),
});
export type OutputDeferral = z.infer<typeof OutputDeferral>;

const thread = z.object({ threadId: ThreadId });
const deferOutput = OutputDeferral.exactOptional();
const submission = { threadId: ThreadId, input: z.array(UserInput).min(1), clientUserMessageId: ClientMessageId.exactOptional() };

export const commands = {
  initialize: {
    params: z.object({ clientInfo: z.object({ name: z.string(), version: z.string() }) }),
    result: z.object({ userAgent: z.string(), home: z.string(), platformOs: z.string(), protocolVersion: z.number() }),
  },
  "thread/start": {
    params: z.object({ cwd: z.string(), ...ThreadChoice.shape }),
    result: z.object({ thread: Thread }),
  },
  /**
   * Subscribes. `page`: the newest items. `repairs`: what is damaged in the file, in words. `path`: any rollout file; one that is not among our own
   * sessions is read-only. Never changes the file. While `index` is not at its end, line numbers and repairs are those of what has been read;
   * `thread/index/progress` tells when to ask again.
   */
  "thread/resume": {
    params: SessionTarget.and(z.object({ deferOutput })),
    result: z.object({
      thread: Thread,
      page: ItemPage,
      seq: z.number().int(),
      readOnly: z.boolean(),
      repairs: z.array(z.string()),
      queue: FollowUpQueue,
      tokenUsage: ThreadTokenUsage.nullable(),
      index: IndexProgress,
    }),
  },
  "thread/read": {
    params: z.object({ threadId: ThreadId, includeItems: z.boolean().exactOptional() }),
    result: z.object({
      thread: Thread,
      items: z.array(TurnItem).exactOptional(),
      turns: z.array(Turn).exactOptional(),
      seq: z.number().int(),
      queue: FollowUpQueue,
      tokenUsage: ThreadTokenUsage.nullable(),
    }),
  },
  /** Items before (`backward`) or from (`forward`) the cursor on; without one, from the end or the beginning. O(page), whatever the file's size. */
  "thread/items/list": {
    params: z.object({
      threadId: ThreadId,
      cursor: z.string().exactOptional(),
      limit: z.number().int().min(1).max(200).exactOptional(),
      direction: z.enum(["forward", "backward"]),
      deferOutput,
    }),
    result: ItemPage,
  },
  /**
   * Pinned first, then newest first. `query`: words of name, preview or folder. `hidden`: how many files are not in the list, by reason; those of the
   * reasons in `show` are in it. `origins`: how many sessions of each origin there are, whichever `sources` ask for. `isComplete`: false while files are
   * still being looked at; `thread/list/changed` follows.
   */
  "thread/list": {
    params: z.object({
      cursor: z.string().exactOptional(),
      limit: z.number().int().min(1).max(200).exactOptional(),
      archived: z.boolean().exactOptional(),
      cwd: z.string().exactOptional(),
      query: z.string().exactOptional(),
      sources: z.array(ThreadOrigin).exactOptional(),
      show: z.array(HiddenReason).exactOptional(),
    }),
    result: z.object({
      threads: z.array(Thread),
      nextCursor: z.string().nullable(),
      hidden: z.partialRecord(HiddenReason, z.number()),
      origins: z.partialRecord(ThreadOrigin, z.number()).exactOptional(),
      isComplete: z.boolean(),
    }),
  },
  /** Over all sessions in the list, the newest first among equals. Finds what was recorded up to 2 s ago; `isComplete`: false while older files are still being read. */
  "thread/search": {
    params: z.object({
      query: z.string(),
      cursor: z.string().exactOptional(),
      limit: z.number().int().min(1).max(100).exactOptional(),
    }),
    result: z.object({
      hits: z.array(SearchHit),
      threads: z.array(Thread),
      nextCursor: z.string().nullable(),
      isComplete: z.boolean(),
    }),
  },
  /** An empty name takes it away. A line in the rollout; a read-only thread cannot be renamed. */
  "thread/name/set": { params: z.object({ threadId: ThreadId, name: z.string().max(500) }), result: z.object({}) },
  "thread/pin/set": { params: z.object({ threadId: ThreadId, isPinned: z.boolean() }), result: z.object({}) },
  /** Own threads without a running turn only. */
  "thread/archive": { params: thread, result: z.object({}) },
  "thread/unarchive": { params: thread, result: z.object({}) },
  /** Into the system's bin. `noBin`: nothing was deleted, for there is no bin that takes it; `isForGood` deletes it all the same. */
  "thread/delete": {
    params: z.object({ threadId: ThreadId, isForGood: z.boolean().exactOptional() }),
    result: z.discriminatedUnion("where", [
      z.object({ where: z.enum(["bin", "nowhere"]) }),
      z.object({ where: z.literal("noBin"), why: z.string() }),
    ]),
  },
  /** A new own thread with the history up to and with that turn, or all of it. The source is only read. */
  "thread/fork": {
    params: SessionTarget.and(z.object({ throughTurnId: TurnId.exactOptional() })),
    result: z.object({ thread: Thread }),
  },
  /**
   * What looks like a secret in it. `isWhole`: false when there was more than is listed. `title`: what the export will be called; of what looks like a
   * secret in it, most is masked.
   */
  "thread/export/check": {
    params: SessionTarget,
    result: z.object({ findings: z.array(SecretFinding), isWhole: z.boolean(), title: z.string() }),
  },
  /** `file`: absolute. `exists`: nothing was written, for there is a file already; `canReplace` replaces it. */
  "thread/export": {
    params: SessionTarget.and(z.object({ format: ExportFormat, file: FilePath, canReplace: z.boolean().exactOptional() })),
    result: z.discriminatedUnion("outcome", [
      z.object({ outcome: z.literal("written"), file: z.string(), bytes: z.number() }),
      z.object({ outcome: z.literal("exists"), file: z.string() }),
    ]),
  },
  /** An exported rollout as an own session again; one of another program is continued by `thread/fork`. */
  "thread/import": { params: z.object({ path: FilePath }), result: z.object({ thread: Thread }) },
  /** The whole thread, or one turn, as Markdown to be pasted. */
  "thread/markdown/read": {
    params: SessionTarget.and(z.object({ turnId: TurnId.exactOptional() })),
    result: z.object({ markdown: z.string() }),
  },
  /** The folders that sessions are listed from, and those found on this machine that could be. */
  "sessionRoot/list": { params: z.object({}), result: z.object({ roots: z.array(SessionRoot) }) },
  /** Takes up an offered root, or lets it go. Its files are only read. */
  "sessionRoot/set": { params: z.object({ path: FilePath, isUsed: z.boolean() }), result: z.object({}) },
  "thread/unsubscribe": { params: thread, result: z.object({}) },
  /** Compaction as a turn of its own. */
  "thread/compact/start": { params: thread, result: z.object({ turn: Turn }) },
  /** What the model would be sent now. */
  "thread/window/read": { params: thread, result: ModelWindow },
  /** Puts input at the end of the queue; in an idle thread whose queue is empty it starts a turn. */
  "thread/queue/add": { params: z.object(submission), result: z.object({ queuedSubmissionId: InputId }) },
  "thread/queue/list": { params: thread, result: FollowUpQueue },
  "thread/queue/update": {
    params: z.object({ threadId: ThreadId, queuedSubmissionId: InputId, input: z.array(UserInput).min(1) }),
    result: z.object({}),
  },
  "thread/queue/delete": { params: z.object({ threadId: ThreadId, queuedSubmissionId: InputId }), result: z.object({}) },
  /** The ids that are given come first, in this order; others keep their order behind them. */
  "thread/queue/reorder": {
    params: z.object({ threadId: ThreadId, queuedSubmissionIds: z.array(InputId).min(1) }),
    result: z.object({}),
  },
  /** Ends the pause and starts the next one if no turn runs. */
  "thread/queue/resume": { params: thread, result: z.object({}) },
  /** `triggerTurn`: an idle thread starts a turn for it. `clientId`: the same twice is accepted once. */
  "thread/mail/send": {
    params: z.object({
      threadId: ThreadId,
      author: z.string().min(1),
      text: z.string().min(1),
      triggerTurn: z.boolean(),
      clientId: ClientMessageId.exactOptional(),
    }),
    result: z.object({ mailId: InputId }),
  },
  "turn/start": { params: z.object(submission), result: z.object({ turn: Turn }) },
  "turn/steer": { params: z.object({ ...submission, expectedTurnId: TurnId }), result: z.object({ turnId: TurnId }) },
  /** Replies once the turn has ended. */
  "turn/interrupt": { params: z.object({ threadId: ThreadId, turnId: TurnId }), result: z.object({}) },
  /** Stops one running tool; its turn goes on. */
  "item/interrupt": { params: z.object({ threadId: ThreadId, itemId: ItemId }), result: z.object({}) },
  /**
   * Puts back the files as they were before the turn's patches, from what was kept of them; recorded in the thread. All or nothing. `changed`: nothing was
   * done, for these files are not as the patches left them. Only while no turn runs.
   */
  "turn/changes/undo": {
    params: z.object({ threadId: ThreadId, turnId: TurnId }),
    result: z.discriminatedUnion("outcome", [
      z.object({ outcome: z.literal("undone"), changes: z.array(FileChange) }),
      z.object({ outcome: z.literal("changed"), paths: z.array(z.string()) }),
      z.object({ outcome: z.literal("nothing"), why: z.string() }),
    ]),
  },
  "clock/wake": { params: z.object({ threadId: ThreadId, itemId: ItemId }), result: z.object({}) },
  /** What the window may know of the settings: no keys. `problem`: why the settings file is not in force. */
  "settings/read": {
    params: z.object({}),
    result: z.object({
      provider: z.string(),
      model: z.string(),
      isDemo: z.boolean(),
      approvalPolicy: ApprovalPolicy,
      sandbox: SandboxMode,
      /** Commands in the sandbox may reach the network. */
      network: z.boolean(),
      /** How far each mode holds on this machine. */
      sandboxStates: z.record(SandboxMode, SandboxState),
      settingsFile: z.string(),
      problem: z.string().nullable(),
    }),
  },
  /** Written into the settings file beside all that stands there; refused when that cannot be read. For all turns that begin later. */
  "settings/write": {
    params: z.object({
      approvalPolicy: ApprovalPolicy.exactOptional(),
      sandbox: SandboxMode.exactOptional(),
      network: z.boolean().exactOptional(),
    }),
    result: z.object({}),
  },
  /** All rules; those of other folders too. */
  "rule/list": { params: z.object({}), result: z.object({ rules: z.array(CommandRule) }) },
  /** In force at once. Refused, with words, for what may never be always allowed. */
  "rule/add": { params: CommandRule, result: z.object({}) },
  "rule/delete": { params: CommandRule, result: z.object({}) },
} as const;

export type Commands = typeof commands;
export type CommandMethod = keyof Commands;
export type CommandParams<Method extends CommandMethod> = z.infer<Commands[Method]["params"]>;
export type CommandResult<Method extends CommandMethod> = z.infer<Commands[Method]["result"]>;

/** Commands that only a window has; they go through the same channel and the same validation. */
export const windowCommands = {
  "folder/choose": { params: z.object({}), result: z.object({ path: z.string().nullable() }) },
  /** The system's dialog: a rollout to open, or where an export is saved (`suggestedName`). Null: the person thought better of it. */
  "file/choose": {
    params: z.discriminatedUnion("purpose", [
      z.object({ purpose: z.literal("openRollout") }),
      z.object({ purpose: z.literal("saveExport"), suggestedName: z.string() }),
    ]),
    result: z.object({ path: z.string().nullable() }),
  },
  /** The rollouts that were opened by path, newest first. */
  "recent/read": { params: z.object({}), result: z.object({ paths: z.array(z.string()) }) },
  "recent/add": { params: z.object({ path: z.string() }), result: z.object({}) },
  "link/open": { params: z.object({ url: z.string() }), result: z.object({}) },
  "draft/read": { params: z.object({}), result: z.object({ drafts: z.record(z.string(), z.string()) }) },
  /** `key`: a thread id, or `new`. An empty text removes the draft. */
  "draft/write": { params: z.object({ key: z.string(), text: z.string() }), result: z.object({}) },
} as const;

export type WindowCommands = typeof windowCommands;
export type WindowCommandMethod = keyof WindowCommands;

export const ErrorKind = z.enum([
  "notInitialized",
  "unknownMethod",
  "invalidParams",
  "threadNotFound",
  "turnMismatch",
  "noActiveTurn",
  "readOnly",
  "lockedByOther",
  "notARollout",
  "storage",
  "overloaded",
  "internal",
]);
export type ErrorKind = z.infer<typeof ErrorKind>;

const rpcId = z.union([z.string(), z.number()]);
export type RpcId = z.infer<typeof rpcId>;

export const RpcError = z.object({ code: z.number(), message: z.string(), data: z.looseObject({ kind: ErrorKind }) });
export type RpcError = z.infer<typeof RpcError>;

/** JSON-RPC 2.0 members; `jsonrpc` is accepted and not required. */
export const RpcRequest = z.looseObject({ id: rpcId, method: z.string(), params: z.unknown().optional() });
export type RpcRequest = z.infer<typeof RpcRequest>;
export const RpcResponse = z.union([
  z.looseObject({ id: rpcId, result: z.unknown(), error: z.undefined().optional() }),
  z.looseObject({ id: rpcId, error: RpcError }),
]);
export type RpcResponse = z.infer<typeof RpcResponse>;
