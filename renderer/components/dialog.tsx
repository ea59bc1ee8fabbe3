// A card over the window. The browser keeps the focus in it, closes it with Esc, and gives the focus back to what opened it.
import { type ReactNode, useEffect, useId, useRef } from "react";
import { Icon } from "./icon";

interface DialogProps {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** Shown for as long as it is mounted. */
export function Dialog({ title, onClose, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  useEffect(() => {
    dialog.current?.showModal();
  }, []);
  return (
    <dialog ref={dialog} className="dialog" aria-labelledby={titleId} onClose={onClose}>
      <div className="dialog-head">
        <h2 id={titleId}>{title}</h2>
        <button
          type="button"
          className="icon-btn push"
          aria-label="Close"
          title="Close (Esc)"
          onClick={() => dialog.current?.close()}
        >
          <Icon name="x" />
        </button>
      </div>
      {children}
    </dialog>
  );
}
