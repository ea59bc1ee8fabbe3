import { describe, expect, test } from "vitest";
import type { ResponseItem } from "../../../shared/protocol/response-item";
import { SealedReasoning } from "../../../electron/runtime/turn/sealed-reasoning";

function reasoning(sealed: string): ResponseItem {
  return { type: "reasoning", summary: [], encrypted_content: sealed };
}

const said: ResponseItem = { type: "message", role: "user", content: [{ type: "input_text", text: "hi" }] };
const called: ResponseItem = { type: "function_call", call_id: "a", name: "work", arguments: "{}" };

describe("runtime.md §11 reasoning that the server refused", () => {
  test("before a refusal everything is sent", () => {
    const items = [said, reasoning("a"), called];
    expect(new SealedReasoning().readable(items)).toEqual(items);
  });

  test("what was refused is left out from then on, everything else stays, and so do the items themselves", () => {
    const sealed = new SealedReasoning();
    const items = Object.freeze([said, reasoning("a"), called, reasoning("b")]);
    sealed.refuse(items);
    expect(sealed.readable(items)).toEqual([said, called]);
    expect(items).toHaveLength(4);
  });

  test("what the server seals afterwards it can read, even when it says the same", () => {
    const sealed = new SealedReasoning();
    const old = reasoning("a");
    sealed.refuse([old]);
    const later = reasoning("a");
    expect(sealed.readable([old, said, later])).toEqual([said, later]);
    sealed.refuse([later]);
    expect(sealed.readable([old, said, later])).toEqual([said]);
  });
});
