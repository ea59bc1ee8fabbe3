// Which form a file has, by its first record.
import { expect, it } from "vitest";
import { eraOf } from "../../../../electron/adapters/rollout/reading/era";
import { isDamaged } from "../../../../electron/adapters/rollout/reading/file-record";
import { eras, scan, wrapped } from "./rollout-fixtures";

it.each(Object.entries(eras))("knows a file of the form %s", async (era, [line]) => {
  expect(await eraOfLine(line)).toBe(era);
});

it("a file without a header is known by its first record", async () => {
  expect(await eraOfLine(wrapped("event_msg", { type: "task_started" }))).toBe("wrapped");
  expect(await eraOfLine(wrapped("event_msg", { type: "task_started" }, 0, 7))).toBe("paginated");
});

async function eraOfLine(line: string): Promise<string> {
  const [record] = await scan(line);
  if (record === undefined || isDamaged(record)) throw new Error("no record");
  return eraOf(record);
}
