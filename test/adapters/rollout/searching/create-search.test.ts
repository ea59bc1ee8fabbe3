// The search of a home whose index is deleted or damaged under it.
import { rmSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { createSearch } from "../../../../electron/adapters/rollout/searching/create-search";
import { StorageError } from "../../../../electron/runtime/errors";
import type { SessionSearch } from "../../../../electron/runtime/ports/session-search";
import { openSource } from "../../../../electron/adapters/rollout/reading/open-source";
import { ThreadId } from "../../../../shared/protocol/ids";
import { tempFolder } from "../../../support/temp-folder";

const LINES = [
  { type: "session_meta", payload: { id: "s", timestamp: "2026-03-01T00:00:00.000Z", cwd: "/w", originator: "codex" } },
  { type: "event_msg", payload: { type: "user_message", message: "Water the quince" } },
];

function home(): { search: SessionSearch; cache: string } {
  const folder = tempFolder();
  const file = path.join(folder, "rollout-a.jsonl");
  const timestamp = "2026-03-01T00:00:00.000Z";
  writeFileSync(file, LINES.map((line) => `${JSON.stringify({ timestamp, ...line })}\n`).join(""));
  const unreadable = path.join(folder, "rollout-b.jsonl");
  writeFileSync(unreadable, "");
  const cache = path.join(folder, "cache");
  const search = createSearch({
    folder: cache,
    nowMs: () => 1,
    files: async () =>
      [unreadable, file].map((each) => ({
        threadId: ThreadId.parse(path.basename(each)),
        path: each,
        updatedAtMs: statSync(each).mtimeMs,
      })),
    openSource: async (each) => {
      if (each === unreadable) throw new StorageError("io", "no permission");
      return openSource(each, { cacheFolder: cache, findRollout: async () => null });
    },
    onProblem: (error) => {
      throw error;
    },
  });
  return { search, cache };
}

async function hits(search: SessionSearch): Promise<number> {
  return (await search.search({ query: "quince", limit: 10 })).hits.length;
}

test("a file that the disk refuses is no obstacle to finding what stands in others", async () => {
  expect(await hits(home().search)).toBe(1);
});

test("an index that was deleted with the whole cache is made anew by the next search", async () => {
  const { search, cache } = home();
  expect(await hits(search)).toBe(1);
  rmSync(cache, { recursive: true });
  expect(await hits(search)).toBe(1);
});

test("an index that was overwritten is made anew by the next search", async () => {
  const { search, cache } = home();
  expect(await hits(search)).toBe(1);
  writeFileSync(path.join(cache, "search.db"), "this is no database, only text ".repeat(5000));
  expect(await hits(search)).toBe(1);
  expect(await hits(search)).toBe(1);
});
