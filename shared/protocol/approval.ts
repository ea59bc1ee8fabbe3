// What a person is asked about a call before it runs, and how it is answered. The same shapes stand in the rollout and cross the doors.
import { z } from "zod";
import { ItemId, RequestId, ThreadId, TurnId } from "./ids";
import { ApprovalDecision, FileChange, UserAnswers } from "./turn-item";

/** A question of the model. Without options, or with `isOther`, the person may write an answer. `isSecret`: it is not shown while it is typed. */
export const UserQuestion = z.looseObject({
  id: z.string().min(1),
  header: z.string().exactOptional(),
  question: z.string().min(1),
  options: z.array(z.looseObject({ label: z.string().min(1), description: z.string().exactOptional() })).exactOptional(),
  isOther: z.boolean().exactOptional(),
  isSecret: z.boolean().exactOptional(),
});
export type UserQuestion = z.infer<typeof UserQuestion>;

const command = {
  kind: z.literal("command"),
  /** Exactly what will run. */
  command: z.string(),
  cwd: z.string(),
  /** The model asks to run it without the sandbox. */
  outsideSandbox: z.boolean().exactOptional(),
  /** Why, in the model's words. */
  justification: z.string().exactOptional(),
};
/** `cwd`: what relative paths in the changes stand in. */
const fileChange = { kind: z.literal("fileChange"), changes: z.array(FileChange), cwd: z.string() };
const userInput = { kind: z.literal("userInput"), questions: z.array(UserQuestion).min(1) };

/** What a run would do or ask, as guards and people judge it. */
export const ApprovalSubject = z.discriminatedUnion("kind", [z.object(command), z.object(fileChange), z.object(userInput)]);
export type ApprovalSubject = z.infer<typeof ApprovalSubject>;
export type SubjectOf<Kind extends ApprovalSubject["kind"]> = Extract<ApprovalSubject, { kind: Kind }>;

/** The warning about a command with `outsideSandbox`, which a client that shows that by itself need not repeat. */
export const OUTSIDE_SANDBOX_WARNING = "It would run without the sandbox.";

/**
 * How it is asked. `warnings`: what a person may overlook, and why it is asked at all. `canRemember`: whether "for this session" may be answered.
 * `suggestedRule`: the pattern that would allow the likes of it in this folder; absent where no rule can.
 */
const asked = {
  warnings: z.array(z.string()),
  canRemember: z.boolean(),
  suggestedRule: z.string().exactOptional(),
};

const question = { requestId: RequestId, callId: ItemId, ...asked };
/**
 * Payload of `cf_approval_requested`. `sandboxed`: whether it was to be held back: a command by the sandbox, changes of files by none that is read-only.
 * Older lines hold neither that, nor warnings, nor `canRemember`.
 */
const line = {
  ...question,
  warnings: asked.warnings.exactOptional(),
  canRemember: asked.canRemember.exactOptional(),
  sandboxed: z.boolean().exactOptional(),
};
export const RequestedApproval = z.discriminatedUnion("kind", [
  z.looseObject({ ...line, ...command }),
  z.looseObject({ ...line, ...fileChange }),
  z.looseObject({ ...line, ...userInput }),
]);
export type RequestedApproval = z.infer<typeof RequestedApproval>;

const place = { requestId: RequestId, threadId: ThreadId, turnId: TurnId, itemId: ItemId, ...asked };

/** An open request as clients get it, again after each join and after a restart. `itemId`: the call that waits. */
export const PendingApproval = z.discriminatedUnion("kind", [
  z.object({ ...place, ...command }),
  z.object({ ...place, ...fileChange }),
  z.object({ ...place, ...userInput }),
]);
export type PendingApproval = z.infer<typeof PendingApproval>;
export type PendingOf<Kind extends PendingApproval["kind"]> = Extract<PendingApproval, { kind: Kind }>;

export const DecisionResult = z.object({ decision: ApprovalDecision });
/** Null: the person does not want to answer. */
export const AnswersResult = z.object({ answers: UserAnswers.nullable() });

/** Requests from the server to its clients. Answered by a JSON-RPC response with the same id, from any client; the first wins. */
export const serverRequests = {
  "item/commandExecution/requestApproval": { params: PendingApproval.options[0], result: DecisionResult },
  "item/fileChange/requestApproval": { params: PendingApproval.options[1], result: DecisionResult },
  "item/tool/requestUserInput": { params: PendingApproval.options[2], result: AnswersResult },
} as const;
export type ServerRequestMethod = keyof typeof serverRequests;

export const serverRequestOf: Readonly<Record<ApprovalSubject["kind"], ServerRequestMethod>> = {
  command: "item/commandExecution/requestApproval",
  fileChange: "item/fileChange/requestApproval",
  userInput: "item/tool/requestUserInput",
};
