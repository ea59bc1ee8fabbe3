import { expect, test } from "vitest";
import { counterfoilState, isClosed } from "../../../renderer/state/tool-state";
import { command, item, NOW } from "../scene";

const facts = { isApprovalOpen: false, isTurnOver: false };
const over = { ...facts, isTurnOver: true };
const sleep = item({
  type: "sleep",
  id: "s",
  turnId: "t1",
  status: "inProgress",
  recordedAtMs: NOW,
  startedAtMs: NOW,
  seconds: 3,
});

test.each([
  ["recorded", command("t1", "c", "x"), facts],
  ["waiting", command("t1", "c", "x"), { ...facts, isApprovalOpen: true }],
  ["running", command("t1", "c", "x", { startedAtMs: NOW }), facts],
  ["sleeping", sleep, facts],
  ["returned", command("t1", "c", "x", { status: "returned" }), facts],
  ["done", command("t1", "c", "x", { status: "completed", exitCode: 0 }), over],
  ["failed", command("t1", "c", "x", { status: "completed", exitCode: 1 }), over],
  ["failed", command("t1", "c", "x", { status: "failed" }), over],
  ["denied", command("t1", "c", "x", { status: "denied" }), over],
  ["aborted", command("t1", "c", "x", { status: "aborted" }), over],
  ["missing", command("t1", "c", "x", { startedAtMs: NOW }), over],
  ["missing", command("t1", "c", "x", { status: "returned" }), over],
] as const)("%s", (state, call, given) => {
  if (call.type !== "commandExecution" && call.type !== "sleep") throw new Error("not a call");
  expect(counterfoilState(call, given)).toBe(state);
});

test("the perforation is closed exactly when an output is on disk", () => {
  const states = [
    "recorded",
    "waiting",
    "running",
    "sleeping",
    "returned",
    "done",
    "failed",
    "denied",
    "aborted",
    "missing",
  ] as const;
  expect(states.filter(isClosed)).toEqual(["done", "failed", "denied", "aborted"]);
});
