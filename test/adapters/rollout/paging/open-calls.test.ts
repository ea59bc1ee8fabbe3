// Calls that never get an output: however many a file holds, what the index keeps of them at a checkpoint stays small.
import { expect, test } from "vitest";
import { IndexPass } from "../../../../electron/adapters/rollout/paging/index-pass";
import { runOf, scan } from "../../../../electron/adapters/rollout/paging/rollout-run";
import { openSource } from "../../../../electron/adapters/rollout/reading/open-source";
import type { TurnItem } from "../../../../shared/protocol/turn-item";
import { generatedText } from "./generated-rollout";
import { allPages, readingOf, unnumbered, wholeView, type Reading } from "./reading";

const CALLS = 20_000;
const MOST_STATE = 32 * 1024;
const MOST_SPOTS = 1024;

const line = (type: string, payload: object): string => JSON.stringify({ timestamp: "2026-03-04T05:06:07.000Z", type, payload });
const id = (index: number): string => `call_${String(index).padStart(24, "0")}`;
const late = line("response_item", { type: "function_call_output", call_id: id(0), output: "late" });
const completed = line("event_msg", { type: "task_complete", turn_id: "turn-1" });

function rollout(originator: "codex_cli_rs" | "counterfoil", count: number, end = late): string {
  const calls = Array.from({ length: count }, (_, index) =>
    line("response_item", { type: "function_call", call_id: id(index), name: "shell", arguments: '{"command":"ls"}' }),
  );
  const head = {
    id: "01990000-0000-7000-8000-00000000000a",
    timestamp: "2026-03-04T05:06:07.000Z",
    cwd: "/project",
    originator,
    cli_version: "0.1.0",
    source: "cli",
  };
  const started = line("event_msg", { type: "task_started", turn_id: "turn-1" });
  return `${[line("session_meta", head), started, ...calls, end].join("\n")}\n`;
}

async function indexOf({ file, folder }: Reading) {
  const source = await openSource(file.path, { cacheFolder: folder, findRollout: () => Promise.resolve(null) });
  const pass = new IndexPass(runOf(source), null);
  for await (const batch of scan(runOf(source), { offset: 0, line: 1 })) for (const scanned of batch) pass.take(scanned);
  const index = pass.end();
  await source.close();
  return index;
}

test.each(["codex_cli_rs", "counterfoil"] as const)(
  "20 000 calls of %s without outputs leave small checkpoints",
  async (program) => {
    const index = await indexOf(readingOf(rollout(program, CALLS)));
    expect(index.checkpoints.length).toBeGreaterThan(10);
    expect(Math.max(...index.checkpoints.map(({ state }) => state?.length ?? 0))).toBeLessThan(MOST_STATE);
    expect(Math.max(...index.strands.map((spots) => spots.length))).toBeLessThan(MOST_SPOTS);
  },
);

test.each(["codex", "own"] as const)(
  "a checkpoint of the form %s waits for outputs: no call is read for two stretches",
  async (form) => {
    const bytes = Buffer.from(generatedText({ form, seed: 5 }, 3_000_000));
    const index = await indexOf(readingOf(bytes));
    const crossing = index.strands.flat().map(([offset]) => bytes.toString("utf8", offset, bytes.indexOf("\n", offset)));
    expect(index.checkpoints.length).toBeGreaterThan(16);
    expect(crossing.filter((text) => /"call_?[iI]d":/.test(text))).toEqual([]);
  },
);

/** Without the number in which they ended: of calls issued together the index follows so many, and counts those. */
function unordered(items: readonly TurnItem[]): TurnItem[] {
  return items.map((item) => ("finishedOrder" in item ? { ...item, finishedOrder: 0 } : item));
}

test("pages of many calls without outputs show what the whole file shows", async () => {
  const reading = readingOf(rollout("codex_cli_rs", 1500));
  await reading.reader.open(reading.file);
  await reading.indexed();
  const whole = await wholeView(reading.file.path, reading.folder);
  expect(whole.items.at(-1)).toMatchObject({ type: "toolCall", tool: "unknown", output: "late" });
  expect(whole.items.filter(({ type }) => type === "commandExecution")).toHaveLength(1500);
  expect(unordered((await allPages(reading, "backward", [100])).items)).toEqual(unordered(whole.items));
  expect(unordered((await allPages(reading, "forward", [77])).items)).toEqual(unordered(whole.items));
});

test("20 000 calls without outputs are paged and indexed within a test's time", async () => {
  const reading = readingOf(rollout("codex_cli_rs", CALLS, completed));
  const { page } = await reading.reader.open(reading.file);
  expect(page.items.at(-1)).toMatchObject({ id: id(CALLS - 1), status: "aborted" });
  await reading.indexed();
  const indexed = await reading.reader.page(reading.file, { direction: "backward", limit: page.items.length });
  expect(unnumbered(unordered(indexed.items))).toEqual(unnumbered(unordered(page.items)));
  expect((await reading.reader.page(reading.file, { direction: "forward", limit: 1 })).items).toMatchObject([{ id: id(0) }]);
});

test("a page before the index stands in the order of the file, as it does after", async () => {
  const told = line("event_msg", { type: "agent_message", message: "first" });
  const words = { type: "message", role: "user", content: [{ type: "input_text", text: "No event" }] };
  const orphan = line("response_item", { type: "function_call_output", call_id: "nobody", output: "orphan" });
  const reading = readingOf(rollout("codex_cli_rs", 900, [told, line("response_item", words), orphan].join("\n")));
  const { page } = await reading.reader.open(reading.file);
  await reading.indexed();
  const indexed = await reading.reader.page(reading.file, { direction: "backward", limit: 3 });
  const kinds = ["agentMessage", "userMessage", "toolCall"];
  expect(page.items.slice(-3).map(({ type }) => type)).toEqual(kinds);
  expect(indexed.items.map(({ type }) => type)).toEqual(kinds);
});
