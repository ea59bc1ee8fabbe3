import { expect, test } from "vitest";
import { TerminalReport } from "../../electron/ipc/terminal-report";
import { parseNotification } from "../../shared/protocol/event";
import type { TurnItem } from "../../shared/protocol/turn-item";
import { ItemId, RequestId, TurnId } from "../../shared/protocol/ids";

const base = { id: ItemId.parse("i"), turnId: TurnId.parse("t") };
const approval = {
  ...base,
  type: "approval",
  requestId: RequestId.parse("r"),
  callId: ItemId.parse("c"),
  kind: "command",
  requestedAtMs: 0,
} as const;
const held: TurnItem = { ...base, type: "notice", level: "warning", code: "hookBlocked", text: "no" };

function reportOf(...items: readonly TurnItem[]): TerminalReport {
  const report = new TerminalReport();
  for (const item of items) {
    for (const method of ["item/started", "item/completed"]) {
      const event = parseNotification({ method, params: { turnId: "t", item, threadId: "x", seq: 0, emittedAtMs: 0 } });
      if (event.method !== "unknown") report.hear(event);
    }
  }
  return report;
}

test("without anything to say it says nothing, and the exit code is the turn's", () => {
  const report = reportOf({ ...approval, decision: "accept", decidedBy: "policy" });
  expect(report.words()).toEqual([]);
  expect((["completed", "failed", "interrupted"] as const).map((status) => report.exitCode(status))).toEqual([0, 1, 130]);
});

test("commands that were declined because nobody can be asked are counted; the exit code stays the turn's", () => {
  const declined = { ...approval, decision: "decline", decidedBy: "policy" } as const;
  const rest = "declined, because nobody can be asked here. --approve all allows them, but for what a read-only sandbox forbids.";
  expect(reportOf(declined).words()).toEqual([`A command or change of files was ${rest}`]);
  expect(reportOf(declined, declined).words()).toEqual([`2 commands or changes of files were ${rest}`]);
  expect(reportOf({ ...declined, kind: "userInput" }).words()).toEqual([
    "A question of the model was left unanswered, because nobody can be asked here.",
  ]);
  expect(reportOf(declined).exitCode("completed")).toBe(0);
  expect(reportOf({ ...declined, decidedBy: "person" }).words()).toEqual([]);
});

test("a prompt that a hook held back is not done: exit code 1; a turn that was stopped stays stopped", () => {
  const report = reportOf(held);
  expect(report.words()).toEqual(["A hook held the prompt back: the model was not asked. It waits in the session's queue."]);
  expect([report.exitCode("completed"), report.exitCode("interrupted")]).toEqual([1, 130]);
});
