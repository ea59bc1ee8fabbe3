// One queued entry: its text with what can be done to it, or the field in which it is changed.
import { type KeyboardEvent, useLayoutEffect, useRef } from "react";
import type { ThreadId } from "../../shared/protocol/ids";
import type { QueuedInput } from "../../shared/protocol/queue";
import { inputText } from "../../shared/protocol/user-input";
import type { QueueEdit } from "../state/queue-edit";
import { decideKey } from "../text/key-decision";
import { Icon, type IconName } from "./icon";
import { useUi, useWindow } from "./window-context";

export interface QueueEntryProps {
  readonly entry: QueuedInput;
  readonly threadId: ThreadId;
  /** From 1. */
  readonly place: number;
  readonly count: number;
  readonly edit: QueueEdit | null;
  /** An entry with unsaved changes is open: no other one can be opened. */
  readonly isEditHeld: boolean;
  readonly isReadOnly: boolean;
}

export function QueueEntry(props: QueueEntryProps) {
  const { entry, place, edit } = props;
  return (
    <li data-queued={entry.id}>
      <span className="no">{place}</span>
      {edit === null ? <EntryText {...props} /> : <EntryField {...props} edit={edit} />}
    </li>
  );
}

function EntryText({ entry, threadId, place, count, isEditHeld, isReadOnly }: QueueEntryProps) {
  const { actions } = useWindow();
  const isSending = useUi((ui) => ui.sentNow[entry.id]?.isUnderWay === true);
  const text = inputText(entry.input);
  const images = entry.input.filter(({ type }) => type === "image").length;
  const at = { threadId, id: entry.id };
  const button = (name: string, words: string, icon: IconName, run: (() => void) | null) => (
    <button
      type="button"
      className="icon-btn icon-btn-small"
      data-act={name}
      aria-label={`${words}: ${text.trim().slice(0, 60)}`}
      title={words}
      aria-disabled={run === null}
      onClick={run ?? undefined}
    >
      <Icon name={icon} />
    </button>
  );
  return (
    <>
      <span className="text" dir="auto" title={text}>
        {text.trim().replace(/\s+/g, " ")}
        {images === 0 ? null : <span className="faint">{images === 1 ? " 1 image" : ` ${images} images`}</span>}
      </span>
      {isReadOnly ? null : (
        <span className="acts">
          {button("send", isSending ? "Sending" : "Send now", "now", isSending ? null : () => actions.sendQueuedNow(at))}
          {button("edit", "Edit", "edit", isEditHeld ? null : () => actions.editQueued(at))}
          {button("up", "Move up", "up", place === 1 ? null : () => actions.moveQueued(at, -1))}
          {button("down", "Move down", "arrowDown", place === count ? null : () => actions.moveQueued(at, 1))}
          {button("remove", "Remove", "x", () => actions.removeQueued(at))}
        </span>
      )}
    </>
  );
}

function EntryField({ threadId, place, edit }: QueueEntryProps & { edit: QueueEdit }) {
  const { actions } = useWindow();
  const field = useRef<HTMLTextAreaElement>(null);
  const hasJustComposed = useRef(false);
  useLayoutEffect(() => {
    const element = field.current;
    if (element === null) return;
    element.focus();
    element.setSelectionRange(element.value.length, element.value.length);
  }, []);
  const save = () => actions.saveQueued(threadId);
  const onKeyDown = (event: KeyboardEvent) => {
    const { key, shiftKey, ctrlKey, metaKey, altKey, keyCode } = event;
    const { isComposing } = event.nativeEvent;
    const pressed = { key, shiftKey, ctrlKey, metaKey, altKey, keyCode, isComposing, hasJustComposed: hasJustComposed.current };
    const decision = decideKey(pressed);
    if (decision === "escape") {
      // Handled here, so that it does not stop the turn.
      event.preventDefault();
      actions.leaveQueued(threadId);
    } else if (event.target === field.current && (decision === "submit" || decision === "submitNow")) {
      event.preventDefault();
      save();
    }
  };
  const isBlank = edit.text.trim() === "";
  return (
    <div className="queue-edit" onKeyDown={onKeyDown}>
      <textarea
        ref={field}
        rows={1}
        dir="auto"
        spellCheck
        aria-label={`Queued entry ${place}`}
        value={edit.text}
        readOnly={edit.isSaving}
        onChange={(event) => actions.writeQueued(threadId, event.currentTarget.value)}
        onCompositionEnd={() => {
          hasJustComposed.current = true;
          setTimeout(() => {
            hasJustComposed.current = false;
          }, 0);
        }}
      />
      {edit.why === null ? null : (
        <p className="queue-why" role="alert">
          {`Not saved: ${edit.why}`}
        </p>
      )}
      <span className="acts">
        <button type="button" className="btn btn-small" aria-disabled={isBlank || edit.isSaving} onClick={save}>
          Save
          <kbd>Enter</kbd>
        </button>
        <button type="button" className="btn btn-small btn-quiet" onClick={() => actions.leaveQueued(threadId)}>
          Cancel
          <kbd>Esc</kbd>
        </button>
      </span>
    </div>
  );
}
