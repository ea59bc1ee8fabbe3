// What somebody else counted in a file, against what we say of it.
import type { RolloutSummary } from "../../../../../electron/adapters/rollout/reading/summary";

/** Of lines, split at byte 0x0A; `bad` could not be parsed, `types` counts the others. */
export interface ExpectedCounts {
  readonly bad: number;
  readonly user_human: number;
  readonly ev_user_message: number;
  readonly asst_items: number;
  readonly ev_agent_message: number;
  readonly calls: number;
  readonly no_output: number;
  readonly orphan_outputs: number;
  readonly compacted: number;
  readonly ev_task_started: number;
  readonly ev_task_complete: number;
  readonly ev_turn_aborted: number;
  readonly types: Readonly<Record<string, number>>;
}

/** Where we see more than a counter of lines, and why. */
const EXCEPTIONS: Readonly<Record<string, (expected: ExpectedCounts) => Partial<RolloutSummary>>> = {
  // The record behind the stub is read as well; the line still counts as damaged.
  "damaged/d07-glued-records.jsonl": ({ types }) => ({ records: { ...types, "response_item/message:user": 1 } }),
};

/** No line of it is a record. */
export function isOutOfReach({ types }: ExpectedCounts): boolean {
  return Object.keys(types).every((type) => type === "(other object)");
}

export function differences(name: string, summary: RolloutSummary, expected: ExpectedCounts): string[] {
  const wanted: Partial<RolloutSummary> = {
    records: expected.types,
    damaged: expected.bad,
    // One message stands in an item, an event, or both; where events tell a person's words, they decide.
    userMessages: expected.ev_user_message > 0 ? expected.ev_user_message : expected.user_human,
    assistantMessages: Math.max(expected.asst_items, expected.ev_agent_message),
    calls: expected.calls,
    openCalls: expected.no_output,
    orphanOutputs: expected.orphan_outputs,
    compactions: expected.compacted,
    turns: { started: expected.ev_task_started, completed: expected.ev_task_complete, aborted: expected.ev_turn_aborted },
    ...EXCEPTIONS[name]?.(expected),
  };
  return Object.entries(wanted).flatMap(([key, value]) => {
    const [is, should] = [plain(summary[key as keyof RolloutSummary]), plain(value)];
    return is === should ? [] : [`${key}: ${is}, expected ${should}`];
  });
}

/** The same text for the same entries in any order. */
function plain(value: unknown): string {
  if (typeof value !== "object" || value === null) return String(value);
  return JSON.stringify(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)));
}
