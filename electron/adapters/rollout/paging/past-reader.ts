// Past sessions by pages: which files are open, and which state of each.
import { stat } from "node:fs/promises";
import type { ItemPage, OutputDeferral } from "../../../../shared/protocol/command";
import type { ThreadId } from "../../../../shared/protocol/ids";
import type { IndexProgress } from "../../../../shared/protocol/past-session";
import type { OpenedFile, PastPageQuery, PastSessions, SessionFile } from "../../../runtime/ports/past-sessions";
import type { CacheFolder } from "../cache-folder";
import { openSource, type OpenSourceParts } from "../reading/open-source";
import { Foreground } from "./foreground";
import { indexPath } from "./index-file";
import { IndexKeeper } from "./index-keeper";
import { OpenedRollout } from "./opened-rollout";
import { runOf, type RolloutRun } from "./rollout-run";

export interface PastReaderParts extends OpenSourceParts {
  /** Keeps the folder of the indexes below a size; absent: nobody does. */
  readonly indexes?: CacheFolder;
  /** At most some ten a second for a file, and one at the end. */
  readonly onProgress: (progress: IndexProgress & { readonly threadId: ThreadId }) => void;
  /** Of all files that stay open together, besides those that are read just now; some GiB if absent. */
  readonly maxOpenBytes?: number;
}

/** Of several that nobody has left so many stay open, and of huge ones fewer: the index of each is in memory. */
const MAX_OPEN = 8;
const MAX_OPEN_BYTES = 4 * 1024 ** 3;

interface Entry {
  readonly rollout: OpenedRollout;
  readonly disk: DiskState | null;
}

/** Whether what is open of the file is what is asked for. */
type IsGood = (entry: Entry, now: DiskState | null, file: SessionFile) => boolean | Promise<boolean>;

interface DiskState {
  readonly ino: number;
  readonly size: number;
  readonly mtimeMs: number;
}

export class PastReader implements Pick<PastSessions, "open" | "page" | "leave"> {
  readonly #parts: PastReaderParts;
  readonly #foreground = new Foreground();
  /** By path, the one that was read last at the end. */
  readonly #entries = new Map<string, Promise<Entry>>();

  /** Requests under way, by path: what they read stays open. */
  readonly #readers = new Map<string, number>();

  constructor(parts: PastReaderParts) {
    this.#parts = parts;
  }

  /** As the file is now. */
  open(file: SessionFile, deferOutput?: OutputDeferral): Promise<OpenedFile> {
    return this.#read(file, async () => (await this.#entry(file, this.#isUnchanged)).rollout.open(deferOutput));
  }

  /** As it was when it was opened last, unless it is another file by now. */
  page(file: SessionFile, query: PastPageQuery): Promise<ItemPage> {
    return this.#read(file, async () => (await this.#entry(file, isContinued)).rollout.page(query));
  }

  /** All of them at once; who still asks is told that they are not read any more. */
  async close(): Promise<void> {
    const entries = [...this.#entries.values()];
    this.#entries.clear();
    await Promise.all(entries.map(closed));
  }

  async leave({ path }: SessionFile): Promise<void> {
    const entry = this.#entries.get(path);
    this.#entries.delete(path);
    await closed(entry);
  }

  async #read<Result>({ path }: SessionFile, task: () => Promise<Result>): Promise<Result> {
    this.#readers.set(path, (this.#readers.get(path) ?? 0) + 1);
    try {
      return await this.#foreground.run(task);
    } finally {
      const left = (this.#readers.get(path) ?? 1) - 1;
      if (left > 0) this.#readers.set(path, left);
      else this.#readers.delete(path);
    }
  }

  async #entry(file: SessionFile, isGood: IsGood): Promise<Entry> {
    const known = this.#entries.get(file.path);
    const entry = await known?.catch(() => null);
    const isStillGood = entry ? await isGood(entry, await diskState(file.path), file) : false;
    if (known !== undefined && entry && isStillGood && this.#entries.get(file.path) === known) {
      this.#touch(file.path, known);
      return entry;
    }
    // Whoever came first has begun to read it anew.
    const other = this.#entries.get(file.path);
    if (other !== undefined && other !== known) return other;
    const opened = this.#opened(file);
    this.#touch(file.path, opened);
    const [result] = await Promise.all([opened, closed(known), this.#closeOldest()]);
    return result;
  }

  /** Nor has one that it continues changed, come, or gone. */
  readonly #isUnchanged: IsGood = async ({ disk, rollout }, now, { path }) => {
    if (!isUnchanged(disk, now)) return false;
    const { continuesAnother, stamp } = rollout.run.source;
    if (!continuesAnother) return true;
    const source = await openSource(path, this.#parts);
    await source.close();
    return source.stamp === stamp;
  };

  #touch(path: string, entry: Promise<Entry>): void {
    this.#entries.delete(path);
    this.#entries.set(path, entry);
  }

  async #opened(file: SessionFile): Promise<Entry> {
    const disk = await diskState(file.path);
    const source = await openSource(file.path, this.#parts);
    const run = runOf(source);
    try {
      const keeper = await IndexKeeper.start(run, {
        file: indexPath(this.#parts.cacheFolder, file.path),
        ...(this.#parts.indexes === undefined ? {} : { cache: this.#parts.indexes }),
        openRun: () => this.#sameBytes(file, run),
        foreground: this.#foreground,
        onProgress: (progress) => this.#parts.onProgress({ threadId: file.threadId, ...progress }),
      });
      return { rollout: new OpenedRollout(run, keeper), disk };
    } catch (error) {
      await source.close();
      throw error;
    }
  }

  /** The file once more, as far as it was when it was opened first. */
  async #sameBytes(file: SessionFile, { source: { size, stamp } }: RolloutRun): Promise<RolloutRun> {
    const source = await openSource(file.path, this.#parts);
    if (source.size < size) {
      await source.close();
      throw new Error("the file has become shorter while it was opened");
    }
    return runOf({
      ...source,
      size,
      stamp,
      read: (position, length) => source.read(position, Math.max(0, Math.min(length, size - position))),
    });
  }

  async #closeOldest(): Promise<void> {
    const { maxOpenBytes = MAX_OPEN_BYTES } = this.#parts;
    const known = await Promise.all(
      [...this.#entries].map(async ([path, entry]) => ({ path, entry, size: await sizeOf(entry) })),
    );
    const open = known.filter(({ path, entry }) => this.#entries.get(path) === entry);
    let bytes = open.reduce((sum, { size }) => sum + size, 0);
    const closing: Promise<void>[] = [];
    for (const { path, entry, size } of open) {
      if (this.#entries.size <= MAX_OPEN && bytes <= maxOpenBytes) break;
      if (this.#readers.has(path)) continue;
      this.#entries.delete(path);
      bytes -= size;
      closing.push(closed(entry));
    }
    await Promise.all(closing);
  }
}

async function sizeOf(entry: Promise<Entry>): Promise<number> {
  const opened = await entry.catch(() => null);
  return opened === null ? 0 : opened.rollout.run.source.size;
}

async function closed(entry: Promise<Entry> | undefined): Promise<void> {
  const opened = await entry?.catch(() => null);
  await opened?.rollout.close();
}

/** Null where it lies under another name, compressed since. */
async function diskState(path: string): Promise<DiskState | null> {
  return stat(path).then(
    ({ ino, size, mtimeMs }) => ({ ino, size, mtimeMs }),
    () => null,
  );
}

function isUnchanged(then: DiskState | null, now: DiskState | null): boolean {
  return then !== null && now !== null && then.ino === now.ino && then.size === now.size && then.mtimeMs === now.mtimeMs;
}

/** The same file, at most longer than it was. */
function isContinued({ disk: then }: Entry, now: DiskState | null): boolean {
  if (then === null || now === null) return then === now;
  return then.ino === now.ino && (now.size > then.size || isUnchanged(then, now));
}
