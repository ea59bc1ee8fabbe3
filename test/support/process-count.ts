// Finds processes that a test left behind, by a variable that only its own processes have in their environment. Linux only.
import { randomUUID } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";

const VARIABLE = "TEST_PROCESS_MARK";

export interface ProcessMark {
  /** To be set in the environment of what the test starts; children inherit it. */
  readonly variable: Readonly<Record<string, string>>;
  /** Living processes with the mark; those that have ended and wait for their parent do not count. */
  living(): number[];
}

export function createProcessMark(): ProcessMark {
  const value = randomUUID();
  return {
    variable: { [VARIABLE]: value },
    living: () => readdirSync("/proc").flatMap((name) => (/^\d+$/.test(name) && hasMark(name, value) ? [Number(name)] : [])),
  };
}

/** The environment of a process that has ended, or is someone else's, cannot be read. */
function hasMark(pid: string, value: string): boolean {
  try {
    return readFileSync(`/proc/${pid}/environ`, "latin1").split("\0").includes(`${VARIABLE}=${value}`);
  } catch {
    return false;
  }
}
