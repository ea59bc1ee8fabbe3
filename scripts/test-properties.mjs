// npm run test:properties [-- RUNS [SEED]]: the property test with many more plans than npm test, new ones each time; says seed and time.
import { spawnSync } from "node:child_process";
import { randomInt } from "node:crypto";

const [runs = "100000", seed = String(randomInt(2 ** 31))] = process.argv.slice(2);
const startedAt = performance.now();
const { status } = spawnSync(process.execPath, ["node_modules/vitest/vitest.mjs", "run", "test/properties"], {
  stdio: "inherit",
  env: { ...process.env, PROPERTY_RUNS: runs, PROPERTY_SEED: seed },
});
const outcome = status === 0 ? "without a breach" : "until a breach";
console.log(`${runs} runs from seed ${seed} ${outcome} in ${((performance.now() - startedAt) / 1000).toFixed(1)} s`);
process.exit(status ?? 1);
