import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { InputId, ItemId } from "../../../shared/protocol/ids";
import { encodeLine, parseLine, type LineBody, type RolloutLine } from "../../../shared/protocol/rollout-line";
import { itemLine, stamped } from "../../support/lines";

function said(text: string): RolloutLine {
  return stamped(itemLine({ type: "message", role: "assistant", content: [{ type: "output_text", text }] }));
}

function textOf(line: ReturnType<typeof parseLine>): string {
  if (line?.type !== "response_item" || line.payload.type !== "message") throw new Error("not a message");
  return line.payload.content.map((part) => ("text" in part ? part.text : "")).join("");
}

/** Any UTF-16 there is, unpaired surrogates included. */
const anyText = fc.oneof(
  fc.string({ unit: "binary", maxLength: 60 }),
  fc.array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 40 }).map((units) => String.fromCharCode(...units)),
  fc.constantFrom("\ud800", "\udc00", "a\udfffb\ud83d", "\\ud800", "\\", '"', "\n\r\u2028\u2029\u0000\u007f"),
);

describe("encodeLine", () => {
  test("property: any text survives, except that an unpaired surrogate becomes U+FFFD", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const { line, text: json } = encodeLine(said(text));
        const read = parseLine(json);
        expect(textOf(read)).toBe(text.replace(/\p{Surrogate}/gu, "\ufffd"));
        expect(line).toEqual(read);
      }),
      { numRuns: 2000 },
    );
  });

  test("property: the line is ASCII on one line, so a file cut at any byte is valid UTF-8", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const { text: json } = encodeLine(said(text));
        expect(json).toMatch(/^[\x20-\x7e]*$/);
        const bytes = Buffer.from(`${json}\n`);
        const cut = bytes.subarray(0, Math.floor(bytes.length / 2));
        expect(new TextDecoder("utf-8", { fatal: true }).decode(cut)).toBe(json.slice(0, cut.length));
      }),
      { numRuns: 1000 },
    );
  });

  test("members that this version does not know are written as they came", () => {
    const payload = { type: "function_call" as const, call_id: "a", name: "n", arguments: "{}", later: { deep: ["ü", 1, null] } };
    expect(parseLine(encodeLine(stamped({ type: "response_item", payload })).text)).toEqual(
      stamped({ type: "response_item", payload }),
    );
  });

  test("text that only looks like a surrogate's escape stays", () => {
    expect(textOf(parseLine(encodeLine(said("\\ud800 \\\\udfff")).text))).toBe("\\ud800 \\\\udfff");
  });

  test("an unpaired surrogate is replaced wherever it stands", () => {
    const line = stamped({
      type: "cf_outcome",
      payload: { callId: ItemId.parse("a"), status: "completed", output: "x\ud800", notes: ["\udc00y"] },
    });
    expect(encodeLine(line).line).toMatchObject({ payload: { output: "x\ufffd", notes: ["\ufffdy"] } });
  });

  test("the words of queue, mail, summaries and hooks are cleaned like all others: memory equals the file", () => {
    const inputId = InputId.parse("i");
    const broken = "Grüße \ud83d \u{1f4ec}";
    const kept: LineBody[] = [
      { type: "cf_input", payload: { inputId, via: "queue", input: [{ type: "text", text: broken }] } },
      { type: "cf_queue", payload: { op: "update", inputId, input: [{ type: "text", text: broken }] } },
      { type: "cf_mail", payload: { mailId: inputId, author: broken, text: broken, triggerTurn: false } },
      {
        type: "compacted",
        payload: {
          message: broken,
          replacement_history: [{ type: "message", role: "user", content: [{ type: "input_text", text: broken }] }],
        },
      },
    ];
    for (const body of kept) {
      const { line, text } = encodeLine(stamped(body));
      expect(text).toMatch(/^[\x20-\x7e]*$/);
      expect(line).toEqual(parseLine(text));
      expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(stamped(body)).replaceAll("\\ud83d", "\ufffd")));
    }
  });

  test("envelope members stand in Codex's order", () => {
    expect(Object.keys(JSON.parse(encodeLine(said("x")).text) as object)).toEqual(["timestamp", "type", "payload"]);
  });
});

describe("parseLine", () => {
  test.each([
    "",
    "{",
    "null",
    "[]",
    "1",
    '"text"',
    "{}",
    '{"type":"cf_notice","payload":{}}',
    '{"timestamp":1,"type":"x","payload":{}}',
  ])("%j is not a line", (json) => {
    expect(parseLine(json)).toBeNull();
  });

  test.each([
    ["hologram", {}],
    ["cf_later", { a: 1 }],
    ["response_item", { type: "web_search_call" }],
    ["event_msg", { type: "exec_command_begin" }],
    ["cf_running", { callId: 1 }],
    ["constructor", {}],
    ["__proto__", {}],
    ["compacted", null],
    ["compacted", { replacement_history: [] }],
    ["compacted", { message: "m", replacement_history: [{ type: "hologram" }] }],
    ["compacted", { message: "m", cf_trigger: "boredom" }],
    ["cf_queue", {}],
    ["cf_queue", { op: "shuffle" }],
    ["cf_queue", { op: "add" }],
    ["cf_queue", { op: "add", inputId: "i", index: -1 }],
    ["cf_queue", { op: "add", inputId: "i", index: 0.5 }],
    ["cf_queue", { op: "update", inputId: "i" }],
    ["cf_queue", { op: "reorder", inputIds: "i" }],
    ["cf_mail", { mailId: "i", author: "a", text: "t" }],
    ["cf_input", { inputId: "i", via: "post", input: [] }],
    ["cf_input_end", { inputId: "i", how: "forgotten" }],
    ["cf_notice", { level: "error", code: "c", text: "t", compaction: { itemId: "c", status: "completed" } }],
    ["event_msg", { type: "token_count", info: null, cf_source: "guessed" }],
  ])("%s %j is unknown, and its text is kept", (type, payload) => {
    const json = JSON.stringify({ timestamp: "t", type, payload });
    expect(parseLine(json)).toEqual({ type: "unknown", timestamp: "t", lineType: type, json });
  });

  test("a compaction of 2025 has no window, and one of another program no facts of ours", () => {
    const bare = { timestamp: "t", type: "compacted", payload: { message: "m" } };
    expect(parseLine(JSON.stringify(bare))).toEqual(bare);
    const other = { ...bare, payload: { message: "", replacement_history: [], window_number: 3 } };
    expect(parseLine(JSON.stringify(other))).toEqual(other);
  });

  test("property: nothing that stands in a file makes it throw", () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.json(),
          fc.json().map((payload) => `{"timestamp":"t","type":"response_item","payload":${payload}}`),
        ),
        (text) => {
          expect(() => parseLine(text)).not.toThrow();
        },
      ),
      { numRuns: 1000 },
    );
  });
});
