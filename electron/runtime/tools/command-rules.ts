// What a person's rules say about a command that was taken apart. Deny wins; allowing takes every part, denying takes one (bug report 145, 149). Pure.
import type { CommandRule } from "../../../shared/protocol/permission";
import type { CommandReading, CommandSegment, CommandWay, CommandWord } from "../ports/permissions";
import { isEverything, mayFit, surelyFits } from "./command-pattern";

/** `allowed`: by all of these. `unknown`: nobody has said, or it cannot be told. */
export type RuleVerdict =
  | { readonly type: "denied"; readonly rule: CommandRule }
  | { readonly type: "allowed"; readonly rules: readonly CommandRule[] }
  | { readonly type: "unknown" };

/** What holds where a `cd` leads. Null: what is denied anywhere, which is a reason to ask, but not to refuse. */
export type RulesElsewhere = ReadonlyMap<CommandWay, readonly CommandRule[]>;

/** `rules`: of the folder that the command begins in. */
export function judgeByRules(
  reading: CommandReading,
  rules: readonly CommandRule[],
  elsewhere: RulesElsewhere = new Map(),
): RuleVerdict {
  const denied =
    rules.find((rule) => denies(rule, reading.segments)) ??
    [...elsewhere].filter(([way]) => way !== null).flatMap(([way, there]) => deniedThere(there, way, reading))[0];
  if (denied !== undefined) return { type: "denied", rule: denied };
  if (reading.type === "unclear" || reading.segments.length === 0) return { type: "unknown" };
  const allowing = reading.segments.flatMap((segment) =>
    [rules, ...(segment.elsewhere ?? []).map((way) => (way === null ? [] : (elsewhere.get(way) ?? [])))].map((there) =>
      there.find((rule) => allows(rule, segment)),
    ),
  );
  if (!allowing.every((rule) => rule !== undefined)) return { type: "unknown" };
  return { type: "allowed", rules: [...new Set(allowing)] };
}

/** A runner is given the name of what the rule denies, somewhere among its words: what it makes of them nobody sees. */
export function mayHide({ effect, pattern }: CommandRule, { segments }: CommandReading): boolean {
  const name = fileOf(pattern.trim().split(/\s+/)[0] ?? "").toLowerCase();
  return (
    effect === "deny" &&
    segments.some(({ words: [, ...given], isRunner }) => isRunner && (name === "*" || given.some((word) => holds(word, name))))
  );
}

function holds(word: CommandWord, name: string): boolean {
  return (
    word !== null &&
    word
      .toLowerCase()
      .split(/[^\w.+-]+/)
      .includes(name)
  );
}

function fileOf(name: string): string {
  return name.slice(name.lastIndexOf("/") + 1);
}

/** Whether a rule or an answer may hold for it beyond this once. */
export function mayBeRemembered(reading: CommandReading): boolean {
  return reading.type === "understood" && reading.segments.length > 0 && reading.segments.every((segment) => !segment.isRunner);
}

/** What has subcommands: what is allowed is one of them, not all that the program can do. */
const WITH_SUBCOMMANDS = new Set(
  (
    "git npm yarn pnpm cargo go docker podman kubectl helm gh glab dotnet mvn gradle gradlew pip pip3 poetry uv pdm hatch conda brew apt apt-get dnf " +
    "pacman apk snap systemctl service terraform tofu pulumi az aws gcloud make just rake bundle gem composer artisan rails mix nx turbo lerna rush " +
    "flutter dart swift xcodebuild supabase vercel netlify fly heroku firebase wrangler"
  ).split(" "),
);

/** Behind these the next word says what is run. */
const RUNS_BY_NAME = new Set(["run", "run-script", "compose"]);

/** What they do cannot be taken back, and depends on what they are given: only exactly this is suggested. */
const IRREVERSIBLE = new Set(
  "rm rmdir unlink shred dd mv truncate chmod chown chgrp kill pkill killall shutdown reboot mkfs fdisk curl wget".split(" "),
);

/** The pattern that would allow a command of a single part and its likes in its folder; null where no rule can. */
export function suggestedRule(reading: CommandReading, cwd: string): string | null {
  const [segment, ...others] = reading.segments;
  if (reading.type === "unclear" || segment === undefined || others.length > 0 || !mayBeAllowed(segment)) return null;
  if (segment.elsewhere?.every((way) => isBelow(way, cwd)) === false) return null;
  const [name, first, second] = segment.words;
  if (!isPlain(name)) return null;
  const program = fileOf(name);
  if (IRREVERSIBLE.has(program)) return segment.words.every(isPlain) ? segment.words.join(" ") : null;
  if (!WITH_SUBCOMMANDS.has(program)) return `${name} *`;
  if (!isSubcommand(first)) return segment.words.every(isPlain) ? segment.words.join(" ") : null;
  if (!RUNS_BY_NAME.has(first)) return `${name} ${first} *`;
  return isPlain(second) ? `${name} ${first} ${second} *` : null;
}

/** By its letters. */
function isBelow(way: CommandWay, cwd: string): boolean {
  if (way === null || way.split("/").includes("..")) return false;
  return !way.startsWith("/") || `${way}/`.startsWith(cwd.endsWith("/") ? cwd : `${cwd}/`);
}

export function ruleText({ effect, pattern, folder }: CommandRule): string {
  return `${effect} ${pattern} in ${folder}`;
}

function denies({ effect, pattern }: CommandRule, segments: readonly CommandSegment[]): boolean {
  return effect === "deny" && (isEverything(pattern) || segments.some(({ words }) => mayFit(pattern, words)));
}

function deniedThere(rules: readonly CommandRule[], way: CommandWay, { segments }: CommandReading): readonly CommandRule[] {
  const there = segments.filter(({ elsewhere }) => elsewhere?.includes(way));
  return rules.filter((rule) => denies(rule, there));
}

function allows({ effect, pattern }: CommandRule, segment: CommandSegment): boolean {
  return effect === "allow" && mayBeAllowed(segment) && surelyFits(pattern, segment.words);
}

function mayBeAllowed({ hasSideEffects, isRunner }: CommandSegment): boolean {
  return !hasSideEffects && !isRunner;
}

function isSubcommand(word: string | null | undefined): word is string {
  return typeof word === "string" && /^[a-z][a-z0-9:-]*$/.test(word);
}

/** As a pattern it is nothing but itself. */
function isPlain(word: string | null | undefined): word is string {
  return typeof word === "string" && /^[\w./+:@=,-]+$/.test(word);
}
