// Backward to the start of a line.
import { expect, it } from "vitest";
import { memoryBytes } from "../../../../electron/adapters/rollout/reading/file-bytes";
import { lineStartAtOrBefore } from "../../../../electron/adapters/rollout/reading/line-start";

it("finds the start of the line that a byte belongs to, and the byte itself where a line starts", async () => {
  const long = "x".repeat(200_000);
  const source = memoryBytes(Buffer.from(`ab\n\n${long}\ncd`));
  const starts = await Promise.all(
    [0, 2, 3, 4, 5, 150_000, 200_004, 200_005, 200_007, 999_999, -5].map((at) => lineStartAtOrBefore(source, at)),
  );
  expect(starts).toEqual([0, 0, 3, 4, 4, 4, 4, 200_005, 200_005, 200_005, 0]);
});
