// Composition root of the workers that read rollouts: each is told its role at the start. Everything that goes over whole files runs here.
import path from "node:path";
import { type MessagePort, parentPort, workerData } from "node:worker_threads";
import { z } from "zod";
import type { FileEvent } from "../shared/protocol/event";
import type { Thread } from "../shared/protocol/thread";
import { CacheFolder } from "./adapters/rollout/cache-folder";
import { Catalog } from "./adapters/rollout/catalog/catalog";
import { sessionPlaces } from "./adapters/rollout/catalog/session-places";
import { SessionRoots } from "./adapters/rollout/catalog/session-roots";
import { createContinuationReader } from "./adapters/rollout/continuing/read-continuation";
import { checkExport, exportThread, type ExportParts, threadMarkdown } from "./adapters/rollout/exporting/export-thread";
import { RolloutFinder } from "./adapters/rollout/find-rollout";
import { forkRollout } from "./adapters/rollout/forking/fork-rollout";
import { importRollout } from "./adapters/rollout/forking/import-rollout";
import { indexFolder, MAX_INDEX_CACHE } from "./adapters/rollout/paging/index-file";
import { PastReader } from "./adapters/rollout/paging/past-reader";
import { allPages } from "./adapters/rollout/paging/all-pages";
import { expandedFolder, MAX_EXPANDED_CACHE, openSource } from "./adapters/rollout/reading/open-source";
import { sourceBytes } from "./adapters/rollout/reading/source-bytes";
import { createSearch } from "./adapters/rollout/searching/create-search";
import { serveTasks } from "./adapters/rollout/worker/serve-tasks";
import { createSettingsFile } from "./adapters/settings/settings-file";
import { errorMessage } from "./runtime/errors";
import type { PastSessions, SessionFile } from "./runtime/ports/past-sessions";

const Start = z.object({ role: z.enum(["reading", "catalog"]), home: z.string(), codexHomes: z.array(z.string()) });

const { role, home, codexHomes } = Start.parse(workerData);
const cacheFolder = path.join(home, "cache");
const settings = createSettingsFile({ file: path.join(home, "settings.json"), env: {} });
const nowMs = (): number => Date.now();
const expanded = new CacheFolder({ folder: expandedFolder(cacheFolder), maxBytes: MAX_EXPANDED_CACHE, nowMs });
const roots = async (): Promise<readonly string[]> => (await settings.resolve()).sessionRoots;

if (parentPort === null) throw new Error("this program is a worker; it is started by the others");
if (role === "reading") serveReading(parentPort);
else serveCatalog(parentPort);

function serveReading(door: MessagePort): void {
  const usedRoots = new SessionRoots({ home, configured: roots, codexHomes });
  const finder = new RolloutFinder(async () => [
    ...(await sessionPlaces(home, await usedRoots.used())).map(({ folder }) => folder),
    // A base may lie in a Codex home that is only offered.
    ...codexHomes,
  ]);
  const source = { cacheFolder, expanded, findRollout: finder.find };
  const reader = new PastReader({
    ...source,
    indexes: new CacheFolder({ folder: indexFolder(cacheFolder), maxBytes: MAX_INDEX_CACHE, nowMs }),
    onProgress: (progress) => tell({ method: "thread/index/progress", params: progress }),
  });
  const opened = <Result>(file: SessionFile, read: (file: SessionFile) => Promise<Result>): Promise<Result> => {
    finder.lookAround(file.path);
    return read(file);
  };
  const exportParts = (thread: Thread): ExportParts => ({
    describe: async (file) => ({ ...thread, repairs: (await reader.open(file)).repairs }),
    pages: (file, fromTurnId) => allPages(reader, file, fromTurnId),
    bytes: (file) => sourceBytes(file.path, source),
    ownFolders: [home],
  });
  const past: PastSessions = {
    open: (file, deferOutput) => opened(file, (each) => reader.open(each, deferOutput)),
    page: (file, query) => opened(file, (each) => reader.page(each, query)),
    leave: (file) => reader.leave(file),
    fork: (order) => opened(order.source, () => forkRollout(order, source)),
    import: (order) => importRollout(order),
    markdown: (file, { thread, ...options }) => opened(file, (each) => threadMarkdown(exportParts(thread), each, options)),
    checkExport: (file, title) => opened(file, (each) => checkExport({ pages: (of) => allPages(reader, of) }, each, title)),
    export: (order) => opened(order.source, () => exportThread(exportParts(order.thread), order)),
  };
  const tell: (event: FileEvent) => void = serveTasks(door, { past, continuation: createContinuationReader() });
}

function serveCatalog(door: MessagePort): void {
  const catalog = new Catalog({
    home,
    roots,
    codexHomes,
    onChanged: () => tell({ method: "thread/list/changed", params: {} }),
    nowMs,
  });
  const finder = new RolloutFinder(() => catalog.folders());
  const search = createSearch({
    folder: cacheFolder,
    nowMs,
    files: () => catalog.listedFiles(),
    openSource: (file) => openSource(file, { cacheFolder, expanded, findRollout: finder.find }),
    onProblem: report,
  });
  const tell: (event: FileEvent) => void = serveTasks(door, { catalog, search });
}

function report(problem: unknown): void {
  process.stderr.write(`counterfoil: ${errorMessage(problem)}\n`);
}
