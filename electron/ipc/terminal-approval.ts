// An approval as a question in a terminal: what would run, then y, a or n until one of them is typed.
import type { PendingApproval } from "../../shared/protocol/command";
import type { ApprovalDecision } from "../../shared/protocol/turn-item";
import { escapeInvisible } from "../runtime/tools/invisible-characters";

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

/** `resolved` aborts once it is decided elsewhere: then null, and the next line typed is no answer to it. An ended input declines. */
export async function askApproval(
  { command, cwd, warnings }: PendingApproval,
  terminal: QuestionTerminal,
  resolved: AbortSignal,
): Promise<ApprovalDecision | null> {
  // Typed before the question was shown, a line cannot be the answer to it.
  const wasTyped = await terminal.forgetTyped();
  if (resolved.aborted) return null;
  terminal.line(`? The model wants to run, in ${cwd}:`);
  // As JSON and with the rest of the invisible written out, so that nothing in it can look like something else.
  terminal.line(`  ${escapeInvisible(JSON.stringify(command))}`);
  for (const warning of warnings) terminal.line(`  Careful: ${warning}.`);
  if (wasTyped) terminal.line("  What was typed before this question was thrown away.");
  let question = "  y allow once, a allow in this session, n deny: ";
  for (;;) {
    const answer = await terminal.ask(question, resolved);
    if (resolved.aborted) return null;
    if (answer === null) return "decline";
    const decision = DECISIONS.get(answer.trim().toLowerCase());
    if (decision !== undefined) return decision;
    question = "  Please answer y, a or n: ";
  }
}
