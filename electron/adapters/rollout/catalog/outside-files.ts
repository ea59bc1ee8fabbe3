// Files that lie in none of the places: opened by their path, or pinned. Their ids are made from their paths, so the paths are remembered here.
import { dirname } from "node:path";
import type { ThreadId } from "../../../../shared/protocol/ids";
import type { ThreadOrigin } from "../../../../shared/protocol/thread";
import { StorageError } from "../../../runtime/errors";
import type { ReadFile } from "./classify";
import { factsOfFile } from "./facts-of-file";
import { foundFile } from "./find-files";
import { anyRolloutName } from "./rollout-name";

export class OutsideFiles {
  readonly #paths = new Map<ThreadId, string>();
  readonly #read = new Map<string, ReadFile>();

  remember(threadId: ThreadId, path: string): void {
    this.#paths.set(threadId, path);
  }

  pathOf(threadId: ThreadId): string | null {
    return this.#paths.get(threadId) ?? null;
  }

  /** What it says now; null: it is not there. The same object as long as the file is the same. Rejects with StorageError `io`. */
  async read(path: string, origin: ThreadOrigin = "file"): Promise<ReadFile | null> {
    const found = await foundFile(path, { folder: dirname(path), origin }, anyRolloutName(path));
    if (found === null) return null;
    if ("problem" in found) throw new StorageError("io", found.problem);
    const known = this.#read.get(path);
    if (known?.file.stamp === found.stamp && known.file.place.origin === origin) return known;
    const facts = await factsOfFile({ path, form: found.name.form, size: found.size, isOwn: origin === "own" });
    const read = { file: found, facts };
    this.#read.set(path, read);
    return read;
  }

  async readOrNull(path: string): Promise<ReadFile | null> {
    try {
      return await this.read(path);
    } catch (error) {
      if (error instanceof StorageError) return null;
      throw error;
    }
  }
}
