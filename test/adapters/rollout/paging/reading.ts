// A PastReader on real files, and what a test asks it for: all pages in one direction, the file read as a whole.
import { appendFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { PastReader, type PastReaderParts } from "../../../../electron/adapters/rollout/paging/past-reader";
import { runOf, scan } from "../../../../electron/adapters/rollout/paging/rollout-run";
import { openSource } from "../../../../electron/adapters/rollout/reading/open-source";
import { ItemProjection } from "../../../../electron/runtime/history/item-projection";
import type { SessionFile } from "../../../../electron/runtime/ports/past-sessions";
import type { ItemPage } from "../../../../shared/protocol/command";
import { ThreadId } from "../../../../shared/protocol/ids";
import type { IndexProgress } from "../../../../shared/protocol/past-session";
import type { Turn } from "../../../../shared/protocol/thread";
import type { TurnItem } from "../../../../shared/protocol/turn-item";
import { applyEvent, emptyThreadView } from "../../../../shared/view/thread-view";
import { tempFolder } from "../../../support/temp-folder";

export interface Reading {
  readonly reader: PastReader;
  readonly file: SessionFile;
  readonly folder: string;
  readonly progress: readonly IndexProgress[];
  /** Resolves when the index has come to the end of the file. */
  readonly indexed: () => Promise<void>;
  readonly append: (text: string) => void;
  readonly replace: (text: string) => void;
}

export function readingOf(
  text: string | Uint8Array,
  folder = tempFolder(),
  parts: Partial<Pick<PastReaderParts, "maxOpenBytes" | "findRollout">> = {},
): Reading {
  const path = join(folder, "rollout.jsonl");
  writeFileSync(path, text);
  const progress: IndexProgress[] = [];
  const waiting: (() => void)[] = [];
  let isIndexed = false;
  const reader = new PastReader({
    cacheFolder: join(folder, "cache"),
    findRollout: () => Promise.resolve(null),
    ...parts,
    onProgress: (told) => {
      progress.push(told);
      if (told.bytes < told.totalBytes) return;
      isIndexed = true;
      for (const go of waiting.splice(0)) go();
    },
  });
  const file: SessionFile = { threadId: ThreadId.parse("file-1"), path, origin: "file" };
  onTestFinished(() => reader.leave(file));
  return {
    reader,
    file,
    folder,
    progress,
    indexed: () => (isIndexed ? Promise.resolve() : new Promise((resolve) => waiting.push(resolve))),
    append: (more) => appendFileSync(path, more),
    replace: (other) => writeFileSync(path, other),
  };
}

export interface AllPages {
  readonly items: readonly TurnItem[];
  readonly turns: ReadonlyMap<string, Turn>;
}

/** From one end to the other. `limits`: of the pages, in turn, again and again. */
export async function allPages(
  { reader, file }: Reading,
  direction: "forward" | "backward",
  limits: readonly number[],
  isWhole = false,
): Promise<AllPages> {
  const pages: ItemPage[] = [];
  let cursor: string | null = null;
  do {
    const limit = limits[pages.length % limits.length] ?? 100;
    const page: ItemPage = await reader.page(file, { direction, limit, isWhole, ...(cursor === null ? {} : { cursor }) });
    if (direction === "forward") pages.push(page);
    else pages.unshift(page);
    cursor = page.nextCursor;
  } while (cursor !== null);
  return {
    items: pages.flatMap(({ items }) => items),
    turns: new Map(pages.flatMap(({ turns }) => turns).map((turn) => [turn.id, turn])),
  };
}

/** All items, by one translator, one projection and one view over the whole file. */
export async function wholeView(path: string, folder: string): Promise<AllPages> {
  const source = await openSource(path, { cacheFolder: join(folder, "cache"), findRollout: () => Promise.resolve(null) });
  const run = runOf(source);
  const translator = run.translator();
  const projection = new ItemProjection();
  const view = emptyThreadView();
  const take = (lines: ReturnType<typeof translator.apply>): void => {
    for (const { entry, place } of lines) for (const event of projection.apply(entry, place)) applyEvent(view, event);
  };
  for await (const batch of scan(run, { offset: 0, line: 1 })) for (const scanned of batch) take(translator.apply(scanned));
  take(translator.end());
  await source.close();
  return { items: view.items, turns: new Map(view.turns.map((turn) => [turn.id, turn])) };
}

/** Without what is only known once the lines have been counted. */
export function unnumbered(items: readonly TurnItem[]): object[] {
  return items.map((item) =>
    Object.fromEntries(Object.entries(item).filter(([name]) => name !== "line" && name !== "outputLine")),
  );
}
