import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { ItemId, TurnId } from "../../shared/protocol/ids";
import { TurnItem } from "../../shared/protocol/turn-item";
import { emptyThreadView, type ThreadView } from "../../shared/view/thread-view";
import { itemPage as pageOf, type PageQuery } from "../../electron/ipc/item-page";

/** Items at these lines, each a turn of its own, and so many that still stream. */
function view(lines: readonly number[], streaming = 0): ThreadView {
  const numbered = [...lines, ...Array<undefined>(streaming).fill(undefined)];
  const items = numbered.map((line, index): TurnItem => ({
    id: ItemId.parse(`i${index}`),
    turnId: TurnId.parse(`t${index}`),
    type: "agentMessage",
    text: "",
    phase: null,
    ...(line === undefined ? {} : { line }),
  }));
  const turns = items.map(({ turnId: id }) => ({ id, status: "completed" as const, startedAtMs: 0 }));
  return { ...emptyThreadView(), items, turns };
}

function ids({ items }: { items: readonly TurnItem[] }): string[] {
  return items.map(({ id }) => id);
}

/** Of a view that holds the whole thread. */
function itemPage(thread: ThreadView, query: Omit<PageQuery, "olderCursor">): ReturnType<typeof pageOf> {
  return pageOf(thread, { ...query, olderCursor: null });
}

/** All pages of one direction, in file order. */
function allPages(thread: ThreadView, query: Omit<PageQuery, "cursor" | "olderCursor">): string[] {
  const pages: string[][] = [];
  let cursor: string | null = null;
  do {
    const page = itemPage(thread, cursor === null ? query : { ...query, cursor });
    if (query.direction === "forward") pages.push(ids(page));
    else pages.unshift(ids(page));
    cursor = page.nextCursor;
    if (pages.length > 1000) throw new Error("the cursor never ends");
  } while (cursor !== null);
  return pages.flat();
}

describe("itemPage", () => {
  const thread = view([3, 5, 9, 12]);

  test("forward from the beginning and from a line on", () => {
    expect(itemPage(thread, { direction: "forward", limit: 2 })).toMatchObject({ nextCursor: "line:9" });
    expect(ids(itemPage(thread, { direction: "forward", limit: 2 }))).toEqual(["i0", "i1"]);
    expect(ids(itemPage(thread, { direction: "forward", limit: 2, cursor: "line:9" }))).toEqual(["i2", "i3"]);
    expect(itemPage(thread, { direction: "forward", limit: 2, cursor: "line:9" }).nextCursor).toBeNull();
  });

  test("backward from the end and before a line, still in file order", () => {
    expect(ids(itemPage(thread, { direction: "backward", limit: 3 }))).toEqual(["i1", "i2", "i3"]);
    expect(itemPage(thread, { direction: "backward", limit: 3 }).nextCursor).toBe("line:5");
    expect(ids(itemPage(thread, { direction: "backward", limit: 3, cursor: "line:5" }))).toEqual(["i0"]);
    expect(itemPage(thread, { direction: "backward", limit: 3, cursor: "line:5" }).nextCursor).toBeNull();
  });

  test("a page brings the turns of its items and no others", () => {
    expect(itemPage(thread, { direction: "backward", limit: 1 }).turns.map(({ id }) => id)).toEqual(["t3"]);
  });

  test("a cursor stays good while the thread grows", () => {
    const { nextCursor } = itemPage(thread, { direction: "backward", limit: 2 });
    const grown = view([3, 5, 9, 12, 13, 20], 1);
    expect(ids(itemPage(grown, { direction: "backward", limit: 2, cursor: nextCursor ?? "" }))).toEqual(["i0", "i1"]);
    expect(ids(itemPage(grown, { direction: "forward", limit: 9, cursor: "line:13" }))).toEqual(["i4", "i5", "i6"]);
  });

  test("an empty thread, and cursors beyond it", () => {
    expect(itemPage(view([]), { direction: "backward" })).toEqual({ items: [], turns: [], nextCursor: null });
    expect(itemPage(thread, { direction: "forward", cursor: "line:99" })).toEqual({ items: [], turns: [], nextCursor: null });
    expect(itemPage(thread, { direction: "backward", cursor: "line:1" })).toEqual({ items: [], turns: [], nextCursor: null });
  });

  test("an output is left out where its line can be asked for, and nowhere else", () => {
    const call = (index: number, line?: number): TurnItem =>
      TurnItem.parse({
        ...{
          id: `c${index}`,
          turnId: "t1",
          type: "toolCall",
          tool: "list_dir",
          arguments: "{}",
          status: "completed",
          recordedAtMs: 0,
        },
        ...{ output: "a/", ...(line === undefined ? {} : { line }) },
      });
    const { items } = itemPage(
      { ...emptyThreadView(), items: [call(0, 7), call(1)] },
      { direction: "backward", deferOutput: { toolCall: true } },
    );
    expect(items[0]).toMatchObject({ id: "c0", outputDeferred: "line:7" });
    expect(items[0]).not.toHaveProperty("output");
    expect(items[1]).toEqual(call(1));
  });

  test("without a limit a page holds 100", () => {
    const long = view(Array.from({ length: 150 }, (_, index) => index + 1));
    expect(itemPage(long, { direction: "backward" }).items).toHaveLength(100);
  });

  test("property: the pages of either direction joined are all items, those that stream included", () => {
    const lines = fc
      .uniqueArray(fc.integer({ min: 1, max: 500 }), { maxLength: 40 })
      .map((numbers) => numbers.toSorted((a, b) => a - b));
    fc.assert(
      fc.property(
        lines,
        fc.integer({ min: 0, max: 3 }),
        fc.integer({ min: 1, max: 9 }),
        fc.constantFrom("forward" as const, "backward" as const),
        (at, streaming, limit, direction) => {
          const whole = view(at, streaming);
          expect(allPages(whole, { direction, limit })).toEqual(ids(whole));
        },
      ),
      { numRuns: 500 },
    );
  });

  test("in front of a view that begins in the middle stands what the file has", () => {
    expect(pageOf(thread, { direction: "backward", olderCursor: "line:3" }).nextCursor).toBe("line:3");
    expect(pageOf(thread, { direction: "backward", limit: 1, olderCursor: "line:3" }).nextCursor).toBe("line:12");
  });

  test("a cursor that is none of this list is refused with words", () => {
    expect(() => itemPage(thread, { direction: "forward", cursor: "five" })).toThrow("not one of this list");
  });
});
