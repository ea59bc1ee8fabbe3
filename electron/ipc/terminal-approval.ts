// An approval as a question in a terminal: what would run or be changed, then y, a or n until one of them is typed; a question of the model, then its answer.
import type { AnswersResult, DecisionResult, PendingApproval, PendingOf } from "../../shared/protocol/approval";
import type { ApprovalDecision, UserAnswers } from "../../shared/protocol/turn-item";
import type { z } from "zod";
import { escapeInvisible } from "../runtime/tools/invisible-characters";

/** The result of the server request that was asked. */
export type TerminalAnswer = z.infer<typeof DecisionResult> | z.infer<typeof AnswersResult>;

export interface QuestionTerminal {
  readonly line: (text: string) => void;
  /** Null: the input has ended, or the signal aborted. */
  readonly ask: (question: string, signal: AbortSignal) => Promise<string | null>;
  /** Forgets what was typed before anything was asked, where a person types; whether there was any. */
  readonly forgetTyped: () => Promise<boolean>;
}

const DECISIONS: ReadonlyMap<string, ApprovalDecision> = new Map([
  ["y", "accept"],
  ["a", "acceptForSession"],
  ["n", "decline"],
]);

/** `resolved` aborts once it is decided elsewhere: then null, and the next line typed is no answer to it. Null too when the input has ended: nobody has answered. */
export async function askApproval(
  request: PendingApproval,
  terminal: QuestionTerminal,
  resolved: AbortSignal,
): Promise<TerminalAnswer | null> {
  // Typed before the question was shown, a line cannot be the answer to it.
  const wasTyped = await terminal.forgetTyped();
  if (resolved.aborted) return null;
  if (wasTyped) terminal.line("  What was typed before this question was thrown away.");
  if (request.kind === "userInput") return askQuestions(request, terminal, resolved);
  for (const line of subjectLines(request)) terminal.line(line);
  for (const warning of request.warnings) terminal.line(`  Careful: ${escapeInvisible(warning.replace(/\.$/, ""))}.`);
  const decision = await askDecision(request, terminal, resolved);
  return decision === null ? null : { decision };
}

function subjectLines(request: Exclude<PendingApproval, { kind: "userInput" }>): string[] {
  // As JSON and with the rest of the invisible written out, so that nothing in it can look like something else.
  const plain = (text: string): string => escapeInvisible(JSON.stringify(text));
  if (request.kind === "command")
    return [
      `? The model wants to run, in ${escapeInvisible(request.cwd)}:`,
      `  ${plain(request.command)}`,
      ...(request.justification === undefined ? [] : [`  It says why: ${plain(request.justification)}`]),
    ];
  return [
    `? The model wants to change files, in ${escapeInvisible(request.cwd)}:`,
    ...request.changes.flatMap(({ kind, path, movePath, diff }) => [
      `  ${kind} ${plain(path)}${movePath === undefined ? "" : ` to ${plain(movePath)}`}`,
      ...diff.split("\n").map((line) => `    ${escapeInvisible(line)}`),
    ]),
  ];
}

async function askQuestions(
  { questions }: PendingOf<"userInput">,
  terminal: QuestionTerminal,
  resolved: AbortSignal,
): Promise<TerminalAnswer | null> {
  const answers: UserAnswers = {};
  for (const { id, question, options = [], isOther = false, isSecret = false } of questions) {
    terminal.line(`? The model asks: ${indented(question)}`);
    if (isSecret) terminal.line("  Careful: it is meant to be secret, and what you type is shown here.");
    options.forEach(({ label, description }, index) =>
      terminal.line(`  ${index + 1} ${indented(label)}${description === undefined ? "" : `: ${indented(description)}`}`),
    );
    const canWrite = isOther || options.length === 0;
    const answer = await askAnswer({ labels: options.map(({ label }) => label), canWrite }, terminal, resolved);
    if (resolved.aborted || answer === null) return null;
    answers[id] = answer === "" ? [] : [answer];
  }
  return { answers };
}

/** Empty: the question is left. Null: the input has ended. */
async function askAnswer(
  { labels, canWrite }: { readonly labels: readonly string[]; readonly canWrite: boolean },
  terminal: QuestionTerminal,
  resolved: AbortSignal,
): Promise<string | null> {
  let question = canWrite ? "  Your answer, or nothing to leave it: " : "  The number of your answer, or nothing to leave it: ";
  for (;;) {
    const answer = (await terminal.ask(question, resolved))?.trim() ?? null;
    if (resolved.aborted || answer === null || answer === "") return answer;
    const chosen = labels[Number(answer) - 1] ?? labels.find((label) => label === answer);
    if (chosen !== undefined) return chosen;
    if (canWrite) return answer;
    question = `  Please answer a number from 1 to ${labels.length}, or nothing: `;
  }
}

/** Nothing in it can look like a line of ours. */
function indented(text: string): string {
  return escapeInvisible(text).replaceAll("\n", "\n    ");
}

async function askDecision(
  { canRemember }: PendingApproval,
  terminal: QuestionTerminal,
  resolved: AbortSignal,
): Promise<ApprovalDecision | null> {
  let question = canRemember ? "  y allow once, a allow in this session, n deny: " : "  y allow once, n deny: ";
  for (;;) {
    const answer = await terminal.ask(question, resolved);
    if (resolved.aborted) return null;
    if (answer === null) return null;
    const decision = DECISIONS.get(answer.trim().toLowerCase());
    if (decision !== undefined && (canRemember || decision !== "acceptForSession")) return decision;
    question = canRemember ? "  Please answer y, a or n: " : "  Please answer y or n: ";
  }
}
