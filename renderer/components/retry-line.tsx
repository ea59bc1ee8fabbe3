// Why a turn is held up, and how long until the next try. A wait of the program, not of the person: ink.
import type { PendingRetry } from "../../shared/view/thread-view";
import { leftWords, retryKind, retryWords } from "../text/retry-words";
import { Icon } from "./icon";
import { useCountdown } from "./use-countdown";

export function RetryLine({ retry }: { retry: PendingRetry }) {
  const kind = retryKind(retry);
  const hasTenths = kind === "reconnecting";
  const left = useCountdown(retry.retryAtMs, hasTenths ? 100 : 1000);
  return (
    <p className="retry">
      <Icon name="refresh" />
      <strong>{retryWords(retry)}</strong>
      {left === null ? null : <span>{leftWords(left, hasTenths)}</span>}
      <span dir="auto">{retry.error.message}</span>
      {kind === "network" && retry.error.action !== undefined ? (
        <span className="next" dir="auto">
          {retry.error.action}
        </span>
      ) : null}
    </p>
  );
}
