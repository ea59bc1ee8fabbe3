import { describe, expect, test } from "vitest";
import { estimatedLine, reportedLine } from "../../../electron/runtime/turn/token-lines";
import { FakeClock } from "../../support/fake-clock";
import { ScriptedClient } from "../../support/scripted-client";

const client = new ScriptedClient(new FakeClock(), { scripts: [], contextWindow: 9_000 });
const counts = { inputTokens: 1, cachedInputTokens: 2, outputTokens: 3, reasoningOutputTokens: 4, totalTokens: 5 };
const usage = (times: number) => ({
  input_tokens: times,
  cached_input_tokens: 2 * times,
  output_tokens: 3 * times,
  reasoning_output_tokens: 4 * times,
  total_tokens: 5 * times,
});

function line(total: object, last: object, marks: object = {}) {
  const info = { total_token_usage: total, last_token_usage: last, model_context_window: 9_000 };
  return { type: "event_msg", payload: { type: "token_count", info, rate_limits: null, ...marks } };
}

describe("runtime.md §10 token numbers say where they come from", () => {
  test("reported: added to the thread's total", () => {
    expect(reportedLine(counts, { client, totalTokens: () => undefined })).toEqual(line(usage(1), usage(1)));
    expect(reportedLine(counts, { client, totalTokens: () => counts })).toEqual(line(usage(2), usage(1)));
  });

  test("estimated: what the window holds; nothing was used by it", () => {
    const held = { ...usage(0), input_tokens: 700, total_tokens: 700 };
    expect(estimatedLine(700, { client, totalTokens: () => undefined })).toEqual(
      line(usage(0), held, { cf_source: "estimated" }),
    );
    expect(estimatedLine(700, { client, totalTokens: () => counts }, { isFull: true })).toEqual(
      line(usage(1), held, { cf_source: "estimated", cf_full: true }),
    );
  });
});
