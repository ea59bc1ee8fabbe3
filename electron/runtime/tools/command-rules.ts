// What a person's rules say about a command that was taken apart. Deny wins; allowing takes every part, denying takes one (bug report 145, 149). Pure.
import type { CommandRule } from "../../../shared/protocol/permission";
import type { CommandReading, CommandSegment } from "../ports/permissions";

/** `allowed`: by all of these. `unknown`: nobody has said, or it cannot be told. */
export type RuleVerdict =
  | { readonly type: "denied"; readonly rule: CommandRule }
  | { readonly type: "allowed"; readonly rules: readonly CommandRule[] }
  | { readonly type: "unknown" };

export function judgeByRules(reading: CommandReading, rules: readonly CommandRule[]): RuleVerdict {
  const denied = rules.find((rule) => rule.effect === "deny" && reading.segments.some((segment) => matches(rule, segment)));
  if (denied !== undefined) return { type: "denied", rule: denied };
  if (reading.type === "unclear" || reading.segments.length === 0) return { type: "unknown" };
  const allowing = reading.segments.map((segment) =>
    mayBeAllowed(segment) ? rules.find((rule) => rule.effect === "allow" && matches(rule, segment)) : undefined,
  );
  if (!allowing.every((rule) => rule !== undefined)) return { type: "unknown" };
  return { type: "allowed", rules: [...new Set(allowing)] };
}

/** Whether a rule or an answer may hold for it beyond this once. */
export function mayBeRemembered(reading: CommandReading): boolean {
  return reading.type === "understood" && reading.segments.length > 0 && reading.segments.every((segment) => !segment.isRunner);
}

/** The pattern that would allow a command of a single part and its likes: its name, and a subcommand where it has one; null where no rule can. */
export function suggestedRule(reading: CommandReading): string | null {
  const [segment, ...others] = reading.segments;
  if (reading.type === "unclear" || segment === undefined || others.length > 0 || !mayBeAllowed(segment)) return null;
  const [name, first] = segment.words;
  if (!isPlain(name)) return null;
  return typeof first === "string" && /^[a-z][a-z-]*$/.test(first) ? `${name} ${first} *` : `${name} *`;
}

export function ruleText({ effect, pattern, folder }: CommandRule): string {
  return `${effect} ${pattern} in ${folder}`;
}

function mayBeAllowed({ hasSideEffects, isRunner }: CommandSegment): boolean {
  return !hasSideEffects && !isRunner;
}

function matches({ pattern, effect }: CommandRule, { words }: CommandSegment): boolean {
  const parts = pattern.split(" ").filter((part) => part !== "");
  const isOpenEnded = parts.at(-1) === "*";
  const fixed = isOpenEnded ? parts.slice(0, -1) : parts;
  if (words.length < fixed.length || (!isOpenEnded && words.length > fixed.length)) return false;
  // What a word is may be known only when the command runs: it may be the one that is denied, and need not be the one that is allowed.
  return fixed.every((part, index) => {
    const word = words[index];
    return part === "*" || word === part || (word === null && effect === "deny");
  });
}

function isPlain(word: string): boolean {
  return /^[\w./+-]+$/.test(word);
}
