// A source as text, forked on a real disk: what the new file holds, and what a person sees of it.
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { LineTranslator } from "../../../../electron/adapters/rollout/codex-import/line-translator";
import { forkRollout } from "../../../../electron/adapters/rollout/forking/fork-rollout";
import { openSource } from "../../../../electron/adapters/rollout/reading/open-source";
import { scanRecords } from "../../../../electron/adapters/rollout/reading/record-scanner";
import { ItemProjection } from "../../../../electron/runtime/history/item-projection";
import { ThreadId, TurnId } from "../../../../shared/protocol/ids";
import { parseLine, type RolloutLine, type UnknownLine } from "../../../../shared/protocol/rollout-line";
import { applyEvent, emptyThreadView, type ThreadView } from "../../../../shared/view/thread-view";

export const SOURCE_ID = ThreadId.parse("01990000-0000-7000-8000-00000000000a");
export const FORK_ID = ThreadId.parse("01990000-0000-7000-8000-0000000000f1");

export interface Forked {
  readonly folder: string;
  readonly path: string;
  readonly bytes: Buffer;
  readonly lines: readonly RolloutLine[];
  readonly unknown: readonly UnknownLine[];
  /** The source as a person sees it. */
  readonly source: ThreadView;
}

export async function forked(
  source: string | Uint8Array,
  { throughTurnId, sourceId = SOURCE_ID }: { throughTurnId?: string; sourceId?: ThreadId } = {},
): Promise<Forked> {
  const folder = await mkdtemp(join(tmpdir(), "fork-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const sourcePath = join(folder, "source.jsonl");
  await writeFile(sourcePath, source);
  const path = join(folder, "sessions/2026/11/29", `rollout-2026-11-29T12-00-00-${FORK_ID}.jsonl`);
  const parts = { cacheFolder: join(folder, "cache"), findRollout: () => Promise.resolve(null) };
  const order = {
    source: { threadId: sourceId, path: sourcePath, origin: "file" as const },
    threadId: FORK_ID,
    path,
    createdAtMs: Date.UTC(2026, 10, 29, 12),
    version: "0.0.0",
    ...(throughTurnId === undefined ? {} : { throughTurnId: TurnId.parse(throughTurnId) }),
  };
  try {
    await forkRollout(order, parts);
  } catch (error) {
    const left = (await readdir(folder, { recursive: true })).filter((name) => /\.(jsonl|part)$/.test(name));
    if (left.some((name) => name !== "source.jsonl")) throw new Error(`left behind: ${left.join(", ")}`, { cause: error });
    throw error;
  }
  const bytes = await readFile(path);
  const read = bytes.toString("utf8").split("\n").slice(0, -1).map(parseLine);
  return {
    folder,
    path,
    bytes,
    lines: read.flatMap((line) => (line === null || line.type === "unknown" ? [] : [line])),
    unknown: read.flatMap((line) => (line?.type === "unknown" ? [line] : [])),
    source: await viewOf(sourcePath, parts),
  };
}

async function viewOf(path: string, parts: Parameters<typeof openSource>[1]): Promise<ThreadView> {
  const source = await openSource(path, parts);
  const view = emptyThreadView();
  const projection = new ItemProjection();
  const translator = new LineTranslator({ era: source.era });
  const show = ({ entry, place }: ReturnType<LineTranslator["end"]>[number]): void => {
    for (const event of projection.apply(entry, place)) applyEvent(view, event);
  };
  for await (const batch of scanRecords(source, { offset: 0, line: 1 }))
    for (const record of batch) translator.apply(record).forEach(show);
  translator.end().forEach(show);
  await source.close();
  return view;
}

/** What is visible of the items: neither names nor lines, which a fork has its own of. */
export function visible({ items }: Pick<ThreadView, "items">): unknown[] {
  return items.map((item) => {
    const { id: _id, turnId: _turnId, line: _line, ...shown } = item;
    if ("outputLine" in shown) delete shown.outputLine;
    return shown;
  });
}
