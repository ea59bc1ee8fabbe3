// A thread's id, the id in a file's header, or a path → the file. Asked before anything has been looked through, it looks only where it must.
import { realpath, stat } from "node:fs/promises";
import { homedir } from "node:os";
import { isAbsolute, join, relative } from "node:path";
import type { ThreadId } from "../../../../shared/protocol/ids";
import { CommandRefused, StorageError } from "../../../runtime/errors";
import type { SessionFile } from "../../../runtime/ports/past-sessions";
import { isWithin } from "../../is-within";
import { threadIdOfFile } from "../rollout-path";
import { storageFault, systemCode } from "../storage-fault";
import { classify } from "./classify";
import { idOfForeignFile } from "./find-files";
import type { KnownFile, KnownFiles } from "./known-files";
import type { OutsideFiles } from "./outside-files";
import type { OwnFiles } from "./own-files";
import type { Pins } from "./pins";
import { createdAtOfId } from "./rollout-name";
import { expandHome, type SessionPlace, realOrSame } from "./session-places";

export interface LocatorParts {
  readonly known: KnownFiles;
  readonly own: OwnFiles;
  readonly outside: OutsideFiles;
  readonly pins: Pins;
  readonly places: () => Promise<readonly SessionPlace[]>;
}

export class SessionLocator {
  readonly #parts: LocatorParts;

  constructor(parts: LocatorParts) {
    this.#parts = parts;
  }

  /** Rejects with CommandRefused `invalidParams`, `threadNotFound`, `notARollout` or StorageError `io`. */
  async byPath(given: string): Promise<SessionFile> {
    const path = expandHome(given, homedir());
    if (!isAbsolute(path)) throw new CommandRefused("invalidParams", `${given} is not an absolute path`);
    const real = await this.#realFile(path);
    const place = await this.#placeOf(real);
    const ownId = place?.origin === "own" ? threadIdOfFile(real) : null;
    if (place !== null && ownId !== null) return { threadId: ownId, path: await pathIn(place, real), origin: "own" };
    const threadId = idOfForeignFile(real);
    this.#parts.outside.remember(threadId, real);
    return { threadId, path: real, origin: place === null ? "file" : "root" };
  }

  /** Rejects with CommandRefused `threadNotFound`. */
  async byId(threadId: ThreadId): Promise<SessionFile> {
    const found = (await this.#quickly(threadId)) ?? (await this.#among(threadId, "found"));
    if (found !== null && (await isThere(found.path))) return found;
    await this.#parts.known.refresh("done");
    const again = await this.#among(threadId, "done");
    if (again === null) throw new CommandRefused("threadNotFound", `there is no session ${threadId}`);
    return again;
  }

  /** All files among our own that are this thread: the one that stands for it first. */
  async ownFiles(threadId: ThreadId): Promise<readonly string[]> {
    await this.#parts.known.reach("found");
    return this.#newest(({ file }) => file.place.origin === "own" && file.threadId === threadId).map(({ file }) => file.path);
  }

  /** Where the id itself tells it. */
  async #quickly(threadId: ThreadId): Promise<SessionFile | null> {
    const outside = this.#parts.outside.pathOf(threadId) ?? (await this.#pinnedPath(threadId));
    if (outside !== null) return (await isThere(outside)) ? this.byPath(outside) : null;
    const createdAtMs = createdAtOfId(threadId);
    if (createdAtMs === null) return null;
    const path = await this.#parts.own.byDayOf(threadId, createdAtMs);
    return path === null ? null : { threadId, path, origin: "own" };
  }

  async #pinnedPath(threadId: ThreadId): Promise<string | null> {
    return (await this.#parts.pins.read()).find((pin) => pin.threadId === threadId)?.path ?? null;
  }

  async #among(threadId: ThreadId, stage: "found" | "done"): Promise<SessionFile | null> {
    await this.#parts.known.reach(stage);
    const [own] = this.#newest(({ file }) => file.threadId === threadId);
    if (own !== undefined) return fileOf(own);
    if (threadId.startsWith("file-")) return null;
    const id = threadId.toLowerCase();
    const [named] = this.#newest(({ file, facts }) => {
      return file.name.threadId === id || (facts?.kind === "session" && facts.sessionId?.toLowerCase() === id);
    });
    return named === undefined ? null : fileOf(named);
  }

  /** Files that stand for their session come first. */
  #newest(isWanted: (known: KnownFile) => boolean): KnownFile[] {
    const wanted = [...this.#parts.known.files.values()].filter(isWanted);
    if (wanted.length < 2) return wanted;
    const read = wanted.flatMap(({ file, facts }) => (facts === null ? [] : [{ file, facts }]));
    const hidden = classify(read);
    const rank = ({ file }: KnownFile): number => (hidden.has(file.path) ? 1 : 0);
    return wanted.sort((one, other) => rank(one) - rank(other) || other.file.updatedAtMs - one.file.updatedAtMs);
  }

  async #placeOf(real: string): Promise<SessionPlace | null> {
    for (const place of await this.#parts.places()) {
      if (isWithin(real, place.folder) || isWithin(real, await realOrSame(place.folder))) return place;
    }
    return null;
  }

  async #realFile(path: string): Promise<string> {
    try {
      const real = await realpath(path);
      const found = await stat(real);
      if (found.isFile()) return real;
      throw new CommandRefused("notARollout", `${path} is ${found.isDirectory() ? "a folder" : "no file"}, not a session file`);
    } catch (error) {
      if (systemCode(error) === "ENOENT" || systemCode(error) === "ENOTDIR")
        throw new CommandRefused("threadNotFound", `there is no file ${path}`);
      throw storageFault(error, path);
    }
  }
}

function fileOf({ file }: KnownFile): SessionFile {
  const isOwn = file.place.origin === "own" && !file.threadId.startsWith("file-");
  return { threadId: file.threadId, path: file.path, origin: isOwn ? "own" : "root" };
}

/** As it is called in the list, where our own folder is a link. */
async function pathIn({ folder }: SessionPlace, real: string): Promise<string> {
  return isWithin(real, folder) ? real : join(folder, relative(await realOrSame(folder), real));
}

async function isThere(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isFile();
  } catch (error) {
    if (systemCode(error) === null || error instanceof StorageError) throw error;
    return false;
  }
}
