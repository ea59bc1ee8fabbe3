// What is done at the next start about commands of an app that was killed: those that left their group outlive their keeper.
import { readlinkSync } from "node:fs";
import { randomUUID } from "node:crypto";
import { listProcesses, type ProcessEntry } from "./process-table";
import { sendSignal } from "./send-signal";

/** A mark for a new run of this process: `<pid of the app>-<random>`. */
export function newRunMark(): string {
  return `${process.pid}-${randomUUID()}`;
}

/** Ends marked processes whose app is gone and returns how many. Linux only: other systems do not show a process's environment. */
export async function endAbandonedRuns(): Promise<number> {
  if (process.platform !== "linux") return 0;
  const processes = await listProcesses();
  const abandoned = abandonedProcesses(processes).filter(({ pid }) => sharesOurPids(pid));
  return abandoned.filter(({ pid }) => sendSignal(pid, "SIGKILL")).length;
}

export function abandonedProcesses(processes: readonly ProcessEntry[]): readonly ProcessEntry[] {
  const living = new Set(processes.map(({ pid }) => pid));
  return processes.filter(({ mark }) => {
    const owner = /^(\d+)-/.exec(mark ?? "")?.[1];
    return owner !== undefined && !living.has(Number(owner));
  });
}

/** A container's processes are listed here too, but their marks name pids of the container. False as well for a process that is gone. */
function sharesOurPids(pid: number): boolean {
  try {
    return readlinkSync(`/proc/${pid}/ns/pid`) === readlinkSync("/proc/self/ns/pid");
  } catch {
    return false;
  }
}
