import { expect, test } from "vitest";
import { createCommandReader } from "../../electron/adapters/permissions/read-command";
import type { CommandReading, CommandWord } from "../../electron/runtime/ports/permissions";
import { CANARY, canaryRuns, whyNoBash } from "../support/bash-truth";
import { randomCommand, seededRandom } from "../support/random-commands";
import { tempFolder } from "../support/temp-folder";

/** npm test asks bash about the same few; npm run test:properties about more, new ones each time. */
const CASES = Math.min(Number(process.env["COMMAND_CASES"] ?? Number(process.env["PROPERTY_RUNS"] ?? 400)), 20_000);
const SEED = Number(process.env["PROPERTY_SEED"] ?? 1_114_113);
const read = createCommandReader("/bin/bash");
const reason = whyNoBash();

test.skipIf(reason !== null)(
  `bug report 145: of ${CASES} random command lines (seed ${SEED}), what bash ran was seen or the line was unclear${reason === null ? "" : ` (not run: ${reason})`}`,
  { timeout: 3_600_000 },
  () => {
    const random = seededRandom(SEED);
    const lines = Array.from({ length: CASES }, () => randomCommand(random));
    const runs = canaryRuns(lines, tempFolder());
    const breaches = lines.flatMap((line, index) => {
      const reading = read(line);
      const unseen = (runs[index] ?? []).filter((run) => !isSeen(run, reading));
      return unseen.length === 0 ? [] : [{ line, unseen, reading }];
    });
    expect(breaches).toEqual([]);
    const ran = runs.filter(({ length }) => length > 0).length;
    const understood = lines.filter((line, index) => (runs[index] ?? []).length > 0 && read(line).type === "understood").length;
    // Cases that never run it, or that are all unclear, would find nothing.
    expect(ran).toBeGreaterThan(CASES / 5);
    expect(understood).toBeGreaterThan(CASES / 25);
    if (process.env["PROPERTY_RUNS"] !== undefined)
      console.log(`${CASES} lines: ${ran} ran the canary, ${understood} of them understood`);
  },
);

function isSeen(run: readonly string[], reading: CommandReading): boolean {
  return (
    reading.type === "unclear" || reading.segments.some(({ words: [name, ...others] }) => name === CANARY && mayBe(others, run))
  );
}

/** An unknown word may be any number of words. */
function mayBe(words: readonly CommandWord[], run: readonly string[]): boolean {
  const [word, ...others] = words;
  if (word === undefined) return run.length === 0;
  if (word === null) return mayBe(others, run) || (run.length > 0 && mayBe(words, run.slice(1)));
  return run[0] === word && mayBe(others, run.slice(1));
}
