import fc from "fast-check";
import { expect, test } from "vitest";
import { plan } from "./turn-arbitraries";
import { runPlan } from "./turn-run";

const RUNS = Number(process.env["PROPERTY_RUNS"] ?? 2000);

test(
  `runtime.md §14: the invariants hold under ${RUNS} random turns, tools, people and disks`,
  { timeout: 3_600_000 },
  async () => {
    await fc.assert(
      fc.asyncProperty(plan, async (random) => {
        expect(await runPlan(random)).toEqual([]);
      }),
      { numRuns: RUNS },
    );
  },
);
