// The one line that ends every turn, and the line that says why a running one is held up.
import type { Turn } from "../../shared/protocol/thread";
import type { PendingRetry } from "../../shared/view/thread-view";
import { clockTime, durationWords, grouped } from "../text/duration";
import { Icon } from "./icon";
import { useNow } from "./use-now";

export function TurnEnd({ turn }: { turn: Turn }) {
  const spanMs = turn.completedAtMs === undefined ? null : turn.completedAtMs - turn.startedAtMs;
  const span = spanMs === null ? "" : durationWords(spanMs);
  const tokens =
    turn.tokens === undefined || turn.tokens.totalTokens === 0 ? null : (
      <span>{`${grouped(turn.tokens.totalTokens)} tokens, reported`}</span>
    );
  if (turn.stoppedWithApp === true) {
    return (
      <p className="turn-end">
        <Icon name="mend" />
        <span>
          <strong>Stopped with the app</strong>
          {turn.completedAtMs === undefined ? "" : `, ${clockTime(turn.completedAtMs)}`}
        </span>
        {tokens}
      </p>
    );
  }
  switch (turn.status) {
    case "completed":
      return (
        <p className="turn-end">
          <Icon name="check" />
          <span>
            <strong>Completed</strong>
            {span === "" ? "" : ` in ${span}`}
          </span>
          {tokens}
        </p>
      );
    case "interrupted":
      return (
        <p className="turn-end">
          <Icon name="stop" />
          <span>
            <strong>Interrupted by you</strong>
            {span === "" ? "" : ` after ${span}`}
          </span>
          {tokens}
        </p>
      );
    case "failed":
      return (
        <p className="turn-end is-failed">
          <Icon name="x" />
          <span dir="auto">
            <strong>Failed</strong>
            {turn.error === undefined ? "" : `: ${turn.error.message}`}
          </span>
          {turn.error?.action === undefined ? null : <span className="next">{turn.error.action}</span>}
          {turn.error?.retryAtMs === undefined ? null : (
            <span className="next">{`Again from ${clockTime(turn.error.retryAtMs)}`}</span>
          )}
        </p>
      );
    case "inProgress":
      return null;
  }
}

export function RetryLine({ retry }: { retry: PendingRetry }) {
  const now = useNow(retry.retryAtMs === null ? null : 100);
  const left = retry.retryAtMs === null ? null : Math.max(0, retry.retryAtMs - now);
  return (
    <p className="retry">
      <Icon name="refresh" />
      <strong>{retryWords(retry)}</strong>
      {left === null ? null : (
        <span>{left === 0 ? "now" : `in ${left < 10_000 ? `${(left / 1000).toFixed(1)} s` : durationWords(left)}`}</span>
      )}
      <span dir="auto">{retry.error.message}</span>
      {isWaitingForNetwork(retry) && retry.error.action !== undefined ? <span className="next">{retry.error.action}</span> : null}
    </p>
  );
}

export function retryWords(retry: PendingRetry): string {
  if (isWaitingForNetwork(retry)) return "Waiting for network";
  if (retry.attempt === null) return "Reconnecting";
  return `Reconnecting ${retry.attempt} of ${retry.maxAttempts ?? "?"}`;
}

/** Nothing was reached, and it is tried without end: what the person can do belongs beside it. */
function isWaitingForNetwork({ attempt, error }: PendingRetry): boolean {
  return attempt === null && error.code === "network";
}
