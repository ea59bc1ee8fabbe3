// Before the file changes of a turn are undone: which files, and what is left as it is. Then why nothing was undone, if so.
import { useEffect, useRef } from "react";
import type { OverlayOf } from "../state/overlay";
import { countedFiles } from "../text/undo-words";
import { Dialog } from "./dialog";
import { VisibleText } from "./visible-text";
import { useWindow } from "./window-context";

const TITLES: Readonly<Record<OverlayOf<"undo">["step"]["type"], string>> = {
  asking: "Undo this turn’s file changes?",
  undoing: "Undo this turn’s file changes?",
  changed: "Nothing was undone",
  nothing: "Nothing was undone",
};

export function UndoDialog({ shown: { paths, step } }: { shown: OverlayOf<"undo"> }) {
  const { actions } = useWindow();
  const keep = useRef<HTMLButtonElement>(null);
  const isOver = step.type === "changed" || step.type === "nothing";
  // The answer that changes nothing, once it is there to take the focus.
  useEffect(() => keep.current?.focus(), [isOver]);
  return (
    <Dialog title={TITLES[step.type]} onClose={actions.closeOverlay}>
      <div className="dialog-body">
        <Words paths={paths} step={step} />
        <p className="dialog-acts">
          <button ref={keep} type="button" className="btn" onClick={actions.closeOverlay}>
            {isOver ? "Close" : "Leave as it is"}
          </button>
          {isOver ? null : (
            <button
              type="button"
              className="btn btn-primary"
              aria-disabled={step.type === "undoing"}
              onClick={actions.undoChanges}
            >
              {step.type === "undoing" ? "Undoing…" : `Undo in ${countedFiles(paths.length)}`}
            </button>
          )}
        </p>
      </div>
    </Dialog>
  );
}

function Words({ paths, step }: Pick<OverlayOf<"undo">, "paths" | "step">) {
  switch (step.type) {
    case "asking":
    case "undoing":
      return (
        <>
          <p>These files will be as they were before the turn’s patches, all of them or none:</p>
          <Paths paths={paths} label="Files that will be restored" />
          <p>
            <strong>What commands did is not undone.</strong> The model is told what was restored.
          </p>
          {step.type === "undoing" || step.problem === null ? null : (
            <p className="dialog-problem" role="alert">{`Nothing was undone: ${step.problem}`}</p>
          )}
        </>
      );
    case "changed":
      return (
        <>
          <p role="alert">
            {step.paths.length === 1
              ? "This file has been changed since the turn, so all were left as they are:"
              : "These files have been changed since the turn, so all were left as they are:"}
          </p>
          <Paths paths={step.paths} label="Files that were changed since" />
        </>
      );
    case "nothing":
      return (
        <p role="alert">
          <VisibleText text={`${step.why.charAt(0).toUpperCase()}${step.why.slice(1)}.`} />
        </p>
      );
  }
}

function Paths({ paths, label }: { paths: readonly string[]; label: string }) {
  return (
    <ul className="undo-paths mono" dir="ltr" tabIndex={0} aria-label={label}>
      {paths.map((path) => (
        <li key={path}>
          <VisibleText text={path} />
        </li>
      ))}
    </ul>
  );
}
