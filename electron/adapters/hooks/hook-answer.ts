// How a hook ended → what it answers (protocol.md §6). Pure, so that every ending can be tried. Whatever is not an answer is a warning that
// says which hook it was, what it did and what to do about it.
import type { HookEvent } from "../../../shared/protocol/settings";
import { assertNever } from "../../runtime/errors";
import type { HookAnswer, HookVerdict } from "../../runtime/ports/hooks";
import { type HookFields, parseHookOutput } from "./hook-output";
import type { ProgramEnd } from "./program-end";
import { shorten } from "./shorten";

/** `hookId`: event and place in the settings, such as `stop:0`. */
export interface Hook {
  readonly hookId: string;
  readonly event: HookEvent;
  readonly command: string;
  readonly timeoutMs: number;
}

/** `what` it did, and what the person can do. */
interface Fault {
  readonly what: string;
  readonly todo: string;
}

type Exit = Extract<ProgramEnd, { type: "exited" }>;

const BLOCKED = 2;
/** What shells exit with when a command may not be run, or is not there. */
const NOT_RUN: readonly (number | null)[] = [126, 127];
const LONGEST_COMPLAINT = 200;
/** In characters. */
const LONGEST_FOR_MODEL = 20_000;
const CHECK_COMMAND = "Check its command in the settings.";
const ANSWER_FORM =
  'Let it print nothing, or one JSON object such as {"decision":"block","reason":"…"}; what it logs belongs on stderr.';
const GIVE_REASON = "Let it give a reason, or let it pass.";
const TOO_LONG = { what: "printed more than 1 MiB and was ignored", todo: "Let it print less." };

/** Null: the hook was ended by an abort and has no answer. */
export function hookAnswer(hook: Hook, end: ProgramEnd): HookAnswer | null {
  switch (end.type) {
    case "notStarted": {
      const reason = shorten(end.reason, LONGEST_COMPLAINT);
      return warn(hook, { what: `did not run and was ignored (${reason})`, todo: CHECK_COMMAND });
    }
    case "exited":
      return withSurvivors(hook, exitAnswer(hook, end), end.survivors);
    case "timedOut": {
      const what = `did not end within ${hook.timeoutMs / 1000} s and was ignored`;
      const left = end.survivors.length === 0 ? "" : `; it could not be ended (process ${end.survivors.join(", ")})`;
      return warn(hook, { what: what + left, todo: 'Make it quicker, or raise its "timeoutMs" in the settings.' });
    }
    case "aborted":
      return end.survivors.length === 0 ? null : withSurvivors(hook, passing(hook), end.survivors);
    default:
      return assertNever(end);
  }
}

function exitAnswer(hook: Hook, exit: Exit): HookAnswer {
  if (exit.code === 0) return exit.stdout === null ? warn(hook, TOO_LONG) : stdoutAnswer(hook, exit.stdout.trim());
  if (exit.code !== BLOCKED) return warn(hook, exitFault(exit));
  if (exit.stderr === null) return warn(hook, TOO_LONG);
  const reason = textOf(exit.stderr);
  if (reason !== null) return { ...passing(hook), verdict: { type: "block", reason } };
  return warn(hook, { what: "exited with code 2 but gave no reason on stderr, so that nothing was blocked", todo: GIVE_REASON });
}

function exitFault({ code, signal, stderr }: Exit): Fault {
  const complaint = shorten(stderr ?? "", LONGEST_COMPLAINT);
  const told = complaint === "" ? "" : ` (${complaint})`;
  if (code === null) return { what: `was ended by ${signal ?? "a signal"} and was ignored${told}`, todo: CHECK_COMMAND };
  if (NOT_RUN.includes(code)) return { what: `could not be run, exit code ${code}${told}`, todo: CHECK_COMMAND };
  return {
    what: `failed with exit code ${code} and was ignored${told}`,
    todo: "Let it exit with 0 to pass, or with 2 to block.",
  };
}

function stdoutAnswer(hook: Hook, text: string): HookAnswer {
  if (text === "") return passing(hook);
  const parsed = parseHookOutput(text, hook.event);
  if (parsed.kind === "problem") return warn(hook, { what: `${parsed.problem} and was ignored`, todo: ANSWER_FORM });
  const { fields, unknown } = parsed;
  const specific = fields.hookSpecificOutput;
  const said = { ...passing(hook), context: takesContext(hook.event) ? textOf(specific.additionalContext) : null };
  const refusal = refusalOf(hook, fields);
  if (refusal?.type === "warning") return { ...said, context: null, verdict: refusal };
  if (refusal !== null) return { ...said, verdict: refusal };
  const what = `printed what means nothing for this event: ${unknown.join(", ")}`;
  const verdict = unknown.length === 0 ? said.verdict : warn(hook, { what, todo: ANSWER_FORM }).verdict;
  if (hook.event !== "preToolUse" || (specific.updatedInput ?? null) === null) return { ...said, verdict };
  return { ...said, verdict, rewrittenInput: specific.updatedInput };
}

/** A wish to stop wins over a block. Null: the hook refuses nothing. */
function refusalOf(hook: Hook, fields: HookFields): HookVerdict | null {
  if (fields.continue === false) return { type: "stop", reason: textOf(fields.stopReason) };
  const specific = fields.hookSpecificOutput;
  const denies = hook.event === "preToolUse" && specific.permissionDecision === "deny";
  if (fields.decision !== "block" && !denies) return null;
  const reason =
    (fields.decision === "block" ? textOf(fields.reason) : null) ?? (denies ? textOf(specific.permissionDecisionReason) : null);
  if (reason !== null) return { type: "block", reason };
  const word = fields.decision === "block" ? '"block"' : '"deny"';
  return warn(hook, { what: `said ${word} without a reason, so that nothing was blocked`, todo: GIVE_REASON }).verdict;
}

function takesContext(event: HookEvent): boolean {
  return event === "userPromptSubmit" || event === "preToolUse" || event === "postToolUse";
}

/** What the model will read: null when it says nothing, and never so much that it fills the window. */
function textOf(text: string | null | undefined): string | null {
  const trimmed = text?.trim() ?? "";
  if (trimmed.length <= LONGEST_FOR_MODEL) return trimmed === "" ? null : trimmed;
  const points = [...trimmed];
  const left = points.length - LONGEST_FOR_MODEL;
  return left <= 0 ? trimmed : `${points.slice(0, LONGEST_FOR_MODEL).join("")}\n[${left} more characters left out]`;
}

/** What a hook left running is told, unless there is more important to tell. */
function withSurvivors(hook: Hook, answer: HookAnswer, survivors: readonly number[]): HookAnswer {
  if (survivors.length === 0 || answer.verdict.type !== "pass") return answer;
  const what = `left something running that could not be ended (process ${survivors.join(", ")})`;
  return { ...answer, verdict: warn(hook, { what, todo: "End it yourself." }).verdict };
}

function passing({ hookId }: Hook): HookAnswer {
  return { hookId, verdict: { type: "pass" }, context: null };
}

function warn(hook: Hook, { what, todo }: Fault): HookAnswer {
  const message = `The hook ${hook.hookId} (${shorten(hook.command)}) ${what}. ${todo}`;
  return { hookId: hook.hookId, verdict: { type: "warning", message }, context: null };
}
