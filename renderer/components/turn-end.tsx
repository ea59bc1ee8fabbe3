// The one line that ends every turn, and what can be made of the session up to it.
import type { ReactNode } from "react";
import { useStore } from "zustand";
import type { ThreadId } from "../../shared/protocol/ids";
import type { Turn } from "../../shared/protocol/thread";
import { undoing } from "../state/undoable";
import { durationWords } from "../../shared/text/duration-words";
import { grouped } from "../../shared/text/grouped";
import { clockTime, dayTime } from "../text/duration";
import { Icon } from "./icon";
import { useUi, useWindow } from "./window-context";

export function TurnEnd({ turn, threadId }: { turn: Turn; threadId: ThreadId }) {
  const { state } = useWindow();
  const isOfAnother = useStore(state.open, (open) => {
    const shown = open[threadId];
    return shown?.type === "shown" && shown.thread.origin !== "own";
  });
  const acts = <TurnActs turn={turn} threadId={threadId} />;
  const spanMs = turn.completedAtMs === undefined ? null : turn.completedAtMs - turn.startedAtMs;
  const span = spanMs === null || spanMs <= 0 ? "" : durationWords(spanMs);
  const tokens =
    turn.tokens === undefined || turn.tokens.totalTokens === 0 ? null : (
      <span>{`${grouped(turn.tokens.totalTokens)} tokens, reported`}</span>
    );
  if (turn.status === "inProgress" || (turn.stoppedWithApp === true && isOfAnother)) {
    return (
      <p className="turn-end">
        <Icon name="mend" />
        <span>
          <strong>No end of this turn</strong> is in the file
        </span>
        {tokens}
        {acts}
      </p>
    );
  }
  if (turn.stoppedWithApp === true) {
    return (
      <p className="turn-end">
        <Icon name="mend" />
        <span>
          <strong>Stopped with the app</strong>
          {turn.completedAtMs === undefined ? "" : `, ${clockTime(turn.completedAtMs)}`}
        </span>
        {tokens}
        {acts}
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
          {acts}
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
          {acts}
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
          {acts}
        </p>
      );
  }
}

function TurnActs({ turn, threadId }: { turn: Turn; threadId: ThreadId }): ReactNode {
  const { state, actions } = useWindow();
  const undo = useStore(state.open, (open) => undoing(open[threadId], turn.id));
  const isForking = useUi((ui) => ui.forkingId !== null);
  return (
    <span className="turn-acts">
      {undo === "done" ? <span className="undone">File changes undone</span> : null}
      {undo === "possible" ? (
        <button
          type="button"
          className="btn btn-small btn-quiet"
          title="Puts the files back that patches of this turn changed"
          onClick={() => actions.askUndo(threadId, turn.id)}
        >
          Undo file changes
        </button>
      ) : null}
      <button
        type="button"
        className="btn btn-small btn-quiet"
        aria-disabled={isForking}
        title="A new session with everything up to here"
        onClick={() => actions.forkThread(threadId, turn.id)}
      >
        Fork from here
      </button>
      <button
        type="button"
        className="icon-btn icon-btn-small"
        aria-label="Copy this turn as Markdown"
        title="Copy this turn as Markdown"
        onClick={() => actions.copyMarkdown(threadId, turn.id)}
      >
        <Icon name="copy" />
      </button>
    </span>
  );
}
