// What opening a file tells besides its items, its cursors, and how it gives up what it holds.
import { appendFileSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { generatedText } from "./generated-rollout";
import type { TurnItem } from "../../../../shared/protocol/turn-item";
import { withOutputOf } from "../../../../shared/view/deferred-output";
import { allPages, readingOf, wholeView } from "./reading";
import { openFilesOf } from "../../../support/open-files";
import { tempFolder } from "../../../support/temp-folder";

const KIBIBYTE = 1024;
const MEBIBYTE = 1024 * KIBIBYTE;

test("a page forward from an item's cursor begins with the item, a page backward ends before it", async () => {
  const reading = readingOf(generatedText({ form: "codex", seed: 21 }, MEBIBYTE));
  const first = await reading.reader.page(reading.file, { direction: "forward", cursor: "line:1", limit: 40 });
  const cursor = first.nextCursor ?? "";
  expect(cursor).toMatch(/^@\d+$/);
  const next = await reading.reader.page(reading.file, { direction: "forward", cursor, limit: 1 });
  const back = await reading.reader.page(reading.file, { direction: "backward", cursor, limit: 40 });
  expect(back.items.map(({ id }) => id)).toEqual(first.items.map(({ id }) => id));
  expect(back.nextCursor).toBeNull();
  const byLine = await reading.reader.page(reading.file, {
    direction: "forward",
    cursor: `line:${next.items[0]?.line}`,
    limit: 1,
  });
  expect(byLine.items).toEqual(next.items);
});

test.each(["own", "codex"] as const)(
  "an output that a page leaves out stands whole at the cursor that is in its place: %s",
  async (form) => {
    const reading = readingOf(generatedText({ form, seed: 26 }, MEBIBYTE));
    const deferOutput = { commandExecution: true };
    const early = await reading.reader.open(reading.file, deferOutput);
    const whole = await reading.reader.page(reading.file, { direction: "backward" });
    await reading.indexed();
    const late = await reading.reader.page(reading.file, { direction: "forward", cursor: "line:1", limit: 60, deferOutput });
    const wholeLate = await reading.reader.page(reading.file, { direction: "forward", cursor: "line:1", limit: 60 });
    for (const [page, expected] of [
      [early.page, whole],
      [late, wholeLate],
    ] as const) {
      const deferred = page.items.filter((item) => item.type === "commandExecution");
      expect(deferred.length).toBeGreaterThan(5);
      const read = new Map<string, TurnItem | undefined>();
      for (const item of deferred) {
        expect(item).not.toHaveProperty("aggregatedOutput");
        const { items } = await reading.reader.page(reading.file, {
          direction: "forward",
          cursor: item.outputDeferred ?? "",
          limit: 1,
        });
        read.set(item.id, items[0]);
      }
      expect(page.items.map((item) => withOutputOf(read.get(item.id), item))).toEqual(expected.items);
      expect({ ...page, items: [] }).toEqual({ ...expected, items: [] });
    }
  },
);

test("a base that comes, grows or goes while a session that continues it is open is seen when that is opened again", async () => {
  const line = (type: string, payload: object): string =>
    `${JSON.stringify({ timestamp: "2026-03-01T10:00:00.000Z", type, payload })}\n`;
  const said = (text: string): string =>
    line("response_item", { type: "message", role: "user", content: [{ type: "input_text", text }] });
  const meta = { originator: "codex_cli_rs", cwd: "/home/me", history_mode: "paginated" };
  const historyBase = { thread_id: "base", end_ordinal_exclusive: 100 };
  const base = join(tempFolder(), "base.jsonl");
  const reading = readingOf(line("session_meta", { ...meta, id: "own", history_base: historyBase }) + said("after"), undefined, {
    findRollout: (id) => Promise.resolve(id === "base" && existsSync(base) ? base : null),
  });
  const words = async (): Promise<string[]> => {
    const { page, repairs } = await reading.reader.open(reading.file);
    const texts = page.items.flatMap((item) => (item.type === "userMessage" ? item.content : []));
    return [
      ...texts.map((part) => (part.type === "text" ? part.text : "")),
      ...repairs.map((each) => /not found/.exec(each)?.[0] ?? ""),
    ];
  };
  expect(await words()).toEqual(["after", "not found"]);
  writeFileSync(base, line("session_meta", { ...meta, id: "base" }) + said("before"));
  expect(await words()).toEqual(["before", "after", ""]);
  appendFileSync(base, said("between"));
  expect(await words()).toEqual(["before", "between", "after", ""]);
  rmSync(base);
  expect(await words()).toEqual(["after", "not found"]);
});

test("no cursor stands at the ends", async () => {
  const reading = readingOf(generatedText({ form: "own", seed: 22 }, 20 * KIBIBYTE));
  const forward = await reading.reader.page(reading.file, { direction: "forward", limit: 200 });
  const backward = await reading.reader.page(reading.file, { direction: "backward", limit: 200 });
  expect(forward).toEqual(backward);
  expect(forward.nextCursor).toBeNull();
});

test.each(["7", "@x", "line:0x1", "line:99999"])("a cursor that is none of this file's is refused: %s", async (cursor) => {
  const reading = readingOf(generatedText({ form: "own", seed: 23 }, 20 * KIBIBYTE));
  await expect(reading.reader.page(reading.file, { direction: "forward", cursor })).rejects.toMatchObject({
    kind: "invalidParams",
  });
});

test("progress is told, at the end that all is passed over, and then lines are numbered", async () => {
  const reading = readingOf(generatedText({ form: "codex", seed: 24 }, 3 * MEBIBYTE));
  const early = await reading.reader.open(reading.file);
  expect(early.page.items[0]?.line).toBeUndefined();
  await reading.indexed();
  const last = reading.progress.at(-1);
  expect(last?.bytes).toBe(last?.totalBytes);
  const late = await reading.reader.open(reading.file);
  expect(late.index).toEqual({ bytes: last?.totalBytes, totalBytes: last?.totalBytes });
  expect(late.page.items.every(({ line }) => line !== undefined)).toBe(true);
  expect(late.tokenUsage).toEqual(early.tokenUsage);
});

test("damaged lines are named by their number, fifty of them, and how many more there are", async () => {
  const lines = generatedText({ form: "codex", seed: 25 }, 900 * KIBIBYTE).split("\n");
  const damaged = lines.map((line, index) => (index > 0 && index % 5 === 0 && line !== "" ? "{ no json" : line));
  const reading = readingOf(damaged.join("\n"));
  await reading.reader.page(reading.file, { direction: "forward", cursor: "line:1" });
  const { repairs } = await reading.reader.open(reading.file);
  const count = damaged.filter((line) => line === "{ no json").length;
  expect(repairs[0]).toBe("line 6 is damaged (9 bytes) and was left out");
  expect(repairs).toHaveLength(51);
  expect(repairs.at(-1)).toBe(`and ${count - 50} more damaged lines`);
});

test.each([
  { when: "before the index", bytes: 3 * MEBIBYTE, isIndexed: false },
  { when: "from the index", bytes: 3 * MEBIBYTE, isIndexed: true },
])("the queue of an own file is what continuing it would find, paused: $when", async ({ bytes, isIndexed }) => {
  const stamp = "2026-09-02T00:00:00.000Z";
  const line = (type: string, payload: object): string => `${JSON.stringify({ timestamp: stamp, type, payload })}\n`;
  const input = (inputId: string, text: string): string =>
    line("cf_input", { inputId, via: "queue", input: [{ type: "text", text }] }) + line("cf_queue", { op: "add", inputId });
  const text = generatedText({ form: "own", seed: 26 }, bytes);
  const queue = input("q-1", "one") + input("q-2", "two") + input("q-3", "three");
  const changes =
    line("cf_queue", { op: "reorder", inputIds: ["q-3", "q-1"] }) + line("cf_queue", { op: "delete", inputId: "q-2" });
  const reading = readingOf(text + queue + changes);
  await reading.reader.open(reading.file);
  if (isIndexed) await reading.indexed();
  const opened = await reading.reader.open(reading.file);
  expect(opened.queue).toEqual({
    data: [
      { id: "q-3", input: [{ type: "text", text: "three" }] },
      { id: "q-1", input: [{ type: "text", text: "one" }] },
    ],
    paused: true,
  });
});

test("a broken index file is ignored and made anew", async () => {
  const folder = tempFolder();
  const reading = readingOf(generatedText({ form: "codex", seed: 27 }, MEBIBYTE), folder);
  await reading.reader.open(reading.file);
  await reading.indexed();
  await reading.reader.leave(reading.file);
  const index = join(folder, "cache", "index");
  const [name = ""] = readdirSync(index);
  writeFileSync(join(index, name), '{"version":1}\nnothing of ours');
  const { index: progress } = await reading.reader.open(reading.file);
  expect(progress.bytes).toBeLessThan(progress.totalBytes);
  const whole = await wholeView(reading.file.path, folder);
  await reading.reader.page(reading.file, { direction: "forward", cursor: "line:1" });
  expect((await allPages(reading, "forward", [200])).items).toEqual(whole.items);
});

test.each([1, 2, 3])("an index file that lost its last lines (%i) is ignored and made anew", async (lost) => {
  const folder = tempFolder();
  const reading = readingOf(generatedText({ form: "codex", seed: 28 }, MEBIBYTE), folder);
  await reading.reader.open(reading.file);
  await reading.indexed();
  await reading.reader.leave(reading.file);
  const index = join(folder, "cache", "index");
  const [name = ""] = readdirSync(index);
  const lines = readFileSync(join(index, name), "utf8").split("\n");
  writeFileSync(join(index, name), `${lines.slice(0, -1 - lost).join("\n")}\n`);
  const { index: progress } = await reading.reader.open(reading.file);
  expect(progress.bytes).toBeLessThan(progress.totalBytes);
});

test("of huge files fewer stay open: one that was closed is indexed once, and read as before", async () => {
  const text = generatedText({ form: "codex", seed: 29 }, MEBIBYTE);
  const reading = readingOf(text, tempFolder(), { maxOpenBytes: 1.5 * text.length });
  const other = { ...reading.file, path: join(reading.folder, "other.jsonl") };
  writeFileSync(other.path, text);
  await reading.reader.open(reading.file);
  await reading.indexed();
  const before = await allPages(reading, "forward", [200]);
  const openFiles = openFilesOf(reading.file.path);
  await reading.reader.open(other);
  expect(openFilesOf(reading.file.path)).toBe(openFiles === null ? null : 0);
  expect(await allPages(reading, "forward", [200])).toEqual(before);
  await reading.reader.leave(other);
});

test("a reader that is closed holds no file open", async () => {
  const reading = readingOf(generatedText({ form: "codex", seed: 27 }, 600 * KIBIBYTE));
  const before = openFilesOf(reading.folder);
  await Promise.all([reading.reader.open(reading.file), reading.reader.page(reading.file, { direction: "forward" })]);
  expect(openFilesOf(reading.folder)).toBe(before === null ? null : 1);
  await reading.reader.close();
  expect(openFilesOf(reading.folder)).toBe(before);
});

test("more files than are kept open are read all the same", async () => {
  const texts = Array.from({ length: 12 }, (_, seed) => generatedText({ form: "codex", seed: 30 + seed }, 30 * KIBIBYTE));
  const reading = readingOf(texts[0] ?? "");
  const files = texts.map((text, index) => {
    const path = join(reading.folder, `other-${index}.jsonl`);
    writeFileSync(path, text);
    return { ...reading.file, path };
  });
  const opened = await Promise.all(files.map((file) => reading.reader.open(file)));
  for (const [index, file] of files.entries()) {
    const page = await reading.reader.page(file, { direction: "backward" });
    expect(page.items.map(({ id }) => id)).toEqual(opened[index]?.page.items.map(({ id }) => id));
  }
  await Promise.all(files.map((file) => reading.reader.leave(file)));
});
