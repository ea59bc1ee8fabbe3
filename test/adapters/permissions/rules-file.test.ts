import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { createRulesFile, type Alone, type RulesFile } from "../../../electron/adapters/permissions/rules-file";
import { whileLocked } from "../../../electron/adapters/rollout/while-locked";
import { CommandRefused } from "../../../electron/runtime/errors";
import type { CommandRule } from "../../../shared/protocol/permission";
import { tempFolder } from "../../support/temp-folder";

const rule = (over: Partial<CommandRule> = {}): CommandRule => ({
  folder: "/project",
  effect: "allow",
  pattern: "git status *",
  ...over,
});

const alone =
  (file: string): Alone =>
  (change) =>
    whileLocked(`${file}.lock`, change);

function home(content?: string): { readonly file: string; readonly rules: RulesFile } {
  const file = join(tempFolder(), "rules.json");
  if (content !== undefined) writeFileSync(file, content);
  return { file, rules: createRulesFile(file, alone(file)) };
}

describe("HOME/rules.json", () => {
  test("is not needed: there are no rules then", async () => {
    const { rules } = home();
    expect(await rules.list()).toEqual([]);
    expect(await rules.rulesFor("/project")).toEqual([]);
  });

  test("keeps what is added, once, until it is deleted", async () => {
    const { file, rules } = home();
    await rules.add(rule());
    await rules.add(rule());
    await rules.add(rule({ pattern: "  git   status  * " }));
    await rules.add(rule({ effect: "deny", pattern: "git push *" }));
    expect(await rules.list()).toEqual([rule(), rule({ effect: "deny", pattern: "git push *" })]);
    expect(JSON.parse(readFileSync(file, "utf8"))).toEqual({ rules: await createRulesFile(file, alone(file)).list() });
    await rules.delete(rule());
    expect(await rules.list()).toEqual([rule({ effect: "deny", pattern: "git push *" })]);
    await expect(rules.delete(rule())).rejects.toThrow("there is no such rule");
  });

  test("is read anew each time: what another program or an editor writes counts at once and is kept", async () => {
    const { file, rules } = home();
    await rules.add(rule());
    const other = createRulesFile(file, alone(file));
    await other.add(rule({ pattern: "ls *" }));
    await rules.add(rule({ pattern: "cat *" }));
    expect((await other.list()).map(({ pattern }) => pattern)).toEqual(["git status *", "ls *", "cat *"]);
    writeFileSync(file, '\ufeff{ "rules": [] }');
    expect(await rules.list()).toEqual([]);
  });

  test("loses nothing when several rules are added at once", async () => {
    const { rules } = home();
    const patterns = Array.from({ length: 20 }, (_, index) => `make target-${index} *`);
    await Promise.all(patterns.map((pattern) => rules.add(rule({ pattern }))));
    expect((await rules.list()).map(({ pattern }) => pattern)).toEqual(patterns);
  });

  test.each([
    ['{ "rules": [\n  {]\n', "rules.json line 2: a key in double quotes is expected."],
    ["", "rules.json line 1: "],
    ["[]", "rules.json line 1: rules: it is a list; it has to be an object in { }."],
    [
      '{ "rules": [\n  { "folder": "/a", "effect": "permit", "pattern": "x" }\n] }',
      'rules.json line 2: rules.0.effect: it is none of "allow", "deny".',
    ],
    [
      '{ "rules": [\n  { "folder": "/a", "effect": "deny", "pattern": "x", "other": 1 }\n] }',
      'rules.json line 2: rules.0: "other" is not known.',
    ],
    [
      '{ "rules": [\n  { "folder": "a", "effect": "deny", "pattern": "x" }\n] }',
      "rules.json line 2: rules.0.folder: not the whole path of a folder.",
    ],
  ])("that is broken is told, what and where, and never written over: %j", async (content, words) => {
    const { file, rules } = home(content);
    await expect(rules.list()).rejects.toThrow(words);
    await expect(rules.rulesFor("/project")).rejects.toThrow(words);
    await expect(rules.add(rule())).rejects.toThrow(words);
    await expect(rules.add(rule())).rejects.toBeInstanceOf(CommandRefused);
    await expect(rules.delete(rule())).rejects.toThrow(words);
    expect(readFileSync(file, "utf8")).toBe(content);
    writeFileSync(file, '{ "rules": [] }');
    await rules.add(rule());
    expect(await rules.list()).toEqual([rule()]);
  });

  test("in whose place a folder or something huge lies is told", async () => {
    const { file, rules } = home();
    mkdirSync(file);
    await expect(rules.list()).rejects.toThrow("rules.json cannot be read (it is not a file)");
    const huge = home(" ".repeat(1024 * 1024 + 1));
    await expect(huge.rules.list()).rejects.toThrow("it is larger than 1 MiB");
  });
});

describe("what may not be added", () => {
  test.each([
    ["*", "has to begin with the name of a program"],
    ["* status", "has to begin with the name of a program"],
    ["python *", "“python” runs whatever it is given"],
    ["/usr/bin/python3.12 *", "runs whatever it is given"],
    ["./Node x.js", "runs whatever it is given"],
    ["npx *", "runs whatever it is given"],
    ["npm exec *", "“npm exec” runs whatever it is given"],
    ["sh -c *", "runs whatever it is given"],
    ["bash *", "runs whatever it is given"],
    ["env *", "runs whatever it is given"],
    ["sudo *", "runs whatever it is given"],
    ["xargs *", "runs whatever it is given"],
    ["find . -exec *", "runs whatever it is given"],
    ["eval *", "runs whatever it is given"],
    ["command *", "runs whatever it is given"],
    [". *", "runs whatever it is given"],
    ["docker run *", "runs whatever it is given"],
    ["git -c *", "runs whatever it is given"],
    ["   ", "A rule needs a command"],
    ["git status; rm *", "“status;” cannot be compared"],
    ["git $x", "cannot be compared"],
    ["'git' *", "cannot be compared"],
    ["git\u200b *", "cannot be seen"],
  ])("bug report 146: allow %j", async (pattern, words) => {
    const { rules } = home();
    await expect(rules.add(rule({ pattern }))).rejects.toThrow(words);
    await expect(rules.add(rule({ pattern }))).rejects.toMatchObject({ kind: "invalidParams" });
    expect(await rules.list()).toEqual([]);
  });

  test.each(["", "project", "./project", "~/project", "/a\0b"])("a rule for the folder %j", async (folder) => {
    const { rules } = home();
    await expect(rules.add(rule({ folder }))).rejects.toThrow("A rule needs the whole path of a folder");
  });

  test.each(["*", "python *", "sh *", "* --force *", "git push *"])("%s may be denied", async (pattern) => {
    const { rules } = home();
    await rules.add(rule({ effect: "deny", pattern }));
    expect(await rules.list()).toHaveLength(1);
  });

  test.each(["git *", "find *", "sed *", "npm *", "npm run *", "make *", "tar *", "./build.sh *", "command -v *"])(
    "%s may be allowed: what of it runs others is asked about all the same",
    async (pattern) => {
      const { rules } = home();
      await rules.add(rule({ pattern }));
      expect(await rules.list()).toHaveLength(1);
    },
  );
});

describe("in which folders a rule holds", () => {
  const patterns = async (rules: RulesFile, folder: string): Promise<string[]> =>
    (await rules.rulesFor(folder)).map(({ pattern }) => pattern);

  test("in its own and those below, by the parts of the path", async () => {
    const { rules } = home();
    await rules.add(rule({ folder: "/project/", pattern: "a" }));
    await rules.add(rule({ folder: "/project/sub/../sub", pattern: "b" }));
    await rules.add(rule({ folder: "/", pattern: "c" }));
    expect(await patterns(rules, "/project")).toEqual(["a", "c"]);
    expect(await patterns(rules, "/project/sub/deep")).toEqual(["a", "b", "c"]);
    expect(await patterns(rules, "/project-two")).toEqual(["c"]);
    expect(await patterns(rules, "/project/..sub")).toEqual(["a", "c"]);
    expect(await patterns(rules, "/project/../other")).toEqual(["c"]);
  });

  test("a link out of it takes what is denied along, and not what is allowed", async () => {
    const root = tempFolder();
    mkdirSync(join(root, "project"));
    mkdirSync(join(root, "other"));
    symlinkSync(join(root, "other"), join(root, "project", "link"));
    const { rules } = home();
    await rules.add(rule({ folder: join(root, "project"), pattern: "a" }));
    await rules.add(rule({ folder: join(root, "project"), effect: "deny", pattern: "b" }));
    await rules.add(rule({ folder: join(root, "other"), pattern: "c" }));
    await rules.add(rule({ folder: join(root, "other"), effect: "deny", pattern: "d" }));
    expect(await patterns(rules, join(root, "project"))).toEqual(["a", "b"]);
    expect(await patterns(rules, join(root, "project", "link"))).toEqual(["b", "c", "d"]);
    expect(await patterns(rules, join(root, "project", "link", "not", "there"))).toEqual(["b", "c", "d"]);
  });

  test("behind a cd: where it leads by either path of the folder, and where nobody knows, what is denied anywhere", async () => {
    const root = tempFolder();
    mkdirSync(join(root, "real", "project"), { recursive: true });
    mkdirSync(join(root, "written"));
    symlinkSync(join(root, "real", "project"), join(root, "written", "link"));
    symlinkSync(join(root, "real"), join(root, "real", "project", "out"));
    const { rules } = home();
    for (const folder of ["real", "written"]) {
      await rules.add(rule({ folder: join(root, folder), pattern: `allow ${folder}` }));
      await rules.add(rule({ folder: join(root, folder), effect: "deny", pattern: `deny ${folder}` }));
    }
    await rules.add(rule({ folder: join(root, "real", "project"), pattern: "allow project" }));
    const from = join(root, "written", "link");
    const by = async (way: string | null): Promise<string[]> => (await rules.rulesFor(from, way)).map(({ pattern }) => pattern);
    expect(await by("..")).toEqual(["deny real", "deny written"]);
    expect(await by("sub")).toEqual(["allow real", "deny real", "deny written", "allow project"]);
    // By the letters back to where it was; by what is there to what is above the link's target.
    expect(await by("out/..")).toEqual(["deny real", "deny written"]);
    expect(await by("out/project/".repeat(50))).toEqual(["deny real", "deny written"]);
    expect(await by("none/".repeat(3000))).toEqual(["deny real", "deny written"]);
    expect(await by("out")).toEqual(["allow real", "deny real", "deny written"]);
    expect(await by(join(root, "real"))).toEqual(["allow real", "deny real"]);
    expect(await by("/")).toEqual([]);
    expect(await by(null)).toEqual(["deny real", "deny written"]);
  });

  test("a project that is known by a link has its rules by either path", async () => {
    const root = tempFolder();
    mkdirSync(join(root, "real"));
    symlinkSync(join(root, "real"), join(root, "project"));
    const { rules } = home();
    await rules.add(rule({ folder: join(root, "project"), pattern: "a" }));
    await rules.add(rule({ folder: join(root, "real"), effect: "deny", pattern: "b" }));
    expect(await patterns(rules, join(root, "project"))).toEqual(["a", "b"]);
    expect(await patterns(rules, join(root, "real"))).toEqual(["a", "b"]);
  });
});
