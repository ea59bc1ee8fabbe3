// Thread and Turn as clients see them.
import { z } from "zod";
import { ThreadId, TurnId } from "./ids";
import { TurnError } from "./turn-error";
import { TokenSource } from "./window-item";

export const ThreadFlag = z.enum(["waitingOnApproval", "sleeping", "waitingForNetwork"]);
export type ThreadFlag = z.infer<typeof ThreadFlag>;

export const ThreadStatus = z.discriminatedUnion("type", [
  z.object({ type: z.literal("idle") }),
  z.object({ type: z.literal("active"), flags: z.array(ThreadFlag) }),
  z.object({ type: z.literal("systemError") }),
]);
export type ThreadStatus = z.infer<typeof ThreadStatus>;

/** When a person is asked: where the sandbox does not hold and no rule allows; of everything that can change the world; never (guards still refuse). */
export const ApprovalPolicy = z.enum(["onRequest", "always", "never"]);
export type ApprovalPolicy = z.infer<typeof ApprovalPolicy>;

/** What commands may touch: nothing but reading; the workspace and temporary files; everything. */
export const SandboxMode = z.enum(["readOnly", "workspaceWrite", "dangerFullAccess"]);
export type SandboxMode = z.infer<typeof SandboxMode>;

/** When a tool starts: as soon as its call has arrived, or once the response is complete (runtime.md §6). */
export const ToolDispatch = z.enum(["inStream", "afterStream"]);
export type ToolDispatch = z.infer<typeof ToolDispatch>;

/** What a thread asks for at its start; absent: what the settings say at each turn. */
export const ThreadChoice = z.object({
  model: z.string().exactOptional(),
  approvalPolicy: ApprovalPolicy.exactOptional(),
  sandbox: SandboxMode.exactOptional(),
  toolDispatch: ToolDispatch.exactOptional(),
});
export type ThreadChoice = z.infer<typeof ThreadChoice>;

/** Why a file is not among the sessions that are shown by default. */
export const HiddenReason = z.enum(["empty", "unreadable", "notRollout", "duplicate", "subAgent", "superseded"]);
export type HiddenReason = z.infer<typeof HiddenReason>;

/** Where a rollout lies: among our own sessions, in a configured session root, or anywhere else (opened by its path). */
export const ThreadOrigin = z.enum(["own", "root", "file"]);
export type ThreadOrigin = z.infer<typeof ThreadOrigin>;

export const TurnStatus = z.enum(["inProgress", "completed", "interrupted", "failed"]);
export type TurnStatus = z.infer<typeof TurnStatus>;

/**
 * `preview`: the first words of the person. `source`: who wrote the file. Times: Unix milliseconds. `readOnly`: it can be continued as a new thread
 * only. `model`, `approvalPolicy`: what its last turn went by. The optional facts are those of the catalog; a live thread may not have them all.
 */
export const Thread = z.object({
  id: ThreadId,
  path: z.string(),
  cwd: z.string(),
  /** What the person calls it. */
  name: z.string().exactOptional(),
  preview: z.string(),
  provider: z.string(),
  model: z.string(),
  approvalPolicy: ApprovalPolicy,
  /** What it asked for at its start, and keeps: the settings change none of it. What is absent is what they say at each turn. */
  choice: ThreadChoice.exactOptional(),
  status: ThreadStatus,
  createdAtMs: z.number(),
  updatedAtMs: z.number(),
  source: z.string(),
  /** Of the program that wrote it, as its header tells. */
  sourceVersion: z.string().exactOptional(),
  readOnly: z.boolean(),
  origin: ThreadOrigin,
  archived: z.boolean(),
  pinned: z.boolean(),
  sizeBytes: z.number().exactOptional(),
  /** All tokens that it has used, as its file tells. */
  totalTokens: z.number().exactOptional(),
  lastTurn: TurnStatus.exactOptional(),
  /** The id in the file's header, where the thread's own id is made from its path. */
  sessionId: z.string().exactOptional(),
  forkedFromId: z.string().exactOptional(),
  parentThreadId: z.string().exactOptional(),
  /** Why it is hidden unless asked for, and in words what is wrong with a broken file. */
  hidden: HiddenReason.exactOptional(),
  problem: z.string().exactOptional(),
});
export type Thread = z.infer<typeof Thread>;

export const TokenCounts = z.object({
  inputTokens: z.number(),
  cachedInputTokens: z.number(),
  outputTokens: z.number(),
  reasoningOutputTokens: z.number(),
  totalTokens: z.number(),
});
export type TokenCounts = z.infer<typeof TokenCounts>;

/** What a thread has used in `total`, and in `last` what its window held when that was counted last. */
export const ThreadTokenUsage = z.object({
  total: TokenCounts,
  last: TokenCounts,
  modelContextWindow: z.number().nullable(),
  source: TokenSource,
});
export type ThreadTokenUsage = z.infer<typeof ThreadTokenUsage>;

export function addTokenCounts(sum: TokenCounts | undefined, more: TokenCounts): TokenCounts {
  if (sum === undefined) return more;
  return {
    inputTokens: sum.inputTokens + more.inputTokens,
    cachedInputTokens: sum.cachedInputTokens + more.cachedInputTokens,
    outputTokens: sum.outputTokens + more.outputTokens,
    reasoningOutputTokens: sum.reasoningOutputTokens + more.reasoningOutputTokens,
    totalTokens: sum.totalTokens + more.totalTokens,
  };
}

/** `line`/`endLine`: the rollout lines that open and close the turn. `tokens`: sum over its steps, as reported by the provider. */
export const Turn = z.object({
  id: TurnId,
  status: TurnStatus,
  startedAtMs: z.number(),
  completedAtMs: z.number().exactOptional(),
  error: TurnError.exactOptional(),
  tokens: TokenCounts.exactOptional(),
  line: z.number().int().positive().exactOptional(),
  endLine: z.number().int().positive().exactOptional(),
  /** Closed by a later start because the app had stopped in the middle of it. */
  stoppedWithApp: z.boolean().exactOptional(),
});
export type Turn = z.infer<typeof Turn>;
