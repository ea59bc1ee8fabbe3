import { describe, expect, test } from "vitest";
import type { HookVerdict } from "../../../electron/runtime/ports/hooks";
import { refusalOf } from "../../../electron/runtime/tools/run-hooks";

function refusal(...verdicts: HookVerdict[]): string | null {
  return refusalOf(verdicts.map((verdict, index) => ({ hookId: `preToolUse:${index}`, verdict, context: null })));
}

const PASS = { type: "pass" } as const;

describe("why hooks refuse", () => {
  test.each<[string, HookVerdict[], string | null]>([
    ["no hook: nobody does", [], null],
    ["passing and failing refuse nothing", [PASS, { type: "warning", message: "crashed" }], null],
    ["one that blocks", [PASS, { type: "block", reason: "no" }], "no"],
    ["all reasons, in order", [{ type: "block", reason: "one" }, PASS, { type: "block", reason: "two" }], "one\ntwo"],
    ["where a hook can only refuse, its stop is a refusal", [{ type: "stop", reason: "enough" }], "enough"],
    ["a stop without a reason", [{ type: "stop", reason: null }], "a hook stopped it"],
  ])("%s", (_name, verdicts, words) => {
    expect(refusal(...verdicts)).toBe(words);
  });
});
