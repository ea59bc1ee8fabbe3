import { mkdirSync, realpathSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { folderScope, isWithin } from "../../electron/adapters/permissions/folder-scope";
import { createCommandReader } from "../../electron/adapters/permissions/read-command";
import { CANARY, canaryRuns, whyNoBash } from "../support/bash-truth";
import { randomMoves } from "../support/random-moves";
import { seededRandom } from "../support/random-commands";
import { tempFolder } from "../support/temp-folder";

const CASES = Math.min(Number(process.env["COMMAND_CASES"] ?? Number(process.env["PROPERTY_RUNS"] ?? 150)), 20_000);
const SEED = Number(process.env["PROPERTY_SEED"] ?? 1_114_113);
const read = createCommandReader("/bin/bash");
const reason = whyNoBash();

/** Below it folders, a link within and one that leads out, and in each what `make` runs. */
function furnish(folder: string, outside: string): void {
  for (const name of ["a/b", "c"]) mkdirSync(path.join(folder, name), { recursive: true });
  for (const name of [".", "a", "a/b", "c"]) writeFileSync(path.join(folder, name, "Makefile"), MAKEFILE);
  symlinkSync("a/b", path.join(folder, "l"));
  symlinkSync(outside, path.join(folder, "o"));
}

/** So deep that no line gets out of its own folder upwards, where others would find what it makes: three times, in a loop of two within another. */
const DEEP = "d/".repeat(13);
const UPWARDS = 3;

const MAKEFILE = `all:\n\t@${CANARY} "$(CURDIR)"\n`;

test.skipIf(reason !== null)(
  `of ${CASES} random lines of cd, make -C, ln and mv (seed ${SEED}), each command ran where it was said to or the line was unclear${reason === null ? "" : ` (not run: ${reason})`}`,
  { timeout: 3_600_000 },
  async () => {
    const root = realpathSync(tempFolder());
    const [work, still, outside] = [path.join(root, "work"), path.join(root, "still", DEEP), path.join(root, "outside")];
    mkdirSync(path.join(outside, "p"), { recursive: true });
    for (const folder of [outside, path.join(outside, "p")]) writeFileSync(path.join(folder, "Makefile"), MAKEFILE);
    // One that nothing runs in, as every one is before its line runs.
    furnish(still, outside);
    const random = seededRandom(SEED);
    const lines: string[] = [];
    while (lines.length < CASES) {
      const line = randomMoves(random, outside);
      if (line.split("..").length - 1 <= UPWARDS) lines.push(line);
    }
    const runs = canaryRuns(lines, root, { prepare: (own) => furnish(path.join(own, DEEP), outside), startsIn: DEEP });
    const breaches: object[] = [];
    let understood = 0;
    let moved = 0;
    for (const [index, line] of lines.entries()) {
      const reading = read(line);
      if (reading.type === "unclear") continue;
      understood += 1;
      const ways = new Set(
        reading.segments.flatMap(({ words: [name], elsewhere = [] }) =>
          /^(canary|make)$/.test(name) ? [".", ...elsewhere] : [],
        ),
      );
      const scopes = await Promise.all([...ways].map((way) => folderScope(still, way ?? ".")));
      const own = path.join(work, String(index), DEEP);
      for (const [at = ""] of runs[index] ?? []) {
        const place = isWithin(at, work) ? path.join(still, path.relative(own, at)) : at;
        if (place !== still) moved += 1;
        const denied = await Promise.all(scopes.map(async (scope) => scope === null || (await scope.mayHold(place))));
        if (!denied.includes(true)) breaches.push({ line, at: place, ways: [...ways], is: "not looked for there" });
        const allowed = await Promise.all(scopes.map(async (scope) => scope !== null && (await scope.surelyHolds(still))));
        if (!allowed.includes(false) && !isWithin(place, still)) breaches.push({ line, at: place, ways: [...ways], is: "out" });
      }
    }
    expect(breaches).toEqual([]);
    // Lines that never go anywhere, or that are all unclear, would find nothing.
    expect(understood).toBeGreaterThan(CASES / 6);
    expect(moved).toBeGreaterThan(CASES / 12);
    if (process.env["PROPERTY_RUNS"] !== undefined)
      console.log(`${CASES} lines: ${understood} understood, ${moved} runs elsewhere`);
  },
);
