// What the person wants next, above the composer: in order, to be changed, moved, removed or sent at once.
import { useStore } from "zustand";
import type { ShownThread } from "../state/open-thread";
import { activeTurn, pauseWords } from "../state/selectors";
import { Icon } from "./icon";
import { QueueEntry } from "./queue-entry";
import { useMediaQuery } from "./use-media-query";
import { useQueueFocus } from "./use-queue-focus";
import { useUi, useWindow } from "./window-context";

/** Where the entries would leave no room for the thread; the same height as in composer.css. */
const LOW = "(max-height: 520px)";

export function QueueStrip({ open }: { open: ShownThread }) {
  const { state, actions } = useWindow();
  const { queue } = open.view;
  const isLow = useMediaQuery(LOW);
  const chosen = useUi((ui) => ui.isQueueFolded);
  const threadId = open.thread.id;
  const edit = useStore(state.edits, (edits) => edits[threadId]);
  const focus = useQueueFocus(queue.data, edit?.id ?? null);
  if (queue.data.length === 0) return null;
  const isFolded = (chosen ?? isLow) && edit === undefined;
  return (
    <section className="queue" aria-label="Queue" ref={focus.strip} onFocus={focus.onFocus}>
      <div className="queue-head">
        <button type="button" className="fold-head" aria-expanded={!isFolded} onClick={() => actions.foldQueue(!isFolded)}>
          <Icon name="right" isSmall />
          <strong>{`Queue ${queue.data.length}`}</strong>
        </button>
        <span className="text">{queueWords(open)}</span>
        {queue.paused && !open.isReadOnly ? (
          <button type="button" className="btn btn-small" onClick={() => actions.resumeQueue(threadId)}>
            Resume
          </button>
        ) : null}
      </div>
      {isFolded ? null : (
        <ol>
          {queue.data.map((entry, index) => (
            <QueueEntry
              key={entry.id}
              entry={entry}
              threadId={threadId}
              place={index + 1}
              count={queue.data.length}
              edit={edit?.id === entry.id ? edit : null}
              isEditHeld={edit !== undefined && edit.text !== edit.original}
              isReadOnly={open.isReadOnly}
            />
          ))}
        </ol>
      )}
    </section>
  );
}

function queueWords({ view }: ShownThread): string {
  if (view.queue.paused) return pauseWords(view);
  return activeTurn(view) === null ? "the next one starts" : "sent one by one when this turn ends";
}
