import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isCall, isOutput, type ResponseItem } from "../../../shared/protocol/response-item";
import { itemTokens } from "../../../electron/runtime/history/token-estimate";
import { inputLines } from "../../../electron/runtime/history/turn-lines";
import { compact, withoutOldest } from "../../../electron/runtime/turn/compact";
import { callLine, itemLine, outputLine } from "../../support/lines";
import { FakeClock } from "../../support/fake-clock";
import { ScriptedClient, call, calls, event, itemDone, message, says, type Script } from "../../support/scripted-client";
import { acceptedInput, testTurn, type TestTurn } from "../../support/turn-scope";

/** Four tokens for each item are added to what its words take. */
function said(id: string, tokens: number): ResponseItem {
  return { type: "message", id, role: "user", content: [{ type: "input_text", text: "x".repeat((tokens - 4) * 4) }] };
}

function calling(id: string): ResponseItem {
  return { type: "function_call", call_id: id, name: "work", arguments: "{}" };
}

function output(id: string, tokens: number): ResponseItem {
  return { type: "function_call_output", call_id: id, output: "x".repeat((tokens - 4) * 4) };
}

function name(item: ResponseItem): string {
  if (isCall(item)) return `call ${item.call_id}`;
  return isOutput(item) ? `output ${item.call_id}` : (item.id ?? item.type);
}

function sum(items: readonly ResponseItem[]): number {
  return items.reduce((total, item) => total + itemTokens(item), 0);
}

describe("runtime.md §10 a request for a summary that does not fit", () => {
  test("loses an eighth of its tokens, oldest first", () => {
    const items = ["a", "b", "c", "d"].map((id) => said(id, 25));
    expect(withoutOldest(items).map(name)).toEqual(["b", "c", "d"]);
    const short = Array.from({ length: 80 }, (_, index) => said(String(index), 10));
    expect(withoutOldest(short)).toEqual(short.slice(10));
  });

  test("loses at least one item, however long, and nothing where nothing is", () => {
    expect(withoutOldest([said("a", 5), said("b", 5000)]).map(name)).toEqual(["b"].slice(0, 0));
    expect(withoutOldest([said("a", 5000), said("b", 5)]).map(name)).toEqual(["b"]);
    expect(withoutOldest([said("a", 10)])).toEqual([]);
    expect(withoutOldest([])).toEqual([]);
  });

  test("a call and its output go together, however far apart they stand", () => {
    const items = [calling("a"), calling("b"), output("a", 10), output("b", 10), said("c", 12)];
    expect(withoutOldest(items).map(name)).toEqual(["call b", "output b", "c"]);
    const custom: ResponseItem[] = [
      { type: "custom_tool_call", call_id: "a", name: "patch", input: "x" },
      said("b", 30),
      { type: "custom_tool_call_output", call_id: "a", output: "ok" },
    ];
    expect(withoutOldest(custom).map(name)).toEqual(["b"]);
  });

  test("the given items stay as they are", () => {
    const items = Object.freeze([calling("a"), output("a", 10)]);
    expect(withoutOldest(items)).toEqual([]);
    expect(items).toHaveLength(2);
  });

  test("property: never half a pair, always fewer, at least an eighth of the tokens, and nothing newer than needed", () => {
    const piece = fc.oneof(
      fc.integer({ min: 4, max: 60 }).map((tokens) => (id: string) => [said(id, tokens)]),
      fc.integer({ min: 4, max: 60 }).map((tokens) => (id: string) => [calling(id), output(id, tokens)]),
      fc.constant((id: string) => [calling(id), calling(`${id}'`), output(id, 8), output(`${id}'`, 8)]),
    );
    fc.assert(
      fc.property(fc.array(piece, { minLength: 1, maxLength: 12 }), (pieces) => {
        const items = pieces.flatMap((make, index) => make(String(index)));
        const rest = withoutOldest(items);
        expect(rest.length).toBeLessThan(items.length);
        expect(sum(items) - sum(rest)).toBeGreaterThanOrEqual(sum(items) / 8);
        const open = (of: readonly ResponseItem[]) => of.filter(isCall).map(({ call_id }) => call_id);
        expect(rest.filter(isOutput).map(({ call_id }) => call_id)).toEqual(open(rest));
        // In front of the last item that was left out, outputs aside, less than an eighth was gone.
        const gone = items.slice(
          0,
          items.findLastIndex((item) => !isOutput(item) && !rest.includes(item)),
        );
        expect(sum(gone)).toBeLessThan(sum(items) / 8);
      }),
      { numRuns: 500 },
    );
  });
});

describe("one compaction", () => {
  const turnId = "turn";

  function compacting(scripts: readonly Script[], contextWindow: number | null = 100_000): TestTurn & { client: ScriptedClient } {
    const clock = new FakeClock();
    const client = new ScriptedClient(clock, { scripts, contextWindow, maxRetries: 1 });
    const test = testTurn({ clock, client });
    test.given({ type: "cf_input", payload: acceptedPayload("person") }, ...inputLines(acceptedInput("person")));
    test.given(callLine("a"), outputLine("a", "long ".repeat(40)), itemLine(message("Done.")));
    return { ...test, client };
  }

  function acceptedPayload(id: string) {
    const { inputId, input } = acceptedInput(id);
    return { inputId, via: "start" as const, input: [...input] };
  }

  /** Names of the items of each request; of the last one, that it is the prompt for the summary, nothing. */
  function requests({ client }: { client: ScriptedClient }): string[][] {
    for (const { input, tools } of client.requests) {
      expect(input.at(-1)).toMatchObject({ role: "user" });
      expect(tools).toEqual([]);
    }
    return client.requests.map(({ input }) => input.slice(0, -1).map(name));
  }

  const overflow: Script = {
    steps: [],
    end: { type: "rejected", error: { code: "contextWindowExceeded", message: "too long" } },
  };

  test("is one item, told as begun and recorded as ended, with the whole new window", async () => {
    const test = compacting([says("  The sum of it.\n")]);
    const before = test.turn.transcript.tokens.count;
    expect(await compact(test.turn, { trigger: "manual", keptCount: 0 })).toEqual({ type: "completed" });
    const item = {
      id: "id-00000001",
      turnId,
      type: "contextCompaction",
      trigger: "manual",
      status: "inProgress",
      tokensBefore: before,
    };
    expect(test.events).toEqual([{ method: "item/started", params: { turnId, item } }]);
    const [, compacted, twin, count] = test.lines;
    expect(compacted).toMatchObject({
      type: "compacted",
      payload: {
        message: "The sum of it.",
        cf_item_id: "id-00000001",
        cf_trigger: "manual",
        cf_tokens_before: before,
        cf_tokens_after: test.turn.transcript.tokens.count,
      },
    });
    expect(twin).toEqual({ type: "event_msg", payload: { type: "context_compacted" } });
    expect(count).toMatchObject({ payload: { type: "token_count", cf_source: "estimated" } });
    expect(test.turn.transcript.items.map(name)).toEqual(["person", "message"]);
    expect(requests(test)).toEqual([["person", "call a", "output a", "message"]]);
  });

  test("items of this turn are not in the request, and stay as they are behind the summary", async () => {
    const test = compacting([says("Sum.")]);
    const newest = itemLine({ type: "message", id: "newest", role: "user", content: [{ type: "input_text", text: "now" }] });
    test.given(newest);
    await compact(test.turn, { trigger: "preTurn", keptCount: 1 });
    expect(requests(test)).toEqual([["person", "call a", "output a", "message"]]);
    expect(test.turn.transcript.items.map(name)).toEqual(["person", "message", "newest"]);
  });

  test("a request that overflows is tried again without its oldest items, until one fits", async () => {
    const test = compacting([overflow, overflow, says("Sum.")]);
    expect(await compact(test.turn, { trigger: "midTurn", keptCount: 0 })).toEqual({ type: "completed" });
    expect(requests(test)).toEqual([["person", "call a", "output a", "message"], ["message"], []]);
    expect(test.turn.transcript.items.map(name)).toEqual(["person", "message"]);
  });

  test("when even the bare prompt overflows, it fails and the transcript stays as it was", async () => {
    const test = compacting([overflow, overflow, overflow, overflow]);
    const before = [...test.turn.transcript.items];
    const end = await compact(test.turn, { trigger: "manual", keptCount: 0 });
    expect(end).toMatchObject({ type: "failed", error: { code: "compactionFailed" } });
    expect(requests(test)).toHaveLength(3);
    expect(test.turn.transcript.items).toEqual(before);
    expect(test.turn.transcript.tokens.isFull).toBe(true);
  });

  test.each<[string, Script]>([
    ["no words", calls(itemDone(message(" \n")))],
    ["nothing", calls()],
    ["a call instead", calls(call("b", "work"))],
    ["reasoning alone", calls(itemDone({ type: "reasoning", summary: [{ type: "summary_text", text: "Hm" }] }))],
  ])("a summary of %s is a failure, and no older answer takes its place", async (_name, script) => {
    const test = compacting([script]);
    const before = [...test.turn.transcript.items];
    const end = await compact(test.turn, { trigger: "manual", keptCount: 0 });
    const message = "The session could not be compacted: the model wrote no summary";
    expect(end).toMatchObject({ type: "failed", error: { code: "compactionFailed", message } });
    const notice = test.lines.filter(({ type }) => type === "cf_notice");
    expect(notice).toMatchObject([
      { payload: { level: "error", code: "compactionFailed", compaction: { itemId: "id-00000001", status: "failed" } } },
    ]);
    expect(test.turn.transcript.items).toEqual(before);
  });

  test("the last words are the summary, whatever the model says or does besides", async () => {
    const test = compacting([calls(itemDone(message("Let me see.")), call("b", "work"), itemDone(message("The sum.")))]);
    await compact(test.turn, { trigger: "manual", keptCount: 0 });
    expect(test.lines.find(({ type }) => type === "compacted")).toMatchObject({ payload: { message: "The sum." } });
    expect(test.turn.transcript.openCalls).toEqual([]);
  });

  test.each<[string, Script["end"], object]>([
    ["a stream that stays cut", { type: "cut" }, { code: "compactionFailed" }],
    [
      "a key that is wrong",
      { type: "rejected", error: { code: "unauthorized", message: "no", action: "Key." } },
      { code: "unauthorized", action: "Key." },
    ],
  ])("%s: the code says what the person can act on", async (_name, end, error) => {
    const test = compacting([
      { steps: [], end },
      { steps: [], end },
    ]);
    const compacted = compact(test.turn, { trigger: "manual", keptCount: 0 });
    await test.clock.advance(60_000);
    expect(await compacted).toMatchObject({ type: "failed", error });
  });

  test("a window that would be too full even then is a failure: nothing is replaced", async () => {
    const test = compacting([says("long ".repeat(400))], 300);
    expect(await compact(test.turn, { trigger: "midTurn", keptCount: 0 })).toMatchObject({
      type: "failed",
      error: { code: "compactionFailed" },
    });
    expect(test.turn.transcript.items.map(name)).toEqual(["person", "call a", "output a", "message"]);
  });

  test("Stop ends it at any moment, and says that it was stopped", async () => {
    const test = compacting([{ steps: [event({ type: "textDelta", key: "0", delta: "Half" })], end: { type: "hang" } }]);
    const before = [...test.turn.transcript.items];
    const compacted = compact(test.turn, { trigger: "manual", keptCount: 0 });
    await test.clock.advance(10);
    test.stop.abort();
    expect(await compacted).toEqual({ type: "aborted" });
    expect(test.lines).toMatchObject([
      {
        type: "cf_notice",
        payload: { level: "info", code: "compactionStopped", compaction: { itemId: "id-00000001", status: "aborted" } },
      },
    ]);
    expect(test.turn.transcript.items).toEqual(before);
    expect(test.clock.pending).toBe(0);
  });

  test("a new window holds no reminder of the time: the next one is due at once", async () => {
    const test = compacting([says("Sum.")]);
    const { timeReminder } = test.turn;
    expect(timeReminder.due(3600, test.clock)).not.toBeNull();
    expect(timeReminder.due(3600, test.clock)).toBeNull();
    await compact(test.turn, { trigger: "manual", keptCount: 0 });
    expect(timeReminder.due(3600, test.clock)).not.toBeNull();
  });
});
