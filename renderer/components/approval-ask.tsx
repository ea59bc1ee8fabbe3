// The question inside the card of a call that would run or change something: what a person may overlook, then every answer. Enter never answers.
import { type KeyboardEvent, type RefObject } from "react";
import type { PendingApproval } from "../../shared/protocol/approval";
import type { WaitingApproval } from "../state/window-state";
import { hasHidden } from "../text/exact-text";
import { AskWarnings } from "./ask-warnings";
import { ExactText } from "./exact-text";
import { Icon } from "./icon";
import { OutsideSandbox } from "./outside-sandbox";
import { useAskFocus } from "./use-ask-focus";
import { useWindow } from "./window-context";

interface ApprovalAskProps {
  readonly waiting: WaitingApproval;
  readonly card: RefObject<HTMLElement | null>;
  /** By a hook: what will run is not what the model asked for. */
  readonly isChanged?: boolean;
}

export function ApprovalAsk({ waiting, card, isChanged = false }: ApprovalAskProps) {
  const { actions } = useWindow();
  const { approval, isAnswered, problem } = waiting;
  useAskFocus(approval, card);
  const { requestId, canRemember } = approval;
  const pattern = approval.kind === "command" ? approval.suggestedRule : undefined;
  const isOutside = approval.kind === "command" && approval.outsideSandbox === true;
  // Where something is odd, nothing is nudged to.
  const isDisguised = approval.kind === "command" && hasHidden(approval.command);
  const isOdd = isChanged || isOutside || isDisguised || approval.warnings.length > 0;
  return (
    <div className="ask">
      <p className="ask-title">
        <Icon name="sign" />
        {isAnswered ? "Your answer is on its way" : "Waiting for you"}
      </p>
      {approval.kind === "command" ? <OutsideSandbox approval={approval} /> : null}
      <AskWarnings approval={approval} />
      <div className="ask-actions" role="group" aria-label="Your answer" onKeyDown={preventEnter}>
        <button type="button" className={isOdd ? "btn" : "btn btn-primary"} onClick={() => actions.decide(requestId, "accept")}>
          Allow once<kbd>Y</kbd>
        </button>
        {canRemember ? (
          <button type="button" className="btn" onClick={() => actions.decide(requestId, "acceptForSession")}>
            Allow in this session<kbd>A</kbd>
          </button>
        ) : null}
        {pattern === undefined ? null : (
          <button type="button" className="btn is-long" onClick={() => actions.allowAlways(requestId)}>
            <span>
              {"Always allow "}
              <code>
                <ExactText text={pattern} />
              </code>
              {" in this folder"}
            </span>
          </button>
        )}
        <button type="button" className="btn" onClick={() => actions.decide(requestId, "decline")}>
          Deny<kbd>N</kbd>
        </button>
        <button type="button" className="btn btn-quiet" onClick={() => actions.decide(requestId, "cancel")}>
          Deny and stop the turn
        </button>
      </div>
      {problem === null ? null : (
        <p className="ask-problem" role="alert">
          {problem}
        </p>
      )}
      <p className="ask-note">{noteWords(approval, isChanged)}</p>
    </div>
  );
}

function noteWords(approval: PendingApproval, isChanged: boolean): string {
  const keys = `${approval.canRemember ? "Y, A and N" : "Y and N"} answer while this card has focus. Enter never does.`;
  return `${keys} ${sessionWords(approval, isChanged)}`;
}

/** How far an answer reaches beyond this once. */
function sessionWords(approval: PendingApproval, isChanged: boolean): string {
  if (!approval.canRemember)
    return approval.kind === "command"
      ? "It can be allowed this once only: it runs other programs, or not all of it is understood."
      : "It can be allowed this once only.";
  if (approval.kind === "fileChange") return "“In this session” covers further changes of these files.";
  return isChanged
    ? "“In this session” covers exactly the command that will run, and not the one asked for."
    : "“In this session” covers this exact command only.";
}

function preventEnter(event: KeyboardEvent): void {
  if (event.key === "Enter") event.preventDefault();
}
