// What is wrong with the pages of a file, in words: they must show what the whole file shows, from either end, before its index is there and after.
import { isDeepStrictEqual } from "node:util";
import { join } from "node:path";
import { buildIndex } from "../../../../electron/adapters/rollout/paging/build-index";
import { IndexedStretches } from "../../../../electron/adapters/rollout/paging/indexed-stretches";
import { readPage, type Stretches } from "../../../../electron/adapters/rollout/paging/read-page";
import { parseCursor } from "../../../../electron/adapters/rollout/paging/page-cursor";
import { runOf } from "../../../../electron/adapters/rollout/paging/rollout-run";
import { tailStretches } from "../../../../electron/adapters/rollout/paging/tail-stretches";
import { openSource } from "../../../../electron/adapters/rollout/reading/open-source";
import type { ItemPage } from "../../../../shared/protocol/command";
import type { TurnItem } from "../../../../shared/protocol/turn-item";
import { unnumbered, wholeView } from "./reading";

export interface PageQuestion {
  readonly path: string;
  readonly folder: string;
  /** Items of a page. */
  readonly limit: number;
  /** Whether the same ids, or the same words again and again, may be taken for one another where nobody has read the lines before. */
  readonly isAmbiguous: boolean;
}

/** Throws what opening the file throws. */
export async function pageFaults({ path, folder, limit, isAmbiguous }: PageQuestion): Promise<string[]> {
  const whole = await wholeView(path, folder);
  const faults: string[] = [];
  const run = runOf(await openSource(path, { cacheFolder: join(folder, "cache"), findRollout: () => Promise.resolve(null) }));
  try {
    const { index } = await buildIndex(run, { seed: null, pause: () => Promise.resolve(), now: () => 0 });
    for (const direction of ["forward", "backward"] as const) {
      const indexed = await allItems(new IndexedStretches(run, index), direction, limit);
      faults.push(...difference(`${direction} from the index`, unordered(indexed), unordered(whole.items)));
      const stretches = isAmbiguous ? null : await tailStretches(run);
      if (stretches === null) continue;
      const found = await allItems(stretches, direction, limit);
      faults.push(...difference(`${direction} before the index`, uncounted(unordered(found)), uncounted(unordered(whole.items))));
    }
  } finally {
    await run.source.close();
  }
  return faults;
}

async function allItems(stretches: Stretches, direction: "forward" | "backward", limit: number): Promise<TurnItem[]> {
  const pages: ItemPage[] = [];
  let spot = { offset: direction === "forward" ? 0 : stretches.size, nth: 0 };
  for (;;) {
    const page = await readPage(stretches, { spot, limit, direction, form: "whole" });
    pages.push(page);
    if (page.nextCursor === null) break;
    const cursor = parseCursor(page.nextCursor);
    if (cursor.type === "line" || (cursor.spot.offset === spot.offset && cursor.spot.nth === spot.nth))
      throw new Error(`the page at ${page.nextCursor} does not go on`);
    spot = cursor.spot;
  }
  return (direction === "forward" ? pages : pages.reverse()).flatMap(({ items }) => items);
}

/** Without the number in which calls ended: where ids come twice, a call of another stretch may be missed when they are counted. */
function unordered(items: readonly TurnItem[]): TurnItem[] {
  return items.map((item) => ("finishedOrder" in item ? { ...item, finishedOrder: 0 } : item));
}

/** A notice of damage tells the line's number too. */
function uncounted(items: readonly TurnItem[]): object[] {
  return unnumbered(
    items.map((item) => (item.type === "notice" ? { ...item, text: item.text.replace(/ \(line \d+\)$/, "") } : item)),
  );
}

function difference(where: string, found: readonly object[], wanted: readonly object[]): string[] {
  const at = wanted.findIndex((item, index) => !isDeepStrictEqual(found[index], item));
  if (at === -1 && found.length === wanted.length) return [];
  const first = at === -1 ? wanted.length : at;
  const told = (item: object | undefined): string => (item === undefined ? "nothing" : JSON.stringify(item).slice(0, 400));
  return [
    `${where}: ${found.length} items of ${wanted.length}; at ${first} stands ${told(found[first])} instead of ${told(wanted[first])}`,
  ];
}
