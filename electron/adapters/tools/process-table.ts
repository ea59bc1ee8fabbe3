// The processes of the machine as far as a run's tree needs them. The only file that knows how each system lists them.
import { execFile } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { setImmediate } from "node:timers/promises";
import { promisify } from "node:util";
import { errorCode } from "./error-code";

/** Set in the environment of every process of a run and inherited by its children, also by those that leave the process group. */
export const RUN_MARK = "COUNTERFOIL_RUN";

/** What the mark ends with in a process that only carries a program's streams: it ends by itself once nothing holds them any more. */
export const CARRIER_ENDING = " carrier";

/** `mark`: the value of RUN_MARK; null without one, or where the system does not show it. Processes that have ended are not listed. */
export interface ProcessEntry {
  readonly pid: number;
  readonly parent: number;
  readonly group: number;
  readonly mark: string | null;
  /** Runs nothing any more, but may still hold files and ports. */
  readonly isExiting: boolean;
}

/** The kernel's PF_EXITING. */
const EXITING_FLAG = 4;

let nextLook: Promise<readonly ProcessEntry[]> | null = null;

/**
 * Linux: from /proc, with marks. macOS and others: from `ps`, without. What is told was looked up after the call; who asks at the same moment, as when
 * many commands are ended together, shares the look.
 */
export function listProcesses(): Promise<readonly ProcessEntry[]> {
  return (nextLook ??= setImmediate().then(() => {
    nextLook = null;
    return look();
  }));
}

async function look(): Promise<readonly ProcessEntry[]> {
  if (process.platform === "linux") return listProc();
  const { stdout } = await promisify(execFile)("ps", ["-axo", "pid=,ppid=,pgid=,stat="], { maxBuffer: 16 * 1024 * 1024 });
  return parsePs(stdout);
}

/** Lines of `ps -o pid=,ppid=,pgid=,stat=`. */
export function parsePs(text: string): readonly ProcessEntry[] {
  const rows = text.matchAll(/^ *(\d+) +(\d+) +(\d+) +(\S+)/gm);
  const entries = [...rows].map(([, pid, parent, group, state = ""]) => ({
    entry: { pid: Number(pid), parent: Number(parent), group: Number(group), mark: null, isExiting: state.includes("E") },
    hasEnded: state.startsWith("Z"),
  }));
  return entries.filter(({ hasEnded }) => !hasEnded).map(({ entry }) => entry);
}

/** /proc answers from memory: a third of the time that the same reads take through the thread pool. */
function listProc(): readonly ProcessEntry[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => parseStat(readProc(name, "stat"), () => readProc(name, "environ")) ?? []);
}

/** `PID (NAME) STATE PPID PGRP SESSION TTY TPGID FLAGS …`; the name can hold anything, brackets too, so it ends at the last one. */
function parseStat(stat: string, readEnvironment: () => string): ProcessEntry | null {
  const [state, parent, group, , , , flags] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  if (state === undefined || parent === undefined || group === undefined || state === "Z" || state === "X") return null;
  return {
    pid: Number.parseInt(stat, 10),
    parent: Number(parent),
    group: Number(group),
    mark: findMark(readEnvironment()),
    isExiting: (Number(flags) & EXITING_FLAG) !== 0,
  };
}

function findMark(environment: string): string | null {
  const entry = environment.split("\0").find((variable) => variable.startsWith(`${RUN_MARK}=`));
  return entry === undefined ? null : entry.slice(RUN_MARK.length + 1);
}

/** Empty for a process that has ended meanwhile or whose owner does not let it be read. */
function readProc(pid: string, file: "stat" | "environ"): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, "latin1");
  } catch (error) {
    if (["ENOENT", "ESRCH", "EACCES", "EPERM"].includes(errorCode(error))) return "";
    throw error;
  }
}
