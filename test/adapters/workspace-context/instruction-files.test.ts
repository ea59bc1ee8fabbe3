import { execFileSync } from "node:child_process";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { findInstructions } from "../../../electron/adapters/workspace-context/instruction-files";
import { tempFolder } from "../../support/temp-folder";

const LIMIT = 32 * 1024;

/** A folder with these files; a name that ends in a slash is a folder. */
function tree(files: Readonly<Record<string, string | Uint8Array>>): string {
  const root = tempFolder();
  for (const [name, content] of Object.entries(files)) {
    const path = join(root, name);
    mkdirSync(name.endsWith("/") ? path : join(path, ".."), { recursive: true });
    if (!name.endsWith("/")) writeFileSync(path, content);
  }
  return root;
}

describe("issue 5 part 7 which AGENTS.md files count", () => {
  test("from the repository's root down to the folder, in that order; none above the root", async () => {
    const root = tree({
      "AGENTS.md": "above",
      "repo/.git/": "",
      "repo/AGENTS.md": "root",
      "repo/a/b/AGENTS.md": "deep",
      "repo/c/AGENTS.md": "beside",
    });
    expect(await findInstructions(join(root, "repo/a/b"))).toEqual({
      files: [
        { path: join(root, "repo/AGENTS.md"), text: "root" },
        { path: join(root, "repo/a/b/AGENTS.md"), text: "deep" },
      ],
      problems: [],
    });
  });

  test("a worktree's .git is a file", async () => {
    const root = tree({ "repo/.git": "gitdir: elsewhere", "repo/AGENTS.md": "root", "repo/a/": "" });
    expect((await findInstructions(join(root, "repo/a"))).files.map(({ text }) => text)).toEqual(["root"]);
  });

  test("without a repository only the folder's own", async () => {
    const root = tree({ "AGENTS.md": "above", "a/AGENTS.md": "own" });
    expect((await findInstructions(join(root, "a"))).files.map(({ text }) => text)).toEqual(["own"]);
  });

  test("an AGENTS.override.md stands in for the AGENTS.md beside it", async () => {
    const root = tree({ ".git/": "", "AGENTS.md": "plain", "AGENTS.override.md": "override", "a/AGENTS.md": "a" });
    expect((await findInstructions(join(root, "a"))).files.map(({ text }) => text)).toEqual(["override", "a"]);
  });

  test("blank files say nothing; a byte order mark is no text", async () => {
    const root = tree({ ".git/": "", "AGENTS.md": " \n\t\n", "a/AGENTS.md": "\ufeffwords" });
    expect(await findInstructions(join(root, "a"))).toEqual({
      files: [{ path: join(root, "a/AGENTS.md"), text: "words" }],
      problems: [],
    });
  });

  test("no files, or no folder: nothing, and no problem", async () => {
    expect(await findInstructions(tempFolder())).toEqual({ files: [], problems: [] });
    expect(await findInstructions(join(tempFolder(), "gone"))).toEqual({ files: [], problems: [] });
  });
});

describe("issue 5 part 7 at most 32 KiB in all", () => {
  test("exactly as much is whole", async () => {
    const root = tree({ "AGENTS.md": "x".repeat(LIMIT) });
    expect(await findInstructions(root)).toEqual({
      files: [{ path: join(root, "AGENTS.md"), text: "x".repeat(LIMIT) }],
      problems: [],
    });
  });

  test("a byte more is cut on a code point, and said to the model and to the person", async () => {
    const root = tree({ "AGENTS.md": `x${"é".repeat(LIMIT / 2)}` });
    const { files, problems } = await findInstructions(root);
    const remark = `\n[cut here: AGENTS.md files are told up to 32 KiB in all; read ${join(root, "AGENTS.md")} for the rest]`;
    expect(files).toEqual([{ path: join(root, "AGENTS.md"), text: `x${"é".repeat(LIMIT / 2 - 1)}${remark}` }]);
    expect(problems).toEqual([expect.stringContaining("the model reads its beginning only")]);
  });

  test("what one file takes the next one lacks", async () => {
    const root = tree({ ".git/": "", "AGENTS.md": "x".repeat(LIMIT - 3), "a/AGENTS.md": "12345", "a/b/AGENTS.md": "67" });
    const { files, problems } = await findInstructions(join(root, "a/b"));
    expect(files.map(({ text }) => text.slice(0, 4))).toEqual(["xxxx", "123\n", "\n[cu"]);
    expect(problems.length).toBe(2);
  });

  test("a file of 8 GiB is read only as far as it is told", async () => {
    const root = tree({});
    execFileSync("truncate", ["-s", "8G", join(root, "AGENTS.md")]);
    expect((await findInstructions(root)).problems).toEqual([
      `${join(root, "AGENTS.md")} is not text in UTF-8 and was not read.`,
    ]);
  });
});

describe("issue 5 part 7 what cannot be read is a problem in words, and never waited for", () => {
  test.skipIf(process.platform === "win32")("a pipe, a folder, a broken link, a loop", async () => {
    const root = tree({ ".git/": "", "b/AGENTS.md/": "", "b/c/": "" });
    execFileSync("mkfifo", [join(root, "AGENTS.md")]);
    symlinkSync("AGENTS.md", join(root, "b/c/AGENTS.md"));
    const { files, problems } = await findInstructions(join(root, "b/c"));
    expect(files).toEqual([]);
    expect(problems).toEqual([
      `${join(root, "AGENTS.md")} is not a regular file and was not read.`,
      `${join(root, "b/AGENTS.md")} is not a regular file and was not read.`,
      expect.stringContaining(`${join(root, "b/c/AGENTS.md")} could not be read: ELOOP`),
    ]);
  });

  test("bytes that are no text", async () => {
    const root = tree({ "AGENTS.md": Uint8Array.of(0xff, 0xfe, 0x61, 0) });
    expect((await findInstructions(root)).problems).toEqual([
      `${join(root, "AGENTS.md")} is not text in UTF-8 and was not read.`,
    ]);
  });
});

describe.skipIf(process.platform === "win32")("issue 5 part 7 a repository cannot have the person's other files read", () => {
  test.each(["AGENTS.md", "AGENTS.override.md"])("%s as a link out of the repository", async (name) => {
    const outside = tree({ secret: "key" });
    const root = tree({ ".git/": "" });
    symlinkSync(join(outside, "secret"), join(root, name));
    expect(await findInstructions(root)).toEqual({
      files: [],
      problems: [`${join(root, name)} leads out of its repository and was not read.`],
    });
  });

  test("a link within it is followed", async () => {
    const root = tree({ ".git/": "", "docs/agents.md": "words", "a/": "" });
    symlinkSync("docs/agents.md", join(root, "AGENTS.md"));
    expect((await findInstructions(join(root, "a"))).files.map(({ text }) => text)).toEqual(["words"]);
  });
});
