// Ends a process tree on Windows. Called without a shell: through one, `/PID` can be rewritten into a path and nothing is ended.
import { execFile } from "node:child_process";
import { win32 } from "node:path";
import type { TreeEnd } from "./tree-end";

const NO_SUCH_PROCESS = 128;

/** The system's own: what the PATH or the app's folder has by that name may be somebody else's. */
export function taskkillProgram(environment: NodeJS.ProcessEnv): string {
  const named = environment["SystemRoot"] ?? environment["SYSTEMROOT"] ?? "";
  return win32.join(/^[A-Za-z]:[\\/]/.test(named) ? named : "C:\\Windows", "System32", "taskkill.exe");
}

export function taskkillArguments(pid: number): string[] {
  return ["/PID", String(pid), "/T", "/F"];
}

/** Never rejects: a taskkill that failed is a survivor, so that it is reported. */
export function endWithTaskkill(pid: number): Promise<TreeEnd> {
  return new Promise((resolve) => {
    const program = taskkillProgram(process.env);
    execFile(program, taskkillArguments(pid), { windowsHide: true, timeout: 1500 }, (error) =>
      resolve(judgeTaskkill(pid, error?.code)),
    );
  });
}

/** `exitCode`: undefined when taskkill succeeded. */
export function judgeTaskkill(pid: number, exitCode: unknown): TreeEnd {
  if (exitCode === undefined) return { endedCount: 1, survivors: [] };
  return exitCode === NO_SUCH_PROCESS ? { endedCount: 0, survivors: [] } : { endedCount: 0, survivors: [pid] };
}
