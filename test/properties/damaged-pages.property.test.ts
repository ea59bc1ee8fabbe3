import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { CommandRefused } from "../../electron/runtime/errors";
import { pageFaults } from "../adapters/rollout/paging/page-faults";
import { randomNumbers } from "../adapters/rollout/paging/random-numbers";
import { randomRollout } from "../adapters/rollout/paging/random-rollout";
import { type Mutation, mutated, MUTATION_KINDS } from "../adapters/rollout/reading/mutations";
import { tempFolder } from "../support/temp-folder";

/** npm test damages the same few; npm run test:properties more, new ones each time. */
const RUNS = Math.min(Number(process.env["PROPERTY_RUNS"] ?? 200), 20_000);
const SEED = Number(process.env["PROPERTY_SEED"] ?? 1_114_113);
const FORMS = ["wrapped", "paginated", "own", "bare"] as const;

test(
  `issue 4: of ${RUNS} damaged rollouts (seed ${SEED}) every page shows what the whole file shows, from either end`,
  { timeout: 3_600_000 },
  async () => {
    const folder = tempFolder();
    const path = join(folder, "damaged.jsonl");
    let opened = 0;
    for (let run = 0; run < RUNS; run += 1) {
      const random = randomNumbers(SEED + run);
      const form = FORMS[run % FORMS.length] ?? "wrapped";
      const text = randomRollout(form, SEED + run, 20 + Math.floor(random() ** 2 * 1200));
      const mutations = Array.from({ length: 1 + Math.floor(random() * 4) }, () => randomMutation(random));
      const limit = 5 + Math.floor(random() * 195);
      writeFileSync(path, mutated(Buffer.from(text), mutations));
      const faults = await faultsOf(() => pageFaults({ path, folder, limit, isAmbiguous: true }));
      if (faults !== null) opened += 1;
      expect({ run, form, mutations, faults: faults ?? [] }).toEqual({ run, form, mutations, faults: [] });
    }
    expect(opened).toBeGreaterThan(RUNS * 0.9);
  },
);

/** Null: what is left is no rollout any more. */
async function faultsOf(read: () => Promise<string[]>): Promise<string[] | null> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof CommandRefused) return null;
    throw error;
  }
}

function randomMutation(random: () => number): Mutation {
  const kind = MUTATION_KINDS[Math.floor(random() * MUTATION_KINDS.length)] ?? "change";
  return { kind, at: random(), size: 1 + Math.floor(random() ** 3 * 5000), byte: Math.floor(random() * 256) };
}
