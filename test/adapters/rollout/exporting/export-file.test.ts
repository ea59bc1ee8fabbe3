import {
  chmodSync,
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { writeExport } from "../../../../electron/adapters/rollout/exporting/export-file";
import { CommandRefused, StorageError } from "../../../../electron/runtime/errors";

let folder: string;
let sessions: string;
let source: string;

beforeEach(() => {
  folder = mkdtempSync(path.join(realpathSync(tmpdir()), "cf-export-"));
  sessions = path.join(folder, "home/sessions");
  mkdirSync(sessions, { recursive: true });
  source = path.join(sessions, "rollout.jsonl");
  writeFileSync(source, "{}\n");
});
afterEach(() => rmSync(folder, { recursive: true }));

const at = (...names: string[]): string => path.join(folder, ...names);

async function* chunksOf(...chunks: (string | Uint8Array)[]): AsyncGenerator<string | Uint8Array> {
  yield* chunks;
}

function write(target: string, { canReplace = false, chunks = chunksOf("new") } = {}): ReturnType<typeof writeExport> {
  return writeExport({ target, canReplace, source, ownFolders: [sessions], chunks });
}

async function refusal(target: string, canReplace = false): Promise<string> {
  const error: unknown = await write(target, { canReplace }).catch((failure: unknown) => failure);
  expect(error).toBeInstanceOf(CommandRefused);
  return error instanceof CommandRefused ? `${error.kind}: ${error.message}` : "";
}

test("text and bytes are written in order, and the number of bytes is told", async () => {
  const chunks = chunksOf("é\n", new Uint8Array([1, 2]), "", "x".repeat(600_000), "end");
  expect(await write(at("a.md"), { chunks })).toEqual({ bytes: 600_008 });
  expect(readFileSync(at("a.md"))).toEqual(
    Buffer.concat([Buffer.from("é\n"), Buffer.from([1, 2]), Buffer.from(`${"x".repeat(600_000)}end`)]),
  );
  expect(readdirSync(folder)).toEqual(["a.md", "home"]);
});

test("bytes that are used again by their source are written as they were", async () => {
  const bytes = new Uint8Array(1);
  async function* reused(): AsyncGenerator<Uint8Array> {
    for (const value of [65, 66, 67]) {
      bytes[0] = value;
      yield bytes;
    }
  }
  await write(at("a"), { chunks: reused() });
  expect(readFileSync(at("a"), "utf8")).toBe("ABC");
});

test("an export is readable by the person alone", async () => {
  if (process.platform === "win32") return;
  await write(at("a.md"));
  expect(statSync(at("a.md")).mode & 0o777).toBe(0o600);
});

test("an existing file is replaced only when that was said", async () => {
  writeFileSync(at("a.md"), "old");
  expect(await write(at("a.md"))).toBe("exists");
  expect(readFileSync(at("a.md"), "utf8")).toBe("old");
  await write(at("a.md"), { canReplace: true });
  expect(readFileSync(at("a.md"), "utf8")).toBe("new");
});

test("a file that comes to be while the export is written is kept", async () => {
  async function* slow(): AsyncGenerator<string> {
    yield "new";
    writeFileSync(at("a.md"), "someone else's");
  }
  expect(await write(at("a.md"), { chunks: slow() })).toBe("exists");
  expect(readFileSync(at("a.md"), "utf8")).toBe("someone else's");
  expect(readdirSync(folder)).toEqual(["a.md", "home"]);
});

test("the session's own file is never the target, by whatever name", async () => {
  const words = "invalidParams: that is the session's own file; export it under another name";
  linkSync(source, at("hard.jsonl"));
  symlinkSync(source, at("soft.jsonl"));
  for (const target of [source, at("hard.jsonl"), at("soft.jsonl"), at("home/x/../sessions/rollout.jsonl")]) {
    expect(await refusal(target, true)).toBe(words);
  }
  expect(readFileSync(source, "utf8")).toBe("{}\n");
});

test("our own sessions' folder is never written to, by whatever name", async () => {
  mkdirSync(path.join(sessions, "2026"));
  symlinkSync(sessions, at("link"));
  for (const target of [path.join(sessions, "a.md"), path.join(sessions, "2026/a.md"), at("link/2026/a.md")]) {
    expect(await refusal(target)).toBe(`invalidParams: ${sessions} is Counterfoil's own folder; export to another folder`);
  }
  await write(at("a.md"));
  expect(existsSync(at("a.md"))).toBe(true);
});

test("a folder, a missing folder, no whole path, a link to nothing are refused in words", async () => {
  symlinkSync(at("nothing"), at("dangling.md"));
  expect(await refusal(at("home"), true)).toContain("is a folder");
  expect(await refusal(`${at("home")}/`, true)).toContain("is a folder");
  expect(await refusal(at("none/a.md"))).toBe(`invalidParams: there is no folder ${at("none")}`);
  expect(await refusal(path.join(source, "a.md"))).toBe(`invalidParams: there is no folder ${source}`);
  expect(await refusal("a.md")).toBe('invalidParams: an export needs the whole path of a file, not "a.md"');
  expect(await refusal(at("a\0.md"))).toContain("an export needs the whole path");
  expect(await refusal(at("dangling.md"), true)).toContain("is a link to nothing");
});

test("through a link to a file that may be replaced the file is written, and the link stays", async () => {
  writeFileSync(at("real.md"), "old");
  symlinkSync(at("real.md"), at("link.md"));
  await write(at("link.md"), { canReplace: true });
  expect(readFileSync(at("real.md"), "utf8")).toBe("new");
  expect(realpathSync(at("link.md"))).toBe(at("real.md"));
});

test("what goes wrong halfway leaves the old file and nothing else", async () => {
  writeFileSync(at("a.md"), "old");
  async function* broken(): AsyncGenerator<string> {
    yield "x".repeat(1_000_000);
    throw new CommandRefused("notARollout", "torn");
  }
  await expect(write(at("a.md"), { canReplace: true, chunks: broken() })).rejects.toThrow("torn");
  expect(readFileSync(at("a.md"), "utf8")).toBe("old");
  expect(readdirSync(folder)).toEqual(["a.md", "home"]);
});

test("a folder that cannot be written to is a storage error", async () => {
  if (process.platform === "win32" || process.getuid?.() === 0) return;
  mkdirSync(at("closed"));
  chmodSync(at("closed"), 0o500);
  await expect(write(at("closed/a.md"))).rejects.toThrow(StorageError);
});
