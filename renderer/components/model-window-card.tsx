// What the model sees now: every entry of its window with the room it takes, what they sum up to, and compacting them.
import { useEffect } from "react";
import { useStore } from "zustand";
import type { ThreadId } from "../../shared/protocol/ids";
import { activeTurn } from "../state/selectors";
import { sumWords } from "../text/context-words";
import { Dialog } from "./dialog";
import { Icon } from "./icon";
import { useUi, useWindow } from "./window-context";
import { WindowEntry } from "./window-entry";

export function ModelWindowCard() {
  const { actions } = useWindow();
  const threadId = useUi((ui) => ui.shownWindow?.threadId ?? null);
  if (threadId === null) return null;
  return (
    <Dialog title="What the model sees now" onClose={() => actions.showModelWindow(null)}>
      <CardBody threadId={threadId} />
    </Dialog>
  );
}

function CardBody({ threadId }: { threadId: ThreadId }) {
  const { state, actions } = useWindow();
  const window = useUi((ui) => ui.shownWindow?.window ?? null);
  const problem = useUi((ui) => ui.shownWindow?.problem ?? null);
  const open = useStore(state.open, (threads) => threads[threadId]);
  const view = open?.type === "shown" ? open.view : null;
  const isRunning = view !== null && activeTurn(view) !== null;
  // Read as it opens, and again when a turn begins or ends: between those it is as good as the moment it was read in.
  useEffect(() => actions.readModelWindow(), [actions, isRunning]);
  const isReadOnly = open?.type === "shown" && open.isReadOnly;
  const cannot = isReadOnly
    ? "This session is read-only."
    : isRunning
      ? "A turn is running; the window can be compacted when it has ended."
      : null;
  return (
    <>
      <div className="model-window-head">
        <p>{window === null ? "Reading" : sumWords(window)}</p>
        <span className="push">
          <button type="button" className="btn btn-quiet" onClick={actions.readModelWindow}>
            <Icon name="refresh" />
            Read again
          </button>
          <button
            type="button"
            className="btn"
            aria-disabled={cannot !== null}
            aria-describedby="compact-why"
            onClick={() => (cannot === null ? actions.compact(threadId) : undefined)}
          >
            <Icon name="compress" />
            Compact now
          </button>
        </span>
        <p id="compact-why" className="model-window-note" role="status">
          {cannot ?? "Compacting replaces these entries by a summary. The session’s file and everything on screen stay."}
        </p>
        {problem === null ? null : (
          <p className="model-window-note is-error" role="alert">
            {problem}
          </p>
        )}
      </div>
      {window === null ? null : (
        <div className="model-window" tabIndex={0} role="region" aria-label="Entries">
          {window.items.length === 0 ? <p className="model-window-note">Nothing yet.</p> : null}
          <ol>
            {window.items.map((item, index) => (
              <WindowEntry key={index} item={item} />
            ))}
          </ol>
        </div>
      )}
    </>
  );
}
