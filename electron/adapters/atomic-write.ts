// Replaces a file as a whole: a reader, a crash or a loss of power finds the old text or the new one, never half of it.
import { randomUUID } from "node:crypto";
import { mkdir, rename, rm } from "node:fs/promises";
import { dirname } from "node:path";
import { setTimeout } from "node:timers/promises";
import { syncFolder, writeSynced } from "./synced-file";

const IS_WINDOWS = process.platform === "win32";
const RENAME_TRIES = 10;
const RENAME_PAUSE_MS = 50;

/** Only the person may read the file. Its folder is made if it is missing. Rejects with the system's error; the old file is then untouched. */
export async function atomicWrite(path: string, text: string): Promise<void> {
  const draft = `${path}.${randomUUID()}.tmp`;
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  try {
    await writeSynced(draft, text);
    await replace(draft, path);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
  await syncFolder(dirname(path));
}

/** On Windows a virus scanner can hold the old file open for a moment. */
async function replace(from: string, to: string): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await rename(from, to);
    } catch (error) {
      if (!IS_WINDOWS || tries === RENAME_TRIES) throw error;
    }
    await setTimeout(RENAME_PAUSE_MS);
  }
}
