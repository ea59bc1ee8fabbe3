// The folder of sessions as a list: read anew each time, newest first. The heads of unchanged files are kept in memory.
import { open, readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import type { ThreadId } from "../../../shared/protocol/ids";
import type { ListedRollout } from "../../runtime/ports/rollout-store";
import { type HiddenReason, type RolloutHead, rolloutHead } from "./rollout-head";
import { threadIdOfFile } from "./rollout-path";
import { systemCode } from "./storage-fault";

interface SessionFile {
  readonly threadId: ThreadId | null;
  readonly path: string;
  readonly size: number;
  readonly mtimeNs: bigint;
  readonly updatedAtMs: number;
}

/** Enough for session_meta and the first input; the second bound is for a first input that is itself long. */
const HEAD_BYTES = 64 * 1024;
const LONG_HEAD_BYTES = 1024 * 1024;
const FILES_AT_ONCE = 32;

export class OwnSessions {
  readonly #folder: string;
  readonly #paths = new Map<ThreadId, string>();
  #heads = new Map<string, { readonly stamp: string; readonly head: RolloutHead }>();

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Never throws: what cannot be listed is counted by reason. Of two files of one thread the one written last counts. */
  async list(): Promise<{ rollouts: ListedRollout[]; hidden: Partial<Record<HiddenReason, number>> }> {
    const rollouts: ListedRollout[] = [];
    const hidden: Partial<Record<HiddenReason, number>> = {};
    const hide = (reason: HiddenReason, count = 1): void => {
      hidden[reason] = (hidden[reason] ?? 0) + count;
    };
    const { files, unreadable } = await this.#scan();
    if (unreadable > 0) hide("unreadable", unreadable);
    const heads = new Map<string, { stamp: string; head: RolloutHead }>();
    const seen = new Set<ThreadId>();
    for (const { file, stamp, head } of await inBatches(files, (one) => this.#headOf(one))) {
      heads.set(file.path, { stamp, head });
      if (file.threadId === null) hide("notRollout");
      else if (head.kind === "hidden") hide(head.reason);
      else if (seen.has(file.threadId)) hide("duplicate");
      else {
        seen.add(file.threadId);
        this.#paths.set(file.threadId, file.path);
        rollouts.push({ threadId: file.threadId, path: file.path, head: head.lines, updatedAtMs: file.updatedAtMs });
      }
    }
    this.#heads = heads;
    return { rollouts, hidden };
  }

  /** The file of a thread, wherever it lies in the folder; null when there is none. The answer may be out of date: see `forget`. */
  async locate(threadId: ThreadId): Promise<string | null> {
    if (!this.#paths.has(threadId)) await this.#scan();
    return this.#paths.get(threadId) ?? null;
  }

  /** The file is not where it was: the next `locate` looks again. */
  forget(threadId: ThreadId): void {
    this.#paths.delete(threadId);
  }

  async #headOf(file: SessionFile): Promise<{ file: SessionFile; stamp: string; head: RolloutHead }> {
    const stamp = `${file.size} ${file.mtimeNs}`;
    const known = this.#heads.get(file.path);
    const head = known?.stamp === stamp ? known.head : await readHead(file.path);
    return { file, stamp, head };
  }

  /** Newest first. Remembers where each thread lies. */
  async #scan(): Promise<{ files: SessionFile[]; unreadable: number }> {
    const paths: string[] = [];
    let unreadable = 0;
    const folders = [this.#folder];
    for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
      try {
        for (const entry of await readdir(folder, { withFileTypes: true })) {
          const path = join(folder, entry.name);
          if (entry.isDirectory()) folders.push(path);
          else if (entry.isFile() && entry.name.endsWith(".jsonl")) paths.push(path);
        }
      } catch (error) {
        if (systemCode(error) !== "ENOENT") unreadable += 1;
      }
    }
    const files: SessionFile[] = [];
    for (const found of await inBatches(paths, sessionFile)) {
      if (found === "unreadable") unreadable += 1;
      else if (found !== "gone") files.push(found);
    }
    files.sort((one, other) => compare(other.mtimeNs, one.mtimeNs) || compare(other.path, one.path));
    for (const { threadId, path } of files.toReversed()) if (threadId !== null) this.#paths.set(threadId, path);
    return { files, unreadable };
  }
}

async function sessionFile(path: string): Promise<SessionFile | "gone" | "unreadable"> {
  try {
    const { size, mtimeNs, mtimeMs } = await stat(path, { bigint: true });
    return { threadId: threadIdOfFile(path), path, size: Number(size), mtimeNs, updatedAtMs: Number(mtimeMs) };
  } catch (error) {
    return systemCode(error) === "ENOENT" ? "gone" : "unreadable";
  }
}

async function readHead(path: string): Promise<RolloutHead> {
  try {
    const file = await open(path, "r");
    try {
      const start = Buffer.alloc(HEAD_BYTES);
      const { bytesRead } = await file.read(start, 0, HEAD_BYTES, 0);
      const head = rolloutHead(start.subarray(0, bytesRead));
      const isWhole = bytesRead < HEAD_BYTES;
      if (isWhole || (head.kind === "listed" && head.hasInput)) return head;
      const longer = Buffer.alloc(LONG_HEAD_BYTES);
      const { bytesRead: length } = await file.read(longer, 0, LONG_HEAD_BYTES, 0);
      return rolloutHead(longer.subarray(0, length));
    } finally {
      await file.close();
    }
  } catch {
    return { kind: "hidden", reason: "unreadable" };
  }
}

async function inBatches<From, To>(all: readonly From[], work: (one: From) => Promise<To>): Promise<To[]> {
  const results: To[] = [];
  for (let start = 0; start < all.length; start += FILES_AT_ONCE) {
    results.push(...(await Promise.all(all.slice(start, start + FILES_AT_ONCE).map(work))));
  }
  return results;
}

function compare<Value extends bigint | string>(one: Value, other: Value): number {
  return one < other ? -1 : one > other ? 1 : 0;
}
