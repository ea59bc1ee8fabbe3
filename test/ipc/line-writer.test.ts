import { Writable } from "node:stream";
import { describe, expect, test } from "vitest";
import { LineWriter, joinDeltas } from "../../electron/ipc/line-writer";

/** A reader that takes a chunk only when the test lets it. */
class SlowReader extends Writable {
  readonly chunks: string[] = [];
  #take: (() => void)[] = [];

  constructor() {
    super({ highWaterMark: 1, decodeStrings: false });
  }

  override _write(chunk: string, _encoding: string, done: (error?: Error) => void): void {
    this.chunks.push(chunk);
    this.#take.push(done);
  }

  /** Lets the reader take what it has been given. */
  async take(): Promise<void> {
    this.#take.shift()?.();
    await tick();
  }

  /** Lets the reader take everything, part by part. */
  async takeAll(): Promise<void> {
    while (this.#take.length > 0) await this.take();
  }

  get messages(): { method?: string; params?: { delta?: string; seq?: number; itemId?: string } }[] {
    return this.chunks
      .join("")
      .split("\n")
      .slice(0, -1)
      .map((line) => JSON.parse(line) as { method: string });
  }
}

/** Enough for a write that is scheduled, and what follows from it. */
async function tick(): Promise<void> {
  await new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
}

function delta(text: string, seq: number, itemId = "a") {
  return { method: "item/agentMessage/delta", params: { turnId: "t", itemId, delta: text, seq } };
}

describe("LineWriter", () => {
  test("what is written in one go is one write, a line each, in order", async () => {
    const reader = new SlowReader();
    const writer = new LineWriter(reader);
    writer.write({ n: 1 });
    writer.write({ n: 2, text: "line\nbreak" });
    await tick();
    expect(reader.chunks).toEqual(['{"n":1}\n{"n":2,"text":"line\\nbreak"}\n']);
  });

  test("while the reader is slow nothing more is handed to it, and nothing is lost", async () => {
    const reader = new SlowReader();
    const writer = new LineWriter(reader);
    writer.write({ n: 1 });
    await tick();
    for (let n = 2; n <= 5; n += 1) {
      writer.write({ n });
      await tick();
    }
    expect(reader.chunks).toHaveLength(1);
    await reader.take();
    expect(reader.messages).toEqual([1, 2, 3, 4, 5].map((n) => ({ n })));
    expect(reader.chunks).toHaveLength(2);
  });

  test("what has piled up goes out in parts, in order: its text is never in memory as a whole", async () => {
    const reader = new SlowReader();
    const writer = new LineWriter(reader);
    writer.write({ n: 0 });
    await tick();
    const messages = Array.from({ length: 100 }, (_, at) => ({ n: at + 1, text: "x".repeat(10_000) }));
    for (const message of messages) writer.write(message);
    await reader.takeAll();
    expect(reader.messages).toEqual([{ n: 0 }, ...messages]);
    expect(Math.max(...reader.chunks.map(({ length }) => length))).toBeLessThan(80_000);
  });

  test("what pours in within one tick goes out while it does, as long as the reader keeps up", () => {
    const chunks: string[] = [];
    const quick = new Writable({
      decodeStrings: false,
      write: (chunk: string, _encoding, done) => {
        chunks.push(chunk);
        done();
      },
    });
    const writer = new LineWriter(quick);
    for (let seq = 1; seq <= 1000; seq += 1) writer.write(delta("x".repeat(100), seq));
    expect(chunks.join("").split("\n")).toHaveLength(1001);
  });

  test("a page goes out item by item, in writes of moderate length, and is one line", async () => {
    const reader = new SlowReader();
    const writer = new LineWriter(reader);
    const items = Array.from({ length: 200 }, (_, at) => ({ id: `item-${at}`, text: "naïve\n".repeat(1000), gone: undefined }));
    const page = { id: 7, result: { items, turns: [{ id: "t" }], nextCursor: null } };
    writer.write(page);
    writer.write({ id: 8, result: { items: [], turns: [], nextCursor: "@5" } });
    await tick();
    await reader.takeAll();
    expect(reader.messages).toEqual([
      JSON.parse(JSON.stringify(page)),
      { id: 8, result: { items: [], turns: [], nextCursor: "@5" } },
    ]);
    expect(Math.max(...reader.chunks.map(({ length }) => length))).toBeLessThan(80_000);
  });

  test("a long answer goes out over many ticks, as long as the reader keeps up: other work comes in between, other lines do not", async () => {
    const chunks: string[] = [];
    const quick = new Writable({
      decodeStrings: false,
      write: (chunk: string, _encoding, done) => {
        chunks.push(chunk);
        done();
      },
    });
    const writer = new LineWriter(quick);
    const whole = { id: 1, result: { items: Array.from({ length: 50 }, () => ({ text: "x".repeat(100_000) })) } };
    writer.write(whole);
    writer.write({ n: 2 });
    const sizes: number[] = [];
    for (let ticks = 0; ticks < 100; ticks += 1) {
      await new Promise((resolve) => setImmediate(resolve));
      sizes.push(chunks.join("").length);
    }
    const steps = sizes.map((size, at) => size - (sizes[at - 1] ?? 0));
    expect(Math.max(...steps)).toBeLessThan(300_000);
    expect(chunks.join("")).toBe(`${JSON.stringify(whole)}\n{"n":2}\n`);
  });

  test("a page with an item that is too long for a string is cut, and an error answers on a line of its own", async () => {
    const reader = new SlowReader();
    const writer = new LineWriter(reader);
    const tooLong = {
      toJSON: () => {
        throw new RangeError("Invalid string length");
      },
    };
    writer.write({ id: 1, result: { items: [{ id: "a" }, tooLong], turns: [], nextCursor: null } });
    writer.write({ id: 2, result: {} });
    await tick();
    const [cut, error, next, end] = reader.chunks.join("").split("\n");
    expect(cut).toBe('{"id":1,"result":{"items":[{"id":"a"}');
    expect(JSON.parse(error ?? "")).toMatchObject({ id: 1, error: { data: { kind: "overloaded" } } });
    expect([next, end]).toEqual(['{"id":2,"result":{}}', ""]);
  });

  test("an answer that is too long for a string is answered by an error, and the next ones come", async () => {
    const reader = new SlowReader();
    const writer = new LineWriter(reader);
    const tooLong = {
      toJSON: () => {
        throw new RangeError("Invalid string length");
      },
    };
    writer.write({ id: 1, result: tooLong });
    writer.write({ id: 2, result: {} });
    await tick();
    expect(reader.messages).toEqual([
      {
        id: 1,
        error: {
          code: -32000,
          message: "the answer is too long for one line; ask for it in pages",
          data: { kind: "overloaded" },
        },
      },
      { id: 2, result: {} },
    ]);
  });

  test("a reader that merely takes its time gets every delta by itself", async () => {
    const reader = new SlowReader();
    const writer = new LineWriter(reader);
    writer.write({ n: 1 });
    await tick();
    for (let seq = 1; seq <= 1000; seq += 1) writer.write(delta("x", seq));
    await reader.takeAll();
    expect(reader.messages).toHaveLength(1001);
  });

  test("once very many wait, deltas of an item are joined under the later number; items never are, and no text is lost", async () => {
    const reader = new SlowReader();
    const writer = new LineWriter(reader);
    writer.write({ n: 0 });
    await tick();
    for (let seq = 1; seq <= 50_000; seq += 1) writer.write({ method: "warning", params: { seq } });
    for (let seq = 50_001; seq <= 50_004; seq += 1) writer.write(delta("x", seq));
    writer.write({ method: "item/completed", params: { seq: 50_005 } });
    writer.write(delta("y", 50_006));
    writer.write(delta("z", 50_007, "b"));
    await reader.takeAll();
    const last = reader.messages.slice(50_001);
    expect(last).toEqual([
      delta("xxxx", 50_004),
      { method: "item/completed", params: { seq: 50_005 } },
      delta("y", 50_006),
      delta("z", 50_007, "b"),
    ]);
    expect(reader.messages).toHaveLength(50_005);
  });

  test("flushed waits until the reader has taken everything", async () => {
    const reader = new SlowReader();
    const writer = new LineWriter(reader);
    writer.write({ n: 1 });
    let isFlushed = false;
    const flushed = writer.flushed().then(() => (isFlushed = true));
    await tick();
    expect(isFlushed).toBe(false);
    writer.write({ n: 2 });
    await reader.take();
    expect(isFlushed).toBe(false);
    await reader.take();
    await flushed;
    expect(reader.messages).toEqual([{ n: 1 }, { n: 2 }]);
  });

  test("flushed with nothing to write resolves at once", async () => {
    await new LineWriter(new SlowReader()).flushed();
  });

  test.each(["closed", "broken"] as const)(
    "a reader that is gone (%s) ends every wait, and writing on is harmless",
    async (how) => {
      const reader = new SlowReader();
      const writer = new LineWriter(reader);
      writer.write({ n: 1 });
      await tick();
      writer.write({ n: 2 });
      const flushed = writer.flushed();
      reader.destroy(how === "broken" ? new Error("EPIPE") : undefined);
      await flushed;
      writer.write({ n: 3 });
      await writer.flushed();
      await tick();
      expect(reader.messages).toEqual([{ n: 1 }]);
    },
  );
});

describe("joinDeltas", () => {
  const summary = (summaryIndex: number) => ({
    method: "item/reasoning/summaryTextDelta",
    params: { itemId: "a", delta: "x", seq: 1, summaryIndex },
  });

  test.each([
    ["of two items", delta("x", 1), delta("y", 2, "b")],
    ["of two kinds", delta("x", 1), { ...delta("y", 2), method: "item/commandExecution/outputDelta" }],
    ["of two summary parts", summary(0), summary(1)],
    ["an item and a delta", { method: "item/completed", params: {} }, delta("y", 2)],
    ["a delta and a reply", delta("x", 1), { id: 1, result: {} }],
    ["nothing and a delta", undefined, delta("y", 2)],
  ])("does not join %s", (_what, one, other) => {
    expect(joinDeltas(one, other)).toBeNull();
  });

  test("joins neighbours of one item", () => {
    expect(joinDeltas(summary(1), summary(1))).toEqual({ ...summary(1), params: { ...summary(1).params, delta: "xx" } });
  });
});
