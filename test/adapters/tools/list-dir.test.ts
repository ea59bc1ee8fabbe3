import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { createListDirTool } from "../../../electron/adapters/tools/list-dir";
import { tempFolder } from "../../support/temp-folder";
import { runTool } from "../../support/tool-bench";

const tool = createListDirTool();

async function list(cwd: string, depth?: number): Promise<string> {
  return (await runTool(tool, { args: { path: ".", ...(depth === undefined ? {} : { depth }) }, cwd })).output;
}

function fill(folder: string, paths: readonly string[]): void {
  for (const path of paths) {
    if (path.endsWith("/")) mkdirSync(join(folder, path), { recursive: true });
    else writeFileSync(join(folder, path), "");
  }
}

describe("entries", () => {
  test("come sorted, folders first, hidden ones and links included", async () => {
    const cwd = tempFolder();
    fill(cwd, ["src/", ".config/", "b.txt", "a.txt", ".env"]);
    symlinkSync("src", join(cwd, "link"));
    symlinkSync("/nowhere", join(cwd, "broken"));
    expect(await list(cwd)).toBe([".config/", "src/", ".env", "a.txt", "b.txt", "broken -> /nowhere", "link -> src"].join("\n"));
  });

  test("are shown as deep as asked; node_modules, .git and links are not opened", async () => {
    const cwd = tempFolder();
    fill(cwd, ["a/b/c/", "a/b/c/deep", "a/x", "node_modules/pkg/", ".git/objects/", "z"]);
    symlinkSync("a", join(cwd, "link"));
    expect(await list(cwd, 3)).toBe([".git/", "a/", "  b/", "    c/", "  x", "node_modules/", "link -> a", "z"].join("\n"));
    expect(await list(cwd, 4)).toContain("      deep");
  });

  test("that are over 500 are left out and counted, the deepest first", async () => {
    const cwd = tempFolder();
    fill(cwd, ["first/", "last/", ...Array.from({ length: 600 }, (_, index) => `first/${String(index).padStart(3, "0")}`)]);
    const lines = (await list(cwd, 2)).split("\n");
    expect(lines.length).toBe(501);
    expect(lines.slice(-3)).toEqual(["  497", "last/", "[102 entries left out]"]);
  });

  test("with a line break in the name stay one line", async () => {
    const cwd = tempFolder();
    fill(cwd, ["a\nb"]);
    expect(await list(cwd)).toBe("a\\x0ab");
  });

  test("of an empty folder: there are none", async () => {
    expect(await list(tempFolder())).toBe("[the folder is empty]");
  });

  test.skipIf(process.getuid?.() === 0)("of a folder that may not be read are missing, and it says why", async () => {
    const cwd = tempFolder();
    fill(cwd, ["open/", "open/file", "shut/"]);
    chmodSync(join(cwd, "shut"), 0);
    expect(await list(cwd, 2)).toBe("open/\n  file\nshut/ [permission denied]");
  });
});

describe("refusals in words", () => {
  test("a missing folder, a file", async () => {
    const cwd = tempFolder();
    fill(cwd, ["source/", "file"]);
    const run = (path: string) => runTool(tool, { args: { path }, cwd });
    await expect(run("sources")).rejects.toThrow(`no such file or folder: ${cwd}/sources (did you mean ${cwd}/source?)`);
    await expect(run("file")).rejects.toThrow(`not a folder: ${cwd}/file; read_file shows a file`);
  });

  test("wrong arguments", () => {
    for (const args of [{}, { path: "" }, { path: ".", depth: 0 }, { path: ".", depth: 6 }]) {
      expect(tool.prepare(args, { cwd: "/" })).toMatchObject({ ok: false });
    }
  });
});

test("an aborted listing says so", async () => {
  const result = await runTool(tool, { args: { path: "." }, cwd: tempFolder(), signal: AbortSignal.abort() });
  expect(result).toEqual({ status: "aborted", output: "aborted by user after 0.0s" });
});

test("prepare: needs no approval and notes unknown fields", () => {
  expect(tool.prepare({ path: ".", all: true }, { cwd: "/" })).toMatchObject({
    ok: true,
    run: { subject: null, notes: ["ignored unknown argument: all"] },
  });
  expect(tool).toMatchObject({ gate: "parallel", changesWorld: false, graceMs: 100, spec: { name: "list_dir" } });
});

describe("issue 5 part 6 ignore files", () => {
  function repository(): string {
    const cwd = tempFolder();
    for (const folder of ["build", "src/gen", ".git"]) mkdirSync(join(cwd, folder), { recursive: true });
    const files = {
      ".gitignore": "build/\n*.log\n",
      "src/.gitignore": "/gen\n",
      "a.log": "",
      "build/a.js": "",
      "src/b.ts": "",
      "src/gen/c.ts": "",
    };
    for (const [name, content] of Object.entries(files)) writeFileSync(join(cwd, name), content);
    return cwd;
  }

  test("what they leave out is counted, and how to see it is said", async () => {
    const { output } = await runTool(tool, { args: { path: ".", depth: 3 }, cwd: repository() });
    expect(output).toBe(
      [
        ".git/",
        "src/",
        "  .gitignore",
        "  b.ts",
        ".gitignore",
        "[3 entries ignored by ignore files; ignored: true shows them]",
      ].join("\n"),
    );
  });

  test("ignored: true shows it", async () => {
    const { output } = await runTool(tool, { args: { path: ".", ignored: true }, cwd: repository() });
    expect(output).toBe([".git/", "build/", "src/", ".gitignore", "a.log"].join("\n"));
  });

  test("a folder that is ignored itself is listed when it is asked for", async () => {
    const { output } = await runTool(tool, { args: { path: "build" }, cwd: repository() });
    expect(output).toBe("a.js");
  });

  test("one entry is one; a folder of ignored entries alone is not empty", async () => {
    const cwd = tempFolder();
    mkdirSync(join(cwd, "a"));
    writeFileSync(join(cwd, ".gitignore"), "x.txt");
    writeFileSync(join(cwd, "a", "x.txt"), "");
    const { output } = await runTool(tool, { args: { path: "a" }, cwd });
    expect(output).toBe("[1 entry ignored by ignore files; ignored: true shows them]");
  });

  test.skipIf(process.platform === "win32")("a pipe or a folder in the place of an ignore file is not waited for", async () => {
    const cwd = tempFolder();
    execFileSync("mkfifo", [join(cwd, ".gitignore")]);
    mkdirSync(join(cwd, ".ignore"));
    const { output } = await runTool(tool, { args: { path: "." }, cwd });
    expect(output).toBe(".ignore/\n.gitignore");
  });
});
