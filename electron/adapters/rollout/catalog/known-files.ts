// What is known of the files on disk: which there are, and what each says. Found first, read newest first, read again only when one has changed.
import type { ThreadId } from "../../../../shared/protocol/ids";
import { isWithin } from "../../is-within";
import { signal, type Signal } from "../signal";
import { type CachedFile, readCache, writeCache } from "./catalog-cache";
import { factsOfFile } from "./facts-of-file";
import type { FileFacts } from "./file-facts";
import { findFiles, type FoundFile, foundFile, type NotFound } from "./find-files";
import { type SessionPlace } from "./session-places";
import { sideBySide } from "./side-by-side";
import { removeLeft } from "./unfinished-files";

/** `facts`: null while nobody has looked into it yet. `readStamp`: of the file when the facts were read. */
export interface KnownFile {
  readonly file: FoundFile;
  readonly facts: FileFacts | null;
  readonly readStamp: string | null;
  readonly readSize: number;
}

export interface KnownFilesParts {
  readonly cachePath: string;
  readonly places: () => Promise<readonly SessionPlace[]>;
  /** Threads whose files are read before all others. */
  readonly first: () => Promise<ReadonlySet<ThreadId>>;
  readonly onChanged: () => void;
  /** A scan failed for a reason that is no fault of the disk; perhaps nobody waits for it any more. */
  readonly onFault: (error: unknown) => void;
  readonly nowMs: () => number;
  readonly onFolders: (places: readonly SessionPlace[], folders: readonly string[]) => void;
}

const WIDTH = 16;
/** As many as the largest page holds. */
const FIRST_FILES = 200;

/** How far a scan has come. `found`: paths are known. `first`: the newest files are read. */
type Stage = "found" | "first" | "done";

interface Scan {
  readonly found: Signal;
  readonly first: Signal;
  readonly done: Promise<void>;
}

export class KnownFiles {
  readonly #parts: KnownFilesParts;
  #files = new Map<string, KnownFile>();
  #unreadable: readonly NotFound[] = [];
  #places: readonly SessionPlace[] = [];
  #cache: Map<string, CachedFile> | null = null;
  #current: Scan | null = null;
  #next: Promise<Scan> | null = null;
  #reached = new Set<Stage>();
  #version = 0;
  #savedVersion = 0;

  constructor(parts: KnownFilesParts) {
    this.#parts = parts;
  }

  /** Another number after any change. */
  get version(): number {
    return this.#version;
  }

  get files(): ReadonlyMap<string, KnownFile> {
    return this.#files;
  }

  get unreadable(): readonly NotFound[] {
    return this.#unreadable;
  }

  /** No file is still to be read for the first time. */
  get isComplete(): boolean {
    return this.#reached.has("found") && [...this.#files.values()].every(({ facts }) => facts !== null);
  }

  get places(): readonly SessionPlace[] {
    return this.#places;
  }

  /** Has been as far at least once. Rejects when the scan fails; the next call begins anew. */
  async reach(stage: Stage): Promise<void> {
    if (!this.#reached.has(stage)) await reached(this.#current ?? this.#begin(), stage);
  }

  /** Looks at everything again. A scan that runs may have passed what has just changed, so another one follows it. */
  async refresh(stage: Stage = "done"): Promise<void> {
    await reached(await this.#anew(), stage);
  }

  /** Looks at these paths again, as far as files of ours they are or were. Resolves with whether anything has changed. */
  async look(paths: readonly string[]): Promise<boolean> {
    let hasChanged = false;
    await sideBySide(paths, WIDTH, async (path) => {
      const place = this.#places.find(({ folder }) => isWithin(path, folder));
      const found = place === undefined ? null : await foundFile(path, place);
      const known = this.#files.get(path);
      if (found === null || "problem" in found) {
        hasChanged = this.#files.delete(path) || hasChanged;
      } else if (known?.readStamp !== found.stamp) {
        hasChanged = true;
        await this.#read({ ...unread(found), ...(known === undefined ? {} : { ...known, file: found }) });
      }
    });
    if (hasChanged) this.#change();
    return hasChanged;
  }

  /** A cache that cannot be written costs time at the next start and nothing else. */
  async save(): Promise<void> {
    if (this.#savedVersion === this.#version) return;
    this.#savedVersion = this.#version;
    try {
      await writeCache(this.#parts.cachePath, cachedFiles(this.#files.values()));
    } catch {
      this.#savedVersion = -1;
    }
  }

  async close(): Promise<void> {
    await this.#current?.done;
    await this.save();
  }

  async #anew(): Promise<Scan> {
    const current = this.#current;
    if (current === null) return this.#begin();
    this.#next ??= current.done
      .catch((error: unknown) => error)
      .then(() => {
        this.#next = null;
        return this.#current ?? this.#begin();
      });
    return this.#next;
  }

  #begin(): Scan {
    const [found, first] = [signal(), signal()];
    const done = this.#scan(found, first).finally(() => {
      this.#current = null;
    });
    done.catch(this.#parts.onFault);
    this.#current = { found, first, done };
    return this.#current;
  }

  async #scan(found: Signal, first: Signal): Promise<void> {
    this.#cache ??= await readCache(this.#parts.cachePath);
    this.#places = await this.#parts.places();
    const { files, unreadable, folders, unfinished } = await findFiles(this.#places);
    this.#parts.onFolders(this.#places, folders);
    const before = this.#files;
    const version = this.#version;
    if (isOther(before, files) || unreadable.length !== this.#unreadable.length) this.#version += 1;
    this.#unreadable = unreadable;
    this.#files = new Map(files.map((file) => [file.path, this.#recalled(file, before)]));
    this.#reach(found, "found");
    await this.#readAll(() => this.#reach(first, "first"));
    await removeLeft(unfinished, this.#parts.nowMs());
    this.#cache.clear();
    if (!this.#reached.has("done") || this.#version !== version) this.#parts.onChanged();
    this.#reached.add("done");
    await this.save();
  }

  #reach(stage: Signal, name: Stage): void {
    this.#reached.add(name);
    stage.resolve();
  }

  async #readAll(onFirst: () => void): Promise<void> {
    const first = await this.#parts.first();
    const order = [...this.#files.values()]
      .filter(({ file, readStamp }) => readStamp !== file.stamp)
      .sort((one, other) => other.file.updatedAtMs - one.file.updatedAtMs);
    const wanted = order.filter(({ file }) => first.has(file.threadId));
    const rest = order.filter(({ file }) => !first.has(file.threadId));
    await sideBySide([...wanted, ...rest.slice(0, FIRST_FILES)], WIDTH, (known) => this.#read(known));
    onFirst();
    await sideBySide(rest.slice(FIRST_FILES), WIDTH, (known) => this.#read(known));
  }

  async #read(known: KnownFile): Promise<void> {
    const { file, facts, readSize } = known;
    const hasGrown = facts?.kind === "session" && known.readStamp?.split(" ")[2] === file.inode && readSize <= file.size;
    const read = await factsOfFile({
      path: file.path,
      form: file.name.form,
      size: file.size,
      isOwn: file.place.origin === "own",
      ...(hasGrown ? { before: { size: readSize, name: facts.name } } : {}),
    });
    const isUnreadable = read.kind === "broken" && read.reason === "unreadable";
    // Permissions may change and leave no trace in the stamp, so what was refused is tried again each time.
    this.#files.set(file.path, { file, facts: read, readStamp: isUnreadable ? null : file.stamp, readSize: file.size });
    if (!isUnreadable || facts?.kind !== "broken" || facts.problem !== read.problem) this.#version += 1;
  }

  /** Facts that are out of date stay until the file is read again, so that nothing vanishes from the list meanwhile. */
  #recalled(file: FoundFile, before: ReadonlyMap<string, KnownFile>): KnownFile {
    const known = before.get(file.path);
    if (known !== undefined) return { ...known, file };
    const cached = this.#cache?.get(file.path);
    if (cached === undefined || cached.inode !== file.inode) return unread(file);
    return { file, facts: cached.facts, readStamp: cached.stamp, readSize: cached.size };
  }

  #change(): void {
    this.#version += 1;
    this.#parts.onChanged();
  }
}

function unread(file: FoundFile): KnownFile {
  return { file, facts: null, readStamp: null, readSize: 0 };
}

function isOther(before: ReadonlyMap<string, KnownFile>, files: readonly FoundFile[]): boolean {
  return before.size !== files.length || files.some((file) => before.get(file.path)?.file.stamp !== file.stamp);
}

function* cachedFiles(files: Iterable<KnownFile>): Generator<CachedFile> {
  for (const { file, facts, readStamp, readSize } of files) {
    if (facts === null || readStamp === null) continue;
    yield { path: file.path, stamp: readStamp, size: readSize, inode: file.inode, facts };
  }
}

function reached(scan: Scan, stage: Stage): Promise<void> {
  return stage === "done" ? scan.done : Promise.race([scan[stage].promise, scan.done]);
}
