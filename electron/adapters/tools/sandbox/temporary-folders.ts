// Folders in which commands keep temporary files, for each thread one: what a command leaves there the next one finds, and no other thread.
import { mkdirSync, mkdtempSync, realpathSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { plainFileName } from "../log-path";

export class TemporaryFolders {
  #root: string | null = null;

  /** Its real path; it is made when it is not there. */
  of(threadId: string): string {
    this.#root ??= mkdtempSync(join(realpathSync(tmpdir()), "counterfoil-"));
    const folder = join(this.#root, plainFileName(threadId));
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    return folder;
  }

  async remove(): Promise<void> {
    const root = this.#root;
    this.#root = null;
    if (root !== null) await rm(root, { recursive: true, force: true });
  }
}
