import { beforeEach, describe, expect, test } from "vitest";
import { ClientMessageId, InputId } from "../../../shared/protocol/ids";
import type { LineBody } from "../../../shared/protocol/rollout-line";
import { inputText } from "../../../shared/protocol/user-input";
import { CommandRefused } from "../../../electron/runtime/errors";
import { InputProjection } from "../../../electron/runtime/history/input-projection";
import { FollowUpQueue } from "../../../electron/runtime/input/follow-up-queue";
import { createCountingIds } from "../../support/ids";
import { stamped } from "../../support/lines";

let recorded: LineBody[];
let startedId: InputId | null;
/** What writing the next record waits for; a rejection is a disk that refuses. */
let disk: () => Promise<void>;
let queue: FollowUpQueue;

beforeEach(() => {
  recorded = [];
  startedId = null;
  disk = () => Promise.resolve();
  const inputs = new InputProjection();
  queue = new FollowUpQueue({
    recorded: () => inputs.queue,
    startedId: () => startedId,
    record: async (lines) => {
      await disk();
      recorded.push(...lines);
      for (const line of lines) inputs.apply(stamped(line));
    },
    ids: createCountingIds("q"),
  });
});

const words = (text: string) => [{ type: "text", text } as const];
const q1 = InputId.parse("q-1");
const q2 = InputId.parse("q-2");
const q3 = InputId.parse("q-3");

async function filled(...texts: string[]): Promise<void> {
  for (const text of texts) await queue.add({ input: words(text) });
  recorded = [];
}

/** The texts in order, `(paused)` behind them when it is. */
function texts(): string[] {
  return [...queue.state.data.map(({ input }) => inputText(input)), ...(queue.state.paused ? ["(paused)"] : [])];
}

describe("changes", () => {
  test("add: the input and its place in one record, and its id is the reply", async () => {
    const clientId = ClientMessageId.parse("c");
    expect(await queue.add({ input: words("a"), clientId })).toEqual({ inputId: q1 });
    expect(recorded).toEqual([
      { type: "cf_input", payload: { inputId: q1, via: "queue", input: words("a"), clientId } },
      { type: "cf_queue", payload: { op: "add", inputId: q1 } },
    ]);
    expect(queue.state).toEqual({ data: [{ id: q1, input: words("a"), clientUserMessageId: "c" }], paused: false });
  });

  test("update, delete, reorder: each is one record", async () => {
    await filled("a", "b", "c");
    await queue.update(q2, words("new"));
    await queue.reorder([q3, q2]);
    expect(texts()).toEqual(["c", "new", "a"]);
    await queue.delete(q3);
    expect(texts()).toEqual(["new", "a"]);
    expect(recorded).toEqual([
      { type: "cf_queue", payload: { op: "update", inputId: q2, input: words("new") } },
      { type: "cf_queue", payload: { op: "reorder", inputIds: [q3, q2] } },
      { type: "cf_input_end", payload: { inputId: q3, how: "deleted" } },
      { type: "cf_queue", payload: { op: "delete", inputId: q3 } },
    ]);
  });

  test("a change counts once it is on disk, and not before", async () => {
    await filled("a");
    let write = (): void => undefined;
    disk = () => new Promise((resolve) => (write = resolve));
    const updated = queue.update(q1, words("new"));
    await Promise.resolve();
    expect(texts()).toEqual(["a"]);
    write();
    await updated;
    expect(texts()).toEqual(["new"]);
  });

  test("a change that could not be written is no change, and the next one is made all the same", async () => {
    await filled("a");
    disk = () => {
      disk = () => Promise.resolve();
      return Promise.reject(new Error("disk"));
    };
    const [added, deleted] = await Promise.allSettled([queue.add({ input: words("b") }), queue.delete(q1)]);
    expect([added.status, deleted.status]).toEqual(["rejected", "fulfilled"]);
    expect(texts()).toEqual([]);
  });
});

describe("concurrent changes", () => {
  test("are made in the order they were asked for", async () => {
    await Promise.all(["a", "b", "c"].map((text) => queue.add({ input: words(text) })));
    expect(texts()).toEqual(["a", "b", "c"]);
    await Promise.all([queue.update(q1, words("one")), queue.update(q1, words("two")), queue.reorder([q2, q1])]);
    expect(texts()).toEqual(["b", "two", "c"]);
  });

  test("each is checked against the queue as it then is: of two who delete one is refused", async () => {
    await filled("a");
    const ends = await Promise.allSettled([queue.delete(q1), queue.delete(q1), queue.update(q1, words("late"))]);
    expect(ends.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "rejected"]);
    expect(recorded).toHaveLength(2);
  });

  test("what is decided about the queue sees all that was asked for before, and none of what comes after", async () => {
    await filled("a");
    const seen: string[][] = [];
    const first = queue.delete(q1);
    const decided = queue.decide(() => seen.push(texts()));
    const last = queue.add({ input: words("b") });
    await Promise.all([first, decided, last]);
    expect(seen).toEqual([[]]);
    expect(texts()).toEqual(["b"]);
  });
});

describe("refusals", () => {
  const ghost = InputId.parse("ghost");

  test.each<[string, () => Promise<void>]>([
    ["update", () => queue.update(ghost, words("x"))],
    ["delete", () => queue.delete(ghost)],
    ["reorder", () => queue.reorder([q1, ghost])],
  ])("%s of what is not there", async (_name, change) => {
    await filled("a");
    await expect(change()).rejects.toThrow(
      new CommandRefused("invalidParams", "ghost is not in the queue; it may have been sent meanwhile"),
    );
    expect([recorded, texts()]).toEqual([[], ["a"]]);
  });

  test("an order that names an entry twice", async () => {
    await filled("a", "b");
    await expect(queue.reorder([q1, q2, q1])).rejects.toThrow(CommandRefused);
    expect([recorded, texts()]).toEqual([[], ["a", "b"]]);
  });

  test("an entry that a turn has begun with is gone, for everybody, although its line is not written yet", async () => {
    await filled("a", "b");
    startedId = q1;
    expect(texts()).toEqual(["b"]);
    expect(queue.next).toEqual({ inputId: q2, via: "queue", input: words("b") });
    await expect(queue.update(q1, words("x"))).rejects.toThrow(CommandRefused);
    await expect(queue.delete(q1)).rejects.toThrow(CommandRefused);
    await expect(queue.reorder([q1])).rejects.toThrow(CommandRefused);
    expect(recorded).toEqual([]);
  });
});

describe("next, pause and resume", () => {
  test("the first one, and of an empty queue none", async () => {
    expect(queue.next).toBeNull();
    await filled("a", "b");
    expect(queue.next).toEqual({ inputId: q1, via: "queue", input: words("a") });
  });

  test("while it is paused none; then the first again", async () => {
    await filled("a");
    await queue.pause();
    expect([queue.next, texts()]).toEqual([null, ["a", "(paused)"]]);
    await queue.resume();
    expect(queue.next?.inputId).toBe(q1);
    expect(recorded).toEqual([
      { type: "cf_queue", payload: { op: "pause" } },
      { type: "cf_queue", payload: { op: "resume" } },
    ]);
  });

  test("a second pause, and a resume of what is not paused, write nothing", async () => {
    await filled("a");
    await queue.resume();
    expect(recorded).toEqual([]);
    await Promise.all([queue.pause(), queue.pause()]);
    expect(recorded).toEqual([{ type: "cf_queue", payload: { op: "pause" } }]);
  });

  test("an empty queue is never paused, also when its only entry was started or deleted", async () => {
    await queue.pause();
    expect([recorded, queue.state.paused]).toEqual([[], false]);
    await filled("a");
    startedId = q1;
    await queue.pause();
    expect([recorded, queue.state.paused]).toEqual([[], false]);
    startedId = null;
    await queue.pause();
    expect(queue.state.paused).toBe(true);
    startedId = q1;
    expect(queue.state).toEqual({ data: [], paused: false });
    startedId = null;
    await queue.delete(q1);
    expect(queue.state).toEqual({ data: [], paused: false });
    await queue.add({ input: words("b") });
    expect(texts()).toEqual(["b"]);
  });
});
