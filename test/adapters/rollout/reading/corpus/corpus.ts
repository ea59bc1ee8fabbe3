// npm run corpus -- DIR [--fuzz N SEED]: every rollout below a folder is opened, read as a whole, paged through and summed up, and not a byte of it changes.
import { createHash } from "node:crypto";
import { createReadStream, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { RolloutFinder } from "../../../../../electron/adapters/rollout/find-rollout";
import { PastReader } from "../../../../../electron/adapters/rollout/paging/past-reader";
import { openSource } from "../../../../../electron/adapters/rollout/reading/open-source";
import { type RolloutSummary, summarize } from "../../../../../electron/adapters/rollout/reading/summary";
import { CommandRefused } from "../../../../../electron/runtime/errors";
import type { SessionFile } from "../../../../../electron/runtime/ports/past-sessions";
import { ThreadId } from "../../../../../shared/protocol/ids";
import { differences, type ExpectedCounts, isOutOfReach } from "./expected-counts";
import { fuzz } from "./fuzz";
import { fullRead } from "./full-read";
import { pagedRead } from "./paged-read";

const EXPECTED = "expected.json";

type Outcome =
  | { readonly type: "read"; readonly summary: RolloutSummary; readonly wrong: readonly string[] }
  | { readonly type: "refused"; readonly words: string }
  | { readonly type: "threw"; readonly error: unknown };

async function main(): Promise<number> {
  const [dir, option, count = "20000", seed = "1"] = process.argv.slice(2);
  if (dir === undefined || (option !== undefined && option !== "--fuzz")) {
    console.error("corpus: npm run corpus -- DIR [--fuzz N SEED]");
    return 2;
  }
  const folder = resolve(dir);
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => /\.(jsonl|jsonl\.zst|json)$/.test(name) && name !== EXPECTED)
    .sort();
  if (option === "--fuzz") {
    const paths = names.filter((name) => name.endsWith(".jsonl")).map((name) => join(folder, name));
    return fuzz(paths, Number(count), Number(seed));
  }
  return check(folder, names);
}

async function check(folder: string, names: readonly string[]): Promise<number> {
  const expected = expectedOf(folder);
  const cacheFolder = mkdtempSync(join(tmpdir(), "counterfoil-corpus-"));
  let refused = 0;
  let threw = 0;
  let differing = 0;
  try {
    for (const name of names) {
      const path = join(folder, name);
      const before = await hashOf(path);
      const outcome = await read(path, folder, cacheFolder);
      const wrong = [...wrongIn(name, outcome, expected[name] ?? null)];
      if ((await hashOf(path)) !== before) wrong.push("its bytes have changed");
      if (outcome.type === "refused") refused += 1;
      if (outcome.type === "threw") threw += 1;
      if (wrong.length > 0) differing += 1;
      console.log(`${wrong.length === 0 ? "ok  " : "FAIL"} ${name}: ${told(outcome)}`);
      for (const words of wrong) console.log(`     ${words}`);
    }
  } finally {
    rmSync(cacheFolder, { recursive: true, force: true });
  }
  for (const name of Object.keys(expected).filter((each) => !names.includes(each))) {
    differing += 1;
    console.log(`FAIL ${name}: expected, and not there`);
  }
  console.log(`${names.length} files, ${refused} refused with words, ${threw} threw`);
  if (differing > 0) console.log(`${differing} differ from what is expected`);
  return differing > 0 || threw > 0 ? 1 : 0;
}

async function read(path: string, folder: string, cacheFolder: string): Promise<Outcome> {
  const finder = new RolloutFinder(() => Promise.resolve([folder]));
  finder.lookAround(path);
  try {
    const parts = { cacheFolder, findRollout: finder.find };
    const source = await openSource(path, parts);
    try {
      const summary = await summarize(source);
      const reader = new PastReader({ ...parts, onProgress: () => undefined });
      const file: SessionFile = { threadId: ThreadId.parse("file-corpus"), path, origin: "file" };
      const wrong = [...(await fullRead(source, summary)), ...(await pagedRead(reader, file, summary))];
      return { type: "read", summary, wrong };
    } finally {
      await source.close();
    }
  } catch (error) {
    return error instanceof CommandRefused ? { type: "refused", words: error.message } : { type: "threw", error };
  }
}

function wrongIn(name: string, outcome: Outcome, expected: ExpectedCounts | null): readonly string[] {
  switch (outcome.type) {
    case "threw":
      return [`it threw ${String(outcome.error)}`];
    case "refused":
      return expected === null || isOutOfReach(expected) ? [] : ["it was refused, and should open"];
    case "read":
      if (expected !== null && isOutOfReach(expected)) return ["it opened, and is no rollout"];
      return [...outcome.wrong, ...(expected === null ? [] : differences(name, outcome.summary, expected))];
  }
}

function told(outcome: Outcome): string {
  switch (outcome.type) {
    case "refused":
      return `refused: ${outcome.words}`;
    case "threw":
      return "threw";
    case "read": {
      const { era, records, damaged, userMessages, assistantMessages, calls, repairs } = outcome.summary;
      const total = Object.values(records).reduce((sum, count) => sum + count, 0);
      const words = `${era}, ${total} records, ${damaged} damaged, ${userMessages} + ${assistantMessages} messages, ${calls} calls`;
      return repairs.length === 0 ? words : `${words}; ${repairs.join("; ")}`;
    }
  }
}

function expectedOf(folder: string): Record<string, ExpectedCounts> {
  if (!readdirSync(folder).includes(EXPECTED)) return {};
  // Written beside the files by whoever counted them; a wrong form shows as a difference.
  return JSON.parse(readFileSync(join(folder, EXPECTED), "utf8")) as Record<string, ExpectedCounts>;
}

async function hashOf(path: string): Promise<string> {
  const hash = createHash("sha256");
  for await (const chunk of createReadStream(path)) hash.update(chunk as Uint8Array);
  return hash.digest("hex");
}

process.exit(await main());
