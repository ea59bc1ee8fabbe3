// Undo of a patch of many files, and a kill in its midst: every file is whole, the next undo completes it, and nothing of ours is left among them.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { linesOf, startHeadless, startTurn, turnEnd } from "../support/black-box";
import { tempFolder } from "../support/temp-folder";
import { lineBreaches } from "../support/transcript-invariants";
import { hostileThread } from "./hostile-thread";

const NAMES = Array.from({ length: 60 }, (_, at) => `f${String(at).padStart(2, "0")}`);
const PATCH = [
  "*** Begin Patch",
  ...NAMES.flatMap((name) => [`*** Update File: ${name}`, "@@", "-old", "+new"]),
  "*** Add File: d/e/g",
  "+g",
  "*** Delete File: gone",
  "*** End Patch",
].join("\n");

/** Seen on disk while the undo goes on: its first draft, the half of them, the first file, the half of them. */
const MOMENTS: Readonly<Record<string, (entries: readonly string[], texts: readonly string[]) => boolean>> = {
  "the first draft is there": (entries) => entries.some((name) => name.endsWith(".tmp")),
  "half of the drafts are there": (entries) => entries.filter((name) => name.endsWith(".tmp")).length > 30,
  "the first file is back": (_entries, texts) => texts.includes("old\n"),
  "half of the files are back": (_entries, texts) => texts.filter((text) => text === "old\n").length > 30,
};

test.each(Object.entries(MOMENTS))("killed when %s", async (_name, isNow) => {
  const cwd = tempFolder();
  for (const name of NAMES) writeFileSync(path.join(cwd, name), "old\n");
  writeFileSync(path.join(cwd, "gone"), "gone\n");
  const { program, begin, place, threadId, model } = await hostileThread({ cwd, params: { approvalPolicy: "never" } });
  const turnId = await begin([["apply_patch", { patch: PATCH }]]);
  expect(await turnEnd(program, turnId)).toBe("completed");
  const texts = (): string[] => NAMES.map((name) => readFileSync(path.join(cwd, name), "utf8"));
  program.send({ id: "undo", method: "turn/changes/undo", params: { threadId, turnId } });
  await expect.poll(() => isNow(readdirSync(cwd), texts()), { interval: 1, timeout: 20_000 }).toBe(true);
  await program.end("SIGKILL");
  expect(texts().filter((text) => text !== "old\n" && text !== "new\n")).toEqual([]);
  expect(lineBreaches(linesOf(place.home, threadId), true)).toEqual([]);

  const next = await startHeadless(place);
  const again = await next.ask("turn/changes/undo", { threadId, turnId });
  // Where the kill came too late, it was done already.
  expect(["undone", "nothing"]).toContain(again["outcome"]);
  expect(texts().filter((text) => text !== "old\n")).toEqual([]);
  expect(readdirSync(cwd)).toEqual([...NAMES, "gone"]);
  expect(await turnEnd(next, await startTurn(next, threadId, "go on"))).toBe("completed");
  expect(lineBreaches(linesOf(place.home, threadId), true)).toEqual([]);
  expect(next.stderr).toBe("");
  await model.close();
});
