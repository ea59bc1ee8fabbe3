// The state of a counterfoil, from what is on disk and what is open. Apart from drawing, so that its table can be tested.
import type { ToolItem } from "../../shared/protocol/turn-item";

export type CounterfoilState =
  "recorded" | "waiting" | "running" | "sleeping" | "returned" | "done" | "failed" | "denied" | "aborted" | "missing";

export interface CounterfoilFacts {
  readonly isApprovalOpen: boolean;
  /** The call's turn has ended, or the thread is idle: nothing more will come for it. */
  readonly isTurnOver: boolean;
}

export function counterfoilState(item: ToolItem, facts: CounterfoilFacts): CounterfoilState {
  switch (item.status) {
    case "inProgress":
      if (facts.isTurnOver) return "missing";
      if (facts.isApprovalOpen) return "waiting";
      if (item.startedAtMs === undefined) return "recorded";
      return item.type === "sleep" ? "sleeping" : "running";
    case "returned":
      return facts.isTurnOver ? "missing" : "returned";
    case "completed":
      return item.type === "commandExecution" && isFailedExit(item.exitCode) ? "failed" : "done";
    case "failed":
    case "denied":
    case "aborted":
      return item.status;
  }
}

/** Whether the output is on disk, which is what closes the perforation. */
export function isClosed(state: CounterfoilState): boolean {
  return state === "done" || state === "failed" || state === "denied" || state === "aborted";
}

function isFailedExit(exitCode: number | null | undefined): boolean {
  return typeof exitCode === "number" && exitCode !== 0;
}
