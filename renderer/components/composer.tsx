// Where the person writes. The button says what Enter does now; Stop stands beside it while a turn runs.
import { type KeyboardEvent, useEffect, useRef } from "react";
import { useStore } from "zustand";
import { draftOf } from "../state/drafts";
import type { ShownThread } from "../state/open-thread";
import { activeTurn, draftKey, submitKind } from "../state/selectors";
import type { Route } from "../state/window-state";
import { folderName } from "../text/folder-name";
import { decideKey, isInputMethodKey } from "../text/key-decision";
import { ContextRing } from "./context-ring";
import { Icon } from "./icon";
import { noteSent, noteTyping } from "./typing";
import { useUi, useWindow } from "./window-context";

// From here on sizing the field by its content would cost more than a frame.
const LONG_TEXT = 20_000;

export function Composer({ open }: { open: ShownThread | null }) {
  const { state, actions } = useWindow();
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
  const kind = submitKind(open?.view ?? null);
  const isBlank = draft.text.trim() === "";

  const submit = () => {
    noteSent();
    actions.submit();
  };
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    const pressed = {
      ...modifiersOf(event),
      isComposing: event.nativeEvent.isComposing,
      hasJustComposed: hasJustComposed.current,
    };
    if (isInputMethodKey(pressed)) event.stopPropagation();
    if (decideKey(pressed) !== "submit") return;
    event.preventDefault();
    submit();
  };
  return (
    <form
      className="composer"
      aria-label="Composer"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
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
        placeholder={placeholderFor(kind.type, route)}
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
          <StopButton open={open} />
          <button type="submit" className="btn btn-primary" aria-disabled={isBlank || draft.sending !== null}>
            {kind.type === "send" ? <Icon name="up" /> : null}
            {kind.type === "send" ? "Send" : "Steer"}
            <kbd>Enter</kbd>
          </button>
        </span>
      </div>
    </form>
  );
}

function placeholderFor(kind: "send" | "steer", route: Route): string {
  if (kind === "steer") return "Steer this turn";
  if (route.type === "thread") return "Ask for the next thing";
  return route.cwd === null ? "Ask for something, or choose a folder first" : "Ask for something in this folder";
}

function modifiersOf({ key, shiftKey, ctrlKey, metaKey, altKey, keyCode }: KeyboardEvent) {
  return { key, shiftKey, ctrlKey, metaKey, altKey, keyCode };
}

/** Facts of this session as text: where, how it asks, which model, how full. */
function ComposerFacts({ open }: { open: ShownThread | null }) {
  const { state, actions } = useWindow();
  const settings = useStore(state.settings, ({ current }) => current);
  const cwd = useUi((ui) => (ui.route.type === "new" ? ui.route.cwd : null));
  // What the next turn will use: a session started here takes the settings of that moment.
  const policy = settings?.approvalPolicy ?? open?.thread.approvalPolicy;
  const model = settings?.model ?? open?.thread.model;
  return (
    <>
      {open !== null ? null : (
        <button type="button" className="pick" onClick={actions.chooseFolder} title={cwd ?? "Choose the folder to work in"}>
          <Icon name="folder" />
          <span className="text">{cwd === null ? "Choose a folder" : folderName(cwd).name}</span>
        </button>
      )}
      {policy === undefined ? null : (
        <span className="pick" title={policy === "never" ? "Commands run without asking" : "You are asked before a command runs"}>
          <Icon name="shield" />
          {policy === "never" ? "Never ask" : "Ask first"}
        </span>
      )}
      {model === undefined ? null : (
        <span className="pick" title="Model">
          <span className="text">{model}</span>
        </span>
      )}
      <ContextRing tokens={open?.view.tokens ?? null} />
    </>
  );
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
