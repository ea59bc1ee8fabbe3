// What the catalog knows of one file from its first and last bytes; also the form in which that is remembered.
import { z } from "zod";
import { ApprovalPolicy, ThreadChoice } from "../../../../shared/protocol/thread";

/** `started`: the last turn has no end in the file. */
export const LastTurn = z.enum(["started", "completed", "interrupted", "failed"]);
export type LastTurn = z.infer<typeof LastTurn>;

const SessionFacts = z.object({
  kind: z.literal("session"),
  /** Of the first header. */
  sessionId: z.string().nullable(),
  createdAtMs: z.number().nullable(),
  cwd: z.string(),
  preview: z.string(),
  provider: z.string(),
  model: z.string(),
  /** Of the last turn whose beginning was read, else of the first. */
  approvalPolicy: ApprovalPolicy.nullable(),
  /** What a session of ours asked for at its start. */
  choice: ThreadChoice.nullable(),
  /** The program that wrote it. */
  source: z.string(),
  sourceVersion: z.string().nullable(),
  name: z.string().nullable(),
  totalTokens: z.number().nullable(),
  lastTurn: LastTurn.nullable(),
  /** The person was asked something in the last turn and has not answered. */
  isAsking: z.boolean(),
  forkedFromId: z.string().nullable(),
  parentThreadId: z.string().nullable(),
  isSubAgent: z.boolean(),
  /** The rollout that it continues by reference. */
  baseId: z.string().nullable(),
});
export type SessionFacts = z.infer<typeof SessionFacts>;

const BrokenFacts = z.object({
  kind: z.literal("broken"),
  reason: z.enum(["empty", "unreadable", "notRollout"]),
  problem: z.string(),
});

export const FileFacts = z.discriminatedUnion("kind", [SessionFacts, BrokenFacts]);
export type FileFacts = z.infer<typeof FileFacts>;

export function broken(reason: z.infer<typeof BrokenFacts>["reason"], problem: string): FileFacts {
  return { kind: "broken", reason, problem };
}
