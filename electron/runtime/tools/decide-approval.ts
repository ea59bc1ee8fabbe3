// Whether a run may go on, has to be asked for, or cannot be: decided from facts, never by a guard (runtime.md §6, protocol.md §6). Pure.
import { type ApprovalSubject, OUTSIDE_SANDBOX_WARNING } from "../../../shared/protocol/approval";
import type { CommandRule } from "../../../shared/protocol/permission";
import type { ApprovalPolicy, SandboxMode } from "../../../shared/protocol/thread";
import { assertNever } from "../errors";
import type { CommandReading } from "../ports/permissions";
import { judgeByRules, mayBeRemembered, mayHide, type RulesElsewhere, ruleText, suggestedRule } from "./command-rules";
import { invisibleCharacters, padding } from "./invisible-characters";

export interface ApprovalFacts {
  readonly subject: ApprovalSubject;
  readonly policy: ApprovalPolicy;
  readonly mode: SandboxMode;
  /** Null: the sandbox holds in that mode; otherwise why it does not. */
  readonly unconfined: string | null;
  /** Of a command. */
  readonly reading: CommandReading | null;
  /** Null: they could not be read. */
  readonly rules: readonly CommandRule[] | null;
  /** By the way of a `cd`: those of where it leads. */
  readonly rulesElsewhere: RulesElsewhere;
  /** What was allowed for the rest of the session; see `grantsOf`. */
  readonly grants: ReadonlySet<string>;
}

/** `run`: by the answer given earlier, by a rule, or because nothing has to be asked (`by: null`). */
export type ApprovalVerdict =
  | { readonly type: "run"; readonly by: "session" | "rule" | null; readonly rule?: string }
  | { readonly type: "refuse"; readonly reason: string }
  | {
      readonly type: "ask";
      readonly warnings: readonly string[];
      readonly canRemember: boolean;
      readonly suggestedRule: string | null;
    };

const UNREADABLE = "the rules for commands cannot be read, and nobody is asked";
const NOT_CHECKABLE = "the rules of this folder deny commands, and this one is not fully understood";

export function decideApproval(facts: ApprovalFacts): ApprovalVerdict {
  const { subject, policy } = facts;
  switch (subject.kind) {
    case "userInput":
      return { type: "ask", warnings: [], canRemember: false, suggestedRule: null };
    case "fileChange":
      return decideFileChange(facts);
    case "command":
      return decideCommand({ ...facts, subject, policy });
    default:
      return assertNever(subject);
  }
}

/** What an answer for the session was given for: what would be done, and whether the sandbox would have held it back. */
export type GrantFacts = Pick<ApprovalFacts, "subject" | "mode" | "unconfined">;

/** By what such an answer is known again: exactly the same command in the same folder, or changes of the same files, held back no less. */
export function grantsOf(facts: GrantFacts): readonly string[] {
  return subjectKeys(facts.subject).map((key) => grant(key, isHeldBack(facts)));
}

function grant(key: readonly string[], isHeldBack: boolean): string {
  return JSON.stringify([...key, isHeldBack]);
}

function subjectKeys(subject: ApprovalSubject): readonly (readonly string[])[] {
  switch (subject.kind) {
    case "command":
      return [[subject.cwd, subject.command, subject.outsideSandbox === true ? "outside" : "inside"]];
    case "fileChange":
      return subject.changes
        .flatMap(({ path, movePath }) => (movePath === undefined ? [path] : [path, movePath]))
        .map((path) => [subject.cwd, path]);
    case "userInput":
      return [];
    default:
      return assertNever(subject);
  }
}

/** A command by the sandbox; a patch, which the app itself makes, by nothing once the sandbox is to be read-only. */
export function isHeldBack({ subject, mode, unconfined }: GrantFacts): boolean {
  if (subject.kind === "fileChange") return mode !== "readOnly";
  return unconfined === null && !isOutside(subject, mode);
}

function isOutside(subject: ApprovalSubject, mode: SandboxMode): boolean {
  return subject.kind === "command" && subject.outsideSandbox === true && mode !== "dangerFullAccess";
}

function decideFileChange(facts: ApprovalFacts): ApprovalVerdict {
  const { policy, mode, unconfined } = facts;
  const isReadOnly = mode === "readOnly";
  if (policy === "never") return isReadOnly ? refuse("the sandbox is read-only, and nobody is asked") : RUN;
  if (isGranted(facts)) return { type: "run", by: "session" };
  if (policy === "onRequest" && mode === "workspaceWrite" && unconfined === null) return RUN;
  return {
    type: "ask",
    warnings: isReadOnly ? ["The sandbox is read-only; this would change files all the same."] : [],
    canRemember: true,
    suggestedRule: null,
  };
}

function decideCommand(facts: ApprovalFacts & { readonly subject: ApprovalSubject & { kind: "command" } }): ApprovalVerdict {
  const { subject, policy, mode, unconfined, reading, rules, rulesElsewhere } = facts;
  if (reading === null) throw new Error("a command that was not read cannot be judged");
  const leavesSandbox = isOutside(subject, mode);
  const verdict = rules === null ? ({ type: "unknown" } as const) : judgeByRules(reading, rules, rulesElsewhere);
  if (verdict.type === "denied") return refuse(`the rule “${ruleText(verdict.rule)}”`);
  // What nobody knows to be denied may be denied.
  const known = [...(rules ?? []), ...[...rulesElsewhere.values()].flat()];
  const hidden = known.find((rule) => mayHide(rule, reading));
  const isUnclear = reading.type === "unclear" && known.some(({ effect }) => effect === "deny");
  const mayBeDenied = rules === null || isUnclear || hidden !== undefined;
  if (policy === "never") {
    if (leavesSandbox) return refuse("it asks to run outside the sandbox, and nobody is asked");
    if (mode === "readOnly" && unconfined !== null)
      return refuse(`the sandbox is to be read-only, which cannot be held here: ${unconfined}`);
    if (mayBeDenied) return refuse(rules === null ? UNREADABLE : NOT_CHECKABLE);
    return RUN;
  }
  if (rules !== null && isGranted(facts)) return { type: "run", by: "session" };
  if (policy === "onRequest" && !leavesSandbox) {
    if (verdict.type === "allowed") return { type: "run", by: "rule", rule: verdict.rules.map(ruleText).join("; ") };
    if (isHeldBack(facts) && !mayBeDenied) return RUN;
  }
  return {
    type: "ask",
    warnings: [
      ...invisibleCharacters(subject.command),
      ...padding(subject.command),
      ...(leavesSandbox ? [OUTSIDE_SANDBOX_WARNING] : []),
      ...(reading.type === "unclear" ? [`Not all of it is understood: ${reading.why}.`] : []),
      ...(hidden === undefined ? [] : [`It may run what is denied by the rule “${ruleText(hidden)}”.`]),
      ...(rules === null ? ["The rules for commands could not be read, so none of them is in force."] : []),
    ],
    // Without the sandbox the same words may run what has changed meanwhile.
    canRemember: rules !== null && !leavesSandbox && mayBeRemembered(reading),
    // A rule lets nothing out of the sandbox, and counts for nothing where everything is asked.
    suggestedRule: policy === "onRequest" && !leavesSandbox && rules !== null ? suggestedRule(reading, subject.cwd) : null,
  };
}

/** What was allowed without being held back is allowed with it too, never the other way round. */
function isGranted(facts: ApprovalFacts): boolean {
  const needed = subjectKeys(facts.subject);
  const isAllowed = (key: readonly string[]): boolean =>
    facts.grants.has(grant(key, false)) || (isHeldBack(facts) && facts.grants.has(grant(key, true)));
  return needed.length > 0 && needed.every(isAllowed);
}

const RUN: ApprovalVerdict = { type: "run", by: null };

function refuse(reason: string): ApprovalVerdict {
  return { type: "refuse", reason };
}
