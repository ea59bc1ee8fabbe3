// In place of the composer where nothing can be written: why, and the one thing that can be done.
import { isToolItem } from "../../shared/protocol/turn-item";
import type { ShownThread } from "../state/open-thread";
import { Icon } from "./icon";
import { useUi, useWindow } from "./window-context";

export function PastBar({ open }: { open: ShownThread }) {
  const { actions } = useWindow();
  const { id, origin } = open.thread;
  const isForking = useUi((ui) => ui.forkingId !== null);
  const unanswered = open.view.items.some(
    (item) => isToolItem(item) && (item.status === "inProgress" || item.status === "returned"),
  );
  return (
    <div className="past-bar" role="group" aria-label="Read-only session">
      <Icon name="lock" />
      <p>
        <strong>
          {origin === "own"
            ? "Read-only: another program has this session open."
            : "Read-only: nothing starts, nothing is written."}
        </strong>
        <span className="past-more">
          {unanswered ? "The copy closes calls without an output as aborted." : "A new session goes on from a copy of it."}
        </span>
      </p>
      <button type="button" className="btn btn-primary" aria-disabled={isForking} onClick={() => actions.forkThread(id)}>
        <Icon name="onward" />
        {isForking ? "Copying…" : "Continue as a new session"}
      </button>
    </div>
  );
}
