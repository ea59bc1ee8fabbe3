// Paths that lead out of the session's folder, or are not what they look like: refused by the guard before anybody is asked, and by the tool again.
import { spawnSync } from "node:child_process";
import { mkdirSync, realpathSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { isGitFolder, readTarget } from "../../../../electron/adapters/tools/workspace-target";
import { createWorkspaceGuard } from "../../../../electron/adapters/tools/workspace-guard";
import { createApplyPatchTool } from "../../../../electron/adapters/tools/patch/apply-patch";
import type { FileChange } from "../../../../shared/protocol/turn-item";
import { PatchBench, patch, update } from "./patch-bench";

/** What the guard says of a patch, which must be what the tool says of it too. */
async function refusal(bench: PatchBench, text: string, words: string): Promise<void> {
  const before = bench.files(bench.folder);
  const tool = createApplyPatchTool({ snapshots: bench.snapshots, home: bench.home });
  const prepared = tool.prepare({ patch: text }, { cwd: bench.cwd });
  if (!prepared.ok) throw new Error(prepared.detail);
  const guard = createWorkspaceGuard(bench.home);
  const facts = { toolName: "apply_patch", subject: prepared.run.subject, cwd: bench.cwd, realCwd: realpathSync(bench.cwd) };
  expect(await guard(facts)).toContain(words);
  const { status, output } = await bench.apply(text);
  expect({ status, output }).toMatchObject({ status: "failed", output: expect.stringContaining(words) as string });
  expect(bench.files(bench.folder)).toEqual(before);
}

const add = (path: string): string => patch(`*** Add File: ${path}`, "+x");

describe("by its letters", () => {
  test.each([
    ["../out.txt", "outside the session's folder"],
    ["a/../../out.txt", "outside the session's folder"],
    ["/etc/counterfoil-test", "outside the session's folder"],
    ["//etc/counterfoil-test", "outside the session's folder"],
    ["..", "outside the session's folder"],
    ["a/..", "the session's folder itself"],
    ["./", "it names a folder"],
    ["a/", "it names a folder"],
    ["~/x", "~ is not expanded here"],
    ["a\u001b[2Jb", "control characters"],
    [".git/hooks/pre-commit", "what is in .git is not for patches"],
    [".git", "what is in .git is not for patches"],
    ["sub/.git/config", "what is in .git is not for patches"],
    [".GIT/config", "what is in .git is not for patches"],
    [".g\u200cit/config", "what is in .git is not for patches"],
    [".git./config", "what is in .git is not for patches"],
    ["git~1/config", "what is in .git is not for patches"],
    [".git::$INDEX_ALLOCATION/config", "what is in .git is not for patches"],
    ["HEAD", "makes git take its folder for a repository"],
    ["sub/Head", "makes git take its folder for a repository"],
    ["sub/HE\u200cAD", "makes git take its folder for a repository"],
  ])("%j", async (path, words) => {
    await refusal(new PatchBench(), add(path), words);
  });

  test("the place a file is moved to is judged alike", async () => {
    await refusal(
      new PatchBench({ f: "a\n" }),
      update("f", "*** Move to: ../g", "@@", "-a", "+b"),
      "outside the session's folder",
    );
  });

  test.each([
    ".github/x",
    "git/x",
    ".gitignore",
    ".gitmodules",
    "HEAD.md",
    "HEAD/x",
    "refs/x",
    "objects/x",
    "a.git/config",
    "a.git/x",
    "..a",
    "a..b/c",
    "ünï/çödé 🙂.txt",
    "a\\b",
  ])("%j is a file like any other", async (path) => {
    expect((await new PatchBench().apply(add(path))).status).toBe("completed");
  });

  test("an absolute path within the folder is one, also by the folder's other name", async () => {
    const bench = new PatchBench();
    const link = join(bench.folder, "link");
    symlinkSync(bench.cwd, link);
    Object.assign(bench, { cwd: link });
    await bench.apply(patch(`*** Add File: ${link}/a`, "+x", `*** Add File: ${realpathSync(link)}/b`, "+x"));
    expect(bench.files()).toEqual({ a: "x\n", b: "x\n" });
  });
});

describe("in a folder that git takes for a repository, whatever its name", () => {
  const BARE = { HEAD: "ref: refs/heads/main\n", config: "[core]\n", "objects/x": "x\n", "refs/x": "x\n" };
  const WORKTREE = { HEAD: "ref: refs/heads/main\n", config: "[core]\n", commondir: "../..\n" };
  const below = (folder: string, files: object) =>
    Object.fromEntries(Object.entries(files).map(([name, text]) => [`${folder}${name}`, String(text)]));

  test.each([
    ["its configuration", "sub/repo/config", BARE],
    ["a hook", "sub/repo/hooks/post-checkout", BARE],
    ["a folder deep in it", "sub/repo/a/b/c", BARE],
    ["of a worktree or a submodule", "sub/repo/config.worktree", WORKTREE],
  ])("%s is not for patches", async (_what, path, files) => {
    await refusal(new PatchBench(below("sub/repo/", files)), add(path), "git's own folder, which is not for patches");
  });

  test("nothing is, of a session in it or below it", async () => {
    await refusal(new PatchBench(BARE), add("hooks/post-checkout"), "git's own folder, which is not for patches");
    const bench = new PatchBench(below("hooks/", { x: "x\n" }));
    for (const [name, text] of Object.entries(BARE)) {
      mkdirSync(join(bench.cwd, name, ".."), { recursive: true });
      writeFileSync(join(bench.cwd, name), text);
    }
    Object.assign(bench, { cwd: join(bench.cwd, "hooks") });
    await refusal(bench, add("post-checkout"), "git's own folder, which is not for patches");
  });

  test.each([
    ["HEAD", "objects/x"],
    ["HEAD", "refs/x"],
    ["objects/x", "refs/x"],
  ])("with %s and %s alone it is none", async (...names) => {
    const bench = new PatchBench(below("sub/", Object.fromEntries(names.map((name) => [name, "x\n"]))));
    expect((await bench.apply(add("sub/config"))).status).toBe("completed");
  });
});

describe("in the person's own home folder, or above it (pure)", () => {
  const read = (path: string, root: string) => readTarget(path, { roots: [root], personHome: "/home/me", isWindows: false });

  test.each([
    [".bashrc", "/home/me"],
    [".ssh/authorized_keys", "/home/me"],
    ["/home/me/.config/autostart/x.desktop", "/home/me"],
    ["me/.profile", "/home"],
    ["home/me/.zshrc", "/"],
  ])("%s of a session in %s is not for patches", (path, root) => {
    expect(read(path, root)).toMatchObject({ ok: false, why: expect.stringContaining("settings of your account") as string });
  });

  test.each([
    ["notes/.hidden", "/home/me"],
    ["code/a.ts", "/home/me"],
    [".env", "/home/me/code"],
    ["x", "/home/me/.config/mine"],
    [".x", "/srv/work"],
  ])("%s of a session in %s is", (path, root) => {
    expect(read(path, root)).toMatchObject({ ok: true });
  });
});

describe("on Windows (pure)", () => {
  const read = (path: string) => readTarget(path, { roots: ["C:\\work"], isWindows: true });

  test.each([
    ["..\\out.txt", "outside the session's folder"],
    ["C:\\workshop\\x", "outside the session's folder"],
    ["D:\\x", "outside the session's folder"],
    ["\\x", "outside the session's folder"],
    ["D:x", "relative to a drive"],
    ["C:x", "relative to a drive"],
    ["\\\\server\\share\\x", "on another machine"],
    ["//server/share/x", "on another machine"],
    ["\\\\?\\C:\\work\\x", "paths of devices"],
    ["//./pipe/x", "paths of devices"],
    ["CON", "the name of a device"],
    ["a\\nul.txt", "the name of a device"],
    ["com1", "the name of a device"],
    ["LPT¹.log", "the name of a device"],
    ["aux .txt", "the name of a device"],
    ["x.txt:stream", "a stream of a file"],
    ["x.txt::$DATA", "a stream of a file"],
    ["x.txt.", "drops dots and spaces"],
    ["x. . ", "drops dots and spaces"],
    ["a.\\x", "drops dots and spaces"],
    ["PROGRA~1\\x", "short names"],
    ["LONGFI~2.TXT", "short names"],
    ["a?b", "no such file names"],
    [".Git\\config", "what is in .git"],
    ["GIT~1\\config", "what is in .git"],
  ])("%j", (path, words) => {
    const target = read(path);
    expect(target.ok ? "taken" : target.why).toContain(words);
  });

  test.each(["src\\a.ts", "src/a.ts", "c:\\WORK\\src\\a.ts", "console.ts", "com10", "a~b.txt"])("%j is taken", (path) => {
    expect(read(path).ok).toBe(true);
  });
});

test("the disguises of .git are known", () => {
  expect(
    [".git", ".GiT", ".git ", ".git..", "\u200b.git", ".gi\u00adt", "．git", "GIT~12"].filter((name) => !isGitFolder(name)),
  ).toEqual([]);
  expect(["git", ".gitignore", ".github", "a.git", ".git2"].filter(isGitFolder)).toEqual([]);
});

describe("by what is there (bug report 142)", () => {
  test("a link in the place of the file, to outside, is not followed", async () => {
    const bench = new PatchBench();
    writeFileSync(join(bench.folder, "secret"), "a\n");
    symlinkSync(join(bench.folder, "secret"), bench.path("f"));
    await refusal(bench, update("f", "@@", "-a", "+b"), "f is a symbolic link");
    await refusal(bench, patch("*** Delete File: f"), "f is a symbolic link");
  });

  test("a link to a file within is not followed either: its own path is shown and asked for", async () => {
    const bench = new PatchBench({ "real.txt": "a\n" });
    symlinkSync("real.txt", bench.path("f"));
    await refusal(bench, update("f", "@@", "-a", "+b"), "f is a symbolic link (to real.txt)");
  });

  test("a dangling link is no free place", async () => {
    const bench = new PatchBench();
    symlinkSync(join(bench.folder, "new-outside"), bench.path("f"));
    await refusal(bench, add("f"), "f is a symbolic link");
  });

  test("a folder above that is a link", async () => {
    const bench = new PatchBench();
    mkdirSync(join(bench.folder, "outside"));
    symlinkSync(join(bench.folder, "outside"), bench.path("d"));
    await refusal(bench, add("d/x"), "d is a symbolic link");
    await refusal(bench, add("d/new/deep/x"), "d is a symbolic link");
  });

  test("a link to itself", async () => {
    const bench = new PatchBench();
    symlinkSync("loop", bench.path("loop"));
    await refusal(bench, add("loop/x"), "loop is a symbolic link");
  });

  test("a link to the app's own folder, and that folder itself, by any name", async () => {
    const bench = new PatchBench();
    const within = bench.path("state");
    mkdirSync(within);
    Object.assign(bench, { home: within });
    await refusal(bench, add("state/settings.json"), "the app's own folder");
    await refusal(bench, add("./x/../state/deep/x"), "the app's own folder");
  });

  test("a session within the app's own folder", async () => {
    const bench = new PatchBench();
    const cwd = join(bench.home, "deep");
    mkdirSync(cwd);
    Object.assign(bench, { cwd });
    await refusal(bench, add("x"), "within the app's own folder");
  });

  test("a session within .git", async () => {
    const bench = new PatchBench({ ".git/hooks/x": "" });
    Object.assign(bench, { cwd: bench.path(".git/hooks") });
    await refusal(bench, add("post-commit"), "is within .git");
  });

  test("a session whose folder is gone", async () => {
    const bench = new PatchBench();
    Object.assign(bench, { cwd: join(bench.folder, "gone") });
    const { output } = await bench.apply(add("x"));
    expect(output).toContain("no such file or folder");
  });

  test("a pipe is not waited for", async () => {
    const bench = new PatchBench();
    expect(spawnSync("mkfifo", [bench.path("p")]).status).toBe(0);
    await refusal(bench, update("p", "@@", "-a", "+b"), "p is not a regular file");
  });

  test("a socket", async () => {
    const bench = new PatchBench();
    const server = createServer().listen(bench.path("s"));
    onTestFinished(() => void server.close());
    await new Promise((resolve) => server.once("listening", resolve));
    await refusal(bench, patch("*** Delete File: s"), "s is not a regular file");
  });
});

test("the guard abstains from what changes no files", async () => {
  const guard = createWorkspaceGuard("/nowhere");
  expect(await guard({ toolName: "read_file", subject: null, cwd: "/x", realCwd: "/x" })).toBeNull();
  const subject = { kind: "command", command: "rm -rf ..", cwd: "/x" } as const;
  expect(await guard({ toolName: "shell", subject, cwd: "/x", realCwd: "/x" })).toBeNull();
});

test("the guard abstains from files within the folder, new ones too", async () => {
  const bench = new PatchBench({ f: "a\n" });
  const guard = createWorkspaceGuard(bench.home);
  const changes: FileChange[] = [
    { path: "f", kind: "update", diff: "", movePath: "new/g" },
    { path: "other/new", kind: "add", diff: "" },
  ];
  const subject = { kind: "fileChange" as const, changes, cwd: bench.cwd };
  expect(await guard({ toolName: "apply_patch", subject, cwd: bench.cwd, realCwd: realpathSync(bench.cwd) })).toBeNull();
});

test("what is asked names each file in one way, and shows what the patch says", () => {
  const bench = new PatchBench();
  const tool = createApplyPatchTool({ snapshots: bench.snapshots, home: bench.home });
  const text = patch(
    "*** Add File: ./a//b.txt",
    "+x",
    "*** Delete File: d/../c",
    `*** Update File: ${bench.cwd}/e`,
    "*** Move to: f",
    "@@ fn",
    " k",
    "-l",
    "+m",
    "*** Add File: ../g",
    "+y",
  );
  const prepared = tool.prepare({ patch: text }, { cwd: bench.cwd });
  expect(prepared.ok && prepared.run.subject).toEqual({
    kind: "fileChange",
    cwd: bench.cwd,
    changes: [
      { path: "a/b.txt", kind: "add", diff: "x\n" },
      { path: "c", kind: "delete", diff: "" },
      { path: "e", kind: "update", movePath: "f", diff: "@@ fn\n k\n-l\n+m" },
      { path: "../g", kind: "add", diff: "y\n" },
    ],
  });
});
