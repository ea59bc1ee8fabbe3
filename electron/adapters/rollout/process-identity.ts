// Which process is that? A pid alone is used again, so on Linux its start time tells two owners of one pid apart.
import { readFile } from "node:fs/promises";
import { systemCode } from "./storage-fault";

export interface ProcessIdentity {
  readonly pid: number;
  /** Clock ticks since boot at which the process started (Linux, /proc/PID/stat field 22); null where that is not known. */
  readonly startedAt: string | null;
}

/** The process that has this pid now; null when there is none (a dead one that its parent has not collected counts as none). */
export async function processWithPid(pid: number): Promise<ProcessIdentity | null> {
  if (!hasProcess(pid)) return null;
  let stat: string;
  try {
    stat = await readFile(`/proc/${pid}/stat`, "utf8");
  } catch {
    return { pid, startedAt: null };
  }
  // The name in parentheses may hold anything; after it come field 3 (the state) and the following ones.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return fields[0] === "Z" || fields[0] === "X" ? null : { pid, startedAt: fields[19] ?? null };
}

/** The process that was written down still runs. */
export async function isRunning(identity: ProcessIdentity): Promise<boolean> {
  const present = await processWithPid(identity.pid);
  if (present === null) return false;
  return identity.startedAt === null || present.startedAt === null || identity.startedAt === present.startedAt;
}

function hasProcess(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: it lives but belongs to someone else.
    return systemCode(error) === "EPERM";
  }
}
