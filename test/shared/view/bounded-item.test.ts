import { describe, expect, test } from "vitest";
import { TurnItem } from "../../../shared/protocol/turn-item";
import { boundedItem, textLength } from "../../../shared/view/bounded-item";

const MEBI = 1024 * 1024;
const base = { id: "i1", turnId: "t1", line: 4 } as const;
const command = (aggregatedOutput: string) =>
  TurnItem.parse({
    ...{ ...base, type: "commandExecution", status: "completed", recordedAtMs: 0, command: "ls", cwd: "/", aggregatedOutput },
  });
const image = (length: number) => `data:image/png;base64,${"A".repeat(length)}`;

describe("boundedItem", () => {
  test("an item that fits is itself", () => {
    const item = command("x".repeat(MEBI - 100));
    expect(boundedItem(item)).toBe(item);
  });

  test("of a longer text the beginning stays, and what is left out is counted to the unit", () => {
    const item = boundedItem(command("x".repeat(3 * MEBI)));
    if (item.type !== "commandExecution") throw new Error("another item");
    expect(textLength(item)).toBe(MEBI);
    expect(item.aggregatedOutput?.length).toBe(3 * MEBI - (item.leftOut ?? 0));
    expect({ ...item, aggregatedOutput: "", leftOut: 0 }).toEqual({ ...command(""), leftOut: 0 });
  });

  test("no character is cut in two", () => {
    for (const lead of ["", "x"]) {
      const item = boundedItem(command(lead + "😀".repeat(MEBI)));
      if (item.type !== "commandExecution") throw new Error("another item");
      const shown = item.aggregatedOutput ?? "";
      expect(shown).not.toMatch(/[\ud800-\udbff]$/);
      expect(shown.length + (item.leftOut ?? 0)).toBe(lead.length + 2 * MEBI);
    }
  });

  test("all texts of an item share the room; names and paths stay", () => {
    const changes = ["a", "b", "c"].map((path) => ({ path, kind: "add", diff: "y".repeat(MEBI) }));
    const item = boundedItem(
      TurnItem.parse({ ...base, type: "fileChange", status: "completed", recordedAtMs: 0, changes, output: "Done." }),
    );
    if (item.type !== "fileChange") throw new Error("another item");
    expect(textLength(item)).toBeLessThanOrEqual(MEBI + 100);
    expect(item.changes[0]?.path).toBe("a");
    expect(item.output).toBe("Done.");
    expect(textLength(item) + (item.leftOut ?? 0)).toBe(3 * MEBI + textLength({ ...item, changes: [] }) + 3 * "aadd".length);
  });

  test("an image is there as a whole or not at all", () => {
    const user = (...lengths: number[]) =>
      TurnItem.parse({
        ...{ ...base, type: "userMessage", via: "start" },
        content: [{ type: "text", text: "look" }, ...lengths.map((length) => ({ type: "image", url: image(length) }))],
      });
    const one = user(5 * MEBI);
    expect(boundedItem(one)).toEqual(one);
    const two = boundedItem(user(5 * MEBI, 5 * MEBI));
    if (two.type !== "userMessage") throw new Error("another item");
    expect(two.content.map((part) => (part.type === "image" ? part.url.length : part.text))).toEqual([
      "look",
      image(5 * MEBI).length,
      image(0).length,
    ]);
    expect(two.leftOut).toBe(5 * MEBI);
  });
});
