// Reading by pages: whichever way and in whichever pieces, before the index is there and after, one sees what the file holds.
import { describe, expect, test } from "vitest";
import { generatedText } from "./generated-rollout";
import { allPages, readingOf, unnumbered, wholeView } from "./reading";

const MEBIBYTE = 1024 * 1024;

describe.each(["own", "codex"] as const)("a long rollout in the form of %s", (form) => {
  const text = generatedText({ form, seed: 1, queues: true }, 6 * MEBIBYTE);

  test("pages show the whole file, both ways, in any pieces", async () => {
    const reading = readingOf(text);
    await reading.reader.open(reading.file);
    await reading.indexed();
    const whole = await wholeView(reading.file.path, reading.folder);
    const backward = await allPages(reading, "backward", [200]);
    const forward = await allPages(reading, "forward", [7, 61, 200]);
    expect(backward.items.length).toBe(whole.items.length);
    expect(backward.items).toEqual(whole.items);
    expect(forward.items).toEqual(whole.items);
    expect(new Map(backward.turns)).toEqual(whole.turns);
    expect(new Map(forward.turns)).toEqual(whole.turns);
  });

  test("before the index is there, pages show the same items under the same ids", async () => {
    const reading = readingOf(text);
    const { page, index } = await reading.reader.open(reading.file);
    const backward = await allPages(reading, "backward", [100, 33]);
    expect(index.bytes).toBeLessThan(index.totalBytes);
    const whole = await wholeView(reading.file.path, reading.folder);
    expect(page.items).toHaveLength(100);
    expect(unnumbered(page.items)).toEqual(unnumbered(whole.items.slice(-100)));
    expect(unnumbered(backward.items)).toEqual(unnumbered(whole.items));
  });
});
