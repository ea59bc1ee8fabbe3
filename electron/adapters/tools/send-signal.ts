// One signal to one process or group.
import { errorCode } from "./error-code";

/** Whether it was delivered. A process that is gone or belongs to someone else is not an error here: the next look at the table tells. */
export function sendSignal(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, signal);
  } catch (error) {
    if (["ESRCH", "EPERM"].includes(errorCode(error))) return false;
    throw error;
  }
}
