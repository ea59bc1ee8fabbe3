// Before a session is deleted: which one, and where it goes. Only where the bin does not take it, it is asked about again, for good.
import { useEffect, useRef } from "react";
import type { DeleteStep, OverlayOf } from "../state/overlay";
import { sessionTitle } from "../text/session-words";
import { Dialog } from "./dialog";
import { useWindow } from "./window-context";

export function DeleteDialog({ shown: { thread, step } }: { shown: OverlayOf<"delete"> }) {
  const { actions } = useWindow();
  const isForGood = step.type === "askingForGood";
  const keep = useRef<HTMLButtonElement>(null);
  // The answer that loses nothing, once the card is there to take the focus.
  useEffect(() => keep.current?.focus(), []);
  return (
    <Dialog title={isForGood ? "Delete for good?" : "Delete this session?"} onClose={actions.closeOverlay}>
      <div className="dialog-body">
        <p className="dialog-subject" dir="auto">
          {sessionTitle(thread)}
        </p>
        <Words step={step} />
        <p className="path-line mono" dir="ltr">
          {thread.path}
        </p>
        <p className="dialog-acts">
          <button ref={keep} type="button" className="btn" onClick={actions.closeOverlay}>
            Keep it
          </button>
          <button
            type="button"
            className="btn btn-primary"
            aria-disabled={step.type === "deleting"}
            onClick={actions.deleteSession}
          >
            {step.type === "deleting" ? "Deleting…" : isForGood ? "Delete for good" : "Move to the bin"}
          </button>
        </p>
      </div>
    </Dialog>
  );
}

function Words({ step }: { step: DeleteStep }) {
  switch (step.type) {
    case "asking":
      return (
        <>
          <p>Its file and its kept outputs go to the system’s bin and can be put back from there.</p>
          {step.problem === null ? null : <p className="dialog-problem" role="alert">{`It was not deleted: ${step.problem}`}</p>}
        </>
      );
    case "askingForGood":
      return (
        <p role="alert">
          {`The bin cannot take it: ${step.why}. `}
          <strong>Deleted for good, it cannot be brought back.</strong>
        </p>
      );
    case "deleting":
      return <p role="status">Deleting…</p>;
  }
}
