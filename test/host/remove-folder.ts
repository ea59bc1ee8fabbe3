// Removes a folder that ended processes may still be writing to for some milliseconds. Node's own retries do not look again at
// what has come since, so each attempt here starts anew. Synchronous: it also runs in a process's last moment.
import { rmSync } from "node:fs";

const ATTEMPTS = 50;
const PAUSE_MS = 20;

/** Throws the last attempt's error after about a second. */
export function removeFolder(folder: string): void {
  const clock = new Int32Array(new SharedArrayBuffer(4));
  for (let attempt = 1; ; attempt += 1) {
    try {
      rmSync(folder, { recursive: true, force: true });
      return;
    } catch (error) {
      if (attempt === ATTEMPTS) throw error;
      Atomics.wait(clock, 0, 0, PAUSE_MS);
    }
  }
}
