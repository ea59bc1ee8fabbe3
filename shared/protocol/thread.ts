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

export const ApprovalPolicy = z.enum(["onRequest", "never"]);
export type ApprovalPolicy = z.infer<typeof ApprovalPolicy>;

/** When a tool starts: as soon as its call has arrived, or once the response is complete (runtime.md §6). */
export const ToolDispatch = z.enum(["inStream", "afterStream"]);
export type ToolDispatch = z.infer<typeof ToolDispatch>;

/** What a thread asks for at its start; absent: what the settings say at each turn. */
export const ThreadChoice = z.object({
  model: z.string().exactOptional(),
  approvalPolicy: ApprovalPolicy.exactOptional(),
  toolDispatch: ToolDispatch.exactOptional(),
});
export type ThreadChoice = z.infer<typeof ThreadChoice>;

/** `preview`: the first words of the person. `source`: who wrote the file. Times: Unix milliseconds. */
export const Thread = z.object({
  id: ThreadId,
  path: z.string(),
  cwd: z.string(),
  preview: z.string(),
  provider: z.string(),
  model: z.string(),
  approvalPolicy: ApprovalPolicy,
  status: ThreadStatus,
  createdAtMs: z.number(),
  updatedAtMs: z.number(),
  source: z.string(),
  readOnly: z.boolean(),
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
  status: z.enum(["inProgress", "completed", "interrupted", "failed"]),
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
