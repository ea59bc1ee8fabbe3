// TurnItem: the person-facing entries of a thread. The union is closed here; an unknown kind is shown as `raw`.
import { z } from "zod";
import { ClientMessageId, ItemId, RequestId, TurnId } from "./ids";
import { TurnError } from "./turn-error";
import { UserInput } from "./user-input";

/** inProgress: recorded (with `startedAtMs`: running). returned: the run has ended, its output is not yet recorded. */
export const ToolStatus = z.enum(["inProgress", "returned", "completed", "failed", "denied", "aborted"]);
export type ToolStatus = z.infer<typeof ToolStatus>;

/** How a person's input reached the transcript. */
export const InputVia = z.enum(["start", "steer", "queue"]);
export type InputVia = z.infer<typeof InputVia>;

/** Why a compaction began: asked for by the person, before or within a turn because the window is full, or by the model's new_context. */
export const CompactionTrigger = z.enum(["manual", "preTurn", "midTurn", "newContext"]);
export type CompactionTrigger = z.infer<typeof CompactionTrigger>;

export const SleepOutcome = z.enum(["elapsed", "newInput", "woken", "interrupted", "appStopped"]);
export type SleepOutcome = z.infer<typeof SleepOutcome>;

export const ApprovalDecision = z.enum(["accept", "acceptForSession", "decline", "cancel"]);
export type ApprovalDecision = z.infer<typeof ApprovalDecision>;

/** `session`: the person, earlier in this session. `policy`: a setting or a rule. `timeout`: nobody answered in time. */
export const DecidedBy = z.enum(["person", "session", "policy", "timeout"]);
export type DecidedBy = z.infer<typeof DecidedBy>;

/** What is asked: whether a command may run, whether files may be changed, or what the model wants to know. */
export const ApprovalKind = z.enum(["command", "fileChange", "userInput"]);
export type ApprovalKind = z.infer<typeof ApprovalKind>;

/** What the person chose or wrote, by question id. */
export const UserAnswers = z.record(z.string(), z.array(z.string()));
export type UserAnswers = z.infer<typeof UserAnswers>;

export const MessagePhase = z.enum(["commentary", "finalAnswer"]);
export type MessagePhase = z.infer<typeof MessagePhase>;

/**
 * `line`: physical 1-based line of the rollout that holds the item, absent while it streams. `leftOut`: UTF-16 units of its texts and images that a page
 * has no room for; the file has them. Times: Unix milliseconds.
 */
const base = {
  id: ItemId,
  turnId: TurnId,
  line: z.number().int().positive().exactOptional(),
  leftOut: z.number().int().positive().exactOptional(),
};

/** `outputLine`: the line that holds the output. `finishedOrder`: 1 for the first of the calls issued together to end. */
const toolBase = {
  ...base,
  status: ToolStatus,
  recordedAtMs: z.number(),
  startedAtMs: z.number().exactOptional(),
  durationMs: z.number().exactOptional(),
  finishedOrder: z.number().int().positive().exactOptional(),
  outputLine: z.number().int().positive().exactOptional(),
  /** What the person should know about the call: argument fields that were ignored, what a hook changed. */
  notes: z.array(z.string()).exactOptional(),
};

/** The output was left out of the page (`OutputDeferral`). The value is a cursor: `thread/items/list` forward from it begins with the whole item. */
const outputDeferred = z.string().exactOptional();

export const UserMessageItem = z.object({
  ...base,
  type: z.literal("userMessage"),
  content: z.array(UserInput),
  via: InputVia,
  clientId: ClientMessageId.exactOptional(),
});
export const AgentMessageItem = z.object({
  ...base,
  type: z.literal("agentMessage"),
  text: z.string(),
  phase: MessagePhase.nullable(),
  /** Cut by an interrupt; the text is what had arrived. */
  incomplete: z.boolean().exactOptional(),
  /** Partial text of a failed attempt; the model never sees it again. */
  superseded: z.boolean().exactOptional(),
});
export const ReasoningTurnItem = z.object({
  ...base,
  type: z.literal("reasoning"),
  summary: z.array(z.string()),
  content: z.array(z.string()),
});
export const CommandExecutionItem = z.object({
  ...toolBase,
  type: z.literal("commandExecution"),
  command: z.string(),
  cwd: z.string(),
  exitCode: z.number().int().nullable().exactOptional(),
  aggregatedOutput: z.string().exactOptional(),
  outputDeferred,
  outputBytes: z.number().exactOptional(),
  outputFile: z.string().exactOptional(),
  /** Whether the sandbox held while it ran. */
  sandboxed: z.boolean().exactOptional(),
  /** Why the sandbox did not hold, or what it seems to have refused. */
  sandboxNote: z.string().exactOptional(),
});
export const ToolCallItem = z.object({
  ...toolBase,
  type: z.literal("toolCall"),
  namespace: z.string().exactOptional(),
  tool: z.string(),
  /** As the model wrote it: JSON for most, free text for custom calls. */
  arguments: z.string(),
  output: z.string().exactOptional(),
  outputDeferred,
});
export const SleepItem = z.object({
  ...toolBase,
  type: z.literal("sleep"),
  seconds: z.number(),
  deadlineMs: z.number().exactOptional(),
  outcome: SleepOutcome.exactOptional(),
  sleptMs: z.number().exactOptional(),
});
export const FileChange = z.object({
  path: z.string(),
  kind: z.enum(["add", "delete", "update"]),
  /** Unified hunks of an update, the whole text of an added or deleted file; empty where the file does not tell. */
  diff: z.string(),
  movePath: z.string().exactOptional(),
});
export type FileChange = z.infer<typeof FileChange>;

/** A patch, or the undoing of one turn's patches (`undoOf`). `output`: what the model was told. */
export const FileChangeItem = z.object({
  ...toolBase,
  type: z.literal("fileChange"),
  changes: z.array(FileChange),
  output: z.string().exactOptional(),
  undoOf: TurnId.exactOptional(),
});
export const McpToolCallItem = z.object({
  ...toolBase,
  type: z.literal("mcpToolCall"),
  server: z.string(),
  tool: z.string(),
  arguments: z.string(),
  output: z.string().exactOptional(),
  outputDeferred,
});
/** A search that the provider did by itself; it has no output of its own. */
export const WebSearchItem = z.object({
  ...base,
  type: z.literal("webSearch"),
  query: z.string(),
  action: z.string().exactOptional(),
});
/** An image that was looked at or made: on this machine, or as a data or web address. */
export const ImageViewItem = z.object({
  ...base,
  type: z.literal("imageView"),
  path: z.string().exactOptional(),
  url: z.string().exactOptional(),
  prompt: z.string().exactOptional(),
});
export const PlanStep = z.object({ text: z.string(), status: z.enum(["pending", "inProgress", "completed"]) });
export type PlanStep = z.infer<typeof PlanStep>;
export const PlanItem = z.object({
  ...base,
  type: z.literal("plan"),
  steps: z.array(PlanStep),
  explanation: z.string().exactOptional(),
});
/** What a program put into the model's window around the person's words; nobody typed it. */
export const ContextItem = z.object({
  ...base,
  type: z.literal("context"),
  kind: z.enum(["environment", "instructions", "permissions", "skills", "turnAborted", "shellCommand", "time", "other"]),
  text: z.string(),
});
export type ContextKind = z.infer<typeof ContextItem>["kind"];
/** Something about another agent's thread; `threadId`: its id in its own file. */
export const SubAgentItem = z.object({
  ...base,
  type: z.literal("subAgent"),
  activity: z.string(),
  threadId: z.string().exactOptional(),
  name: z.string().exactOptional(),
  text: z.string().exactOptional(),
});
export const ApprovalItem = z.object({
  ...base,
  type: z.literal("approval"),
  requestId: RequestId,
  /** The tool item that waits for the answer. */
  callId: ItemId,
  kind: ApprovalKind,
  requestedAtMs: z.number(),
  /** Absent while it is open. */
  decision: ApprovalDecision.exactOptional(),
  decidedBy: DecidedBy.exactOptional(),
  /** The rule that decided, as it is listed in the settings. */
  rule: z.string().exactOptional(),
  /** To the questions of a `userInput`, by question id. */
  answers: UserAnswers.exactOptional(),
});
export const NoticeItem = z.object({
  ...base,
  type: z.literal("notice"),
  level: z.enum(["info", "warning", "error"]),
  code: z.string(),
  text: z.string(),
});
/** `tokensBefore`, `tokensAfter`: what the window held and holds. `trigger` is absent in files of another program. */
export const ContextCompactionItem = z.object({
  ...base,
  type: z.literal("contextCompaction"),
  trigger: CompactionTrigger.exactOptional(),
  status: z.enum(["inProgress", "completed", "failed", "aborted"]),
  tokensBefore: z.number().exactOptional(),
  tokensAfter: z.number().exactOptional(),
  summary: z.string().exactOptional(),
  error: TurnError.exactOptional(),
});
/** What stop hooks told the model to do before the turn may end; one fragment per hook, in the order they are declared. */
export const HookPromptItem = z.object({ ...base, type: z.literal("hookPrompt"), fragments: z.array(z.string()) });
/** Mail from another agent or program, delivered to the model. */
export const MailItem = z.object({
  ...base,
  type: z.literal("mail"),
  author: z.string(),
  text: z.string(),
  triggerTurn: z.boolean(),
});
/** A line or item of a kind this version does not know, kept and shown as it stands. */
export const RawItem = z.object({ ...base, type: z.literal("raw"), lineType: z.string(), json: z.string() });

export const TurnItem = z.discriminatedUnion("type", [
  UserMessageItem,
  AgentMessageItem,
  ReasoningTurnItem,
  CommandExecutionItem,
  ToolCallItem,
  SleepItem,
  ApprovalItem,
  NoticeItem,
  ContextCompactionItem,
  HookPromptItem,
  MailItem,
  FileChangeItem,
  McpToolCallItem,
  WebSearchItem,
  ImageViewItem,
  PlanItem,
  ContextItem,
  SubAgentItem,
  RawItem,
]);
export type TurnItem = z.infer<typeof TurnItem>;
export type TurnItemOf<Type extends TurnItem["type"]> = Extract<TurnItem, { type: Type }>;
export type ToolItem = TurnItemOf<"commandExecution" | "toolCall" | "sleep" | "fileChange" | "mcpToolCall">;

const TOOL_TYPES: ReadonlySet<TurnItem["type"]> = new Set<ToolItem["type"]>([
  "commandExecution",
  "toolCall",
  "sleep",
  "fileChange",
  "mcpToolCall",
]);

export function isToolItem(item: TurnItem): item is ToolItem {
  return TOOL_TYPES.has(item.type);
}

/**
 * Whether an item that was made of recorded lines waits for one more: for its output, or its answer. Text that streams is not among them: it has no line
 * at all, and whoever streams it knows; a missing `line` alone says only that nobody has counted the lines.
 */
export function isOpen(item: TurnItem): boolean {
  if (isToolItem(item)) return item.status === "inProgress" || item.status === "returned";
  return item.type === "approval" && item.decision === undefined;
}
