// Whether a program of ours waits for what may never come, such as the other end of a pipe that lies where it looks for a file.
import { readFile } from "node:fs/promises";
import type { Clock } from "../../runtime/ports/clock";

const LOOK_MS = 250;
/** So many in a row tell: what computes, reads from a disk or waits for a processor is in another state, or has computed something meanwhile. */
const LOOKS = 8;

/** True once it does, false once the signal aborts. Known on Linux alone. */
export async function waitsForEver(pid: number, clock: Clock, signal: AbortSignal): Promise<boolean> {
  let before: string | null = null;
  for (let looks = 0; looks < LOOKS;) {
    if ((await clock.waitUntil(clock.nowMs() + LOOK_MS, signal)) === "aborted") return false;
    const now = await sleepState(pid);
    looks = now !== null && now === before ? looks + 1 : 0;
    before = now;
  }
  return true;
}

/** How long a process that sleeps has computed until now; null: it does not sleep, or nobody knows. */
async function sleepState(pid: number): Promise<string | null> {
  try {
    const text = await readFile(`/proc/${pid}/stat`, "latin1");
    // Behind the name, which may hold anything: state, and from the twelfth on the ticks for itself and in the kernel.
    const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
    return fields[0] === "S" ? `${fields[11]} ${fields[12]}` : null;
  } catch {
    return null;
  }
}
