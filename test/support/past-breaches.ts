// I11 of past sessions: what the reader of files shows of a thread's file, by pages from either end, is what the thread itself shows.
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { PastReader } from "../../electron/adapters/rollout/paging/past-reader";
import type { PastPageQuery, SessionFile } from "../../electron/runtime/ports/past-sessions";
import type { ItemPage } from "../../shared/protocol/command";
import type { ThreadId } from "../../shared/protocol/ids";
import type { Turn } from "../../shared/protocol/thread";
import type { TurnItem } from "../../shared/protocol/turn-item";
import type { ThreadView } from "../../shared/view/thread-view";

interface Shown {
  readonly items: readonly TurnItem[];
  readonly turns: readonly Turn[];
}

/** `isWhole`: the view holds the whole thread, not only its end. */
export async function pastBreaches(
  threadId: ThreadId,
  bytes: Uint8Array,
  { view, isWhole }: { readonly view: Pick<ThreadView, "items" | "turns">; readonly isWhole: boolean },
): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), "counterfoil-past-"));
  const file: SessionFile = { threadId, path: join(folder, `rollout-2026-01-02T04-04-05-${threadId}.jsonl`), origin: "own" };
  const reader = new PastReader({
    cacheFolder: join(folder, "cache"),
    findRollout: () => Promise.resolve(null),
    onProgress: () => undefined,
  });
  try {
    await writeFile(file.path, bytes);
    await reader.open(file);
    const last = await reader.page(file, { direction: "backward", limit: PAGE });
    const backward = joined([...(await pagesFrom(reader, file, { page: last, direction: "backward" })).toReversed(), last]);
    // A line's number is known once the lines have been counted.
    const first = await reader.page(file, { direction: "forward", cursor: "line:1", limit: PAGE });
    const forward = joined([first, ...(await pagesFrom(reader, file, { page: first, direction: "forward" }))]);
    const wanted = isWhole ? view : { items: view.items, turns: view.turns.slice(-1) };
    return [
      ...differences("by pages from the end", { shown: unnumbered(backward), wanted: unnumbered(wanted), isWhole }),
      ...differences("by pages from the beginning", { shown: forward, wanted, isWhole }),
    ];
  } finally {
    await reader.leave(file);
    await rm(folder, { recursive: true, force: true });
  }
}

/** Small, so that turns and calls lie across its edges. */
const PAGE = 3;

async function pagesFrom(
  reader: PastReader,
  file: SessionFile,
  { page, direction }: { readonly page: ItemPage; readonly direction: PastPageQuery["direction"] },
): Promise<ItemPage[]> {
  const pages: ItemPage[] = [];
  for (let cursor = page.nextCursor; cursor !== null;) {
    const next: ItemPage = await reader.page(file, { direction, cursor, limit: PAGE });
    pages.push(next);
    cursor = next.nextCursor;
  }
  return pages;
}

function joined(pages: readonly ItemPage[]): Shown {
  const turns = new Map(pages.flatMap((page) => page.turns).map((turn) => [turn.id, turn]));
  return { items: pages.flatMap((page) => page.items), turns: [...turns.values()] };
}

function differences(
  how: string,
  { shown, wanted, isWhole }: { readonly shown: Shown; readonly wanted: Shown; readonly isWhole: boolean },
): string[] {
  const items = isWhole ? shown.items : shown.items.slice(shown.items.length - wanted.items.length);
  const ids = new Set(wanted.turns.map(({ id }) => id));
  const turns = isWhole ? shown.turns : shown.turns.filter(({ id }) => ids.has(id));
  return [
    ...(isDeepStrictEqual(items, wanted.items)
      ? []
      : [`I11: ${how} its file shows ${JSON.stringify(items)} not ${JSON.stringify(wanted.items)}`]),
    ...(isDeepStrictEqual(turns, wanted.turns)
      ? []
      : [`I11: ${how} its file shows the turns ${JSON.stringify(turns)} not ${JSON.stringify(wanted.turns)}`]),
  ];
}

function unnumbered({ items, turns }: Shown): Shown {
  const without = <Value extends object>(value: Value): Value =>
    Object.fromEntries(Object.entries(value).filter(([name]) => !LINES.has(name))) as Value;
  return { items: items.map(without), turns: turns.map(without) };
}

const LINES: ReadonlySet<string> = new Set(["line", "outputLine", "endLine"]);
