import { expect, test } from "vitest";
import { decide } from "../../../electron/runtime/turn/decide";

// The whole table of runtime.md §7 as this version has it.
test.each([
  { modelNeedsFollowUp: false, hasPendingInput: false, then: "end" },
  { modelNeedsFollowUp: false, hasPendingInput: true, then: "sample" },
  { modelNeedsFollowUp: true, hasPendingInput: false, then: "sample" },
  { modelNeedsFollowUp: true, hasPendingInput: true, then: "sample" },
])("follow-up $modelNeedsFollowUp, input $hasPendingInput: $then", ({ then, ...facts }) => {
  expect(decide(facts)).toBe(then);
});
