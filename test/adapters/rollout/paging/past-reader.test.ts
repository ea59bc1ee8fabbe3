// Reading by pages: whichever way and in whichever pieces, before the index is there and after, one sees what the file holds.
import { describe, expect, test } from "vitest";
import { generatedText, type GeneratedRollout } from "./generated-rollout";
import { allPages, readingOf, unnumbered, wholeView } from "./reading";

const MEBIBYTE = 1024 * 1024;
const KIBIBYTE = 1024;

const kinds: readonly (GeneratedRollout & { readonly name: string; readonly bytes: number })[] = [
  { name: "our own form, with queued input", form: "own", seed: 1, queues: true, bytes: 5 * MEBIBYTE },
  { name: "Codex's form", form: "codex", seed: 2, bytes: 5 * MEBIBYTE },
  { name: "our own form, one giant turn", form: "own", seed: 3, steps: 100_000, outputBytes: [200, 6000], bytes: 5 * MEBIBYTE },
  { name: "Codex's form, one giant turn", form: "codex", seed: 4, steps: 100_000, outputBytes: [200, 6000], bytes: 5 * MEBIBYTE },
  { name: "thousands of tiny turns", form: "codex", seed: 5, steps: 0, bytes: 4 * MEBIBYTE },
  { name: "lines of half a mebibyte", form: "own", seed: 6, outputBytes: [200, MEBIBYTE / 2], bytes: 8 * MEBIBYTE },
];

describe.each(kinds)("a long rollout of $name", ({ bytes, ...options }) => {
  const text = generatedText(options, bytes);

  test("pages show the whole file, both ways, in any pieces", async () => {
    const reading = readingOf(text);
    await reading.reader.open(reading.file);
    await reading.indexed();
    const whole = await wholeView(reading.file.path, reading.folder);
    const backward = await allPages(reading, "backward", [200]);
    const forward = await allPages(reading, "forward", [7, 61, 200]);
    expect(backward.items).toEqual(whole.items);
    expect(forward.items).toEqual(whole.items);
    expect(new Map(backward.turns)).toEqual(whole.turns);
    expect(new Map(forward.turns)).toEqual(whole.turns);
  });

  test("before the index is there, pages show the same items under the same ids", async () => {
    const reading = readingOf(text);
    const { page, index } = await reading.reader.open(reading.file);
    expect(index.bytes).toBeLessThan(index.totalBytes);
    const whole = await wholeView(reading.file.path, reading.folder);
    expect(unnumbered(page.items)).toEqual(unnumbered(whole.items.slice(-page.items.length)));
    const backward = await allPages(reading, "backward", [100, 33]);
    expect(unnumbered(backward.items)).toEqual(unnumbered(whole.items));
  });
});

test("a page before the index has the turns of its items, from their start to their end", async () => {
  const text = generatedText({ form: "own", seed: 7 }, 5 * MEBIBYTE);
  const reading = readingOf(text);
  const { page } = await reading.reader.open(reading.file);
  const whole = await wholeView(reading.file.path, reading.folder);
  const wanted = [...new Set(page.items.map(({ turnId }) => turnId))].map((id) => whole.turns.get(id));
  expect(page.turns.map(({ line: _line, endLine: _endLine, ...turn }) => turn)).toEqual(
    wanted.map((turn) => {
      const { line: _line, endLine: _endLine, ...rest } = turn ?? {};
      return rest;
    }),
  );
});

test("a file that is opened a second time is not indexed again", async () => {
  const reading = readingOf(generatedText({ form: "codex", seed: 8 }, 2 * MEBIBYTE));
  await reading.reader.open(reading.file);
  await reading.indexed();
  await reading.reader.leave(reading.file);
  const again = await reading.reader.open(reading.file);
  expect(again.index.bytes).toBe(again.index.totalBytes);
  const whole = await wholeView(reading.file.path, reading.folder);
  expect((await allPages(reading, "backward", [200])).items).toEqual(whole.items);
});

test.each(["own", "codex"] as const)("a file of form %s that has only grown is indexed from there on", async (form) => {
  const text = generatedText({ form, seed: 9, queues: true }, 3 * MEBIBYTE);
  // In the middle of a line, and of a turn.
  const cut = Math.floor(text.length * 0.96);
  const reading = readingOf(text.slice(0, cut));
  await reading.reader.open(reading.file);
  await reading.indexed();
  await reading.reader.leave(reading.file);
  reading.append(text.slice(cut));
  const grown = await reading.reader.open(reading.file);
  expect(grown.page.items.at(-1)).toBeDefined();
  await reading.reader.page(reading.file, { cursor: "line:1", direction: "forward" });
  const whole = await wholeView(reading.file.path, reading.folder);
  expect((await allPages(reading, "backward", [200])).items).toEqual(whole.items);
  expect((await reading.reader.open(reading.file)).repairs).toEqual([]);
});

test("what is appended while a file is open is seen once it is opened afresh", async () => {
  const text = generatedText({ form: "codex", seed: 10 }, 600 * KIBIBYTE);
  const half = text.lastIndexOf("\n", text.length / 2) + 1;
  const reading = readingOf(text.slice(0, half));
  const before = await reading.reader.open(reading.file);
  reading.append(text.slice(half));
  const after = await reading.reader.open(reading.file);
  expect(after.index.totalBytes).toBeGreaterThan(before.index.totalBytes);
  const whole = await wholeView(reading.file.path, reading.folder);
  expect(unnumbered(after.page.items)).toEqual(unnumbered(whole.items.slice(-100)));
});

test("a file that was replaced is read anew", async () => {
  const reading = readingOf(generatedText({ form: "codex", seed: 11 }, 900 * KIBIBYTE));
  await reading.reader.open(reading.file);
  reading.replace(generatedText({ form: "codex", seed: 12 }, 300 * KIBIBYTE));
  const whole = await wholeView(reading.file.path, reading.folder);
  const { items } = await reading.reader.page(reading.file, { direction: "backward", limit: 50 });
  expect(unnumbered(items)).toEqual(unnumbered(whole.items.slice(-50)));
});

test("a file that was cut while it is being indexed is read anew by the next page, which waits for nothing else", async () => {
  const text = generatedText({ form: "codex", seed: 14 }, 4 * MEBIBYTE);
  const reading = readingOf(text);
  await reading.reader.open(reading.file);
  reading.replace(text.slice(0, text.lastIndexOf("\n", text.length / 4) + 1));
  const { items } = await reading.reader.page(reading.file, { direction: "forward", limit: 50 });
  const whole = await wholeView(reading.file.path, reading.folder);
  expect(unnumbered(items)).toEqual(unnumbered(whole.items.slice(0, 50)));
});

test("several clients read the same file at once", async () => {
  const reading = readingOf(generatedText({ form: "own", seed: 13 }, 2 * MEBIBYTE));
  await Promise.all([reading.reader.open(reading.file), reading.reader.open(reading.file)]);
  const [one, other] = await Promise.all([allPages(reading, "backward", [90]), allPages(reading, "forward", [110])]);
  expect(unnumbered(one.items)).toEqual(unnumbered(other.items));
});
