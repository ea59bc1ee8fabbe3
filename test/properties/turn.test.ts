import fc from "fast-check";
import { expect, test } from "vitest";
import { plan } from "./plan-arbitraries";
import { runPlan } from "./turn-run";

/** npm test runs the same plans each time; npm run test:properties brings a seed of its own. */
const RUNS = Number(process.env["PROPERTY_RUNS"] ?? 2000);
const SEED = Number(process.env["PROPERTY_SEED"] ?? 1_114_113);

test(
  `runtime.md §14: the invariants hold under ${RUNS} random turns, tools, hooks, people and disks (seed ${SEED})`,
  { timeout: 3_600_000 },
  async () => {
    await fc.assert(
      fc.asyncProperty(plan, async (random) => {
        expect(await runPlan(random)).toEqual([]);
      }),
      { numRuns: RUNS, seed: SEED },
    );
  },
);
