// The index of one opened rollout: read from the cache, or made in the background and put there.
import { setImmediate } from "node:timers/promises";
import type { IndexProgress } from "../../../../shared/protocol/past-session";
import type { CacheFolder } from "../cache-folder";
import { buildIndex } from "./build-index";
import type { Foreground } from "./foreground";
import { readSeed, writeSeed, type IndexSeed } from "./index-file";
import type { OffsetIndex } from "./offset-index";
import type { RolloutRun } from "./rollout-run";

export interface IndexKeeperParts {
  /** Of the index in the cache. */
  readonly file: string;
  /** The folder that it lies in. */
  readonly cache?: CacheFolder;
  /** Another view of the same bytes: the pass reads while pages are read. */
  readonly openRun: () => Promise<RolloutRun>;
  readonly foreground: Foreground;
  readonly onProgress: (progress: IndexProgress) => void;
}

const PROGRESS_EVERY_MS = 100;
/** Of the rest of a file whose beginning is indexed, so much is passed over at once. */
const AT_ONCE_BYTES = 128 * 1024;

export class IndexKeeper {
  readonly #parts: IndexKeeperParts;
  readonly #size: number;
  #index: OffsetIndex | null = null;
  #bytes = 0;
  #isStopped = false;
  readonly #stopped: Promise<void>;
  #tellStopped = (): void => undefined;
  #making: Promise<OffsetIndex> | null = null;

  /** Resolves once the cache has been asked; what is not there is made from then on. `run` is not used any more then. */
  static async start(run: RolloutRun, parts: IndexKeeperParts): Promise<IndexKeeper> {
    const keeper = new IndexKeeper(parts, run.source.size);
    const seed = await readSeed(parts.file, run.source);
    if (seed !== null) await parts.cache?.used(parts.file);
    if ((seed !== null || run.source.size <= AT_ONCE_BYTES) && run.source.size - (seed?.offset ?? 0) <= AT_ONCE_BYTES) {
      const { index } = await buildIndex(run, { seed, pause: () => Promise.resolve(), now: () => 0 });
      keeper.#keep(index);
    } else {
      keeper.#making = keeper.#make(seed);
      await Promise.race([keeper.#settled(), setImmediate()]);
    }
    return keeper;
  }

  private constructor(parts: IndexKeeperParts, size: number) {
    this.#parts = parts;
    this.#size = size;
    this.#stopped = new Promise((resolve) => (this.#tellStopped = resolve));
  }

  get index(): OffsetIndex | null {
    return this.#index;
  }

  /** Passed over so far. */
  get bytes(): number {
    return this.#bytes;
  }

  /** Within a request of the foreground. Rejects when it could not be made, or is not wanted any more. */
  async whole(): Promise<OffsetIndex> {
    if (this.#index !== null) return this.#index;
    if (this.#making === null) throw new Error("the index was never begun");
    return this.#parts.foreground.waitFor(this.#making);
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#tellStopped();
    await this.#settled();
  }

  // Whoever waits for it is told why it did not come; nobody has to wait.
  #settled(): Promise<unknown> {
    return this.#making === null ? Promise.resolve() : this.#making.catch((error: unknown) => error);
  }

  async #make(seed: IndexSeed | null): Promise<OffsetIndex> {
    // The first page goes before.
    await this.#idle();
    const run = await this.#parts.openRun();
    try {
      let toldAt = performance.now();
      const pause = async (bytes: number): Promise<void> => {
        this.#bytes = bytes;
        const now = performance.now();
        if (now - toldAt >= PROGRESS_EVERY_MS) {
          toldAt = now;
          this.#parts.onProgress({ bytes, totalBytes: this.#size });
        }
        await setImmediate();
        await this.#idle();
      };
      const { index, left } = await buildIndex(run, { seed, pause, now: () => performance.now() });
      this.#keep(index);
      this.#parts.onProgress({ bytes: this.#size, totalBytes: this.#size });
      if (left !== null && (await this.#write(run, left))) await this.#parts.cache?.added();
      return index;
    } finally {
      await run.source.close();
    }
  }

  /** Rejects once nobody wants the index any more: whoever stops it may be a request of the foreground. */
  async #idle(): Promise<void> {
    await Promise.race([this.#parts.foreground.idle(), this.#stopped]);
    if (this.#isStopped) throw new Error("the session is not read any more");
  }

  #keep(index: OffsetIndex): void {
    this.#index = index;
    this.#bytes = this.#size;
  }

  // A cache that cannot be written costs time later, nothing else.
  async #write({ source }: RolloutRun, seed: IndexSeed): Promise<boolean> {
    return writeSeed(this.#parts.file, source, seed).then(
      () => true,
      () => false,
    );
  }
}
