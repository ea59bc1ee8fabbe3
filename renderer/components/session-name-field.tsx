// The field in which a session gets its name. Enter keeps it, Esc leaves it; keys of an input method do neither.
import { type KeyboardEvent, useRef, useState } from "react";
import type { Thread } from "../../shared/protocol/thread";
import { decideKey } from "../text/key-decision";
import { sessionTitle } from "../text/session-words";
import { useFocusWhenVisible } from "./use-focus-when-visible";
import { useWindow } from "./window-context";

interface SessionNameFieldProps {
  readonly thread: Thread;
  readonly onLeave: () => void;
  /** Whether a name is kept when the focus goes elsewhere. */
  readonly keepsOnBlur?: boolean;
}

const NAME_LENGTH = 500;

export function SessionNameField({ thread, onLeave, keepsOnBlur = false }: SessionNameFieldProps) {
  const { actions } = useWindow();
  const [text, setText] = useState(thread.name ?? sessionTitle(thread));
  const field = useRef<HTMLInputElement>(null);
  const hasJustComposed = useRef(false);
  const isDone = useRef(false);
  useFocusWhenVisible(field, 0);
  const keep = () => {
    if (isDone.current) return;
    isDone.current = true;
    // A session without a name is called by its first words; leaving them as they are gives it none.
    if (thread.name === undefined && text.trim() === sessionTitle(thread)) onLeave();
    else actions.rename(thread, text);
  };
  const leave = () => {
    isDone.current = true;
    onLeave();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const { key, shiftKey, ctrlKey, metaKey, altKey, keyCode } = event;
    const { isComposing } = event.nativeEvent;
    const pressed = { key, shiftKey, ctrlKey, metaKey, altKey, keyCode, isComposing, hasJustComposed: hasJustComposed.current };
    // The list's own keys are not for a field.
    event.stopPropagation();
    const decision = decideKey(pressed);
    if (decision === "none" || decision === "newline") return;
    event.preventDefault();
    if (decision === "escape") leave();
    else keep();
  };
  return (
    <input
      ref={field}
      className="name-field"
      type="text"
      dir="auto"
      aria-label="Name of the session"
      maxLength={NAME_LENGTH}
      value={text}
      onFocus={(event) => event.currentTarget.select()}
      onChange={(event) => setText(event.currentTarget.value)}
      onKeyDown={onKeyDown}
      onBlur={keepsOnBlur ? keep : undefined}
      onCompositionEnd={() => {
        hasJustComposed.current = true;
        setTimeout(() => {
          hasJustComposed.current = false;
        }, 0);
      }}
    />
  );
}
