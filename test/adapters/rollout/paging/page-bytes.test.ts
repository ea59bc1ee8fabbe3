// A page is bounded in bytes as well as in items: what is large comes on several pages, an item that is too large says how much is left out, and whoever
// writes a session out has all of it.
import { isDeepStrictEqual } from "node:util";
import { expect, test } from "vitest";
import { readPage, type Stretches } from "../../../../electron/adapters/rollout/paging/read-page";
import { ItemId, TurnId } from "../../../../shared/protocol/ids";
import { boundedItem } from "../../../../shared/view/bounded-item";
import { allPages, readingOf, unnumbered, wholeView } from "./reading";

const MEBIBYTE = 1024 * 1024;

/** Sizes of the messages, one turn for all. */
function rolloutOf(sizes: readonly number[]): string {
  const line = (type: string, payload: object): string =>
    `${JSON.stringify({ timestamp: "2026-03-01T10:00:00.000Z", type, payload })}\n`;
  const said = sizes.map((size, n) =>
    line("response_item", {
      type: "message",
      role: "assistant",
      id: `msg_${n}`,
      content: [{ type: "output_text", text: `${n} ${"x".repeat(size)}` }],
    }),
  );
  return [
    line("session_meta", { id: "0199a213-0000-7000-8000-000000000001", originator: "codex_cli_rs", cwd: "/home/me" }),
    line("event_msg", { type: "task_started", turn_id: "t-1" }),
    ...said,
    line("event_msg", { type: "task_complete", turn_id: "t-1" }),
  ].join("");
}

const large = rolloutOf([5 * MEBIBYTE, 10, 5 * MEBIBYTE, 5 * MEBIBYTE, 20, 9 * MEBIBYTE, 30]);

test.each([
  { when: "before the index", isIndexed: false },
  { when: "from the index", isIndexed: true },
])("a page of large items ends early, and pages joined are all items: $when", async ({ isIndexed }) => {
  const reading = readingOf(large);
  const { page } = await reading.reader.open(reading.file);
  expect(page.nextCursor).not.toBeNull();
  if (isIndexed) await reading.indexed();
  const whole = await wholeView(reading.file.path, reading.folder);
  expect(whole.items).toHaveLength(7);
  for (const direction of ["forward", "backward"] as const) {
    const first = await reading.reader.page(reading.file, { direction, limit: 200 });
    expect(first.items.length).toBeLessThan(7);
    expect(JSON.stringify(first).length).toBeLessThan(2.1 * MEBIBYTE);
    const { items } = await allPages(reading, direction, [200]);
    const leftOut = [5 * MEBIBYTE, 0, 5 * MEBIBYTE, 5 * MEBIBYTE, 0, 9 * MEBIBYTE, 0].map((size) => Math.floor(size / MEBIBYTE));
    expect(items.map(({ leftOut: units = 0 }) => Math.round(units / MEBIBYTE))).toEqual(
      leftOut.map((size) => Math.max(0, size - 1)),
    );
    expect(isDeepStrictEqual(unnumbered(items), unnumbered(whole.items.map(boundedItem)))).toBe(true);
    const { items: written } = await allPages(reading, direction, [200], true);
    expect(isDeepStrictEqual(unnumbered(written), unnumbered(whole.items))).toBe(true);
  }
});

test.each([
  { direction: "forward", start: 0, pages: [["i0", "i1", "i2"], ["i3"], ["i4"]] },
  { direction: "backward", start: 30 * MEBIBYTE, pages: [["i4"], ["i3"], ["i0", "i1", "i2"]] },
] as const)(
  "less than 8 MiB lie between the first and the last item of a page $direction",
  async ({ direction, start, pages }) => {
    const offsets = [0, MEBIBYTE, 8 * MEBIBYTE - 1, 18 * MEBIBYTE, 26 * MEBIBYTE];
    let spot = { offset: start, nth: 0 };
    for (const expected of pages) {
      const { items, nextCursor } = await readPage(stretchesOf(offsets), {
        spot,
        limit: 200,
        form: { deferOutput: undefined },
        direction,
      });
      expect(items.map(({ id }) => id)).toEqual(expected);
      const next = nextCursor === null ? null : Number(nextCursor.slice(1));
      const isLast = expected === pages.at(-1);
      expect(next === null).toBe(isLast);
      spot = { offset: next ?? 0, nth: 0 };
    }
  },
);

/** One stretch with an item at each offset. */
function stretchesOf(offsets: readonly number[]): Stretches {
  const size = 30 * MEBIBYTE;
  const items = offsets.map((offset, n) => ({
    spot: { offset, nth: 0 },
    item: { type: "agentMessage", id: ItemId.parse(`i${n}`), turnId: TurnId.parse("t"), text: "", phase: null } as const,
  }));
  const stretch = { start: 0, end: size, items, turns: new Map(), bare: new Map(), tokens: null };
  return { size, endingAt: () => Promise.resolve(stretch), startingAt: () => Promise.resolve(stretch), turn: () => undefined };
}
