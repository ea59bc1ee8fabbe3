// Whether a command that failed was stopped by the sandbox, judged by what it printed. Pure. Apart from the rest: this is a guess, and says so.
import { homedir } from "node:os";
import { isWithin } from "../../is-within";
import { type Confines } from "./confines";

export interface FailedRun {
  readonly exitCode: number | null;
  /** What the model reads of it. */
  readonly output: string;
  readonly confines: Confines;
  /** Folders for temporary files, which it may write to as well. */
  readonly temporary: readonly string[];
  /** Whether the app itself, outside the sandbox, could write to a path: where it could not, the sandbox is not the reason. */
  readonly mayReach: (path: string) => boolean;
}

/** What the sandbox seems to have refused, in words; null: nothing speaks for it. Nothing is ever claimed of a command that succeeded. */
export function findRefusal(run: FailedRun): string | null {
  if (run.exitCode === 0) return null;
  const lines = run.output.split(/\r?\n|\r/).slice(-LINES);
  for (const line of lines.reverse()) {
    const what = refusedBy(line, run);
    if (what !== null) return `${what}: ${line.trim().slice(0, LONGEST_LINE)}`;
  }
  return BAD_SYSTEM_CALL === run.exitCode ? "a system call" : null;
}

/** The last ones: a command that is stopped says so at its end. */
const LINES = 400;
const LONGEST_LINE = 300;
/** 128 + SIGSYS: the filter kills programs of another architecture. */
const BAD_SYSTEM_CALL = 159;

const READ_ONLY = /read-only file system|\bEROFS\b|\berrno 30\b/i;
const NO_NETWORK =
  /network is (?:unreachable|down)|\bENETUNREACH\b|could ?n[o']t resolve|temporary failure in name resolution|temporary failure resolving|\bEAI_AGAIN\b|\bENOTFOUND\b|name or service not known|nodename nor servname|no address associated with|failed to lookup address|unable to resolve host|no such host|unable to connect to .*:\d+|failed to connect to .* port \d+/i;
const NOT_ALLOWED = /operation not permitted|permission denied|\bEPERM\b|\bEACCES\b/i;
const NOT_PERMITTED = /operation not permitted|\bEPERM\b/i;
const SYSTEM_CALL =
  /socket|ptrace|io_uring|keyctl|\bbpf\b|perf_event|unshare|clone|namespace|\bmount\b|setns|userfaultfd|PTRACE_/i;

function refusedBy(line: string, { confines, temporary, mayReach }: FailedRun): string | null {
  if (READ_ONLY.test(line)) return "writing outside the folders that it may write to";
  if (!confines.hasNetwork && NO_NETWORK.test(line)) return "the network";
  if (/no new privileges/i.test(line)) return "other rights than those of the app";
  if (!NOT_ALLOWED.test(line)) return null;
  const outside = pathsIn(line).filter((path) => !mayWrite(path, confines, temporary));
  if (outside.some(mayReach)) return "access to a path outside the folders that it may write to";
  return NOT_PERMITTED.test(line) && SYSTEM_CALL.test(line) ? "a system call" : null;
}

function mayWrite(path: string, { writable, kept }: Confines, temporary: readonly string[]): boolean {
  if (kept.some((folder) => isWithin(path, folder))) return false;
  return [...writable, ...temporary, "/dev"].some((folder) => isWithin(path, folder));
}

/** Absolute paths in a line, those below `~` too. */
function pathsIn(line: string): readonly string[] {
  return [...line.matchAll(/(?:^|[\s'"`‘“(=:])(~?\/[^\s'"`’”:;,)]*)/g)].map(([, path = ""]) => path.replace(/^~/, homedir()));
}
