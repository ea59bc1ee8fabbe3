// The memory store is trusted by every runtime test, so it is tested like any store.
import { describe, expect, it } from "vitest";
import { ThreadId } from "../../shared/protocol/ids";
import { MemoryRolloutStore } from "./memory-rollout-store";
import { describeRolloutStoreContract, recordsOf } from "./rollout-store-contract";

const clock = { nowMs: () => 0 };
const threadId = ThreadId.parse("thread");

describeRolloutStoreContract("MemoryRolloutStore", async () => {
  const store = new MemoryRolloutStore(clock);
  return {
    store,
    bytes: async (id) => store.bytes(id),
    writeFromOutside: async (id, bytes) => store.writeFromOutside(id, bytes),
    lockFromOutside: async (id) => {
      const release = store.lockFromOutside(id);
      return async () => release();
    },
    dispose: async () => {},
  };
});

describe("MemoryRolloutStore under test control", () => {
  it("fails the nth append before anything is stored", async () => {
    const store = new MemoryRolloutStore(clock);
    store.failAppend(2);
    const writer = store.create(threadId, 0);
    await writer.append(['{"a":1}'], { barrier: false });
    await expect(writer.append(['{"b":2}'], { barrier: false })).rejects.toMatchObject({ name: "StorageError", fault: "io" });
    expect(store.lines(threadId)).toEqual(['{"a":1}']);
    expect(store.appends.map(({ n, lines }) => ({ n, lines }))).toEqual([
      { n: 1, lines: ['{"a":1}'] },
      { n: 2, lines: ['{"b":2}'] },
    ]);
  });

  it("fails the nth append after some of its bytes", async () => {
    const store = new MemoryRolloutStore(clock);
    store.failAppend(1, 3);
    const writer = store.create(threadId, 0);
    await expect(writer.append(['{"a":1}'], { barrier: true })).rejects.toMatchObject({ fault: "io" });
    expect(store.bytes(threadId).toString()).toBe('{"a');
    expect(store.syncedBytes(threadId)).toBe(0);
  });

  it("crashes at a byte: a new store with the cut file and a free lock", async () => {
    const store = new MemoryRolloutStore(clock);
    const writer = store.create(threadId, 0);
    await writer.append(['{"a":1}', '{"b":2}'], { barrier: true });
    const next = store.crashedAt(threadId, 10);
    const found = await next.open(threadId);
    expect(recordsOf(found?.rollout.lines)).toEqual([{ line: 1, offset: 0, text: '{"a":1}' }]);
    expect((await found?.writer.append(['{"c":3}'], { barrier: false }))?.line).toBe(3);
    expect(next.bytes(threadId).toString()).toBe('{"a":1}\n{"\n{"c":3}\n');
    expect(store.bytes(threadId).toString()).toBe('{"a":1}\n{"b":2}\n');
  });

  it("holds an append at the gate", async () => {
    const store = new MemoryRolloutStore(clock);
    const seen: string[] = [];
    let open = (): void => {};
    store.gate = async ({ lines }) => {
      seen.push(...lines);
      await new Promise<void>((resolve) => (open = resolve));
    };
    const writer = store.create(threadId, 0);
    const append = writer.append(["{}"], { barrier: true });
    expect(seen).toEqual(["{}"]);
    expect(store.bytes(threadId).length).toBe(0);
    open();
    expect((await append).line).toBe(1);
    expect(store.syncedBytes(threadId)).toBe(3);
  });
});
