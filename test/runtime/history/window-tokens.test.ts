import { beforeEach, describe, expect, test } from "vitest";
import { InputId } from "../../../shared/protocol/ids";
import type { ResponseItem } from "../../../shared/protocol/response-item";
import type { LineBody } from "../../../shared/protocol/rollout-line";
import { WindowTokens } from "../../../electron/runtime/history/window-tokens";
import { callLine, itemLine, outputLine, stamped } from "../../support/lines";

let tokens: WindowTokens;

beforeEach(() => {
  tokens = new WindowTokens();
});

function apply(...lines: readonly LineBody[]): void {
  for (const line of lines) tokens.apply(stamped(line));
}

function report(total: number, marks: { cf_source?: "estimated" | "reported"; cf_full?: boolean } = {}): LineBody {
  const usage = { input_tokens: 1, cached_input_tokens: 1, output_tokens: 1, reasoning_output_tokens: 1, total_tokens: total };
  const info = { total_token_usage: { ...usage, total_tokens: 999_999 }, last_token_usage: usage };
  return { type: "event_msg", payload: { type: "token_count", info, ...marks } };
}

function message(role: "user" | "assistant" | "developer", count: number): ResponseItem {
  return { type: "message", role, content: [{ type: "input_text", text: "x".repeat((count - 4) * 4) }] };
}

/** A message that takes so many tokens. */
const user = (count: number): LineBody => itemLine(message("user", count));
const assistant = (count: number): LineBody => itemLine(message("assistant", count));
/** Four for the item, one for the name, one for the arguments. */
const CALL = 6;
const output = (callId: string, count: number): LineBody => outputLine(callId, "x".repeat((count - 4) * 4));

describe("runtime.md §10 how full the window is", () => {
  test("before the first report everything is estimated", () => {
    expect([tokens.count, tokens.source, tokens.isFull]).toEqual([0, "estimated", false]);
    apply(user(100), assistant(50));
    expect([tokens.count, tokens.source]).toEqual([150, "estimated"]);
  });

  test("a report is the total of its own request, and covers the answer it came with", () => {
    apply(user(100), assistant(50), report(1234));
    expect([tokens.count, tokens.source]).toEqual([1234, "reported"]);
    apply(user(10));
    expect([tokens.count, tokens.source]).toEqual([1244, "reported"]);
  });

  test("outputs that were recorded between the answer and its report come on top", () => {
    apply(user(100), callLine("a"), callLine("b"), output("a", 30), output("b", 20), report(1000));
    expect(tokens.count).toBe(1050);
    apply(itemLine(message("developer", 5)));
    expect(tokens.count).toBe(1055);
  });

  test("the next report covers them", () => {
    apply(callLine("a"), output("a", 30), report(1000), assistant(40), report(1070));
    expect(tokens.count).toBe(1070);
  });

  test("an attempt that was cut has no report: what it left counts until the next one, and then no more", () => {
    apply(user(100), assistant(50), report(1000));
    apply(callLine("a"), output("a", 30));
    expect(tokens.count).toBe(1000 + CALL + 30);
    apply(callLine("b"), output("b", 20), report(1100));
    expect(tokens.count).toBe(1120);
  });

  test("reasoning is the model's own, and its report covers it", () => {
    apply(user(100), itemLine({ type: "reasoning", summary: [], encrypted_content: "A".repeat(160) }));
    expect(tokens.count).toBe(134);
    apply(report(500));
    expect(tokens.count).toBe(500);
  });

  test("estimated lines are our own guess and change nothing", () => {
    apply(user(100), report(77_000, { cf_source: "estimated" }));
    expect([tokens.count, tokens.source]).toEqual([100, "estimated"]);
    apply(assistant(50), report(1000), report(77_000, { cf_source: "estimated" }));
    expect([tokens.count, tokens.source]).toEqual([1000, "reported"]);
  });

  test("a report that says it is one counts; one without numbers does not", () => {
    apply(assistant(10), report(900, { cf_source: "reported" }));
    expect(tokens.count).toBe(900);
    apply({ type: "event_msg", payload: { type: "token_count", info: null } });
    expect(tokens.count).toBe(900);
  });

  test("lines that are not for the model take no room", () => {
    apply(
      {
        type: "cf_input",
        payload: { inputId: InputId.parse("i"), via: "queue", input: [{ type: "text", text: "x".repeat(999) }] },
      },
      { type: "cf_notice", payload: { level: "info", code: "c", text: "x".repeat(999) } },
      { type: "event_msg", payload: { type: "agent_message", message: "x".repeat(999) } },
    );
    expect(tokens.count).toBe(0);
  });
});

describe("a full window", () => {
  test("the provider's refusal makes it full, without changing the count", () => {
    apply(assistant(10), report(900), report(128_000, { cf_source: "estimated", cf_full: true }));
    expect([tokens.count, tokens.source, tokens.isFull]).toEqual([900, "reported", true]);
    apply(user(10));
    expect(tokens.isFull).toBe(true);
  });

  test.each<[string, LineBody]>([
    ["a report", report(900)],
    ["a compaction", { type: "compacted", payload: { message: "s", replacement_history: [] } }],
  ])("%s says that it is not any more", (_name, line) => {
    apply(report(1, { cf_source: "estimated", cf_full: true }), line);
    expect(tokens.isFull).toBe(false);
  });

  test("another estimate does not", () => {
    apply(report(1, { cf_source: "estimated", cf_full: true }), report(1, { cf_source: "estimated" }));
    expect(tokens.isFull).toBe(true);
  });
});

describe("after a compaction", () => {
  const compacted: LineBody = {
    type: "compacted",
    payload: { message: "s", replacement_history: [message("user", 40), message("user", 60)] },
  };

  test("the replacement is all there is, and estimated, whatever was reported before", () => {
    apply(user(100), assistant(50), report(90_000), compacted, report(100, { cf_source: "estimated" }));
    expect([tokens.count, tokens.source]).toEqual([100, "estimated"]);
    apply(user(10));
    expect(tokens.count).toBe(110);
  });

  test("the first report afterwards covers it once the model has answered", () => {
    apply(compacted, assistant(20), report(700));
    expect([tokens.count, tokens.source]).toEqual([700, "reported"]);
  });

  test("a compaction without a window (2025) leaves the count as it is", () => {
    apply(user(100), { type: "compacted", payload: { message: "s" } });
    expect(tokens.count).toBe(100);
  });
});
