// What a command makes of `.git` is read by the app before the next command: it cannot make the app wait, nor show what the sandbox hides.
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { tempFolder } from "../support/temp-folder";
import type { HeadlessProgram, HeardMessage } from "../support/headless-program";
import { hostileThread } from "./hostile-thread";

const shell = (command: string) => ["shell", { command }] as const;
/** The person allows whatever is asked. */
async function allowed<Result>(program: HeadlessProgram, play: () => Promise<Result>): Promise<Result> {
  let isOver = false;
  const asked: HeardMessage[] = [];
  const played = play().finally(() => (isOver = true));
  const isNew = (heard: HeardMessage): boolean => heard.method?.endsWith("requestApproval") === true && !asked.includes(heard);
  while (!isOver) {
    const next = await Promise.race([program.hear(isNew), played.then(() => null)]);
    if (next === null) break;
    asked.push(next);
    program.send({ id: next.id ?? "", result: { decision: "accept" } });
  }
  return played;
}

const FREE = { approvalPolicy: "never", sandbox: "workspaceWrite" };

describe("a .git that a command has made", () => {
  test.each([
    ["a pipe", "mkfifo .git"],
    ["with a pipe in it", "mkdir .git; mkfifo .git/commondir"],
    ["a link to a device without an end", "ln -s /dev/zero .git"],
    ["a file that names a folder with a pipe in it", "mkdir meta; mkfifo meta/commondir; echo gitdir: meta > .git"],
    ["a file that names what cannot be a path", "printf 'gitdir: a\\0b\\n' > .git"],
    ["a file that names a path that is too long", "echo gitdir: $(head -c 9000 /dev/zero | tr '\\0' x) > .git"],
  ])("%s: the next command runs", async (_what, make) => {
    const { play, model } = await hostileThread({ params: FREE });
    const { end, outputs } = await play([shell(make), shell("echo it runs")]);
    expect(end).toBe("completed");
    expect(outputs[1]).toContain("it runs");
    await model.close();
  });

  test.each(["echo gitdir: / > .git", "echo gitdir: /run > .git", "ln -s /run .git", "ln -s / .git", "ln -s /proc .git"])(
    "%s: shows nothing of the machine that is hidden",
    async (make) => {
      const { play, model, program } = await hostileThread({ params: FREE });
      const { sandboxStates } = (await program.ask("settings/read", {})) as {
        sandboxStates: { workspaceWrite: { isEnforced: boolean } };
      };
      const { outputs } = await play([
        shell(make),
        shell("ls -A /run; ls /dev/vda /dev/kmsg; ls -d /proc/[0-9]* | wc -l; touch made"),
      ]);
      if (sandboxStates.workspaceWrite.isEnforced) {
        const shown = outputs[1] ?? "";
        for (const name of readdirSync("/run")) expect(shown.split("\n")).not.toContain(name);
        expect(shown).not.toMatch(/^\/dev\/(vda|kmsg)$/m);
        expect(Number(/^(\d+)$/m.exec(shown)?.[1])).toBeLessThan(10);
        expect(shown).not.toContain("Read-only");
      }
      await model.close();
    },
  );
});

describe("a patch", () => {
  test("does not reach the folder that .git names, under its own name", async () => {
    const cwd = tempFolder();
    mkdirSync(path.join(cwd, "meta/hooks"), { recursive: true });
    writeFileSync(path.join(cwd, ".git"), "gitdir: meta\n");
    writeFileSync(path.join(cwd, "meta/config"), "[core]\n\tbare = false\n");
    writeFileSync(path.join(cwd, "meta/hooks/post-checkout"), "exit 0\n", { mode: 0o755 });
    const { play, model } = await hostileThread({ cwd, params: FREE });
    const patch = (file: string, from: string, to: string) =>
      ["apply_patch", { patch: `*** Begin Patch\n*** Update File: ${file}\n@@\n-${from}\n+${to}\n*** End Patch` }] as const;
    const { outputs } = await play([
      patch("meta/config", "\tbare = false", "\tfsmonitor = ./evil"),
      patch("meta/hooks/post-checkout", "exit 0", "./evil"),
      ["apply_patch", { patch: "*** Begin Patch\n*** Add File: meta/info/attributes\n+* filter=evil\n*** End Patch" }],
      patch("META/../meta/config", "\tbare = false", "\tfsmonitor = ./evil"),
    ]);
    for (const output of outputs) expect(output).toContain("git's own folder, which is not for patches");
    expect(readFileSync(path.join(cwd, "meta/config"), "utf8")).toBe("[core]\n\tbare = false\n");
    expect(readFileSync(path.join(cwd, "meta/hooks/post-checkout"), "utf8")).toBe("exit 0\n");
    expect(readdirSync(path.join(cwd, "meta"))).toEqual(["config", "hooks"]);
    await model.close();
  });

  test("makes no folder that git takes for a repository, and changes none", async () => {
    const cwd = tempFolder();
    const mark = path.join(tempFolder(), "ran");
    mkdirSync(path.join(cwd, "there.git/refs"), { recursive: true });
    mkdirSync(path.join(cwd, "there.git/objects"));
    writeFileSync(path.join(cwd, "there.git/HEAD"), "ref: refs/heads/main\n");
    writeFileSync(path.join(cwd, "there.git/config"), "[core]\n");
    writeFileSync(path.join(cwd, "plain"), "ref: refs/heads/main\n");
    const { program, play, model } = await hostileThread({
      cwd,
      params: { approvalPolicy: "onRequest", sandbox: "dangerFullAccess" },
    });
    await program.ask("rule/add", { folder: cwd, effect: "allow", pattern: "git *" });
    const evil = [
      "[core]",
      "repositoryformatversion = 0",
      "bare = false",
      `worktree = ${cwd}`,
      `fsmonitor = "touch ${mark};false"`,
    ];
    const add = (file: string, ...lines: readonly string[]) =>
      [`*** Add File: ${file}`, ...lines.map((line) => `+${line}`)].join("\n");
    const patch = (...parts: readonly string[]) =>
      ["apply_patch", { patch: ["*** Begin Patch", ...parts, "*** End Patch"].join("\n") }] as const;
    const bare = (folder: string, head = "HEAD") => [
      add(`${folder}${head}`, "ref: refs/heads/main"),
      add(`${folder}config`, ...evil),
      add(`${folder}objects/x`, "x"),
      add(`${folder}refs/x`, "x"),
    ];
    const { outputs } = await allowed(program, () =>
      play([
        patch(...bare("made/")),
        patch(...bare("")),
        patch(...bare("made/", "Head")),
        patch("*** Update File: plain", "*** Move to: made/HEAD", "@@", "-ref: refs/heads/main", "+ref: refs/heads/x"),
        patch("*** Update File: there.git/config", "@@", "-[core]", ...evil.map((line) => `+${line}`)),
        patch(add("there.git/hooks/post-checkout", "#!/bin/sh", `touch ${mark}`)),
        shell("git -C made status"),
        shell("git -C there.git status"),
        shell("git status"),
      ]),
    );
    for (const output of outputs.slice(0, 4)) expect(output).toContain("makes git take its folder for a repository");
    for (const output of outputs.slice(4, 6)) expect(output).toContain("git's own folder, which is not for patches");
    expect(existsSync(mark)).toBe(false);
    expect(readdirSync(cwd).sort()).toEqual(["plain", "there.git"]);
    await model.close();
  });
});

test("a folder that only looks like a repository is none for git, whoever made it", async () => {
  const cwd = tempFolder();
  const mark = path.join(cwd, "ran");
  const { play, model } = await hostileThread({ cwd, params: { approvalPolicy: "never", sandbox: "dangerFullAccess" } });
  const make = `mkdir -p made/objects made/refs; echo ref: refs/heads/main > made/HEAD; printf '[core]\nrepositoryformatversion=0\nbare=false\nworktree=${cwd}\nfsmonitor="touch ${mark};false"\n' > made/config`;
  const { outputs } = await play([
    shell(make),
    shell("git -C made status"),
    shell("cd made && git status"),
    shell("git init -q own && git -C own status --short --branch"),
  ]);
  expect(outputs[1]).toContain("fatal: ");
  expect(outputs[2]).toContain("fatal: ");
  expect(outputs[3]).toContain("No commits yet");
  expect(existsSync(mark)).toBe(false);
  await model.close();
});
