import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { ThreadEvent } from "../../../shared/protocol/event";
import { InputId, ItemId, TurnId } from "../../../shared/protocol/ids";
import type { TurnItem } from "../../../shared/protocol/turn-item";
import { emptyThreadView, prependPage, reduceThread, type ThreadView } from "../../../shared/view/thread-view";

const turnId = TurnId.parse("turn");

function said(id: string, line?: number, text = id): TurnItem {
  return { id: ItemId.parse(id), turnId, type: "agentMessage", text, phase: null, ...(line === undefined ? {} : { line }) };
}

function completed(item: TurnItem): ThreadEvent {
  return { method: "item/completed", params: { turnId, item } };
}

function started(item: TurnItem): ThreadEvent {
  return { method: "item/started", params: { turnId, item } };
}

function view(...events: ThreadEvent[]): ThreadView {
  return reduceThread(emptyThreadView(), events);
}

function ids({ items }: ThreadView): string[] {
  return items.map(({ id }) => id);
}

const command: TurnItem = {
  id: ItemId.parse("c"),
  turnId,
  line: 5,
  type: "commandExecution",
  status: "inProgress",
  recordedAtMs: 1,
  command: "ls",
  cwd: "/",
};

describe("items stand in file order", () => {
  test("what streams stands last, in the order it began, and moves to its line when it is recorded", () => {
    const streaming = [started(said("a")), started(said("b")), started({ ...command, line: 3 })];
    expect(ids(view(...streaming))).toEqual(["c", "a", "b"]);
    expect(ids(view(...streaming, completed(said("b", 4))))).toEqual(["c", "b", "a"]);
    expect(ids(view(...streaming, completed(said("b", 2))))).toEqual(["b", "c", "a"]);
  });

  test("an item of an earlier line is put where it belongs", () => {
    expect(ids(view(completed(said("x", 7)), completed(said("y", 9)), completed(said("z", 8))))).toEqual(["x", "z", "y"]);
    expect(ids(view(completed(said("x", 7)), completed(said("w", 1))))).toEqual(["w", "x"]);
  });

  test("items of a page whose lines are not counted yet stand in the order they were read, each once", () => {
    const page = [started(said("a")), completed(said("a", undefined, "whole")), started(said("b")), completed(said("b"))];
    expect(view(...page).items).toEqual([said("a", undefined, "whole"), said("b")]);
  });

  test("what is recorded now stands behind items of older turns whose lines are not counted, and before what streams", () => {
    const older = { ...said("older"), turnId: TurnId.parse("older") };
    const live = [started(said("streaming")), completed(said("recorded", 9))];
    expect(ids(view(completed(older), ...live))).toEqual(["older", "recorded", "streaming"]);
  });

  test("an item that is told again takes the place it has", () => {
    const events = [completed(said("a", 1)), completed(said("b", 2)), completed(said("a", 1, "changed"))];
    expect(view(...events).items).toEqual([said("a", 1, "changed"), said("b", 2)]);
  });

  test("property: whatever order they are told in, items with lines stand in the order of their lines, each once", () => {
    const order = fc.shuffledSubarray(Array.from({ length: 12 }, (_, index) => index + 1));
    fc.assert(
      fc.property(order, fc.array(fc.nat(11)), (lines, again) => {
        const events = [...lines, ...again.flatMap((index) => lines.slice(index, index + 1))].map((line) =>
          completed(said(`i${line}`, line)),
        );
        expect(view(...events).items.map(({ line }) => line)).toEqual(lines.toSorted((a, b) => a - b));
      }),
    );
  });
});

test("cost does not grow with the past: what is new is not looked for among what is old", () => {
  let looks = 0;
  const observed = <Entry extends { id: string }>(entry: Entry): Entry =>
    Object.defineProperty({ ...entry }, "id", { enumerable: true, get: () => ((looks += 1), entry.id) });
  const lines = Array.from({ length: 100 }, (_, index) => index + 1);
  const past: ThreadView = {
    ...emptyThreadView(),
    items: lines.map((line) => observed(said(`i${line}`, line))),
    turns: lines.map((line) => observed({ id: TurnId.parse(`t${line}`), status: "completed", startedAtMs: 0, line })),
  };
  const next = reduceThread(past, [
    { method: "turn/started", params: { turn: { id: turnId, status: "inProgress", startedAtMs: 0, line: 101 } } },
    completed(said("recorded", 102)),
    started(said("streaming")),
    completed(said("streaming", 103)),
  ]);
  expect([next.items.length, next.turns.length]).toEqual([102, 101]);
  expect(looks).toBeLessThan(10);
});

describe("deltas", () => {
  test("text grows", () => {
    const delta = (text: string): ThreadEvent => ({
      method: "item/agentMessage/delta",
      params: { turnId, itemId: ItemId.parse("a"), delta: text },
    });
    expect(view(started(said("a", undefined, "")), delta("Hel"), delta("lo")).items).toEqual([said("a", undefined, "Hello")]);
  });

  test("summary parts grow each by itself; a part that was skipped is empty", () => {
    const item: TurnItem = { id: ItemId.parse("r"), turnId, type: "reasoning", summary: [], content: [] };
    const delta = (summaryIndex: number, text: string): ThreadEvent => ({
      method: "item/reasoning/summaryTextDelta",
      params: { turnId, itemId: item.id, summaryIndex, delta: text },
    });
    expect(view(started(item), delta(0, "One"), delta(2, "Thr"), delta(2, "ee")).items).toEqual([
      { ...item, summary: ["One", "", "Three"] },
    ]);
  });

  test("command output grows to 1 MiB and no further", () => {
    const delta = (text: string): ThreadEvent => ({
      method: "item/commandExecution/outputDelta",
      params: { turnId, itemId: command.id, delta: text },
    });
    expect(view(started(command), delta("a\n"), delta("b\n")).items).toEqual([{ ...command, aggregatedOutput: "a\nb\n" }]);
    // What says that it stops here comes last, and is shown.
    const long = "x".repeat(1024 * 1024);
    const note = "\n[live output stops here]\n";
    expect(view(started(command), delta(long), delta(note), delta("y"), delta("z")).items).toEqual([
      { ...command, aggregatedOutput: long + note },
    ]);
  });

  test.each<ThreadEvent>([
    { method: "item/agentMessage/delta", params: { turnId, itemId: ItemId.parse("ghost"), delta: "x" } },
    { method: "item/agentMessage/delta", params: { turnId, itemId: command.id, delta: "x" } },
    { method: "item/reasoning/summaryTextDelta", params: { turnId, itemId: command.id, summaryIndex: 0, delta: "x" } },
    { method: "item/commandExecution/outputDelta", params: { turnId, itemId: ItemId.parse("a"), delta: "x" } },
    { method: "item/running", params: { turnId, itemId: ItemId.parse("a"), startedAtMs: 1 } },
    { method: "item/returned", params: { turnId, itemId: ItemId.parse("a"), durationMs: 1, finishedOrder: 1 } },
    { method: "item/running", params: { turnId, itemId: ItemId.parse("ghost"), startedAtMs: 1 } },
  ])("of an unknown item or another kind changes nothing: %j", (event) => {
    const before = view(started(command), completed(said("a", 9)));
    expect(reduceThread(before, [event])).toEqual(before);
  });
});

describe("tools", () => {
  test("running and returned", () => {
    const running: ThreadEvent = { method: "item/running", params: { turnId, itemId: command.id, startedAtMs: 3 } };
    const returned: ThreadEvent = {
      method: "item/returned",
      params: { turnId, itemId: command.id, durationMs: 4, finishedOrder: 2 },
    };
    expect(view(started(command), running).items).toEqual([{ ...command, startedAtMs: 3 }]);
    expect(view(started(command), running, returned).items).toEqual([
      { ...command, startedAtMs: 3, status: "returned", durationMs: 4, finishedOrder: 2 },
    ]);
  });

  test("a deadline belongs to a sleep", () => {
    const sleep: TurnItem = {
      id: ItemId.parse("s"),
      turnId,
      line: 6,
      type: "sleep",
      status: "inProgress",
      recordedAtMs: 1,
      seconds: 5,
    };
    const running = (itemId: ItemId): ThreadEvent => ({
      method: "item/running",
      params: { turnId, itemId, startedAtMs: 3, deadlineMs: 9 },
    });
    expect(view(started(command), started(sleep), running(sleep.id), running(command.id)).items).toEqual([
      { ...command, startedAtMs: 3 },
      { ...sleep, startedAtMs: 3, deadlineMs: 9 },
    ]);
  });
});

describe("turns, tokens and retries", () => {
  const tokens = { inputTokens: 1, cachedInputTokens: 1, outputTokens: 1, reasoningOutputTokens: 1, totalTokens: 2 };
  const turn = { id: turnId, status: "inProgress", startedAtMs: 1 } as const;
  const used: ThreadEvent = {
    method: "thread/tokenUsage/updated",
    params: { turnId, total: tokens, last: tokens, modelContextWindow: 9, source: "reported" },
  };

  test("a turn sums the tokens of its steps and keeps the sum when it ends", () => {
    const done = { ...turn, status: "completed", completedAtMs: 5 } as const;
    const seen = view({ method: "turn/started", params: { turn } }, used, used, {
      method: "turn/completed",
      params: { turn: done },
    });
    expect(seen.turns).toEqual([
      { ...done, tokens: { inputTokens: 2, cachedInputTokens: 2, outputTokens: 2, reasoningOutputTokens: 2, totalTokens: 4 } },
    ]);
    expect(seen.tokens).toEqual({ total: tokens, last: tokens, modelContextWindow: 9, source: "reported" });
  });

  test("an estimate says what the window holds; a turn has used nothing by it", () => {
    const held = { ...tokens, totalTokens: 700 };
    const estimated: ThreadEvent = {
      method: "thread/tokenUsage/updated",
      params: { turnId, total: tokens, last: held, modelContextWindow: null, source: "estimated" },
    };
    const seen = view({ method: "turn/started", params: { turn } }, used, estimated);
    expect(seen.turns).toEqual([{ ...turn, tokens }]);
    expect(seen.tokens).toEqual({ total: tokens, last: held, modelContextWindow: null, source: "estimated" });
  });

  test("tokens of a turn that is not known count for the thread alone", () => {
    expect(view(used)).toMatchObject({ turns: [], tokens: { total: tokens } });
  });

  const failing: ThreadEvent = {
    method: "error",
    params: { turnId, error: { code: "network", message: "m" }, willRetry: true, attempt: 1, maxAttempts: 5, retryAtMs: 9 },
  };

  test("a retry is shown while it waits", () => {
    expect(view(failing).retry).toEqual({ error: { code: "network", message: "m" }, attempt: 1, maxAttempts: 5, retryAtMs: 9 });
  });

  test.each<[string, ThreadEvent]>([
    ["an item", started(said("a"))],
    ["a delta", { method: "item/agentMessage/delta", params: { turnId, itemId: ItemId.parse("a"), delta: "x" } }],
    ["the turn's end", { method: "turn/completed", params: { turn } }],
    [
      "an error that is final",
      { method: "error", params: { turnId, error: { code: "network", message: "m" }, willRetry: false } },
    ],
  ])("%s takes the retry away", (_name, event) => {
    expect(view(failing, event).retry).toBeNull();
  });

  test("the status is the one told last", () => {
    expect(view({ method: "thread/status/changed", params: { status: { type: "systemError" } } }).status).toEqual({
      type: "systemError",
    });
  });
});

describe("the queue", () => {
  const entry = { id: InputId.parse("q"), input: [{ type: "text", text: "later" } as const] };
  const told = (data: readonly (typeof entry)[], paused = false): ThreadEvent => ({
    method: "thread/queue/changed",
    params: { queue: { data: [...data], paused } },
  });

  test("is empty at first, then the one told last, whole", () => {
    expect(view().queue).toEqual({ data: [], paused: false });
    expect(view(told([entry])).queue).toEqual({ data: [entry], paused: false });
    expect(view(told([entry]), told([entry], true)).queue).toEqual({ data: [entry], paused: true });
    expect(view(told([entry], true), told([])).queue).toEqual({ data: [], paused: false });
  });

  test("a change of it changes nothing else", () => {
    const before = view(started(command), completed(said("a", 9)));
    expect(reduceThread(before, [told([entry])])).toEqual({ ...before, queue: { data: [entry], paused: false } });
  });
});

describe("views and pages", () => {
  test("reducing leaves the given view as it is", () => {
    const before = view(started(command), completed(said("a", 9)));
    const copy = structuredClone(before);
    reduceThread(before, [
      completed(said("b", 1)),
      { method: "item/running", params: { turnId, itemId: command.id, startedAtMs: 1 } },
    ]);
    expect(before).toEqual(copy);
  });

  test("an older page goes in front, with its turns; what is there already stays as it is", () => {
    const older = { id: TurnId.parse("older"), status: "completed", startedAtMs: 0 } as const;
    const here = view(
      { method: "turn/started", params: { turn: { id: turnId, status: "inProgress", startedAtMs: 1 } } },
      completed(said("b", 5, "live")),
    );
    const page = {
      items: [said("a", 2), said("b", 5, "stale")],
      turns: [older, { id: turnId, status: "completed", startedAtMs: 1 } as const],
    };
    const whole = prependPage(here, page);
    expect(whole.items).toEqual([said("a", 2), said("b", 5, "live")]);
    expect(whole.turns.map(({ id, status }) => `${id} ${status}`)).toEqual(["older completed", "turn inProgress"]);
  });
});
