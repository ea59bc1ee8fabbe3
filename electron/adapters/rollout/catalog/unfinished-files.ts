// Sessions that were being written out whole (a fork) when the program was killed: nobody will finish them, and nobody else would find them.
import { lstat, rm } from "node:fs/promises";
import { systemCode } from "../storage-fault";

/** Whoever writes one writes without a pause; so old, it was left. */
const LEFT_AFTER_MS = 60 * 60 * 1000;

/** A name as forking/fork-file.ts gives it until the file is whole. */
export function isUnfinishedName(name: string): boolean {
  return /^\.rollout-.+\.jsonl\.part$/.test(name);
}

/** Removes those of our own that were left. One that cannot be removed stays, and is tried again by the next look. */
export async function removeLeft(paths: readonly string[], nowMs: number): Promise<void> {
  for (const path of paths) {
    try {
      const { mtimeMs } = await lstat(path);
      if (nowMs - mtimeMs > LEFT_AFTER_MS) await rm(path, { force: true });
    } catch (error) {
      if (systemCode(error) === null) throw error;
    }
  }
}
