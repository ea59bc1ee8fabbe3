// The one line that ends every turn.
import type { Turn } from "../../shared/protocol/thread";
import { clockTime, dayTime, durationWords, grouped } from "../text/duration";
import { Icon } from "./icon";

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
            <span className="next">{`Worth another try from ${dayTime(turn.error.retryAtMs, turn.completedAtMs ?? turn.startedAtMs)}`}</span>
          )}
        </p>
      );
    case "inProgress":
      return null;
  }
}
