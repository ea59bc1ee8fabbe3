// The question inside a command's card: Y, A and N answer while the card has focus, Enter never does.
import { type KeyboardEvent, type RefObject, useEffect, useLayoutEffect } from "react";
import type { PendingApproval } from "../../shared/protocol/approval";
import type { ApprovalDecision } from "../../shared/protocol/turn-item";
import type { WaitingApproval } from "../state/window-state";
import { invisibleCodes } from "../text/invisible";
import { Icon } from "./icon";
import { isFocusTaken } from "./typing";
import { useWindow } from "./window-context";

const KEYS: Readonly<Record<string, ApprovalDecision>> = { y: "accept", a: "acceptForSession", n: "decline" };

// A card that scrolls out of sight and back must not take the focus a second time.
const offered = new WeakSet<PendingApproval>();

interface ApprovalAskProps {
  readonly waiting: WaitingApproval;
  readonly card: RefObject<HTMLElement | null>;
  /** By a hook: what will run is not what the model asked for. */
  readonly isChanged: boolean;
}

export function ApprovalAsk({ waiting, card, isChanged }: ApprovalAskProps) {
  const { actions } = useWindow();
  const { approval, isAnswered } = waiting;
  useEffect(() => {
    if (offered.has(approval)) return;
    // A row of the list stays hidden until it has been measured, and what is hidden cannot take the focus.
    const offer = () => {
      if (card.current?.checkVisibility({ visibilityProperty: true }) !== true) {
        frame = requestAnimationFrame(offer);
        return;
      }
      offered.add(approval);
      if (!isFocusTaken()) card.current.focus({ preventScroll: true });
    };
    let frame = requestAnimationFrame(offer);
    return () => cancelAnimationFrame(frame);
  }, [approval, card]);
  // A layout effect, because at its end the question is still in the page: who had the focus in it goes on to the next one.
  useLayoutEffect(() => {
    return () => {
      const element = card.current;
      if (element?.contains(document.activeElement) === true) queueMicrotask(focusNext);
    };
  }, [card]);
  const codes = approval.kind === "command" ? invisibleCodes(approval.command) : [];
  const isOdd = isChanged || codes.length > 0 || approval.warnings.length > 0;
  const answer = (decision: ApprovalDecision) => actions.answer(approval.requestId, decision);
  return (
    <div className="ask">
      <p className="ask-title">
        <Icon name="sign" />
        {isAnswered ? "Your answer is on its way" : "Waiting for you"}
      </p>
      {approval.warnings.map((warning) => (
        <p key={warning} className="ask-why" dir="auto">
          {warning}
        </p>
      ))}
      {codes.length === 0 ? null : (
        <p className="ask-why">
          {`The command holds ${codes.length === 1 ? "a character" : "characters"} that cannot be seen, shown as `}
          {codes.map((code, index) => (
            <span key={code}>
              {index === 0 ? "" : " "}
              <span className="esc">{code}</span>
            </span>
          ))}
          . It may not do what it seems to say.
        </p>
      )}
      <p className="ask-actions" onKeyDown={preventEnter}>
        <button type="button" className={isOdd ? "btn" : "btn btn-primary"} onClick={() => answer("accept")}>
          Allow once<kbd>Y</kbd>
        </button>
        <button type="button" className="btn" onClick={() => answer("acceptForSession")}>
          Allow in this session<kbd>A</kbd>
        </button>
        <button type="button" className="btn" onClick={() => answer("decline")}>
          Deny<kbd>N</kbd>
        </button>
      </p>
      <p className="ask-note">
        Y, A and N answer while this card has focus. Enter never does. “In this session” covers{" "}
        {isChanged ? "exactly the command that will run, and not the one asked for." : "this exact command only."}
      </p>
    </div>
  );
}

/** The decision a key stands for, or null. */
export function decisionOf(event: KeyboardEvent): ApprovalDecision | null {
  if (event.repeat || event.ctrlKey || event.metaKey || event.altKey || event.nativeEvent.isComposing) return null;
  return KEYS[event.key.toLowerCase()] ?? null;
}

function preventEnter(event: KeyboardEvent): void {
  if (event.key === "Enter") event.preventDefault();
}

function focusNext(): void {
  const next = document.querySelector<HTMLElement>("[data-ask]") ?? document.querySelector<HTMLElement>("#composer");
  next?.focus({ preventScroll: true });
}
