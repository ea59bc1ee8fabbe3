import { describe, expect, test } from "vitest";
import type { MessageItem } from "../../../shared/protocol/response-item";
import { StreamingItems } from "../../../electron/runtime/turn/streaming-items";
import { itemLine, stamped } from "../../support/lines";
import { testTurn } from "../../support/turn-scope";

function streaming() {
  const { turn, events } = testTurn();
  return { items: new StreamingItems(turn), events, transcript: turn.transcript };
}

function message(text: string, id?: string): MessageItem {
  return { type: "message", role: "assistant", content: [{ type: "output_text", text }], ...(id === undefined ? {} : { id }) };
}

const start = { id: "m", kind: "message", phase: "final_answer" } as const;

describe("StreamingItems", () => {
  test("nothing shows before the first words", () => {
    const { items, events } = streaming();
    items.start("0", start);
    items.textDelta("0", "");
    expect(events).toEqual([]);
    items.textDelta("0", "Hi");
    expect(events).toEqual([
      {
        method: "item/started",
        params: { turnId: "turn", item: { id: "m", turnId: "turn", type: "agentMessage", text: "", phase: "finalAnswer" } },
      },
      { method: "item/agentMessage/delta", params: { turnId: "turn", itemId: "m", delta: "Hi" } },
    ]);
  });

  test("what was shown and not finished is unfinished, in the order it began", () => {
    const { items } = streaming();
    items.start("r", { id: "r", kind: "reasoning", phase: null });
    items.summaryDelta("r", { summaryIndex: 0, delta: "One" });
    items.summaryDelta("r", { summaryIndex: 2, delta: "Three" });
    items.start("0", start);
    items.textDelta("0", "Ha");
    items.textDelta("0", "lf");
    items.start("1", { ...start, id: "silent" });
    expect(items.unfinished).toEqual([
      { id: "r", kind: "reasoning", phase: null, text: "One\n\nThree" },
      { id: "m", kind: "message", phase: "final_answer", text: "Half" },
    ]);
    items.finish("0", message("Half"));
    expect(items.unfinished.map(({ id }) => id)).toEqual(["r"]);
  });

  test("the first id seen is canonical", () => {
    const { items } = streaming();
    items.start("0", start);
    expect(items.finish("0", message("Hi", "other"))?.id).toBe("m");
    expect(items.finish("1", message("Hi", "own"))?.id).toBe("own");
  });

  test("a missing, empty or used id is replaced", () => {
    const { items, transcript } = streaming();
    transcript.apply(stamped(itemLine(message("before", "used"))));
    const ids = [undefined, "", "used", "twice", "twice"].map((id, key) => items.finish(String(key), message("Hi", id))?.id);
    expect(ids).toEqual(["id-00000001", "id-00000002", "id-00000003", "twice", "id-00000004"]);
  });

  test("an item with nothing in it is dropped, unless something of it was shown", () => {
    const { items } = streaming();
    expect(items.finish("0", message(""))).toBeNull();
    expect(items.finish("1", { type: "reasoning", summary: [] })).toBeNull();
    items.start("2", start);
    items.textDelta("2", "shown");
    expect(items.finish("2", message(""))).toMatchObject({ id: "m" });
  });

  test("reasoning that only the provider can read is kept", () => {
    const { items } = streaming();
    expect(items.finish("0", { type: "reasoning", summary: [], encrypted_content: "x" })).toMatchObject({
      encrypted_content: "x",
    });
  });

  test("deltas of what never started are skipped", () => {
    const { items, events } = streaming();
    items.textDelta("none", "x");
    items.summaryDelta("none", { summaryIndex: 0, delta: "x" });
    expect(events).toEqual([]);
    expect(items.unfinished).toEqual([]);
  });

  test("a second start of the same slot changes nothing", () => {
    const { items } = streaming();
    items.start("0", start);
    items.start("0", { ...start, id: "again" });
    expect(items.finish("0", message("Hi"))?.id).toBe("m");
  });
});
