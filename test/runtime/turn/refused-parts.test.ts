import { describe, expect, test } from "vitest";
import type { ResponseItem } from "../../../shared/protocol/response-item";
import { RefusedParts } from "../../../electron/runtime/turn/refused-parts";

function reasoning(sealed: string): ResponseItem {
  return { type: "reasoning", summary: [], encrypted_content: sealed };
}

const said: ResponseItem = { type: "message", role: "user", content: [{ type: "input_text", text: "hi" }] };
const called: ResponseItem = { type: "function_call", call_id: "a", name: "work", arguments: "{}" };

describe("runtime.md §11 reasoning that the server refused", () => {
  test("before a refusal everything is sent", () => {
    const items = [said, reasoning("a"), called];
    expect(new RefusedParts().readable(items)).toEqual(items);
  });

  test("what was refused is left out from then on, everything else stays, and so do the items themselves", () => {
    const sealed = new RefusedParts();
    const items = Object.freeze([said, reasoning("a"), called, reasoning("b")]);
    sealed.refuse("reasoning", items);
    expect(sealed.readable(items)).toEqual([said, called]);
    expect(items).toHaveLength(4);
  });

  test("what the server seals afterwards it can read, even when it says the same", () => {
    const sealed = new RefusedParts();
    const old = reasoning("a");
    sealed.refuse("reasoning", [old]);
    const later = reasoning("a");
    expect(sealed.readable([old, said, later])).toEqual([said, later]);
    sealed.refuse("reasoning", [later]);
    expect(sealed.readable([old, said, later])).toEqual([said]);
  });
});

describe("pictures that the server does not take", () => {
  const picture = { type: "input_image", image_url: "data:image/png;base64,AA==" } as const;
  const words = { type: "input_text", text: "look" } as const;
  const leftOut = { type: "input_text", text: "[a picture, left out: the model server does not take it]" };
  const shown: ResponseItem = { type: "message", role: "user", content: [words, picture] };
  const seen: ResponseItem = { type: "function_call_output", call_id: "a", output: [words, picture] };

  test("are said in their place from then on, in messages and outputs; the items stay as they are", () => {
    const parts = new RefusedParts();
    const items = [shown, called, seen];
    expect(parts.refuse("pictures", items)).toBe(true);
    expect(parts.readable(items)).toEqual([
      { ...shown, content: [words, leftOut] },
      called,
      { ...seen, output: [words, leftOut] },
    ]);
    expect(items).toEqual([shown, called, seen]);
    expect(parts.refuse("pictures", items)).toBe(false);
  });

  test("a window without pictures has nothing to leave out", () => {
    expect(new RefusedParts().refuse("pictures", [said, called, reasoning("a")])).toBe(false);
  });
});
