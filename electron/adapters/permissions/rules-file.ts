// HOME/rules.json: what a person has settled about commands, per folder. Read anew whenever it is asked for, so a change counts at once, whoever makes it.
// A broken file is told in words: nothing is ever written over it.
import { open, stat } from "node:fs/promises";
import { basename, isAbsolute } from "node:path";
import { z } from "zod";
import { CommandRule } from "../../../shared/protocol/permission";
import { CommandRefused, errorMessage } from "../../runtime/errors";
import type { CommandWay } from "../../runtime/ports/permissions";
import type { RuleStore } from "../../runtime/ports/rule-store";
import { atomicWrite } from "../atomic-write";
import { jsonLines } from "../json-lines";
import { issueWords } from "../schema-words";
import { folderScope } from "./folder-scope";
import { problemWithRule } from "./rule-problem";

export interface RulesFile extends RuleStore {
  /**
   * Those that hold in the folder: what is denied by either of its paths, what is allowed by its real one. `way`: see Permissions.rulesFor. Rejects like
   * `list`.
   */
  rulesFor(folder: string, way?: CommandWay): Promise<readonly CommandRule[]>;
}

/** A person's rules are few; a file beyond this is something else. */
const MAX_BYTES = 1024 * 1024;

const Content = z.strictObject({
  rules: z.array(
    z.strictObject({
      ...CommandRule.shape,
      folder: CommandRule.shape.folder.refine((folder) => isAbsolute(folder), "not the whole path of a folder"),
    }),
  ),
});

/** `alone`: does a change while no other process makes one; within this one they are made one after the other. */
export type Alone = <Result>(change: () => Promise<Result>) => Promise<Result>;

export function createRulesFile(file: string, alone: Alone): RulesFile {
  let last: Promise<unknown> = Promise.resolve();
  const inOrder = <Result>(task: () => Promise<Result>): Promise<Result> => {
    const result = last.then(task);
    last = result.catch((error: unknown) => error);
    return result;
  };

  const list = async (): Promise<readonly CommandRule[]> => {
    const text = await readSmall(file);
    return text === null ? [] : parseRules(text, basename(file));
  };

  const unsaved = (error: unknown): never => {
    if (error instanceof CommandRefused) throw error;
    return refuse(new Error(`The rules could not be saved in ${file} (${errorMessage(error)}).`));
  };

  /** Read anew in front of each write: what another program has added meanwhile stays. */
  const change = (make: (rules: readonly CommandRule[]) => readonly CommandRule[]): Promise<void> =>
    inOrder(() =>
      alone(async () => {
        const before = await list().catch(refuse);
        const after = make(before);
        if (after !== before) await atomicWrite(file, `${JSON.stringify({ rules: after }, null, 2)}\n`);
      }).catch(unsaved),
    );

  return {
    list,
    rulesFor: async (folder, way) => {
      const rules = await list();
      const scope = way === null ? null : await folderScope(folder, way);
      if (scope === null) return rules.filter(({ effect }) => effect === "deny");
      const holds = await Promise.all(
        rules.map((rule) => scope[rule.effect === "deny" ? "mayHold" : "surelyHolds"](rule.folder)),
      );
      return rules.filter((_, index) => holds[index] === true);
    },
    add: async (given) => {
      const checked = problemWithRule(given);
      if (checked.type === "problem") throw new CommandRefused("invalidParams", checked.why);
      await change((rules) => (rules.some(isSame(checked.rule)) ? rules : [...rules, checked.rule]));
    },
    delete: (rule) =>
      change((rules) => {
        if (!rules.some(isSame(rule))) throw new CommandRefused("invalidParams", "there is no such rule; it may be gone already");
        return rules.filter((other) => !isSame(rule)(other));
      }),
  };
}

function isSame({ folder, effect, pattern }: CommandRule): (other: CommandRule) => boolean {
  return (other) => other.folder === folder && other.effect === effect && other.pattern === pattern;
}

function refuse(error: unknown): never {
  throw new CommandRefused("invalidParams", errorMessage(error));
}

/** Null: there is none. A pipe or a folder in its place is not waited for. */
async function readSmall(file: string): Promise<string | null> {
  const name = basename(file);
  try {
    const { size, ...facts } = await stat(file).then((found) => ({ size: found.size, isFile: found.isFile() }));
    if (!facts.isFile) throw new Error("it is not a file");
    if (size > MAX_BYTES) throw new Error("it is larger than 1 MiB");
    const opened = await open(file, "r");
    try {
      return await opened.readFile("utf8");
    } finally {
      await opened.close();
    }
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return null;
    throw new Error(`${name} cannot be read (${errorMessage(error)}). ${UNTIL}`, { cause: error });
  }
}

const UNTIL = "Until this is put right, no command is allowed by a rule, and every one is asked about.";

function parseRules(text: string, name: string): readonly CommandRule[] {
  const json = text.startsWith("\ufeff") ? text.slice(1) : text;
  const lines = jsonLines(json);
  if (lines.kind === "broken") throw new Error(`${name} line ${lines.line}: ${lines.reason}. ${UNTIL}`);
  const content: unknown = JSON.parse(json);
  const parsed = Content.safeParse(content);
  if (parsed.success) return parsed.data.rules;
  const [issue] = parsed.error.issues;
  const path = issue?.path ?? [];
  const reason =
    issue?.code === "unrecognized_keys"
      ? `${issue.keys.map((key) => `"${key}"`).join(", ")} is not known`
      : wordsOf(issue, content);
  throw new Error(`${name} line ${lines.lineOf(path)}: ${["rules", ...path.slice(1)].join(".")}: ${reason}. ${UNTIL}`);
}

function wordsOf(issue: z.core.$ZodIssue | undefined, content: unknown): string {
  return issue === undefined ? "not rules" : issueWords(issue, content);
}
