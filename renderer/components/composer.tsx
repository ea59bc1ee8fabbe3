// Where the person writes. The button says what Enter does now; while a turn runs, Steer and Stop stand beside it.
import { type KeyboardEvent, useEffect, useRef } from "react";
import { useStore } from "zustand";
import { draftOf } from "../state/drafts";
import type { ShownThread } from "../state/open-thread";
import { type Door, firstDoor, type Urgency } from "../state/doors";
import { activeTurn, draftKey } from "../state/selectors";
import type { Route } from "../state/window-state";
import { decideKey, isInputMethodKey } from "../text/key-decision";
import { modKey } from "../text/shown-keys";
import { ComposerFacts } from "./composer-facts";
import { Icon } from "./icon";
import { noteSent, noteTyping } from "./typing";
import { useUi, useWindow } from "./window-context";

// From here on sizing the field by its content would cost more than a frame.
const LONG_TEXT = 20_000;

export function Composer({ open }: { open: ShownThread | null }) {
  const { state, actions, platform } = useWindow();
  const route = useUi((ui) => ui.route);
  const key = draftKey(route);
  const draft = useStore(state.drafts, (drafts) => draftOf(drafts, key));
  const note = useUi((ui) => ui.composerNote);
  const focusCount = useUi((ui) => ui.composerFocusCount);
  const field = useRef<HTMLTextAreaElement>(null);
  const hasJustComposed = useRef(false);
  useEffect(() => {
    // A question that waits has taken the focus for a reason.
    if (!document.activeElement?.closest("[data-ask]")) field.current?.focus({ preventScroll: true });
  }, [focusCount, key]);
  useEffect(() => {
    const element = field.current;
    if (element === null) return;
    element.setSelectionRange(element.value.length, element.value.length);
    element.scrollTop = element.scrollHeight;
  }, [key]);
  // What was written here goes to disk before another session is shown: nothing blurs then.
  useEffect(() => actions.flushDrafts, [actions, key]);
  const door = firstDoor(open?.view ?? null, "next");
  const steerKey = modKey(platform, "Enter");
  const cannotSend = draft.text.trim() === "" || draft.sending !== null;

  const submit = (urgency: Urgency) => {
    noteSent();
    actions.submit(urgency);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    const pressed = {
      ...modifiersOf(event),
      isComposing: event.nativeEvent.isComposing,
      hasJustComposed: hasJustComposed.current,
    };
    if (isInputMethodKey(pressed)) event.stopPropagation();
    const decision = decideKey(pressed);
    if (decision !== "submit" && decision !== "submitNow") return;
    event.preventDefault();
    submit(decision === "submit" ? "next" : "now");
  };
  return (
    <form
      className="composer"
      aria-label="Composer"
      onSubmit={(event) => {
        event.preventDefault();
        submit("next");
      }}
    >
      {draft.refused === null ? null : (
        <p className="composer-why" role="alert">
          <Icon name="x" isSmall />
          <span>{`Not sent: ${draft.refused.why}`}</span>
        </p>
      )}
      {note === null ? null : (
        <p className="composer-why is-note" role="alert">
          <Icon name="info" isSmall />
          <span>{note}</span>
        </p>
      )}
      <label className="sr" htmlFor="composer">
        Your input
      </label>
      <textarea
        id="composer"
        ref={field}
        rows={1}
        dir="auto"
        spellCheck
        className={draft.text.length > LONG_TEXT ? "is-long" : ""}
        placeholder={placeholderFor(door, route, steerKey)}
        value={draft.text}
        onChange={(event) => {
          noteTyping();
          actions.write(key, event.currentTarget.value);
        }}
        onKeyDown={onKeyDown}
        onCompositionEnd={() => {
          // Some engines report the key that ended the composition right after it, in the same task.
          hasJustComposed.current = true;
          setTimeout(() => {
            hasJustComposed.current = false;
          }, 0);
        }}
        onBlur={actions.flushDrafts}
      />
      <div className="composer-bar">
        <ComposerFacts open={open} />
        <span className="push">
          {door.type === "start" ? null : (
            <button type="button" className="btn btn-quiet" aria-disabled={cannotSend} onClick={() => submit("now")}>
              Steer
              <kbd>{steerKey}</kbd>
            </button>
          )}
          <StopButton open={open} />
          <button type="submit" className="btn btn-primary" aria-disabled={cannotSend}>
            {door.type === "start" ? <Icon name="up" /> : null}
            {door.type === "start" ? "Send" : "Queue"}
            <kbd>Enter</kbd>
          </button>
        </span>
      </div>
    </form>
  );
}

function placeholderFor(door: Door, route: Route, steerKey: string): string {
  if (door.type !== "start") return `Queue the next thing, or ${steerKey} to steer this turn`;
  if (route.type === "thread") return "Ask for the next thing";
  return route.cwd === null ? "Ask for something, or choose a folder first" : "Ask for something in this folder";
}

function modifiersOf({ key, shiftKey, ctrlKey, metaKey, altKey, keyCode }: KeyboardEvent) {
  return { key, shiftKey, ctrlKey, metaKey, altKey, keyCode };
}

function StopButton({ open }: { open: ShownThread | null }) {
  const { actions } = useWindow();
  const stoppingTurnId = useUi((ui) => ui.stoppingTurnId);
  const turn = open === null ? null : activeTurn(open.view);
  if (open === null || turn === null) return null;
  const isStopping = stoppingTurnId === turn.id;
  return (
    <button type="button" className="btn" aria-disabled={isStopping} onClick={() => actions.stop(open.thread.id)}>
      <Icon name="stop" />
      {isStopping ? "Stopping…" : "Stop"}
      <kbd>Esc</kbd>
    </button>
  );
}
