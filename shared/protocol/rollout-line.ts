// Rollout lines: the envelope {timestamp, type, payload}, Codex's line types that we write, and the closed `cf_` table of our own.
// Writers are strict (a line is built from these types); readers are tolerant: an unknown type or a payload that does not parse is `unknown`.
import { z } from "zod";
import { RequestedApproval } from "./approval";
import { ClientMessageId, InputId, ItemId, RequestId, ThreadId, TurnId } from "./ids";
import { ResponseItem } from "./response-item";
import { ThreadChoice } from "./thread";
import { TurnError } from "./turn-error";
import {
  AgentMessageItem,
  ApprovalDecision,
  ApprovalKind,
  CommandExecutionItem,
  CompactionTrigger,
  ContextCompactionItem,
  ContextItem,
  DecidedBy,
  FileChange,
  FileChangeItem,
  ImageViewItem,
  InputVia,
  McpToolCallItem,
  PlanItem,
  ReasoningTurnItem,
  SleepItem,
  SleepOutcome,
  SubAgentItem,
  ToolCallItem,
  UserAnswers,
  WebSearchItem,
} from "./turn-item";
import { UserInput } from "./user-input";
import { isUsualLine } from "./usual-line";
import { TokenSource } from "./window-item";

const SessionMeta = z.looseObject({
  id: ThreadId,
  timestamp: z.string(),
  cwd: z.string(),
  originator: z.string(),
  cli_version: z.string(),
  source: z.unknown(),
  model_provider: z.string().exactOptional(),
  history_mode: z.string().exactOptional(),
  /** What the thread asked for at its start; it holds for every turn, whatever the settings say. */
  cf_choice: ThreadChoice.exactOptional(),
  /** The session that this one was forked from: the id in its header, and where its file lay then. `throughTurnId` absent: all of it. */
  forked_from_id: z.string().nullish(),
  cf_fork: z.object({ path: z.string(), threadId: ThreadId, throughTurnId: TurnId.exactOptional() }).exactOptional(),
});
const TurnContext = z.looseObject({
  turn_id: TurnId.exactOptional(),
  cwd: z.string(),
  approval_policy: z.string(),
  sandbox_policy: z.unknown(),
  model: z.string(),
  summary: z.unknown(),
});

/** Codex counts, snake_case. */
const TokenUsage = z.looseObject({
  input_tokens: z.number(),
  cached_input_tokens: z.number(),
  output_tokens: z.number(),
  reasoning_output_tokens: z.number(),
  total_tokens: z.number(),
});
export type TokenUsage = z.infer<typeof TokenUsage>;

/** Of Codex's events, those that carry a fact of their own. Twins of response items (user_message …) are skipped when read. */
const EventMsg = z.discriminatedUnion("type", [
  z.looseObject({ type: z.literal("task_started"), turn_id: TurnId, model_context_window: z.number().nullish() }),
  z.looseObject({
    type: z.literal("task_complete"),
    turn_id: TurnId,
    last_agent_message: z.string().nullish(),
    error: z.looseObject({ message: z.string(), cf_error: TurnError.exactOptional() }).nullish(),
  }),
  /** `cf_app_stopped`: written by a later start for a turn that the app did not live to end. */
  z.looseObject({
    type: z.literal("turn_aborted"),
    turn_id: TurnId,
    reason: z.string(),
    cf_app_stopped: z.boolean().exactOptional(),
  }),
  /** `cf_source` absent: reported by the provider. `cf_full`: the provider has said that the window is full. */
  z.looseObject({
    type: z.literal("token_count"),
    info: z
      .looseObject({ total_token_usage: TokenUsage, last_token_usage: TokenUsage, model_context_window: z.number().nullish() })
      .nullable(),
    rate_limits: z.null().exactOptional(),
    cf_source: TokenSource.exactOptional(),
    cf_full: z.boolean().exactOptional(),
  }),
  z.looseObject({ type: z.literal("user_message"), message: z.string() }),
  z.looseObject({ type: z.literal("agent_message"), message: z.string() }),
  z.looseObject({ type: z.literal("agent_reasoning"), text: z.string() }),
  z.looseObject({ type: z.literal("context_compacted") }),
  /** Of a sleep only: the item of every other kind has a line of its own. */
  z.looseObject({ type: z.literal("item_completed"), item: z.looseObject({ type: z.literal("Sleep"), id: z.string() }) }),
]);
export type EventMsg = z.infer<typeof EventMsg>;

/** How a run ended. `output` is what the model reads. Durations in milliseconds, measured from the start of the run. */
export const ToolOutcome = z.object({
  status: z.enum(["completed", "failed", "denied", "aborted"]),
  output: z.string(),
  exitCode: z.number().int().nullable().exactOptional(),
  durationMs: z.number().exactOptional(),
  outputBytes: z.number().exactOptional(),
  outputFile: z.string().exactOptional(),
  sleptMs: z.number().exactOptional(),
  outcome: SleepOutcome.exactOptional(),
  notes: z.array(z.string()).exactOptional(),
  sandboxed: z.boolean().exactOptional(),
  sandboxNote: z.string().exactOptional(),
  /** What a patch has really changed. */
  changes: z.array(FileChange).exactOptional(),
  /** What a run turned out to be where its call does not tell: an MCP tool's, a command. Of another program's calls. */
  mcp: z.object({ server: z.string(), tool: z.string(), arguments: z.string() }).exactOptional(),
  command: z.string().exactOptional(),
  cwd: z.string().exactOptional(),
});
export type ToolOutcome = z.infer<typeof ToolOutcome>;

const place = { id: true, turnId: true, line: true } as const;
/** An item of which the model's history holds nothing, without the place that its line gives it. */
export const ShownItem = z.discriminatedUnion("type", [
  AgentMessageItem.omit(place),
  CommandExecutionItem.omit(place),
  ContextCompactionItem.omit(place),
  ContextItem.omit(place),
  FileChangeItem.omit(place),
  ImageViewItem.omit(place),
  McpToolCallItem.omit(place),
  PlanItem.omit(place),
  ReasoningTurnItem.omit(place),
  SleepItem.omit(place),
  SubAgentItem.omit(place),
  ToolCallItem.omit(place),
  WebSearchItem.omit(place),
]);
export type ShownItem = z.infer<typeof ShownItem>;

const payloads = {
  session_meta: SessionMeta,
  turn_context: TurnContext,
  response_item: ResponseItem,
  event_msg: EventMsg,
  /** The window was replaced: from here on the model sees these items and what follows. Older lines stay for people to read. */
  compacted: z.looseObject({
    message: z.string(),
    /** Absent in files of 2025, whose window cannot be rebuilt exactly. */
    replacement_history: z.array(ResponseItem).exactOptional(),
    cf_item_id: ItemId.exactOptional(),
    cf_trigger: CompactionTrigger.exactOptional(),
    cf_tokens_before: z.number().exactOptional(),
    cf_tokens_after: z.number().exactOptional(),
  }),
  /** An input was accepted, before the reply. `turnId`: of the turn it was meant for. `returnedFrom`: the steer that came back as this entry. */
  cf_input: z.looseObject({
    inputId: InputId,
    via: z.enum([...InputVia.options, "mail"]),
    input: z.array(UserInput),
    clientId: ClientMessageId.exactOptional(),
    turnId: TurnId.exactOptional(),
    returnedFrom: InputId.exactOptional(),
  }),
  /** It entered the transcript, went back to the queue (as a new entry), or was deleted by the person. */
  cf_input_end: z.looseObject({ inputId: InputId, how: z.enum(["sampled", "returned", "deleted"]) }),
  /** A change of the queue. `index` absent: at its end. */
  cf_queue: z.discriminatedUnion("op", [
    z.looseObject({ op: z.literal("add"), inputId: InputId, index: z.number().int().nonnegative().exactOptional() }),
    z.looseObject({ op: z.literal("update"), inputId: InputId, input: z.array(UserInput) }),
    z.looseObject({ op: z.literal("delete"), inputId: InputId }),
    z.looseObject({ op: z.literal("reorder"), inputIds: z.array(InputId) }),
    z.looseObject({ op: z.literal("pause") }),
    z.looseObject({ op: z.literal("resume") }),
  ]),
  /** Mail was accepted, before the reply; beside the `cf_input` of the same id. */
  cf_mail: z.looseObject({ mailId: InputId, author: z.string(), text: z.string(), triggerTurn: z.boolean() }),
  /** A run passed approval and gate. Of a command: whether the sandbox holds, and why not. */
  cf_running: z.looseObject({
    callId: ItemId,
    startedAtMs: z.number(),
    deadlineMs: z.number().exactOptional(),
    sandboxed: z.boolean().exactOptional(),
    sandboxNote: z.string().exactOptional(),
  }),
  /** A run ended, before its output is recorded. */
  cf_outcome: z.looseObject({ callId: ItemId, ...ToolOutcome.shape }),
  cf_approval_requested: RequestedApproval,
  /** `kind` absent: a command. `rule`: the one that decided. `answers`: to the questions of a `userInput`. */
  cf_approval_decided: z.looseObject({
    requestId: RequestId,
    callId: ItemId,
    kind: ApprovalKind.exactOptional(),
    decision: ApprovalDecision,
    decidedBy: DecidedBy,
    rule: z.string().exactOptional(),
    answers: UserAnswers.exactOptional(),
  }),
  /** The person has put back what the turn's patches had changed. */
  cf_undo: z.looseObject({ itemId: ItemId, undoOf: TurnId, changes: z.array(FileChange) }),
  /** Partial text of a failed attempt. */
  cf_superseded: z.looseObject({ itemId: ItemId, text: z.string(), kind: z.enum(["agentMessage", "reasoning"]).exactOptional() }),
  /** What the person calls the thread; empty: nothing any more. The last one counts. */
  cf_name: z.looseObject({ name: z.string() }),
  /** Of another program's file, written when it is continued: what people saw and the model did not. */
  cf_item: z.looseObject({ itemId: ItemId.exactOptional(), item: ShownItem }),
  /** What the person was told and must still see later. `compaction`: of one that came to nothing. */
  cf_notice: z.looseObject({
    level: z.enum(["info", "warning", "error"]),
    code: z.string(),
    text: z.string(),
    itemId: ItemId.exactOptional(),
    compaction: z
      .object({
        itemId: ItemId,
        trigger: CompactionTrigger,
        status: z.enum(["failed", "aborted"]),
        tokensBefore: z.number(),
        error: TurnError.exactOptional(),
      })
      .exactOptional(),
  }),
} as const;

/** What each type of line holds. */
export const linePayloads: Readonly<Record<LineType, z.ZodType>> = payloads;

export type LineType = keyof typeof payloads;
export type LinePayload<Type extends LineType> = z.infer<(typeof payloads)[Type]>;

/** A line before it is stamped: the recorder adds the timestamp. */
export type LineBody = { [Type in LineType]: { type: Type; payload: LinePayload<Type> } }[LineType];
/** A line of the file. `timestamp`: UTC, RFC 3339 with milliseconds. */
export type RolloutLine = LineBody & { timestamp: string };
export type UnknownLine = { type: "unknown"; timestamp: string | null; lineType: string; json: string };

/** Readers leave longer lines out, so that a file is never one string; a writer must not write one. */
export const MAX_LINE_BYTES = 64 * 1024 * 1024;

/** One line's JSON text → a line, or `unknown` with its text kept. Text that is not a JSON object of the envelope is null. */
export function parseLine(json: string): RolloutLine | UnknownLine | null {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    return null;
  }
  return lineOf(value, () => json);
}

/** The same of JSON that is parsed already. `json`: its text, asked for only where the line is kept as it stands. */
export function lineOf(value: unknown, json: () => string): RolloutLine | UnknownLine | null {
  if (!isEnvelope(value)) return null;
  const { timestamp, type, payload } = value;
  // What is usual passes the schema of its type as it is.
  if (isUsualLine(type, payload)) return { timestamp, type, payload } as RolloutLine;
  const schema = Object.hasOwn(payloads, type) ? payloads[type as LineType] : undefined;
  const body = schema?.safeParse(payload);
  // Type and payload come from the same entry of `payloads`.
  if (body?.success) return { timestamp, type, payload: body.data } as RolloutLine;
  return { type: "unknown", timestamp, lineType: type, json: json() };
}

interface Envelope {
  readonly timestamp: string;
  readonly type: string;
  readonly payload?: unknown;
}

function isEnvelope(value: unknown): value is Envelope {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  return "timestamp" in value && typeof value.timestamp === "string" && "type" in value && typeof value.type === "string";
}

/**
 * A line → the line as it will be read back, and its JSON text without the newline. ASCII only: everything else is written as \uXXXX and an
 * unpaired surrogate becomes U+FFFD, so a file cut at any byte is still valid UTF-8, and memory equals the file (protocol.md §5, I5).
 */
export function encodeLine(line: RolloutLine): { line: RolloutLine; text: string } {
  const { isClean, text } = asciiJson({ timestamp: line.timestamp, type: line.type, payload: line.payload });
  if (isClean) return { line, text };
  const read = parseLine(text);
  return { line: read === null || read.type === "unknown" ? line : read, text };
}

/** A value's JSON as it stands in a file of ours. `isClean`: no unpaired surrogate was replaced, so it reads back as it is. */
export function asciiJson(value: unknown): { readonly isClean: boolean; readonly text: string } {
  const json = JSON.stringify(value);
  const clean = json.replace(SURROGATE_ESCAPE, "$1\\ufffd");
  const text = clean.replace(NOT_ASCII, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
  return { isClean: clean === json, text };
}

/** JSON.stringify writes unpaired surrogates, and only those, as escapes; an even number of backslashes in front is text of its own. */
const SURROGATE_ESCAPE = /(?<!\\)((?:\\\\)*)\\u[dD][89a-fA-F][0-9a-fA-F]{2}/g;
const NOT_ASCII = /[\u007f-\uffff]/g;
