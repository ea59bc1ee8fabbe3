// Past sessions as the programs have them, on a real home but in this process: the same classes that the workers hold.
import { join } from "node:path";
import { Catalog } from "../../electron/adapters/rollout/catalog/catalog";
import {
  checkExport,
  exportThread,
  type ExportParts,
  threadMarkdown,
} from "../../electron/adapters/rollout/exporting/export-thread";
import { RolloutFinder } from "../../electron/adapters/rollout/find-rollout";
import { forkRollout } from "../../electron/adapters/rollout/forking/fork-rollout";
import { importRollout } from "../../electron/adapters/rollout/forking/import-rollout";
import { allPages } from "../../electron/adapters/rollout/paging/all-pages";
import { PastReader } from "../../electron/adapters/rollout/paging/past-reader";
import { openSource } from "../../electron/adapters/rollout/reading/open-source";
import { sourceBytes } from "../../electron/adapters/rollout/reading/source-bytes";
import { createSearch } from "../../electron/adapters/rollout/searching/create-search";
import type { PastSessions } from "../../electron/runtime/ports/past-sessions";
import type { SessionCatalog } from "../../electron/runtime/ports/session-catalog";
import type { SessionSearch } from "../../electron/runtime/ports/session-search";
import type { FileEvent } from "../../shared/protocol/event";
import type { Thread } from "../../shared/protocol/thread";

export interface PastPorts {
  readonly past: PastSessions;
  readonly catalog: SessionCatalog;
  readonly search: SessionSearch;
  /** Whether a call is under way. */
  readonly isBusy: () => boolean;
  readonly close: () => Promise<void>;
}

export interface PastPortsParts {
  readonly home: string;
  readonly onEvent?: (event: FileEvent) => void;
  /** Awaited before each call. */
  readonly before?: () => Promise<void>;
}

export function pastPorts({ home, onEvent = () => undefined, before = () => Promise.resolve() }: PastPortsParts): PastPorts {
  const cacheFolder = join(home, "cache");
  const problems: unknown[] = [];
  const catalog = new Catalog({
    home,
    roots: () => [],
    codexHomes: [],
    onChanged: () => onEvent({ method: "thread/list/changed", params: {} }),
    nowMs: () => Date.now(),
  });
  const finder = new RolloutFinder(() => catalog.folders());
  const source = { cacheFolder, findRollout: finder.find };
  const reader = new PastReader({
    ...source,
    onProgress: (params) => onEvent({ method: "thread/index/progress", params }),
  });
  const search = createSearch({
    folder: cacheFolder,
    nowMs: () => Date.now(),
    files: () => catalog.listedFiles(),
    openSource: (file) => openSource(file, source),
    onProblem: (problem) => problems.push(problem),
  });
  const exportParts = (thread: Thread): ExportParts => ({
    describe: async (file) => ({ ...thread, repairs: (await reader.open(file)).repairs }),
    pages: (file, fromTurnId) => allPages(reader, file, fromTurnId),
    bytes: (file) => sourceBytes(file.path, source),
    ownFolders: [home],
  });
  const past: PastSessions = {
    open: (file, deferOutput) => reader.open(file, deferOutput),
    page: (file, query) => reader.page(file, query),
    leave: (file) => reader.leave(file),
    fork: (order) => forkRollout(order, source),
    import: (order) => importRollout(order),
    markdown: (file, { thread, ...options }) => threadMarkdown(exportParts(thread), file, options),
    checkExport: (file, title) => checkExport({ pages: (of) => allPages(reader, of) }, file, title),
    export: (order) => exportThread(exportParts(order.thread), order),
  };
  let running = 0;
  const counted = async <Result>(call: () => Promise<Result>): Promise<Result> => {
    running += 1;
    try {
      await before();
      return await call();
    } finally {
      running -= 1;
    }
  };
  return {
    past: watched(past, counted),
    catalog: watched<SessionCatalog>(catalog, counted),
    search: watched(search, counted),
    isBusy: () => running > 0,
    close: async () => {
      await Promise.all([catalog.close(), reader.close()]);
      if (problems.length > 0) throw problems[0];
    },
  };
}

function watched<Port extends object>(port: Port, call: (run: () => Promise<unknown>) => Promise<unknown>): Port {
  return new Proxy(port, {
    get: (target, name) => {
      const method: unknown = Reflect.get(target, name);
      if (typeof method !== "function") return method;
      return (...args: unknown[]) => call(async (): Promise<unknown> => Reflect.apply(method, target, args));
    },
  });
}
