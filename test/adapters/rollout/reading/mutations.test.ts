// Whatever happens to the bytes of a rollout: nothing throws, and no line that is still whole is lost.
import fc from "fast-check";
import { expect, it } from "vitest";
import { lostLines, mutated, MUTATION_KINDS } from "./mutations";
import { eras, linesOf, scan } from "./rollout-fixtures";

const mutation = fc.record({
  kind: fc.constantFrom(...MUTATION_KINDS),
  at: fc.double({ min: 0, max: 0.999, noNaN: true }),
  size: fc.integer({ min: 1, max: 300 }),
  byte: fc.integer({ min: 0, max: 255 }),
});

it.each(Object.entries(eras))("random damage to a file of the form %s costs no whole line", async (_, lines) => {
  const original = Buffer.from(linesOf(lines));
  await fc.assert(
    fc.asyncProperty(fc.array(mutation, { minLength: 1, maxLength: 4 }), async (mutations) => {
      const bytes = mutated(original, mutations);
      expect(lostLines(original, bytes, await scan(bytes))).toEqual([]);
    }),
    { numRuns: 300 },
  );
});

it("a line that was lost would be noticed", async () => {
  const original = Buffer.from(linesOf(eras.wrapped));
  const read = await scan(original);
  expect(lostLines(original, original, read)).toEqual([]);
  expect(lostLines(original, original, read.slice(1))).toHaveLength(1);
});
