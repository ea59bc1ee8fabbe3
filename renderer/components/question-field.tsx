// One question of the model: its options, and room for the person's own words where they are wanted.
import { useId } from "react";
import type { UserQuestion } from "../../shared/protocol/approval";
import { type AnswerDraft, hasOwnWords } from "../state/answer-drafts";
import { VisibleText } from "./visible-text";

interface QuestionFieldProps {
  readonly question: UserQuestion;
  readonly draft: AnswerDraft;
  readonly onChange: (draft: AnswerDraft) => void;
}

export function QuestionField({ question, draft, onChange }: QuestionFieldProps) {
  const { header, options = [] } = question;
  const group = useId();
  return (
    <fieldset className="question">
      <legend dir="auto">
        {header === undefined ? null : (
          <span className="question-head">
            <VisibleText text={header} />
          </span>
        )}
        <VisibleText text={question.question} />
      </legend>
      {options.map(({ label, description }, index) => (
        <label key={index} className="question-option">
          <input
            type="radio"
            name={group}
            checked={!draft.isOther && draft.option === index}
            onChange={() => onChange({ ...draft, option: index, isOther: false })}
          />
          <span className="name" dir="auto">
            <VisibleText text={label} />
          </span>
          {description === undefined ? null : (
            <span className="about" dir="auto">
              <VisibleText text={description} />
            </span>
          )}
        </label>
      ))}
      {hasOwnWords(question) ? <OwnWords question={question} draft={draft} onChange={onChange} group={group} /> : null}
    </fieldset>
  );
}

function OwnWords({ question, draft, onChange, group }: QuestionFieldProps & { readonly group: string }) {
  const hasOptions = (question.options ?? []).length > 0;
  const field = (
    <input
      type={question.isSecret === true ? "password" : "text"}
      className="input"
      autoComplete="off"
      spellCheck={question.isSecret !== true}
      dir="auto"
      aria-label={hasOptions ? "Another answer" : "Your answer"}
      placeholder={hasOptions ? "In your own words" : "Your answer"}
      value={draft.text}
      onChange={(event) => onChange({ ...draft, isOther: true, text: event.currentTarget.value })}
    />
  );
  if (!hasOptions) return field;
  return (
    <div className="question-option">
      <input
        type="radio"
        name={group}
        aria-label="Other"
        checked={draft.isOther}
        onChange={() => onChange({ ...draft, isOther: true })}
      />
      <span className="name">Other</span>
      {field}
    </div>
  );
}
