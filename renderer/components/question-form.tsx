// The questions of the model inside their card, with one Send. Enter goes on to the next open question, and sends when there is none; an input
// method's Enter does neither.
import { type FormEvent, type KeyboardEvent, type RefObject, useRef } from "react";
import { useStore } from "zustand";
import type { PendingOf } from "../../shared/protocol/approval";
import { draftedAnswer, draftedAnswers, NO_ANSWER } from "../state/answer-drafts";
import type { WaitingApproval } from "../state/window-state";
import { isInputMethodKey } from "../text/key-decision";
import { Icon } from "./icon";
import { QuestionField } from "./question-field";
import { useAskFocus } from "./use-ask-focus";
import { useWindow } from "./window-context";

interface QuestionFormProps {
  readonly waiting: WaitingApproval;
  readonly asked: PendingOf<"userInput">;
  readonly card: RefObject<HTMLElement | null>;
}

export function QuestionForm({ waiting, asked, card }: QuestionFormProps) {
  const { state, actions } = useWindow();
  const { requestId, questions } = asked;
  const drafts = useStore(state.answerDrafts, (known) => known[requestId]) ?? {};
  const { count } = draftedAnswers(questions, drafts);
  const form = useRef<HTMLFormElement>(null);
  const hasJustComposed = useRef(false);
  useAskFocus(asked, card);
  const isAnswered = waiting.isAnswered;
  const cannotSend = count === 0 || isAnswered;
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || !(event.target instanceof HTMLInputElement)) return;
    // Without this the browser would submit the form, whatever the key was meant for.
    event.preventDefault();
    const { isComposing } = event.nativeEvent;
    if (isInputMethodKey({ isComposing, keyCode: event.keyCode, hasJustComposed: hasJustComposed.current }) || event.repeat)
      return;
    const open = questions.findIndex((question) => draftedAnswer(question, drafts[question.id] ?? NO_ANSWER) === null);
    if (open === -1) actions.sendAnswers(requestId);
    else form.current?.querySelectorAll<HTMLElement>("fieldset")[open]?.querySelector("input")?.focus();
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    actions.sendAnswers(requestId);
  };
  return (
    <form
      ref={form}
      className="ask questions"
      aria-label="Questions of the model"
      onSubmit={onSubmit}
      onKeyDown={onKeyDown}
      onCompositionEnd={() => {
        // Some engines report the key that ended the composition right after it, in the same task.
        hasJustComposed.current = true;
        setTimeout(() => {
          hasJustComposed.current = false;
        }, 0);
      }}
    >
      <p className="ask-title">
        <Icon name="sign" />
        {isAnswered ? "Your answer is on its way" : "Waiting for your answer"}
      </p>
      {questions.map((question) => (
        <QuestionField
          key={question.id}
          question={question}
          draft={drafts[question.id] ?? NO_ANSWER}
          onChange={(draft) => actions.draftAnswer(requestId, { [question.id]: draft })}
        />
      ))}
      <div className="ask-actions">
        <button type="submit" className="btn btn-primary" aria-disabled={cannotSend}>
          Send
        </button>
        <button type="button" className="btn" onClick={() => actions.leaveUnanswered(requestId)}>
          Leave unanswered
        </button>
        <span className="ask-count" role="status">
          {questions.length === 1 ? "" : `${count} of ${questions.length} answered`}
        </span>
      </div>
      <p className="ask-note">The model reads your answers and goes on. Left unanswered, it is told so.</p>
    </form>
  );
}
