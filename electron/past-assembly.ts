// Past sessions for all three programs: their ports, carried out by two workers, so that no file ever holds up the program itself. Apart from
// assembly.ts because it knows the workers, and nothing else does.
import type { FileEvent } from "../shared/protocol/event";
import type { ContinuationReader } from "./adapters/rollout/continuing/continuation-reader";
import { TaskWorker } from "./adapters/rollout/worker/task-worker";
import type { PastSessions } from "./runtime/ports/past-sessions";
import type { SessionCatalog } from "./runtime/ports/session-catalog";
import type { SessionSearch } from "./runtime/ports/session-search";

export interface PastParts {
  /** The worker's program, built beside ours. */
  readonly workerFile: string;
  readonly home: string;
  /** Where Codex may have its home on this machine. */
  readonly codexHomes: readonly string[];
  readonly onEvent: (event: FileEvent) => void;
  readonly onError: (error: unknown) => void;
}

/** What a worker is told at its start. `reading`: one file at a time, quickly. `catalog`: all of them, in its own time. */
export interface WorkerStart {
  readonly role: "reading" | "catalog";
  readonly home: string;
  readonly codexHomes: readonly string[];
}

export interface PastPorts {
  readonly past: PastSessions;
  readonly catalog: SessionCatalog;
  readonly search: SessionSearch;
  readonly continuation: ContinuationReader;
  readonly close: () => Promise<void>;
}

/** A worker is started by the first call to it. `close` ends both; calls under way reject. */
export function assemblePast({ workerFile, home, codexHomes, onEvent, onError }: PastParts): PastPorts {
  const worker = (role: WorkerStart["role"]): TaskWorker =>
    new TaskWorker({
      file: workerFile,
      start: { role, home, codexHomes } satisfies WorkerStart,
      // Both ends are one program: a worker sends nothing but file events.
      onEvent: (event) => onEvent(event as FileEvent),
      onError,
    });
  const reading = worker("reading");
  const files = worker("catalog");
  return {
    past: reading.port<PastSessions>("past", {
      open: true,
      page: true,
      leave: true,
      fork: true,
      import: true,
      markdown: true,
      checkExport: true,
      export: true,
    }),
    catalog: files.port<SessionCatalog>("catalog", {
      locate: true,
      thread: true,
      list: true,
      setPinned: true,
      archive: true,
      unarchive: true,
      remove: true,
      filesOf: true,
      roots: true,
      setRoot: true,
      refresh: true,
    }),
    search: files.port<SessionSearch>("search", { search: true }),
    continuation: reading.port<ContinuationReader>("continuation", { read: true }),
    close: async () => {
      await Promise.all([reading.close(), files.close()]);
    },
  };
}
