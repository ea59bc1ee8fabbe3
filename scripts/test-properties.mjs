// npm run test:properties [-- RUNS]: the property test with many more runs than npm test; says how long it took.
import { spawnSync } from "node:child_process";

const runs = process.argv[2] ?? "100000";
const startedAt = performance.now();
const { status } = spawnSync(process.execPath, ["node_modules/vitest/vitest.mjs", "run", "test/properties"], {
  stdio: "inherit",
  env: { ...process.env, PROPERTY_RUNS: runs },
});
console.log(`${runs} runs in ${((performance.now() - startedAt) / 1000).toFixed(1)} s`);
process.exit(status ?? 1);
