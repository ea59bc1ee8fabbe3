// The quick look at a line and the schemas agree: what it lets pass they let pass, and leave as it is.
import fc from "fast-check";
import { expect, test } from "vitest";
import { lineOf, linePayloads, type LineType } from "../../../shared/protocol/rollout-line";
import { isUsualLine } from "../../../shared/protocol/usual-line";

const usage = {
  input_tokens: 1,
  cached_input_tokens: 2,
  output_tokens: 3,
  reasoning_output_tokens: 4,
  total_tokens: 5,
};
const info = { total_token_usage: usage, last_token_usage: usage, model_context_window: 1000 };
const words = [{ type: "input_text", text: "a" }];

/** Each is usual. */
const lines: readonly (readonly [LineType, Readonly<Record<string, unknown>>])[] = [
  ["response_item", { type: "message", id: "m", role: "user", content: words }],
  ["response_item", { type: "message", role: "assistant", content: [{ type: "output_text", text: "a" }], phase: "commentary" }],
  ["response_item", { type: "message", role: "developer", content: [], status: "incomplete" }],
  ["response_item", { type: "reasoning", id: "r", summary: [{ type: "summary_text", text: "a" }], encrypted_content: null }],
  ["response_item", { type: "reasoning", summary: [], content: [{ type: "reasoning_text", text: "a" }], encrypted_content: "b" }],
  ["response_item", { type: "function_call", call_id: "c", name: "shell", namespace: "n", arguments: "{}" }],
  ["response_item", { type: "custom_tool_call", id: "i", call_id: "c", name: "shell", input: "" }],
  ["response_item", { type: "function_call_output", call_id: "c", output: "a" }],
  ["response_item", { type: "custom_tool_call_output", call_id: "c", output: "a", status: "completed" }],
  ["event_msg", { type: "user_message", message: "a", images: [] }],
  ["event_msg", { type: "agent_message", message: "a" }],
  ["event_msg", { type: "agent_reasoning", text: "a" }],
  ["event_msg", { type: "token_count", info, rate_limits: null, cf_source: "estimated", cf_full: true }],
  ["event_msg", { type: "token_count", info: null }],
  ["cf_running", { callId: "c", startedAtMs: 1, deadlineMs: 2 }],
  ["cf_running", { callId: "c", startedAtMs: 1, sandboxed: false, sandboxNote: "gone" }],
  ["cf_outcome", { callId: "c", status: "failed", output: "a", exitCode: null, durationMs: 1, outputBytes: 2, outputFile: "f" }],
  ["cf_outcome", { callId: "c", status: "completed", output: "a", exitCode: 1 }],
  ["cf_input_end", { inputId: "i", how: "sampled" }],
];

test.each(lines.map(([type, payload]) => [type, payload] as const))("%s %j is usual", (type, payload) => {
  expect(isUsualLine(type, payload)).toBe(true);
  expect(linePayloads[type].parse(payload)).toEqual(payload);
});

/** Anything that may stand in the place of anything else. */
const odd = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    "",
    "a",
    0,
    1.5,
    -1,
    1e300,
    Infinity,
    true,
    false,
    [],
    {},
    [null],
    [[]],
    [{}],
    "sampled",
    "returned",
  ),
  fc.constantFrom<unknown>(words, [...words, null], [{ type: "input_image", image_url: "u" }], [{ type: "output_text" }]),
  fc.constantFrom<unknown>("message", "user", "system", "commentary", "in_progress", "completed", "function_call", "token_count"),
  fc.constantFrom<unknown>({ input_tokens: 1 }, usage, { ...usage, total_tokens: null }, info, {
    ...info,
    last_token_usage: null,
  }),
  fc.jsonValue({ maxDepth: 2 }),
);
/** Members of all usual lines. */
const name = fc.oneof(
  fc.constantFrom(...new Set(lines.flatMap(([, payload]) => Object.keys(payload)))),
  fc.constantFrom("x", "notes", "cwd", "changes"),
);

test("property: what it lets pass the schemas let pass, and leave as it is", () => {
  let passed = 0;
  fc.assert(
    fc.property(
      fc.constantFrom(...lines),
      fc.array(fc.tuple(name, fc.option(odd, { nil: undefined })), { maxLength: 3 }),
      ([type, payload], changes) => {
        const changed = new Map(Object.entries(payload));
        for (const [key, value] of changes) {
          if (value === undefined) changed.delete(key);
          else changed.set(key, value);
        }
        const value = Object.fromEntries(changed);
        if (!isUsualLine(type, value)) return;
        passed += 1;
        expect(linePayloads[type].parse(value)).toEqual(value);
      },
    ),
    { numRuns: 5000 },
  );
  expect(passed).toBeGreaterThan(1000);
});

test.each([
  null,
  "text",
  [],
  {},
  { type: "event_msg", payload: {} },
  { timestamp: 1, type: "event_msg", payload: {} },
  { timestamp: "", type: 1, payload: {} },
])("%j is no line", (value) => {
  expect(lineOf(value, () => "")).toBeNull();
});

test("an unknown type, or one whose payload is missing, is kept as it stands", () => {
  for (const type of ["event_msg", "cf_new", "toString"])
    expect(lineOf({ timestamp: "t", type }, () => "{}")).toEqual({ type: "unknown", timestamp: "t", lineType: type, json: "{}" });
});
