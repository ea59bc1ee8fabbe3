import { expect, test } from "vitest";
import type { CallItem } from "../../../shared/protocol/response-item";
import type { ToolOutcome } from "../../../shared/protocol/rollout-line";
import { InFlight } from "../../../electron/runtime/turn/in-flight";

function call(id: string): CallItem {
  return { type: "function_call", call_id: id, name: "work", arguments: "{}" };
}

function run() {
  let finish: (outcome: ToolOutcome) => void = () => undefined;
  const outcome = new Promise<ToolOutcome>((resolve) => (finish = resolve));
  return { outcome, finish };
}

async function tick(): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
}

test("drain records in issue order, each output as it is reached", async () => {
  const inFlight = new InFlight();
  const runs = [run(), run()];
  runs.forEach(({ outcome }, index) => inFlight.push({ call: call(String(index)), outcome }));
  const recorded: string[] = [];
  const drained = inFlight.drain(async (ended) => void recorded.push(ended.outcome.output));
  runs[1]?.finish({ status: "completed", output: "second" });
  await tick();
  expect(recorded).toEqual([]);
  runs[0]?.finish({ status: "completed", output: "first" });
  await drained;
  expect(recorded).toEqual(["first", "second"]);
});

test("when a record fails the rest is still awaited, nothing more is recorded, and the first failure is thrown", async () => {
  const inFlight = new InFlight();
  const runs = [run(), run(), run()];
  runs.forEach(({ outcome }, index) => inFlight.push({ call: call(String(index)), outcome }));
  let records = 0;
  let isOver = false;
  const drained = inFlight
    .drain(() => {
      records += 1;
      return Promise.reject(new Error(`record ${records}`));
    })
    .finally(() => (isOver = true));
  const refused = expect(drained).rejects.toThrow("record 1");
  runs[0]?.finish({ status: "completed", output: "x" });
  runs[1]?.finish({ status: "completed", output: "x" });
  await tick();
  expect(isOver).toBe(false);
  runs[2]?.finish({ status: "completed", output: "x" });
  await refused;
  expect(records).toBe(1);
});

test("nothing in flight: nothing to do", async () => {
  await expect(new InFlight().drain(() => Promise.reject(new Error("never")))).resolves.toBeUndefined();
});
