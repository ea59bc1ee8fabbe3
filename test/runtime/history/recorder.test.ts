import { describe, expect, test } from "vitest";
import type { ThreadEvent } from "../../../shared/protocol/event";
import { MAX_LINE_BYTES, type LineBody } from "../../../shared/protocol/rollout-line";
import { StorageError } from "../../../electron/runtime/errors";
import { ItemProjection } from "../../../electron/runtime/history/item-projection";
import { Recorder } from "../../../electron/runtime/history/recorder";
import { Transcript } from "../../../electron/runtime/history/transcript";
import type { RolloutWriter } from "../../../electron/runtime/ports/rollout-store";
import { FakeClock } from "../../support/fake-clock";
import { itemLine } from "../../support/lines";

function said(text: string): LineBody {
  return itemLine({ type: "message", role: "assistant", content: [{ type: "output_text", text }] });
}

/** A recorder over a writer whose appends end as the test says. */
function recorder(
  append: (lines: readonly string[], barrier: boolean) => Promise<void>,
  opening: readonly LineBody[] = [],
  onAsked: () => void = () => undefined,
) {
  const transcript = new Transcript();
  const events: ThreadEvent[] = [];
  const broken: StorageError[] = [];
  let next = { line: 1, offset: 0 };
  const writer: RolloutWriter = {
    path: "/r.jsonl",
    append: async (texts, { barrier }) => {
      await append(texts, barrier);
      const first = next;
      next = { line: first.line + texts.length, offset: first.offset + texts.join("\n").length + 1 };
      return first;
    },
    isCurrent: async () => {
      onAsked();
      return true;
    },
    close: () => Promise.resolve(),
  };
  const parts = {
    writer,
    clock: new FakeClock(),
    transcript,
    projection: new ItemProjection(),
    emit: (event: ThreadEvent) => events.push(event),
    onBroken: (error: StorageError) => broken.push(error),
    onOpened: () => undefined,
  };
  return { transcript, events, broken, recorder: new Recorder(parts, opening) };
}

describe("Recorder (runtime.md §2)", () => {
  test("stamps each line with the time of its writing, and numbers the events by physical line", async () => {
    const written: string[] = [];
    const { recorder: record, events } = recorder(async (lines) => void written.push(...lines));
    await record.record([said("one"), said("two")]);
    expect(written.map((text) => (JSON.parse(text) as { timestamp: string }).timestamp)).toEqual(
      Array(2).fill("2026-01-02T03:04:05.000Z"),
    );
    expect(events.map(({ params }) => "item" in params && params.item.line)).toEqual([1, 1, 2, 2]);
  });

  test("the opening lines go out in front of the first record, in the same write, and not again", async () => {
    const writes: number[] = [];
    const { recorder: record, transcript } = recorder(async (lines) => void writes.push(lines.length), [said("opening")]);
    await record.record([said("one")]);
    await record.record([said("two")]);
    expect(writes).toEqual([2, 1]);
    expect(transcript.items).toHaveLength(3);
  });

  test("passes the barrier on", async () => {
    const barriers: boolean[] = [];
    const { recorder: record } = recorder(async (_lines, barrier) => void barriers.push(barrier));
    await record.record([said("one")]);
    await record.record([said("two")], { barrier: true });
    expect(barriers).toEqual([false, true]);
  });

  test("whether the file is current is asked between appends only: what is being written is no change by somebody else", async () => {
    const order: string[] = [];
    const { recorder: record } = recorder(
      async (lines) => {
        order.push("begins");
        await Promise.resolve();
        order.push(`ends ${lines.length}`);
      },
      [],
      () => order.push("asked"),
    );
    await Promise.all([record.record([said("one")]), record.isCurrent(), record.record([said("two")])]);
    expect(order).toEqual(["begins", "ends 1", "asked", "begins", "ends 1"]);
  });

  test("after a failed append nothing is recorded any more, and everybody gets the same error", async () => {
    let writes = 0;
    const fault = new StorageError("io", "full");
    const {
      recorder: record,
      transcript,
      events,
      broken,
    } = recorder(() => {
      writes += 1;
      return writes === 1 ? Promise.reject(fault) : Promise.resolve();
    });
    const records = [record.record([said("one")]), record.record([said("two")])];
    expect(await Promise.allSettled(records)).toEqual(Array(2).fill({ status: "rejected", reason: fault }));
    await expect(record.record([said("three")])).rejects.toBe(fault);
    expect({ writes, items: transcript.items.length, events: events.length, broken, isBroken: record.isBroken }).toEqual({
      writes: 1,
      items: 0,
      events: 0,
      broken: [fault],
      isBroken: true,
    });
  });

  test("the opening lines of a failed first append are not taken for written", async () => {
    const { recorder: record, transcript } = recorder(() => Promise.reject(new StorageError("io", "full")), [said("opening")]);
    await expect(record.record([said("one")])).rejects.toThrow("full");
    expect(transcript.items).toEqual([]);
  });

  test("an error that is not the disk's is told in words, with its cause", async () => {
    const cause = new Error("a bug");
    const { recorder: record } = recorder(() => Promise.reject(cause));
    await expect(record.record([said("one")])).rejects.toMatchObject({
      name: "StorageError",
      fault: "io",
      message: "the session could not be saved",
      cause,
    });
  });

  test("memory holds what the file holds: an unpaired surrogate is replaced in both", async () => {
    const written: string[] = [];
    const { recorder: record, transcript } = recorder(async (lines) => void written.push(...lines));
    await record.record([said("a\ud800b")]);
    expect(written[0]).toContain("a\\ufffdb");
    expect(transcript.items).toMatchObject([{ content: [{ text: "a\ufffdb" }] }]);
  });

  test("a line too long to be read again is refused, and what is shorter is recorded all the same", async () => {
    const writes: number[] = [];
    const { recorder: record, broken, transcript } = recorder(async (lines) => void writes.push(lines.length), [said("opening")]);
    // Six bytes each on disk.
    const tooLong = said("\u00e9".repeat(MAX_LINE_BYTES / 6));
    await expect(record.record([tooLong])).rejects.toThrow(
      "This is too long to be kept in a session: 65 MiB on disk, of at most 64.",
    );
    await record.record([said("one")]);
    expect({ writes, broken, isBroken: record.isBroken, items: transcript.items.length }).toEqual({
      writes: [2],
      broken: [],
      isBroken: false,
      items: 2,
    });
  });
});
