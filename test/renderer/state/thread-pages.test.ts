import { describe, expect, test } from "vitest";
import { commands, type ItemPage } from "../../../shared/protocol/command";
import { ItemId } from "../../../shared/protocol/ids";
import type { TurnItem } from "../../../shared/protocol/turn-item";
import { parseNotification } from "../../../shared/protocol/event";
import { type ShownThread, withEntries, withSnapshot } from "../../../renderer/state/open-thread";
import {
  withEnd,
  withLines,
  withNewerPage,
  withOlderPage,
  withoutFarNewer,
  withoutFarOlder,
  withPlace,
} from "../../../renderer/state/thread-pages";
import { agent, resumed, Sequence, type Snapshot, turn } from "../scene";

const COUNT = 3000;
const PAGE = 100;
const at = (index: number): TurnItem => agent("t1", index + 1, `text ${index}`, `item-${index}`);
const turns = [turn("t1", { status: "completed" })];
const cursor = (index: number) => `@${index}`;

/** The pages of a file of so many items, as `thread/items/list` gives them. */
const forward = (from: number): ItemPage => ({
  items: Array.from({ length: Math.min(PAGE, COUNT - from) }, (_, index) => at(from + index)),
  turns,
  nextCursor: from + PAGE >= COUNT ? null : cursor(from + PAGE),
});
const backward = (before: number): ItemPage => {
  const start = Math.max(0, before - PAGE);
  return {
    items: Array.from({ length: before - start }, (_, index) => at(start + index)),
    turns,
    nextCursor: start === 0 ? null : cursor(start),
  };
};
const indexIn = (given: string | null): number => Number(given?.slice(1));
const snapshotOf = (given: Snapshot) => commands["thread/resume"].result.parse(resumed(given));
const newest = snapshotOf({ ...backward(COUNT), nextCursor: backward(COUNT).nextCursor, seq: 5 });
const placeAt = (index: number) => ({ snapshot: newest, forward: forward(index), backward: backward(index) });
const ids = (open: ShownThread) => open.view.items.map((item) => item.id);
const range = (open: ShownThread) => [ids(open)[0], ids(open).at(-1), open.olderCursor, open.newerCursor];

describe("a thread opened at an item", () => {
  test("holds the pages around it, marks it, and knows that more is behind", () => {
    const open = withPlace(undefined, placeAt(1000));
    expect(range(open)).toEqual(["item-900", "item-1099", "@900", "@1100"]);
    expect(open).toMatchObject({ markedId: "item-1000", placeCount: 1, seq: 5 });
  });

  test("shows the end where the newest page holds the item", () => {
    const open = withPlace(undefined, placeAt(COUNT - 20));
    expect(range(open)).toEqual([`item-${COUNT - PAGE}`, `item-${COUNT - 1}`, cursor(COUNT - PAGE), null]);
    expect(open.markedId).toBe(`item-${COUNT - 20}`);
  });

  test("takes no items by events while its end is not there, but knows its status", () => {
    const sequence = new Sequence(5);
    const entries = [
      sequence.event("thread/status/changed", { status: { type: "active", flags: [] } }),
      sequence.event("item/completed", { turnId: "t1", item: at(COUNT) }),
    ].map((raw) => {
      const notification = parseNotification(raw);
      return { seq: notification.params.seq, notification: notification.method === "unknown" ? null : notification };
    });
    const open = withEntries(withPlace(undefined, placeAt(1000)), entries);
    expect(range(open)).toEqual(["item-900", "item-1099", "@900", "@1100"]);
    expect(open).toMatchObject({ seq: 7, view: { status: { type: "active" } } });
  });

  test("a snapshot far from it leaves what is on screen", () => {
    const open = withSnapshot({ ...withPlace(undefined, placeAt(1000)), sync: "catchingUp" }, newest);
    expect(range(open)).toEqual(["item-900", "item-1099", "@900", "@1100"]);
    expect(open.sync).toBe("live");
  });

  test("a snapshot that meets it goes on to the end, and puts nothing in front", () => {
    const near = { ...withPlace(undefined, placeAt(COUNT - 150)), sync: "catchingUp" as const };
    expect(range(withSnapshot(near, newest))).toEqual([`item-${COUNT - 250}`, `item-${COUNT - 1}`, cursor(COUNT - 250), null]);
    const short = { ...near, view: { ...near.view, items: near.view.items.slice(-30) }, olderCursor: "@2920" };
    expect(range(withSnapshot(short, newest))).toEqual(["item-2920", `item-${COUNT - 1}`, "@2920", null]);
  });

  test("the end is another place: it begins anew, at the newest page", () => {
    const end = withEnd(withPlace(undefined, placeAt(1000)), newest);
    expect(range(end)).toEqual([`item-${COUNT - PAGE}`, `item-${COUNT - 1}`, cursor(COUNT - PAGE), null]);
    expect(end).toMatchObject({ markedId: null, placeCount: 2 });
  });
});

describe("pages", () => {
  test("however far a reader scrolls, no more than a few pages are held, without a hole or an item twice", () => {
    let open = withSnapshot(undefined, newest);
    const check = (index: number) => {
      const shown = ids(open);
      const first = indexOf(shown[0]);
      expect(shown, `after page ${index}`).toEqual(shown.map((_, place) => `item-${first + place}`));
      expect(shown.length).toBeLessThanOrEqual(900);
      if (open.olderCursor !== null) expect(indexIn(open.olderCursor)).toBe(first);
      if (open.newerCursor !== null) expect(indexIn(open.newerCursor)).toBe(first + shown.length);
    };
    for (let page = 0; open.olderCursor !== null; page += 1) {
      const wanted = open.olderCursor;
      open = withOlderPage(withoutFarNewer(open), backward(indexIn(wanted)));
      check(page);
    }
    expect(ids(open)[0]).toBe("item-0");
    expect(open.newerCursor).not.toBeNull();
    for (let page = 0; open.newerCursor !== null; page += 1) {
      const wanted = open.newerCursor;
      open = withNewerPage(withoutFarOlder(open), forward(indexIn(wanted)));
      check(page);
    }
    expect(ids(open).at(-1)).toBe(`item-${COUNT - 1}`);
    expect(open.olderCursor).not.toBeNull();
  });

  test("the newest pages of a thread that works are kept: its events go on from them", () => {
    let open = withSnapshot(undefined, newest);
    open = { ...open, view: { ...open.view, status: { type: "active", flags: [] } } };
    for (let page = 0; page < 12; page += 1) open = withOlderPage(withoutFarNewer(open), backward(indexIn(open.olderCursor)));
    expect(open.newerCursor).toBeNull();
    expect(ids(open)).toHaveLength(1300);
  });

  test("the list knows each commit that changes what stands in front", () => {
    const open = withPlace(undefined, placeAt(1000));
    const older = withOlderPage(open, backward(900));
    expect(older.prependCount).toBe(open.prependCount + 1);
    expect(withNewerPage(open, forward(1100)).prependCount).toBe(open.prependCount);
  });
});

describe("turns without an item stay in their place", () => {
  const ended = { status: "interrupted" } as const;
  /** A file of turns by the name: capital letters have one item each, of `t-A` the item `A`; the others have none. */
  const page = (names: string, numbered: boolean, from = 1): ItemPage => {
    const facts = Array.from(names, (name, index) => ({ name, line: numbered ? from + index : undefined }));
    return {
      items: facts.flatMap(({ name, line }) => (name === name.toUpperCase() ? agent(`t-${name}`, line, name, name) : [])),
      turns: facts.map(({ name, line }) => turn(`t-${name}`, line === undefined ? ended : { ...ended, line })),
      nextCursor: `@${from + names.length}`,
    };
  };
  const names = (open: ShownThread) => open.view.turns.map(({ id }) => id.slice("t-".length)).join("");
  const place = (numbered: boolean) =>
    withPlace(undefined, {
      snapshot: snapshotOf(page("Z", true, 900)),
      forward: page("Bc", numbered, 3),
      backward: page("Aa", numbered),
    });

  test.each([true, false])("when a page comes behind them (lines known: %s)", (numbered) => {
    const open = withNewerPage(place(numbered), page("dEf", numbered, 5));
    expect(names(open)).toBe("AaBcdEf");
    expect(names(withNewerPage(open, page("gH", numbered, 8)))).toBe("AaBcdEfgH");
  });

  test("a turn that was told meanwhile stands behind all pages, and in its place once its page is there", () => {
    const told = place(true);
    const live = { ...told, view: { ...told.view, turns: [...told.view.turns, turn("t-y", { ...ended, line: 800 })] } };
    const open = withNewerPage(live, page("dE", true, 5));
    expect(names(open)).toBe("AaBcdEy");
    expect(names(withNewerPage(open, page("Xy", true, 799)))).toBe("AaBcdEXy");
  });

  test.each([true, false])("however far a reader scrolls, also when pages far from it go (lines known: %s)", (numbered) => {
    const count = 3000;
    // Turns of seven items; in front of each third one stands one without.
    const turnOf = (item: number): string => `t-${Math.floor(item / 7)}`;
    const starts = Array.from({ length: Math.ceil(count / 7) }, (_, index) => [
      ...(index % 3 === 0 ? [{ id: `bare-${index}`, at: index * 7 - 0.5 }] : []),
      { id: `t-${index}`, at: index * 7 },
    ]).flat();
    const lined = (at: number): { line?: number } => (numbered ? { line: Math.round(at * 2) + 3 } : {});
    const part = (from: number, to: number, nextCursor: string | null): ItemPage => ({
      items: Array.from({ length: to - from }, (_, index) => {
        const at = from + index;
        return agent(turnOf(at), lined(at).line, "text", `item-${at}`);
      }),
      turns: starts
        .filter(({ id, at }) => (at > from - (from === 0 ? 1 : 0) && at < to) || id === turnOf(from))
        .map(({ id, at }) => turn(id, { ...ended, ...lined(at) })),
      nextCursor,
    });
    const after = (from: number): ItemPage => {
      const to = Math.min(from + PAGE, count);
      return part(from, to, to === count ? null : cursor(to));
    };
    const before = (to: number): ItemPage => part(Math.max(0, to - PAGE), to, to <= PAGE ? null : cursor(to - PAGE));
    let open = withSnapshot(undefined, snapshotOf(before(count)));
    const check = (): void => {
      const [first, last] = [ids(open)[0], ids(open).at(-1)].map(indexOf);
      if (first === undefined || last === undefined) throw new Error("no items");
      const run = starts.filter(
        ({ id, at }) => id === turnOf(first) || (at > first && at <= last + 0.5) || (first === 0 && at < 0),
      );
      expect(open.view.turns.map(({ id }) => id)).toEqual(run.map(({ id }) => id));
    };
    for (; open.olderCursor !== null; check()) open = withOlderPage(withoutFarNewer(open), before(indexIn(open.olderCursor)));
    expect(open.newerCursor).not.toBeNull();
    for (; open.newerCursor !== null; check()) open = withNewerPage(withoutFarOlder(open), after(indexIn(open.newerCursor)));
    expect(open.olderCursor).not.toBeNull();
  });

  test("when a snapshot meets them", () => {
    const open = withNewerPage(place(true), page("dE", true, 5));
    expect(names(withSnapshot({ ...open, sync: "catchingUp" }, snapshotOf({ ...page("EfG", true, 6), seq: 9 })))).toBe(
      "AaBcdEfG",
    );
  });
});

test("line numbers that come later change nothing but the lines, and calls stay as they were grouped", () => {
  const bare = (index: number): TurnItem => agent("t1", undefined, `text ${index}`, `item-${index}`);
  const before = withSnapshot(undefined, snapshotOf({ items: [bare(0), bare(1)], turns: [turn("t1", { status: "completed" })] }));
  const after = withLines(before, { items: [at(0), at(1), at(2)], turns: [turn("t1", { status: "completed", line: 1 })] });
  expect(after.view.items).toEqual([at(0), at(1)]);
  expect(after.view.turns[0]?.line).toBe(1);
  expect([...after.unnumbered]).toEqual([ItemId.parse("item-0"), ItemId.parse("item-1")]);
  expect(after).toMatchObject({ prependCount: before.prependCount, placeCount: before.placeCount });
});

function indexOf(id: string | undefined): number {
  return Number(id?.slice("item-".length));
}
