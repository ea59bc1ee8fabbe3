// The processes of the machine as far as a run's tree needs them. The only file that knows how each system lists them.
import { execFile } from "node:child_process";
import { closeSync, openSync, readdirSync, readFileSync, readSync } from "node:fs";
import { setImmediate } from "node:timers/promises";
import { promisify } from "node:util";
import { errorCode } from "./error-code";
import { limitMark } from "./run-limit";

/** Set in the environment of every process of a run and inherited by its children, also by those that leave the process group. */
export const RUN_MARK = "COUNTERFOIL_RUN";

/** What the mark ends with in a process that only carries a program's streams: it ends by itself once nothing holds them any more. */
export const CARRIER_ENDING = " carrier";

/**
 * `mark`: the value of RUN_MARK, or what stands for it where the environment was emptied (`limitMark`); null without one, or where the system does not
 * show it; read when it is asked for, since it takes as long as all the rest. Processes that have ended are not listed.
 */
export interface ProcessEntry {
  readonly pid: number;
  readonly parent: number;
  readonly group: number;
  readonly mark: string | null;
  /** In ticks since the machine started; with the pid it names a process for good. Null where the system does not say it. */
  readonly startedAt: number | null;
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
  const { stdout } = await promisify(execFile)("/bin/ps", ["-axo", "pid=,ppid=,pgid=,stat="], { maxBuffer: 16 * 1024 * 1024 });
  return parsePs(stdout);
}

/** Lines of `ps -o pid=,ppid=,pgid=,stat=`. */
export function parsePs(text: string): readonly ProcessEntry[] {
  const rows = text.matchAll(/^ *(\d+) +(\d+) +(\d+) +(\S+)/gm);
  const entries = [...rows].map(([, pid, parent, group, state = ""]) => ({
    entry: {
      ...{ pid: Number(pid), parent: Number(parent), group: Number(group) },
      ...{ mark: null, startedAt: null, isExiting: state.includes("E") },
    },
    hasEnded: state.startsWith("Z"),
  }));
  return entries.filter(({ hasEnded }) => !hasEnded).map(({ entry }) => entry);
}

/** When a process started that has not been waited for yet; null where the system does not say it. */
export function startOf(pid: number): number | null {
  return process.platform === "linux" ? Number(statFields(readStat(String(pid)))[STARTED_AT]) || null : null;
}

/** /proc answers from memory: a third of the time that the same reads take through the thread pool. */
function listProc(): readonly ProcessEntry[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => parseStat(name, readStat(name)) ?? []);
}

/** Where a field stands behind the name: `STATE PPID PGRP SESSION TTY TPGID FLAGS … STARTTIME …`. */
const FLAGS = 6;
const STARTED_AT = 19;

/** `PID (NAME) STATE …`; the name can hold anything, brackets too, so it ends at the last one. */
function statFields(stat: string): readonly string[] {
  return stat.slice(stat.lastIndexOf(")") + 2).split(" ", STARTED_AT + 1);
}

function parseStat(pid: string, stat: string): ProcessEntry | null {
  const fields = statFields(stat);
  const [state, parent, group] = fields;
  if (state === undefined || parent === undefined || group === undefined || state === "Z" || state === "X") return null;
  let mark: string | null | undefined;
  return {
    pid: Number(pid),
    parent: Number(parent),
    group: Number(group),
    get mark() {
      if (mark === undefined) mark = findMark(readOf(pid, "environ")) ?? limitMark(residentLimit(readOf(pid, "limits")));
      return mark;
    },
    startedAt: Number(fields[STARTED_AT]),
    isExiting: (Number(fields[FLAGS]) & EXITING_FLAG) !== 0,
  };
}

function findMark(environment: string): string | null {
  const entry = environment.split("\0").find((variable) => variable.startsWith(`${RUN_MARK}=`));
  return entry === undefined ? null : entry.slice(RUN_MARK.length + 1);
}

function readOf(pid: string, file: "environ" | "limits"): string {
  return unlessGone(() => readFileSync(`/proc/${pid}/${file}`, "latin1"));
}

/** KiB; null: none is set. */
function residentLimit(limits: string): number | null {
  const bytes = /^Max resident set +(\d+)/m.exec(limits)?.[1];
  return bytes === undefined ? null : Number(bytes) / 1024;
}

/** Longer than any: some fifty numbers and a name of 64 bytes. */
const statBuffer = Buffer.alloc(4096);

/** In three calls of the system, where reading a file as such takes five. */
function readStat(pid: string): string {
  return unlessGone(() => {
    const file = openSync(`/proc/${pid}/stat`, "r");
    try {
      return statBuffer.toString("latin1", 0, readSync(file, statBuffer));
    } finally {
      closeSync(file);
    }
  });
}

/** Empty for a process that has ended meanwhile or whose owner does not let it be read. */
function unlessGone(read: () => string): string {
  try {
    return read();
  } catch (error) {
    if (["ENOENT", "ESRCH", "EACCES", "EPERM"].includes(errorCode(error))) return "";
    throw error;
  }
}
