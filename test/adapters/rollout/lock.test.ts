// The writer lock with real processes: one owner, free at once after kill -9, never taken from a living one (protocol.md §5).
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline/promises";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { acquireLock, lockedByOtherPid } from "../../../electron/adapters/rollout/lock";
import { isRunning, processWithPid } from "../../../electron/adapters/rollout/process-identity";
import { type Child, buildChildProgram, startChild } from "./child-process";

let base: string;
let program: string;
beforeAll(async () => {
  base = await mkdtemp(join(tmpdir(), "lock-"));
  program = await buildChildProgram(join(base, "program"));
});
afterAll(() => rm(base, { recursive: true }));

describe("the writer lock", () => {
  let folder: string;
  let path: string;
  const children: Child[] = [];
  beforeEach(async () => {
    folder = await mkdtemp(join(base, "locks-"));
    path = join(folder, "thread");
  });
  afterEach(async () => {
    for (const child of children.splice(0)) await child.kill();
  });

  const start = async (): Promise<Child> => {
    const child = startChild(program, "hold", path);
    children.push(child);
    expect(await child.next()).toBe("ready");
    return child;
  };
  const startHolder = async (): Promise<Child> => {
    const child = await start();
    child.tell();
    expect(await child.next()).toBe("held");
    return child;
  };
  const leaveStale = async (record: object): Promise<void> => writeFile(path, JSON.stringify(record));

  it("names its owner while it is held and leaves nothing when it is given back", async () => {
    const lock = await acquireLock(path, 7);
    expect(JSON.parse(await readFile(path, "utf8"))).toMatchObject({ pid: process.pid, createdAtMs: 7 });
    expect(await readdir(folder)).toEqual(["thread"]);
    expect(await lockedByOtherPid(path)).toBeNull();
    await lock.release();
    await lock.release();
    expect(await readdir(folder)).toEqual([]);
  });

  it("refuses while a living process holds it, naming the pid, and is free when that process gives it back", async () => {
    const child = await startHolder();
    expect(await lockedByOtherPid(path)).toBe(child.pid);
    await expect(acquireLock(path, 0)).rejects.toMatchObject({
      name: "StorageError",
      fault: "locked",
      message: expect.stringContaining(`pid ${child.pid}`) as string,
    });
    await child.finish();
    await (await acquireLock(path, 0)).release();
  });

  it("is free at once after kill -9 of its owner", async () => {
    const child = await startHolder();
    await child.kill();
    expect(await readdir(folder)).toEqual(["thread"]);
    expect(await lockedByOtherPid(path)).toBeNull();
    const lock = await acquireLock(path, 0);
    expect(JSON.parse(await readFile(path, "utf8"))).toMatchObject({ pid: process.pid });
    await lock.release();
    expect(await readdir(folder)).toEqual([]);
  });

  it.each(["free", "stale"])("of 8 racers for a %s lock exactly one wins", async (state) => {
    if (state === "stale") await (await startHolder()).kill();
    const racers = await Promise.all(Array.from({ length: 8 }, start));
    for (const racer of racers) racer.tell();
    const answers = await Promise.all(racers.map((racer) => racer.next()));
    const winners = racers.filter((_racer, index) => answers[index] === "held");
    expect(winners.map(({ pid }) => pid)).toEqual([await lockedByOtherPid(path)]);
    expect(answers.filter((answer) => answer?.startsWith("refused Another process"))).toHaveLength(7);
    await winners[0]?.finish();
    expect(await readdir(folder)).toEqual([]);
  });

  it("is free when its owner's pid belongs to another process by now", async ({ skip }) => {
    const child = await start();
    const identity = await processWithPid(child.pid);
    skip(typeof identity?.startedAt !== "string", "this system does not tell when a process started");
    await leaveStale({ pid: child.pid, startedAt: "1", createdAtMs: 0, token: "old" });
    expect(await lockedByOtherPid(path)).toBeNull();
    await (await acquireLock(path, 0)).release();
    await leaveStale({ pid: child.pid, startedAt: identity?.startedAt, createdAtMs: 0, token: "old" });
    expect(await lockedByOtherPid(path)).toBe(child.pid);
  });

  it("is free when an earlier process with our own pid left it", async () => {
    await leaveStale({
      pid: process.pid,
      startedAt: (await processWithPid(process.pid))?.startedAt ?? null,
      createdAtMs: 0,
      token: "old",
    });
    await (await acquireLock(path, 0)).release();
  });

  it.each(["", "{", "null", '{"pid":0,"startedAt":null,"createdAtMs":0,"token":"x"}'])(
    "is free when the file holds %j, which is no lock",
    async (text) => {
      await writeFile(path, text);
      expect(await lockedByOtherPid(path)).toBeNull();
      await (await acquireLock(path, 0)).release();
      expect(await readdir(folder)).toEqual([]);
    },
  );

  it("survives a process that died while it took over a stale lock", async () => {
    const left = JSON.stringify({ pid: 0x7ffffff0, startedAt: "1", createdAtMs: 0, token: "old" });
    await writeFile(path, left);
    await writeFile(`${path}.takeover`, left);
    const lock = await acquireLock(path, 0);
    expect(await readdir(folder)).toEqual(["thread"]);
    await lock.release();
  });

  it("held twice by this process is an error of the program", async () => {
    const lock = await acquireLock(path, 0);
    const twice = acquireLock(path, 0);
    await expect(twice).rejects.toThrow("already has a writer in this process");
    await expect(twice).rejects.not.toMatchObject({ name: "StorageError" });
    await lock.release();
  });

  it("says what to do when its folder cannot be made", async () => {
    await writeFile(path, "");
    await expect(acquireLock(join(path, "inner"), 0)).rejects.toMatchObject({
      fault: "io",
      message: expect.stringContaining("Move it away") as string,
    });
  });

  it("a process is running until it is dead", async () => {
    const child = await start();
    const identity = await processWithPid(child.pid);
    if (identity === null) throw new Error("the child runs");
    expect(await isRunning(identity)).toBe(true);
    await child.kill();
    expect(await isRunning(identity)).toBe(false);
  });

  it("a dead process that its parent has not collected is not running", async ({ skip }) => {
    skip(process.platform !== "linux", "only Linux tells the state of a process in a file");
    // The inner cat ends with descriptor 3; the outer one has replaced the shell by the time it answers, and never collects it.
    const parent = spawn("sh", ["-c", "cat <&3 >/dev/null & echo $!; exec cat"], { stdio: ["pipe", "pipe", "ignore", "pipe"] });
    if (parent.stdin === null || parent.stdout === null) throw new Error("the pipes were asked for");
    const exited = once(parent, "exit");
    const lines = createInterface({ input: parent.stdout })[Symbol.asyncIterator]();
    try {
      const pid = Number((await lines.next()).value);
      parent.stdin.write("replaced\n");
      expect((await lines.next()).value).toBe("replaced");
      expect(await processWithPid(pid)).toMatchObject({ pid });
      parent.stdio[3]?.destroy();
      while ((await processWithPid(pid)) !== null);
      expect(process.kill(pid, 0)).toBe(true);
    } finally {
      parent.stdin.end();
      await exited;
    }
  });
});
