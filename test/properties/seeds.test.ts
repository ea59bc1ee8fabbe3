// Plans that once broke an invariant, minimised, each named by what must hold. What is judged is the same as in random plans.
import { expect, test } from "vitest";
import { call, streamed, wait } from "../support/scripted-client";
import { quietPlan, type Plan, type PlannedAnswer } from "./plan";
import { runPlan } from "./turn-run";

const pass: PlannedAnswer = { type: "pass", context: false, rewrite: null, afterMs: 0 };

test.for<{ name: string; plan: Plan }>([
  {
    name: "I12: a thread that was begun anew over a torn header and cut inside the second one has no header, and nothing of it was acknowledged",
    plan: quietPlan({
      lives: [
        { acts: [{ type: "start", atMs: 1, clientId: null }], fault: { n: 1, keptBytes: 1 }, cutAt: 0.0006787330316742081 },
      ],
    }),
  },
  {
    name: "I13: an input that was marked as sampled in a torn record is said when the thread goes on",
    plan: quietPlan({
      lives: [{ acts: [{ type: "steer", atMs: 0, clientId: null }], fault: { n: 4, keptBytes: 117 } }],
    }),
  },
  {
    name: "I14: Stop ends a turn whose after-turn hook hangs even when the next one has been accepted",
    plan: quietPlan({
      lives: [{ acts: [{ type: "compact", atMs: 1 }] }],
      hooks: { afterTurn: [[{ ...pass, type: "hang" }]] },
    }),
  },
  {
    name: "§7: a turn whose last steer was held back by a hook asks its stop hooks and runs its after-turn hook all the same",
    plan: quietPlan({
      lives: [{ acts: [{ type: "steer", atMs: 0, clientId: null }] }],
      hooks: { userPromptSubmit: [[pass, { ...pass, type: "stop" }]], stop: [[pass]], afterTurn: [[pass]] },
    }),
  },
  {
    name: "§8: trigger mail that comes while its turn is being stopped starts no turn by itself",
    plan: quietPlan({
      lives: [
        {
          acts: [
            { type: "start", atMs: 31, clientId: null },
            { type: "interrupt", atMs: 76 },
            { type: "mail", atMs: 76, clientId: null, triggerTurn: true },
          ],
          fault: { n: 2, keptBytes: 0 },
        },
      ],
      settings: { reminderSeconds: 0 },
      appendMs: [7, 0, 30],
    }),
  },
  {
    name: "§8: the block of a stop hook reopens delivery to mail that came behind the final answer",
    plan: quietPlan({
      lives: [{ acts: [{ type: "mail", atMs: 10, clientId: null, triggerTurn: false }] }],
      hooks: { stop: [[{ ...pass, type: "block", afterMs: 20 }, pass]] },
    }),
  },
  {
    name: "§7: the model's own continuation goes before a steer that waited through a compaction within the turn",
    plan: quietPlan({
      lives: [
        {
          scripts: [{ steps: [call("call_0", "shared")], end: { type: "completed", usage: 320 } }],
          summaries: [{ steps: [wait(30), ...streamed(["A summary."])], end: { type: "completed" } }],
          acts: [{ type: "steer", atMs: 10, clientId: null }],
        },
      ],
      settings: { autoCompactTokenLimit: 300 },
    }),
  },
  {
    name: "§8: a steer reopens delivery to mail that came behind the final answer",
    plan: quietPlan({
      lives: [
        {
          scripts: [{ steps: [...streamed(["Done."]), wait(40)], end: { type: "completed" } }],
          acts: [
            { type: "mail", atMs: 10, clientId: null, triggerTurn: false },
            { type: "steer", atMs: 20, clientId: null },
          ],
        },
      ],
    }),
  },
  {
    name: "§8: a paused queue that was emptied holds nothing back any more",
    plan: quietPlan({
      lives: [
        {
          scripts: [{ steps: [], end: { type: "hang" } }],
          acts: [
            { type: "enqueue", atMs: 1, clientId: null },
            { type: "interrupt", atMs: 5 },
            { type: "delete", atMs: 10, entry: 0 },
            { type: "enqueue", atMs: 20, clientId: null },
          ],
        },
      ],
    }),
  },
  {
    name: "§8: a reordered queue keeps the entries that were not named",
    plan: quietPlan({
      lives: [
        {
          scripts: [{ steps: [], end: { type: "hang" } }],
          acts: [
            { type: "enqueue", atMs: 1, clientId: null },
            { type: "enqueue", atMs: 2, clientId: null },
            { type: "enqueue", atMs: 3, clientId: null },
            { type: "reorder", atMs: 4, entry: 2 },
            { type: "interrupt", atMs: 5 },
          ],
        },
      ],
    }),
  },
  {
    name: "I13: mail of which a torn record has kept only the first line was never accepted and is not delivered",
    plan: quietPlan({
      lives: [{ acts: [{ type: "mail", atMs: 0, clientId: null, triggerTurn: true }], fault: { n: 2, keptBytes: 154 } }],
    }),
  },
])("$name", async ({ plan }) => {
  expect(await runPlan(plan)).toEqual([]);
});
