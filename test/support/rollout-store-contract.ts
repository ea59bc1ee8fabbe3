// The contract of RolloutStore (ports/rollout-store.ts) as tests; the JSONL store and the memory store both pass it.
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { StorageError } from "../../electron/runtime/errors";
import type { RolloutStore, StoredLine } from "../../electron/runtime/ports/rollout-store";
import { ThreadId } from "../../shared/protocol/ids";

export interface StoreUnderTest {
  readonly store: RolloutStore;
  /** The file's bytes; empty when there is none. */
  bytes(threadId: ThreadId): Promise<Buffer>;
  /** Replaces the file or makes it, as another program would. */
  writeFromOutside(threadId: ThreadId, bytes: Uint8Array): Promise<void>;
  /** Another process takes the writer lock; the answer gives it back. */
  lockFromOutside(threadId: ThreadId): Promise<() => Promise<void>>;
  /** Frees what the test took. */
  dispose(): Promise<void>;
}

const one = ThreadId.parse("01990000-0000-7000-8000-000000000001");
const two = ThreadId.parse("01990000-0000-7000-8000-000000000002");
const createdAtMs = Date.UTC(2026, 9, 5, 12, 0, 0);
const at = "2026-10-05T12:00:00.000Z";
const meta = JSON.stringify({
  timestamp: at,
  type: "session_meta",
  payload: { id: one, timestamp: at, cwd: "/", originator: "t", cli_version: "1", source: "cli" },
});
const input = JSON.stringify({
  timestamp: at,
  type: "cf_input",
  payload: { inputId: "i", via: "start", input: [{ type: "text", text: "hello" }], turnId: "t" },
});
const later = JSON.stringify({ timestamp: at, type: "cf_notice", payload: { level: "info", code: "x", text: "later" } });

export function describeRolloutStoreContract(name: string, make: () => Promise<StoreUnderTest>): void {
  describe(`${name} keeps the contract of RolloutStore`, () => {
    let subject: StoreUnderTest;
    beforeEach(async () => {
      subject = await make();
    });
    afterEach(() => subject.dispose());

    const opened = async (threadId: ThreadId) => {
      const result = await subject.store.open(threadId);
      if (result === null) throw new Error("expected a rollout");
      return result;
    };
    const texts = async (threadId: ThreadId) => recordsOf((await opened(threadId)).rollout.lines);
    const faultOf = async (task: Promise<unknown>) => {
      const error: unknown = await task.then(
        () => null,
        (reason: unknown) => reason,
      );
      return error instanceof StorageError ? error.fault : error;
    };

    it("nothing is there before the first append", async () => {
      const writer = subject.store.create(one, createdAtMs);
      expect(await subject.store.open(one)).toBeNull();
      await writer.close();
      expect(await subject.store.open(one)).toBeNull();
    });

    it("append resolves with the place of its first line", async () => {
      const writer = subject.store.create(one, createdAtMs);
      expect(await writer.append([meta, input], { barrier: true })).toEqual({ line: 1, offset: 0 });
      expect(await writer.append([later], { barrier: false })).toEqual({ line: 3, offset: meta.length + input.length + 2 });
      await writer.close();
      expect((await subject.bytes(one)).toString()).toBe(`${meta}\n${input}\n${later}\n`);
    });

    it("open gives the numbered lines and where they lie, and changes nothing", async () => {
      const writer = subject.store.create(one, createdAtMs);
      await writer.append([meta, input], { barrier: true });
      await writer.close();
      const before = await subject.bytes(one);
      const { rollout, writer: next } = await opened(one);
      expect(rollout).toEqual({
        path: writer.path,
        lines: [
          { line: 1, offset: 0, text: meta },
          { line: 2, offset: meta.length + 1, text: input },
        ],
        slices: expect.any(Function) as () => AsyncIterable<never>,
        leftOut: null,
        repairs: [],
        isArchived: false,
        updatedAtMs: expect.any(Number) as number,
        lockedByOther: false,
      });
      await next.close();
      expect(await subject.bytes(one)).toEqual(before);
    });

    it("open finds no thread that is not there", async () => {
      expect(await subject.store.open(two)).toBeNull();
    });

    it("the writer of open goes on after the last line", async () => {
      await subject.writeFromOutside(one, Buffer.from(`${meta}\n${input}\n`));
      const { writer } = await opened(one);
      expect((await writer.append([later], { barrier: true })).line).toBe(3);
      await writer.close();
      expect((await subject.bytes(one)).toString()).toBe(`${meta}\n${input}\n${later}\n`);
    });

    it("a torn last line is closed by a newline and reported, never deleted", async () => {
      const torn = `${meta}\n${input.slice(0, 20)}`;
      await subject.writeFromOutside(one, Buffer.from(torn));
      const { rollout, writer } = await opened(one);
      expect(recordsOf(rollout.lines)).toEqual([{ line: 1, offset: 0, text: meta }]);
      expect(rollout.repairs).toEqual(["line 2, the last one, is cut off after 20 bytes and was left out"]);
      const offset = torn.length + 1;
      expect(await writer.append([later], { barrier: true })).toEqual({ line: 3, offset });
      await writer.close();
      expect((await subject.bytes(one)).toString()).toBe(`${torn}\n${later}\n`);
      expect(await texts(one)).toEqual([
        { line: 1, offset: 0, text: meta },
        { line: 3, offset, text: later },
      ]);
    });

    it("a last line that lacks only its newline is a line", async () => {
      await subject.writeFromOutside(one, Buffer.from(`${meta}\n${input}`));
      const { rollout, writer } = await opened(one);
      expect(rollout.lines.map(({ line }) => line)).toEqual([1, 2]);
      expect(rollout.repairs).toEqual([]);
      expect((await writer.append([later], { barrier: true })).line).toBe(3);
      await writer.close();
      expect((await subject.bytes(one)).toString()).toBe(`${meta}\n${input}\n${later}\n`);
    });

    it("cut at any byte it opens, and continuing only appends", async () => {
      const whole = Buffer.from(`${meta}\n${input}\n`);
      for (let cut = 0; cut <= whole.length; cut += 1) {
        const old = whole.subarray(0, cut);
        await subject.writeFromOutside(one, old);
        const { writer } = await opened(one);
        const place = await writer.append([later], { barrier: false });
        await writer.close();
        const now = await subject.bytes(one);
        expect(now.subarray(0, cut)).toEqual(old);
        const { rollout } = await opened(one);
        expect(rollout.lines.at(-1)).toEqual({ ...place, text: later });
        expect(recordsOf(rollout.lines.slice(0, -1)).every(({ text }) => text === meta || text === input)).toBe(true);
      }
    });

    it("a writer refuses when the file is not what was read", async () => {
      await subject.writeFromOutside(one, Buffer.from(`${meta}\n`));
      const { writer } = await opened(one);
      await subject.writeFromOutside(one, Buffer.from(`${meta}\n${input}\n`));
      expect(await faultOf(writer.append([later], { barrier: false }))).toBe("changed");
      await writer.close();
      expect((await subject.bytes(one)).toString()).toBe(`${meta}\n${input}\n`);
    });

    it("a writer refuses when the file grows behind its back between two appends", async () => {
      const writer = subject.store.create(one, createdAtMs);
      await writer.append([meta], { barrier: false });
      await subject.writeFromOutside(one, Buffer.from(`${meta}\n${input}\n`));
      expect(await faultOf(writer.append([later], { barrier: false }))).toBe("changed");
      await writer.close();
      expect((await subject.bytes(one)).toString()).toBe(`${meta}\n${input}\n`);
    });

    it("a writer refuses while another process holds the lock, and open says so", async () => {
      await subject.writeFromOutside(one, Buffer.from(`${meta}\n`));
      const release = await subject.lockFromOutside(one);
      const { rollout, writer } = await opened(one);
      expect(rollout.lockedByOther).toBe(true);
      expect(await faultOf(writer.append([later], { barrier: false }))).toBe("locked");
      await writer.close();
      await release();
      expect((await subject.bytes(one)).toString()).toBe(`${meta}\n`);
      const free = await opened(one);
      expect(free.rollout.lockedByOther).toBe(false);
      expect((await free.writer.append([later], { barrier: false })).line).toBe(2);
      await free.writer.close();
    });

    it("a writer is current until another program has written the file, or has taken the lock or given it back", async () => {
      const writer = subject.store.create(one, createdAtMs);
      expect(await writer.isCurrent()).toBe(true);
      await writer.append([meta], { barrier: false });
      expect(await writer.isCurrent()).toBe(true);
      await writer.close();
      const { writer: free } = await opened(one);
      expect(await free.isCurrent()).toBe(true);
      const release = await subject.lockFromOutside(one);
      expect(await free.isCurrent()).toBe(false);
      const { writer: refused } = await opened(one);
      expect(await refused.isCurrent()).toBe(true);
      await release();
      expect([await free.isCurrent(), await refused.isCurrent()]).toEqual([true, false]);
      await subject.writeFromOutside(one, Buffer.from(`${meta}\n${input}\n`));
      expect(await free.isCurrent()).toBe(false);
      const { writer: holder } = await opened(one);
      await holder.append([later], { barrier: false });
      await subject.writeFromOutside(one, Buffer.from(`${meta}\n`));
      expect(await holder.isCurrent()).toBe(false);
      await holder.close();
    });

    it("two writers of one thread in this process are an error of the program", async () => {
      const first = subject.store.create(one, createdAtMs);
      await first.append([meta], { barrier: false });
      const { writer: second } = await opened(one);
      await expect(second.append([later], { barrier: false })).rejects.toThrow("already has a writer in this process");
      await second.close();
      expect((await first.append([later], { barrier: false })).line).toBe(2);
      await first.close();
    });

    it("close gives the lock back, any number of times, and ends the writer", async () => {
      const first = subject.store.create(one, createdAtMs);
      await first.append([meta], { barrier: false });
      await first.close();
      await first.close();
      await expect(first.append([later], { barrier: false })).rejects.toThrow("the writer is closed");
      const { writer: second } = await opened(one);
      expect((await second.append([later], { barrier: false })).line).toBe(2);
      await second.close();
    });

    it("a writer that has failed is only good for close", async () => {
      await subject.writeFromOutside(one, Buffer.from(`${meta}\n`));
      const { writer } = await opened(one);
      await subject.writeFromOutside(one, Buffer.from(`${meta}\n${meta}\n`));
      expect(await faultOf(writer.append([later], { barrier: false }))).toBe("changed");
      await expect(writer.append([later], { barrier: false })).rejects.toThrow("the writer is failed");
      await writer.close();
    });

    it("a line with a newline in it is an error of the program", async () => {
      const writer = subject.store.create(one, createdAtMs);
      await expect(writer.append(["{}\n{}"], { barrier: false })).rejects.toThrow("without a newline");
      await expect(writer.append([], { barrier: false })).rejects.toThrow("one or more lines");
      await writer.close();
      expect(await subject.store.open(one)).toBeNull();
    });

    it("an append before the last one has settled is an error of the program", async () => {
      const writer = subject.store.create(one, createdAtMs);
      const first = writer.append([meta], { barrier: true });
      await expect(writer.append([later], { barrier: false })).rejects.toThrow("the writer is appending");
      expect((await first).line).toBe(1);
      await writer.close();
      expect((await subject.bytes(one)).toString()).toBe(`${meta}\n`);
    });

    it("close waits for the append that is under way", async () => {
      const writer = subject.store.create(one, createdAtMs);
      const append = writer.append([meta], { barrier: true });
      await writer.close();
      expect((await subject.bytes(one)).toString()).toBe(`${meta}\n`);
      expect((await append).line).toBe(1);
    });
  });
}

/** Without the notices that stand in the place of damaged lines. */
export function recordsOf(lines: readonly StoredLine[] | undefined): StoredLine[] {
  return (lines ?? []).filter(({ key }) => key === undefined);
}
