import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { createGrepTool } from "../../../electron/adapters/tools/grep";
import { findRipgrep } from "../../../electron/adapters/tools/rg-search";
import { createSystemClock } from "../../../electron/adapters/system";
import type { Tool } from "../../../electron/runtime/ports/tool";
import { builtProgram } from "../../support/built-program";
import { tempFolder } from "../../support/temp-folder";
import { runTool } from "../../support/tool-bench";

const ripgrep = findRipgrep(process.env);
let own: Tool;
let rg: Tool;

const worker = builtProgram("electron/adapters/tools/search-worker.ts");

beforeAll(async () => {
  const parts = { environment: process.env, workerFile: await worker.build() };
  own = createGrepTool({ ...parts, ripgrep: () => null });
  rg = createGrepTool({ ...parts, ripgrep: () => ripgrep });
});

type Files = Readonly<Record<string, string | Uint8Array>>;

function tree(files: Files): string {
  const root = tempFolder();
  for (const [name, content] of Object.entries(files)) {
    const path = join(root, name);
    mkdirSync(name.endsWith("/") ? path : join(path, ".."), { recursive: true });
    if (!name.endsWith("/")) writeFileSync(path, content);
  }
  return root;
}

async function outputOf(tool: Tool, args: object, cwd: string): Promise<string> {
  return runTool(tool, { args, cwd }).then(
    ({ output }) => output,
    (error: unknown) => `! ${error instanceof Error ? error.message : String(error)}`,
  );
}

/** What both ways answer; where ripgrep is not installed, our own. */
async function bothOf(args: object, cwd: string): Promise<string> {
  const answer = await outputOf(own, args, cwd);
  if (ripgrep !== null) expect(await outputOf(rg, args, cwd), "as ripgrep answers").toBe(answer);
  return answer;
}

describe("issue 5 part 6 patterns: the same lines by ripgrep and by our own search", () => {
  const text = [
    "const one = 1;",
    "function two() {",
    "  return one + 2; // two",
    "}",
    "",
    "Größe: 12 €, naïve",
    "tab\there a.b a-b a_b [x] (y) {z}",
    "AAA aaa Straße ΑΒΓ αβγ ٣",
    "x\u2028y",
  ].join("\n");

  test.each<[string, readonly number[]]>([
    ["one", [1, 3]],
    ["^function", [2]],
    ["^$", [5]],
    ["one.*2", [3]],
    ["\\{$", [2]],
    ["a.b", [7]],
    ["a\\.b", [7]],
    ["a[.-]b", [7]],
    ["[^ -~\\t]", [6, 8, 9]],
    ["\\bone\\b", [1, 3]],
    ["\\d+", [1, 3, 6, 8]],
    ["^\\s*return", [3]],
    ["\\w+ße", [6, 8]],
    ["\\bna.ve\\b", [6]],
    ["(?i)aaa", [8]],
    ["(?i)GRÖSSE|größe", [6]],
    ["(?i)αβγ", [8]],
    ["\\p{Greek}", [8]],
    ["\\pL+: ", [6]],
    ["[[:digit:]]+;", [1, 3]],
    ["[[:upper:]]{3}", [8]],
    ["(?P<name>two)\\(", [2]],
    ["one|two", [1, 2, 3]],
    ["\\x{20ac}", [6]],
    ["x.y", [9]],
    ["[]x]", [7, 9]],
    ["}", [4, 7]],
    ["\\[x\\] \\(y\\)", [7]],
    ["[^a]*;$", [1]],
    ["\\S\\s\\S", [1, 2, 3, 6, 7, 8, 9]],
    ["nothing at all", []],
    ["--", []],
    ["-e", []],
  ])("%s", async (pattern, lines) => {
    const answer = await bothOf({ pattern, path: "file.txt" }, tree({ "file.txt": text }));
    const found = answer.split("\n").flatMap((row) => /^file\.txt:(\d+):/.exec(row)?.[1] ?? []);
    expect(found.map(Number)).toEqual(lines);
    if (lines.length === 0) expect(answer).toBe("[no line matches]");
  });

  test.each([
    ["one\\s+function", "a pattern never goes over the end of a line"],
    ["[^x]two", "not even one that takes everything"],
  ])("%s: %s", async (pattern) => {
    expect(await bothOf({ pattern }, tree({ "a.txt": "one\nfunction\n\ntwo\n" }))).toBe("[no line matches]");
  });

  test.each<[string, RegExp]>([
    ["(", /the pattern is not understood/],
    ["[a", /a \[ that no \] closes/],
    ["a{", /a \{ that begins no count/],
    ["\\", /a \\ at the end/],
    ["\\y", /\\y is not known/],
    ["\\Aa", /\\A is not known; write \^/],
    ["a\\z", /\\z is not known; write \$/],
    ["(?x)a", /the flag x is not known/],
    ["a(?i)b", /flags can stand in front/],
    ["[[:nothing:]]", /is not known/],
    ["\\p{Klingon}", /\\p\{Klingon\} is not known/],
    ["a\\nb", /cannot hold a line break/],
    ["a\nb", /cannot hold a line break/],
    ["*a", /the pattern is not understood/],
    ["a{3,2}", /the pattern is not understood/],
  ])("%j is refused with words", async (pattern, words) => {
    expect(await bothOf({ pattern }, tree({ "a.txt": "x" }))).toMatch(words);
  });

  test("looking around and back is searched by our own, whoever is installed", async () => {
    const cwd = tree({ "a.txt": "foobar\nfoobaz\nabab\n" });
    expect(await bothOf({ pattern: "foo(?!bar)" }, cwd)).toBe("a.txt:2:foobaz");
    expect(await bothOf({ pattern: "(?<=foo)bar" }, cwd)).toBe("a.txt:1:foobar");
    expect(await bothOf({ pattern: "(ab)\\1" }, cwd)).toBe("a.txt:3:abab");
  });
});

describe("issue 5 part 6 files: the same by ripgrep and by our own search", () => {
  test("are in the order of their paths, folders among files", async () => {
    const cwd = tree({ "b.txt": "x", "a/z.txt": "x", "a.txt": "x", "a/b/c.txt": "x", "Z.txt": "x", "é.txt": "x" });
    expect(await bothOf({ pattern: "x" }, cwd)).toBe(
      ["Z.txt:1:x", "a/b/c.txt:1:x", "a/z.txt:1:x", "a.txt:1:x", "b.txt:1:x", "é.txt:1:x"].join("\n"),
    );
  });

  test.each<[string, Files, string]>([
    [
      "a .gitignore counts outside of repositories too",
      { ".gitignore": "*.log\nbuild/\n", "a.log": "x", "build/a.txt": "x", "a.txt": "x" },
      "a.txt",
    ],
    [
      "a deeper one decides",
      { ".gitignore": "*.log", "a/.gitignore": "!keep.log", "a/keep.log": "x", "keep.log": "x" },
      "a/keep.log",
    ],
    ["a leading slash is the file's own folder", { "a/.gitignore": "/x.txt", "a/x.txt": "x", "a/b/x.txt": "x" }, "a/b/x.txt"],
    [".ignore goes before .gitignore", { ".gitignore": "*.txt", ".ignore": "!a.txt", "a.txt": "x", "b.txt": "x" }, "a.txt"],
    [".rgignore goes before .ignore", { ".ignore": "*.txt", ".rgignore": "!a.txt", "a.txt": "x", "b.txt": "x" }, "a.txt"],
    ["a folder that .ignore brings back", { ".gitignore": "build/", ".ignore": "!build/", "build/a.txt": "x" }, "build/a.txt"],
    ["the exclude file of the repository", { ".git/info/exclude": "b.txt", "a.txt": "x", "b.txt": "x" }, "a.txt"],
    ["names differ by the case of letters", { ".gitignore": "README", readme: "x", README: "x" }, "readme"],
    ["hidden ones are left out", { ".hidden": "x", ".folder/a.txt": "x", "a.txt": "x" }, "a.txt"],
    ["binary ones are left out", { "a.bin": Uint8Array.of(0x78, 0, 0x78, 0x0a), "a.txt": "x" }, "a.txt"],
    ["empty ones hold no line", { "a.txt": "", "b.txt": "x" }, "b.txt"],
    ["a negation within an ignored folder does nothing", { ".gitignore": "a/\n!a/b.txt", "a/b.txt": "x", "c.txt": "x" }, "c.txt"],
    ["comments and blanks", { ".gitignore": "# a.txt\n\n  \n\\#b.txt\n", "a.txt": "x", "#b.txt": "x" }, "a.txt"],
    ["two stars", { ".gitignore": "**/gen/**", "a/gen/x.txt": "x", "gen/x.txt": "x", "b.txt": "x" }, "b.txt"],
  ])("%s", async (_name, files, found) => {
    expect(await bothOf({ pattern: "x" }, tree(files))).toBe(`${found}:1:x`);
  });

  test("rules above the searched folder hold, but not those above its repository", async () => {
    const root = tree({
      ".gitignore": "a.txt",
      "repo/.git/": "",
      "repo/.gitignore": "b.txt",
      "repo/sub/a.txt": "x",
      "repo/sub/b.txt": "x",
    });
    expect(await bothOf({ pattern: "x" }, join(root, "repo/sub"))).toBe("a.txt:1:x");
  });

  test("an ignored folder that is asked for is searched, by its own rules", async () => {
    const cwd = tree({
      ".gitignore": "node_modules\n*.log",
      "node_modules/p/a.txt": "x",
      "node_modules/p/b.txt": "x",
      "node_modules/p/.gitignore": "b.txt",
    });
    expect(await bothOf({ pattern: "x", path: "node_modules" }, cwd)).toBe("node_modules/p/a.txt:1:x");
    expect(await bothOf({ pattern: "x", path: "node_modules/p/b.txt" }, cwd)).toBe("node_modules/p/b.txt:1:x");
  });

  test.skipIf(process.platform === "win32")(
    "links are not followed, pipes not waited for; one that is asked for by name is",
    async () => {
      const outside = tree({ "secret.txt": "x" });
      const cwd = tree({ "a.txt": "x" });
      symlinkSync(outside, join(cwd, "folder"));
      symlinkSync(join(outside, "secret.txt"), join(cwd, "link.txt"));
      symlinkSync(".", join(cwd, "loop"));
      execFileSync("mkfifo", [join(cwd, "pipe")]);
      expect(await bothOf({ pattern: "x" }, cwd)).toBe("a.txt:1:x");
      expect(await bothOf({ pattern: "x", path: "link.txt" }, cwd)).toBe("link.txt:1:x");
      expect(await bothOf({ pattern: "x", path: "pipe" }, cwd)).toBe(`! ${cwd}/pipe is not a regular file or folder`);
    },
  );

  test.each<[string, string]>([
    ["*.ts", "a.ts b/c.ts b/d/e.ts"],
    ["*.{ts,tsx}", "a.ts b/c.ts b/c.tsx b/d/e.ts"],
    ["b/**", "b/c.ts b/c.tsx b/d/e.ts"],
    ["b/*.ts", "b/c.ts"],
    ["**/d/*.ts", "b/d/e.ts"],
    ["!*.ts", "b/c.tsx notes.md"],
    ["b", ""],
    ["c.ts", "b/c.ts"],
    ["?.ts", "a.ts b/c.ts b/d/e.ts"],
    ["[ab].ts", "a.ts"],
    ["*.log", ""],
    ["*.TS", ""],
  ])("the glob %s", async (glob, found) => {
    const cwd = tree({
      ".gitignore": "*.log",
      "a.ts": "x",
      "b/c.ts": "x",
      "b/c.tsx": "x",
      "b/d/e.ts": "x",
      "notes.md": "x",
      "a.log": "x",
    });
    const answer = await bothOf({ pattern: "x", glob }, cwd);
    expect(answer).toBe(
      found === ""
        ? "[no line matches]"
        : found
            .split(" ")
            .map((path) => `${path}:1:x`)
            .join("\n"),
    );
  });

  test("a glob whose braces do not close is refused", async () => {
    expect(await bothOf({ pattern: "x", glob: "*.{ts" }, tree({}))).toBe("! the braces of the glob do not close");
  });

  test.skipIf(process.platform === "win32" || process.getuid?.() === 0)("what cannot be read is counted", async () => {
    const cwd = tree({ "a.txt": "x", "b.txt": "x", "c/d.txt": "x" });
    chmodSync(join(cwd, "b.txt"), 0);
    chmodSync(join(cwd, "c"), 0);
    expect(await bothOf({ pattern: "x" }, cwd)).toBe("a.txt:1:x\n[2 files or folders could not be read]");
    chmodSync(join(cwd, "c"), 0o700);
  });
});

describe("issue 5 part 6 texts", () => {
  test.each<[string, string | Uint8Array, string]>([
    ["line ends of Windows", "one\r\nx\r\n", "a.txt:2:x"],
    ["no line end at the end", "one\nx", "a.txt:2:x"],
    ["a byte order mark", "\ufeffx", "a.txt:1:x"],
    ["UTF-16, little-endian", Buffer.from("\ufeffone\nx\n", "utf16le"), "a.txt:2:x"],
    ["UTF-16, big-endian", Buffer.from("\ufeffone\nx\n", "utf16le").swap16(), "a.txt:2:x"],
    ["bytes that are no UTF-8", Uint8Array.of(0xff, 0x0a, 0x78, 0xe9, 0x0a), "a.txt:2:x\ufffd"],
    ["a NUL byte behind 64 KiB and a find in front of it", `x\n${"o\n".repeat(40_000)}\0\nx\n`, "a.txt:1:x"],
  ])("%s", async (_name, content, found) => {
    expect(await bothOf({ pattern: "^x" }, tree({ "a.txt": content }))).toBe(found);
  });

  test("a line break in a file's name stays on one line", async () => {
    expect(await bothOf({ pattern: "x" }, tree({ "a\nb.txt": "x" }))).toBe("a\\x0ab.txt:1:x");
  });

  test("a long line is cut on a code point", async () => {
    const answer = await bothOf({ pattern: "😀" }, tree({ "a.txt": "😀".repeat(5000) }));
    expect(answer).toBe(`a.txt:1:${"😀".repeat(400)} [line cut]`);
  });

  test("numbers of lines hold far into a file of several stretches", async () => {
    const cwd = tree({ "a.txt": `${"some words on a line\n".repeat(200_000)}needle\n${"more\n".repeat(10)}needle` });
    expect(await bothOf({ pattern: "needle" }, cwd)).toBe("a.txt:200001:needle\na.txt:200012:needle");
  });

  test("a line of 8 MiB is searched and shown once", async () => {
    const cwd = tree({ "a.txt": `${"y".repeat(8 * 1024 * 1024)}\nx` });
    const answer = await bothOf({ pattern: "x|y" }, cwd);
    expect(answer.split("\n").map((row) => row.slice(0, 10))).toEqual(["a.txt:1:yy", "a.txt:2:x"]);
  });
});

describe("issue 5 part 6 limits", () => {
  test("so many lines as asked for, 100 if not; that there are more is said", async () => {
    const cwd = tree({ "a.txt": "x\n".repeat(101) });
    expect((await bothOf({ pattern: "x" }, cwd)).split("\n").length).toBe(101);
    expect(await bothOf({ pattern: "x", limit: 2 }, cwd)).toBe(
      "a.txt:1:x\na.txt:2:x\n[there are more: narrow the pattern, the path or the glob]",
    );
    expect((await bothOf({ pattern: "x", limit: 101 }, cwd)).includes("[there are more")).toBe(false);
  });

  test("at most 40 000 bytes", async () => {
    const answer = await bothOf({ pattern: "é", limit: 1000 }, tree({ "a.txt": `${"é".repeat(300)}\n`.repeat(1000) }));
    expect(Buffer.byteLength(answer)).toBeLessThan(40_100);
    expect(answer.endsWith("[there are more: narrow the pattern, the path or the glob]")).toBe(true);
  });

  test.each(["(a+)+$", "(a|a)*b", "(.*)*x$", "([a-z]+)*\\d"])(
    "a pattern that backtracks without end, %s, is ended",
    async (pattern) => {
      const cwd = tree({ "a.txt": "a.txt is fine 1ax\n", "b.txt": `${"a".repeat(60)}!\n` });
      const startedAtMs = Date.now();
      const answer = await outputOf(own, { pattern, path: "b.txt" }, cwd);
      expect(Date.now() - startedAtMs).toBeLessThan(10_000);
      expect(answer).toMatch(/^\[(stopped: the pattern gets nowhere in b\.txt; |no line matches)/);
    },
  );

  test("Stop ends both at once, even in a pattern that gets nowhere", async () => {
    const cwd = tree({ "b.txt": `${"a".repeat(60)}!\n` });
    for (const tool of ripgrep === null ? [own] : [own, rg]) {
      const stop = new AbortController();
      const run = runTool(tool, { args: { pattern: "(a+)+\\1$" }, cwd, signal: stop.signal });
      await createSystemClock().waitUntil(Date.now() + 300, new AbortController().signal);
      const stoppedAtMs = Date.now();
      stop.abort();
      expect(await run).toMatchObject({ status: "aborted" });
      expect(Date.now() - stoppedAtMs).toBeLessThan(1000);
    }
  });

  test.runIf(process.platform === "linux").each([".gitignore", "sub/.ignore", "sub/.rgignore", ".git/info/exclude"])(
    "a pipe in the place of %s holds nothing up, by either way of searching",
    async (name) => {
      const cwd = tree({ "a.txt": "x\n", "sub/b.txt": "x\n", ".git/info/": "" });
      execFileSync("mkfifo", [join(cwd, name)]);
      // Not the rows of a search that its limit has ended, and which would say so.
      expect(await bothOf({ pattern: "x" }, cwd)).toBe("a.txt:1:x\nsub/b.txt:1:x");
    },
  );

  // What else runs on the machine counts too: one of three tries has to hold the bar.
  test("the main thread is not held up", { retry: 2 }, async () => {
    const cwd = tree({ "a.txt": `${"some words on a line\n".repeat(400_000)}` });
    let longestMs = 0;
    let lastMs = performance.now();
    const timer = setInterval(() => {
      longestMs = Math.max(longestMs, performance.now() - lastMs);
      lastMs = performance.now();
    }, 1);
    await outputOf(own, { pattern: "(some|more) (words|things) in" }, cwd);
    clearInterval(timer);
    // The bar is 20 ms; other tests share the machine.
    expect(longestMs).toBeLessThan(150);
  });
});

describe("issue 5 part 6 words", () => {
  test("a missing path comes with the nearest name, a binary file is named", async () => {
    const cwd = tree({ "src/": "", "a.bin": Uint8Array.of(0, 1) });
    expect(await bothOf({ pattern: "x", path: "sr" }, cwd)).toBe(
      `! no such file or folder: ${cwd}/sr (did you mean ${cwd}/src?)`,
    );
    expect(await bothOf({ pattern: "x", path: "a.bin" }, cwd)).toBe(
      `! ${cwd}/a.bin holds binary data (a NUL byte), which is not searched`,
    );
  });

  test("outside of the session's folder paths are whole", async () => {
    const other = tree({ "a.txt": "x" });
    expect(await bothOf({ pattern: "x", path: other }, tree({}))).toBe(`${other}/a.txt:1:x`);
  });

  test("arguments are checked; unknown ones are noted", () => {
    expect(own.prepare({}, { cwd: "/" })).toMatchObject({ ok: false });
    expect(own.prepare({ pattern: "" }, { cwd: "/" })).toMatchObject({ ok: false });
    expect(own.prepare({ pattern: "x", limit: 0 }, { cwd: "/" })).toMatchObject({ ok: false });
    expect(own.prepare({ pattern: "x", limit: 1001 }, { cwd: "/" })).toMatchObject({ ok: false });
    expect(own.prepare({ pattern: "x", flags: "i" }, { cwd: "/" })).toMatchObject({
      ok: true,
      run: { notes: ["ignored unknown argument: flags"], subject: null },
    });
  });
});

describe.skipIf(process.platform === "win32")("issue 5 part 6 where ripgrep is", () => {
  test("where the system keeps its programs, whatever the PATH says", () => {
    const folder = tree({ "bin/rg": "" });
    chmodSync(join(folder, "bin/rg"), 0o755);
    expect(findRipgrep({ PATH: join(folder, "bin") })).toBe(ripgrep);
    expect(ripgrep ?? "/usr/bin/rg").toMatch(/^\/(usr|bin|run|opt)\//);
  });
});
