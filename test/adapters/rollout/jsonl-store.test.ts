// The store on real files, real processes and a really full disk (runtime.md §2, §12; protocol.md §5).
import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readFile, readdir, rename, rm, stat, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createContinuationReader } from "../../../electron/adapters/rollout/continuing/read-continuation";
import { createJsonlStore } from "../../../electron/adapters/rollout/jsonl-store";
import { appendBytes } from "../../../electron/adapters/rollout/rollout-file";
import { ThreadId } from "../../../shared/protocol/ids";
import { describeRolloutStoreContract, recordsOf } from "../../support/rollout-store-contract";
import { buildChildProgram, startChild } from "./child-process";

const threadId = ThreadId.parse("01990000-0000-7000-8000-00000000000a");
const name = `rollout-2026-10-05T23-50-00-${threadId}.jsonl`;
// 23:50 in the machine's zone, the UTC day before.
const clock = {
  nowMs: () => 1,
  describe: () => ({ utc: "2026-10-04 15:50:00", local: "2026-10-05 23:50:00", zone: "Asia/Taipei" }),
};

const storeOf = (home: string) => createJsonlStore({ home, clock, continuation: createContinuationReader() });

let base: string;
let program: string;
beforeAll(async () => {
  base = await mkdtemp(join(tmpdir(), "store-"));
  program = await buildChildProgram(join(base, "program"));
});
afterAll(() => rm(base, { recursive: true }));

async function pathOf(home: string, id: ThreadId): Promise<string | null> {
  const entries = await readdir(home, { recursive: true });
  const found = entries.find((entry) => entry.endsWith(`${id}.jsonl`));
  return found === undefined ? null : join(home, found);
}

describeRolloutStoreContract("the JSONL store", async () => {
  const home = await mkdtemp(join(base, "home-"));
  return {
    store: storeOf(home),
    bytes: async (id) => {
      const path = await pathOf(home, id);
      return path === null ? Buffer.alloc(0) : readFile(path);
    },
    writeFromOutside: async (id, bytes) => {
      const path = (await pathOf(home, id)) ?? join(home, `sessions/rollout-${id}.jsonl`);
      await mkdir(dirname(path), { recursive: true });
      await writeFile(path, bytes);
    },
    lockFromOutside: async (id) => {
      const child = startChild(program, "hold", join(home, "locks", id));
      await child.next();
      child.tell();
      expect(await child.next()).toBe("held");
      return () => child.finish();
    },
    dispose: () => rm(home, { recursive: true }),
  };
});

describe("the JSONL store on disk", () => {
  let home: string;
  beforeEach(async () => {
    home = await mkdtemp(join(base, "home-"));
  });

  const made = async (lines: readonly string[]) => {
    const store = storeOf(home);
    const writer = store.create(threadId, 0);
    await writer.append(lines, { barrier: true });
    return { store, writer };
  };

  it("the file lies under its local date with its local time and its thread's id", async () => {
    const { writer } = await made(["{}"]);
    expect(writer.path).toBe(join(home, "sessions/2026/10/05", name));
    expect(await readFile(writer.path, "utf8")).toBe("{}\n");
    await writer.close();
  });

  it("file, folders and lock are for their owner only", async ({ skip }) => {
    skip(process.platform === "win32", "Windows has no such modes");
    const { writer } = await made(["{}"]);
    const mode = async (path: string) => ((await stat(path)).mode & 0o777).toString(8);
    expect(await mode(writer.path)).toBe("600");
    for (const folder of ["sessions", "sessions/2026", "sessions/2026/10", "sessions/2026/10/05", "locks"])
      expect(await mode(join(home, folder))).toBe("700");
    expect(await mode(join(home, "locks", threadId))).toBe("600");
    await writer.close();
    expect(await readdir(join(home, "locks"))).toEqual([]);
  });

  it("an id that is no UUID never becomes part of a path", () => {
    const store = storeOf(home);
    expect(() => store.create(ThreadId.parse(`../../${threadId}`), 0)).toThrow("not an id for a new thread");
    expect(() => store.create(ThreadId.parse("thread"), 0)).toThrow("not an id for a new thread");
  });

  it("a thread is found by the id at the end of its file's name, wherever it lies under sessions, also after it has moved", async () => {
    const { store, writer } = await made(["{}"]);
    await writer.close();
    expect((await store.open(threadId))?.rollout.path).toBe(writer.path);
    const moved = join(home, "sessions", "kept", `a name of my own ${threadId.toUpperCase()}.jsonl`);
    await mkdir(dirname(moved));
    await rename(writer.path, moved);
    const found = await store.open(threadId);
    expect(found?.rollout.path).toBe(moved);
    expect(await found?.writer.append(["{}"], { barrier: true })).toMatchObject({ line: 2 });
    await found?.writer.close();
    await rm(moved);
    expect(await store.open(threadId)).toBeNull();
  });

  it("lines go out in one write, and the rest of a short write follows", async () => {
    const writes: string[] = [];
    const sink = (limit: number) => ({
      write: async (bytes: Uint8Array, offset: number, length: number) => {
        const taken = Buffer.from(bytes.subarray(offset, offset + Math.min(length, limit)));
        writes.push(taken.toString());
        return { bytesWritten: taken.length };
      },
    });
    await appendBytes(sink(Infinity), Buffer.from("one\ntwo\n"));
    expect(writes.splice(0)).toEqual(["one\ntwo\n"]);
    await appendBytes(sink(5), Buffer.from("one\ntwo\n"));
    expect(writes).toEqual(["one\nt", "wo\n"]);
    await expect(appendBytes(sink(0), Buffer.from("x"))).rejects.toMatchObject({ fault: "io" });
  });

  it("refuses a file of the same length that was written again", async () => {
    const { store, writer } = await made(['{"a":1}']);
    await writer.close();
    const found = await store.open(threadId);
    await writeFile(writer.path, '{"a":2}\n');
    await utimes(writer.path, 5, 5);
    await expect(found?.writer.append(["{}"], { barrier: false })).rejects.toMatchObject({ fault: "changed" });
    await found?.writer.close();
    expect(await readFile(writer.path, "utf8")).toBe('{"a":2}\n');
  });

  it("refuses a file that another one has replaced", async () => {
    const { store, writer } = await made(['{"a":1}']);
    await writer.close();
    const found = await store.open(threadId);
    const { atime, mtime } = await stat(writer.path);
    await writeFile(`${writer.path}.new`, '{"a":1}\n');
    await utimes(`${writer.path}.new`, atime, mtime);
    await rename(`${writer.path}.new`, writer.path);
    await expect(found?.writer.append(["{}"], { barrier: false })).rejects.toMatchObject({ fault: "changed" });
    await found?.writer.close();
  });

  it("never writes into a file that was deleted meanwhile, and never makes it anew", async () => {
    const { store, writer } = await made(["{}"]);
    await rm(writer.path);
    await expect(writer.append(["{}"], { barrier: false })).rejects.toMatchObject({ fault: "changed" });
    await writer.close();
    await writeFile(writer.path, "{}\n");
    const found = await store.open(threadId);
    await rm(writer.path);
    await expect(found?.writer.append(["{}"], { barrier: false })).rejects.toMatchObject({ fault: "changed" });
    await found?.writer.close();
    expect(await pathOf(home, threadId)).toBeNull();
  });

  it("a new thread never writes into a file that is there already", async () => {
    const { store, writer } = await made(["{}"]);
    await writer.close();
    const second = store.create(threadId, 0);
    await expect(second.append(["{}"], { barrier: false })).rejects.toMatchObject({ fault: "changed" });
    await second.close();
    expect(await readFile(writer.path, "utf8")).toBe("{}\n");
  });

  it("says what is in the way when the folder cannot be made", async () => {
    await writeFile(join(home, "sessions"), "");
    const writer = storeOf(home).create(threadId, 0);
    const failed = writer.append(["{}"], { barrier: false });
    await expect(failed).rejects.toMatchObject({
      name: "StorageError",
      fault: "io",
      message: expect.stringContaining(writer.path) as string,
    });
    await expect(failed).rejects.toThrow("is not a folder");
    await writer.close();
    expect(await readdir(join(home, "locks"))).toEqual([]);
  });

  it("says that permission is missing", async ({ skip }) => {
    skip(process.getuid?.() === 0 || process.platform === "win32", "permissions do not bind root");
    await mkdir(join(home, "sessions"), { mode: 0o500 });
    const writer = storeOf(home).create(threadId, 0);
    await expect(writer.append(["{}"], { barrier: false })).rejects.toMatchObject({
      fault: "io",
      message: expect.stringContaining("No permission") as string,
    });
    await writer.close();
  });

  it("a folder with the name of a rollout is no rollout", async () => {
    await mkdir(join(home, "sessions", name), { recursive: true });
    const store = storeOf(home);
    expect(await store.open(threadId)).toBeNull();
  });

  describe("on a small disk of its own", () => {
    const run = promisify(execFile);
    let disk: string | null = null;
    beforeAll(async () => {
      const folder = await mkdtemp(join(base, "disk-"));
      disk = await run("mount", ["-t", "tmpfs", "-o", "size=64k", "tmpfs", folder]).then(
        () => folder,
        () => null,
      );
    });
    afterAll(async () => {
      if (disk !== null) await run("umount", [disk]);
    });
    afterEach(async () => {
      if (disk === null) return;
      await run("mount", ["-o", "remount,rw", disk]);
      for (const entry of await readdir(disk)) await rm(join(disk, entry), { recursive: true });
      await run("mount", ["-o", "remount,size=64k", disk]);
    });

    it("an append that fails midway says so, and what it left is closed and reported by the next start", async ({ skip }) => {
      if (disk === null) return skip("mounting a small disk takes root on Linux");
      const store = storeOf(disk);
      const writer = store.create(threadId, 0);
      await writer.append(['{"a":1}'], { barrier: true });
      const failed = writer.append([JSON.stringify({ big: "x".repeat(200_000) })], { barrier: true });
      await expect(failed).rejects.toMatchObject({ name: "StorageError", fault: "io" });
      await expect(failed).rejects.toThrow(`The disk is full: ${writer.path} could not be written. Free some space`);
      await expect(writer.append(["{}"], { barrier: false })).rejects.toThrow("the writer is failed");
      await writer.close();

      const torn = await readFile(writer.path);
      expect(torn.length).toBeGreaterThan(8);
      await run("mount", ["-o", "remount,size=1m", disk]);
      const found = await store.open(threadId);
      expect(recordsOf(found?.rollout.lines)).toEqual([{ line: 1, offset: 0, text: '{"a":1}' }]);
      expect(found?.rollout.repairs).toEqual([
        `line 2, the last one, is cut off after ${torn.length - 8} bytes and was left out`,
      ]);
      expect(await found?.writer.append(['{"b":2}'], { barrier: true })).toMatchObject({ line: 3 });
      await found?.writer.close();
      expect(await readFile(writer.path)).toEqual(Buffer.concat([torn, Buffer.from('\n{"b":2}\n')]));
    });

    it("a disk that is read-only is said", async ({ skip }) => {
      if (disk === null) return skip("mounting a small disk takes root on Linux");
      const store = storeOf(disk);
      const writer = store.create(threadId, 0);
      await writer.append(["{}"], { barrier: true });
      await writer.close();
      await run("mount", ["-o", "remount,ro", disk]);
      const found = await store.open(threadId);
      expect(found?.rollout.lines).toEqual([{ line: 1, offset: 0, text: "{}" }]);
      const failed = found?.writer.append(["{}"], { barrier: true });
      await expect(failed).rejects.toMatchObject({ name: "StorageError", fault: "io" });
      await expect(failed).rejects.toThrow("lies on a read-only disk");
      await found?.writer.close();
    });
  });

  it("kill -9 of the writer loses nothing that was acknowledged, and the next start goes on at once", async () => {
    const child = startChild(program, "write", home, threadId);
    let acknowledged = 0;
    while (acknowledged < 25) acknowledged = Number(await child.next());
    await child.kill();
    for (let line = await child.next(); line !== null; line = await child.next()) acknowledged = Number(line);

    const path = await pathOf(home, threadId);
    if (path === null) throw new Error("the child made a file");
    const before = await readFile(path);
    const found = await storeOf(home).open(threadId);
    const numbers = found?.rollout.lines.map(({ text }) => (JSON.parse(text) as { n: number }).n) ?? [];
    expect(found?.rollout.lockedByOther).toBe(false);
    expect(numbers.length).toBeGreaterThanOrEqual(acknowledged);
    expect(numbers).toEqual(numbers.map((_n, index) => index + 1));
    await found?.writer.append(['{"n":0}'], { barrier: true });
    await found?.writer.close();
    expect((await readFile(path)).subarray(0, before.length)).toEqual(before);
  });

  it("opening reads what is there while another process goes on writing", async () => {
    const child = startChild(program, "write", home, threadId);
    await child.next();
    const found = await storeOf(home).open(threadId);
    expect(found?.rollout.lockedByOther).toBe(true);
    expect(found?.rollout.lines.length).toBeGreaterThan(0);
    await expect(found?.writer.append(["{}"], { barrier: false })).rejects.toMatchObject({
      fault: "locked",
      message: expect.stringContaining(`pid ${child.pid}`) as string,
    });
    await found?.writer.close();
    await child.kill();
  });

  it("a thousand appends stay whole lines with their numbers", async () => {
    const { writer, store } = await made(['{"n":1}']);
    for (let n = 2; n <= 1000; n += 1) expect(await writer.append([`{"n":${n}}`], { barrier: false })).toMatchObject({ line: n });
    await writer.close();
    const found = await store.open(threadId);
    expect(found?.rollout.lines.map(({ line, text }) => ({ line, text }))).toEqual(
      Array.from({ length: 1000 }, (_n, index) => ({ line: index + 1, text: `{"n":${index + 1}}` })),
    );
  });
});
