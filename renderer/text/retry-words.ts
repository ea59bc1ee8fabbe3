// Why a turn is held up, in words.
import type { PendingRetry } from "../../shared/view/thread-view";
import { clockTimeSeconds, countdownWords } from "./duration";

/** How long until the next try; with tenths only where one is due at once. */
export function leftWords(left: number, hasTenths: boolean): string {
  if (hasTenths) return left === 0 ? "now" : `in ${countdownWords(left, true)}`;
  return left === 0 ? "trying now" : `next try in ${countdownWords(left, false)}`;
}

/** What is waited for, without what counts down. */
export function retryWords(retry: PendingRetry): string {
  const { attempt, maxAttempts, retryAtMs } = retry;
  const until = retryAtMs === null ? "" : ` until ${clockTimeSeconds(retryAtMs)}`;
  switch (retryKind(retry)) {
    case "network":
      return "Waiting for network";
    case "rateLimited":
      return `Rate limited${until}`;
    case "overloaded":
      return `Server overloaded, waiting${until}`;
    case "reconnecting":
      return attempt === null ? "Reconnecting" : `Reconnecting ${attempt} of ${maxAttempts ?? "?"}`;
  }
}

/** Nothing was reached, and it is tried without end; the server asked for a pause; or the connection was lost. */
export function retryKind({ attempt, error }: PendingRetry): "network" | "rateLimited" | "overloaded" | "reconnecting" {
  if (error.code === "rateLimited" || error.code === "overloaded") return error.code;
  return attempt === null && error.code === "network" ? "network" : "reconnecting";
}
