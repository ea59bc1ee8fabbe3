// HOME/snapshots: what files were before patches, a folder for each thread and in it one for each patch. Bounded for each thread; the oldest turns go first.
import { randomUUID } from "node:crypto";
import { mkdir, readdir, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { errorMessage, ModelVisibleError } from "../../../runtime/errors";
import type { PatchedTurn } from "../../../runtime/ports/file-undo";
import { syncFolder } from "../../synced-file";
import { errorCode } from "../error-code";
import { plainFileName } from "../log-path";
import { keptBytes, readManifest, writeSnapshot, type Manifest, type SnapshotFacts } from "./snapshot-file";

/** What is kept for one thread, in bytes. A turn that would need more gets no further patch. */
const MAX_KEPT_BYTES = 256 * 1024 * 1024;

export interface Snapshot {
  readonly folder: string;
  readonly manifest: Manifest;
}

export interface SnapshotPlace extends PatchedTurn {
  readonly callId: string;
}

export class PatchSnapshots {
  readonly #folder: string;
  readonly #maxBytes: number;

  constructor(folder: string, maxBytes = MAX_KEPT_BYTES) {
    this.#folder = folder;
    this.#maxBytes = maxBytes;
  }

  /** On the disk when it resolves. Throws ModelVisibleError: then nothing may be changed. */
  async keep(place: SnapshotPlace, facts: Omit<SnapshotFacts, "turnId" | "order">): Promise<Snapshot> {
    const thread = this.#threadFolder(place.threadId);
    try {
      await mkdir(thread, { recursive: true, mode: 0o700 });
      const kept = await this.#all(place.threadId);
      await this.#makeRoom(kept, { turnId: place.turnId, bytes: keptBytes(facts.plan) });
      const unfinished = join(thread, `${UNFINISHED}${randomUUID()}`);
      const order = (kept.at(-1)?.manifest.order ?? 0) + 1;
      const manifest = await writeSnapshot(unfinished, { ...facts, turnId: place.turnId, order });
      // An id that was used before, as some servers do, has a folder already.
      const isTaken = kept.some(({ folder }) => folder === join(thread, plainFileName(place.callId)));
      const folder = join(thread, isTaken ? `${plainFileName(place.callId)}.${order}` : plainFileName(place.callId));
      await rename(unfinished, folder);
      await syncFolder(thread);
      await syncFolder(dirname(thread));
      return { folder, manifest };
    } catch (error) {
      if (error instanceof ModelVisibleError) throw error;
      throw new ModelVisibleError(`what the files are now could not be kept for undo: ${errorMessage(error)}`, { cause: error });
    }
  }

  /** In the order of the patches. */
  async ofTurn({ threadId, turnId }: PatchedTurn): Promise<readonly Snapshot[]> {
    return (await this.#all(threadId)).filter(({ manifest }) => manifest.turnId === turnId);
  }

  /** Each as a whole: a crash leaves it, or what the next look removes. */
  async drop(snapshots: readonly Snapshot[]): Promise<void> {
    for (const { folder } of snapshots) {
      const gone = join(dirname(folder), `${UNFINISHED}${randomUUID()}`);
      await rename(folder, gone);
      await rm(gone, { recursive: true, force: true });
    }
  }

  #threadFolder(threadId: string): string {
    return join(this.#folder, plainFileName(threadId));
  }

  /** What a crash left unfinished goes: its patch has changed nothing. */
  async #all(threadId: string): Promise<readonly Snapshot[]> {
    const thread = this.#threadFolder(threadId);
    const found: Snapshot[] = [];
    for (const name of await namesIn(thread)) {
      const folder = join(thread, name);
      if (name.startsWith(UNFINISHED)) await rm(folder, { recursive: true, force: true });
      else found.push({ folder, manifest: await readManifest(folder) });
    }
    return found.sort((one, other) => one.manifest.order - other.manifest.order);
  }

  async #makeRoom(kept: readonly Snapshot[], wish: { readonly turnId: string; readonly bytes: number }): Promise<void> {
    const own = kept.filter(({ manifest }) => manifest.turnId === wish.turnId);
    if (total(own) + wish.bytes > this.#maxBytes)
      throw new ModelVisibleError(
        `this turn has patched more than can be kept for undo (${Math.floor(this.#maxBytes / 1024 / 1024)} MiB); go on in a new turn`,
      );
    let left = total(kept) + wish.bytes;
    const others = kept.filter(({ manifest }) => manifest.turnId !== wish.turnId);
    for (const turnId of new Set(others.map(({ manifest }) => manifest.turnId))) {
      if (left <= this.#maxBytes) return;
      const turn = others.filter(({ manifest }) => manifest.turnId === turnId);
      await this.drop(turn);
      left -= total(turn);
    }
  }
}

const UNFINISHED = ".unfinished-";

function total(snapshots: readonly Snapshot[]): number {
  return snapshots.reduce((sum, { manifest }) => sum + manifest.bytes, 0);
}

async function namesIn(folder: string): Promise<readonly string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (errorCode(error) === "ENOENT") return [];
    throw error;
  }
}
