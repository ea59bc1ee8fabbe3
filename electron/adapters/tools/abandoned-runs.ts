// What is done at the next start about commands of an app that was killed: those that left their group outlive their keeper.
import { readlinkSync } from "node:fs";
import { randomUUID } from "node:crypto";
import { listProcesses, type ProcessEntry } from "./process-table";
import { ownerOfLimitMark } from "./run-limit";
import { sendSignal } from "./send-signal";

/**
 * A mark for a new run of this process: `<pid of the app>-<its pid namespace>-<random>`. A container has numbers of its own, so a pid alone
 * would name another process outside of it.
 */
export function newRunMark(): string {
  return `${process.pid}-${pidNamespace()}-${randomUUID()}`;
}

/**
 * Ends marked processes whose app is gone and returns how many; what the sandbox held together ends with its first process, which is among them.
 * Linux only: other systems do not show a process's environment.
 */
export async function endAbandonedRuns(): Promise<number> {
  if (process.platform !== "linux") return 0;
  const processes = await listProcesses();
  const abandoned = [...abandonedProcesses(processes, pidNamespace()), ...abandonedByLimit(processes).filter(sharesOurPids)];
  return abandoned.filter(({ pid }) => sendSignal(pid, "SIGKILL")).length;
}

/** `namespace`: the one whose pids the processes are listed by. */
export function abandonedProcesses(processes: readonly ProcessEntry[], namespace: string): readonly ProcessEntry[] {
  const living = new Set(processes.map(({ pid }) => pid));
  return processes.filter(({ mark }) => isAbandoned(mark ?? "", { namespace, living }));
}

/** The same of those whose environment was emptied. Their mark does not name a pid namespace. */
export function abandonedByLimit(processes: readonly ProcessEntry[]): readonly ProcessEntry[] {
  const living = new Set(processes.map(({ pid }) => pid));
  return processes.filter(({ mark }) => {
    const owner = mark === null ? null : ownerOfLimitMark(mark);
    return owner !== null && !living.has(owner);
  });
}

/** A container's processes are listed here too, but the pids in their marks are the container's. False as well for a process that is gone. */
function sharesOurPids({ pid }: ProcessEntry): boolean {
  try {
    return readlinkSync(`/proc/${pid}/ns/pid`) === readlinkSync("/proc/self/ns/pid");
  } catch {
    return false;
  }
}

/** `living`: pids of that namespace. */
export function isAbandoned(
  mark: string,
  { namespace, living }: { readonly namespace: string; readonly living: ReadonlySet<number> },
): boolean {
  const [, owner, place] = /^(\d+)-(\d+)-/.exec(mark) ?? [];
  return owner !== undefined && place === namespace && !living.has(Number(owner));
}

/** Its number; 0 where there are none. */
export function pidNamespace(): string {
  if (process.platform !== "linux") return "0";
  return /\d+/.exec(readlinkSync("/proc/self/ns/pid"))?.[0] ?? "0";
}
