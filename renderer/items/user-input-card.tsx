// What the model wants to know of the person: the questions while they are open, then what was answered.
import { useRef } from "react";
import type { UserQuestion } from "../../shared/protocol/approval";
import type { TurnItemOf } from "../../shared/protocol/turn-item";
import { Counterfoil, Facts } from "../components/counterfoil";
import { QuestionForm } from "../components/question-form";
import { VisibleText } from "../components/visible-text";
import { toolName } from "../text/call-words";
import { clockTimeSeconds } from "../text/duration";
import { spokenText } from "../text/exact-text";
import { endingWords, writtenQuestions } from "../text/question-words";
import type { CardFacts } from "./card-facts";
import { KeptHead } from "./kept-head";
import { KeptOutput } from "./kept-output";
import { StateRow, StateWord, stateWord } from "./state-words";
import { type Card, useCard } from "./use-card";

type ToolCallItem = TurnItemOf<"toolCall">;

export function isUserInputCall(item: ToolCallItem): boolean {
  return toolName(item) === "request_user_input";
}

export function UserInputCard({ item, facts }: { item: ToolCallItem; facts: CardFacts }) {
  const card = useCard(item, facts);
  const article = useRef<HTMLElement>(null);
  const { waiting } = card;
  const asked = waiting?.approval.kind === "userInput" ? waiting.approval : null;
  const questions = asked?.questions ?? writtenQuestions(item.arguments);
  const line = item.line === undefined ? "" : ` · line ${item.line}`;
  const isAsking = waiting !== null && asked !== null && card.isOpen;
  return (
    <Counterfoil
      {...card}
      {...(isAsking ? { target: questions.length === 1 ? "you a question" : `you ${questions.length} questions` } : {})}
      notes={item.notes}
      label={`${asked === null ? "" : "Question: "}${spokenText(card.target)}, ${stateWord(card.state, item)}`}
      article={article}
      // Letters are for writing here: no key of the card itself answers.
      isAsking={isAsking}
      row={<AnsweredRow item={item} facts={facts} card={card} questions={questions} />}
      detail={
        <Facts
          facts={[
            ["Tool", <code key="tool">request_user_input</code>],
            ["Recorded", `${clockTimeSeconds(item.recordedAtMs)}${line}`],
          ]}
        />
      }
      kept={
        waiting !== null && asked !== null ? (
          <QuestionForm waiting={waiting} asked={asked} card={article} />
        ) : (
          <Answered item={item} facts={facts} card={card} questions={questions} />
        )
      }
    />
  );
}

interface AnsweredProps {
  readonly item: ToolCallItem;
  readonly facts: CardFacts;
  readonly card: Card;
  readonly questions: readonly UserQuestion[];
}

function AnsweredRow({ item, facts, card, questions }: AnsweredProps) {
  const ending = facts.approval === null ? null : endingWords(facts.approval, questions);
  if (ending === null || card.state === "aborted") return <StateRow state={card.state} item={item} facts={facts} />;
  return (
    <>
      <StateWord state={card.state}>{wasAnswered(facts) ? "Answered" : "Left unanswered"}</StateWord>
      <span className="cf-extra" dir="auto">
        <VisibleText text={ending.slice(0, 80)} />
      </span>
    </>
  );
}

function Answered({ item, facts, card, questions }: AnsweredProps) {
  const output = item.output ?? "";
  if (facts.approval?.decision === undefined || questions.length === 0)
    return (
      <>
        <KeptHead item={item} facts={facts} card={card} output={output} />
        <KeptOutput item={item} facts={facts} output={output} empty={<p className="kept-note">No answer yet.</p>} />
      </>
    );
  const { answers = {} } = facts.approval;
  return (
    <>
      <div className="kept-head">
        <AnsweredRow item={item} facts={facts} card={card} questions={questions} />
      </div>
      <dl className="answers">
        {questions.map((question) => (
          <div key={question.id}>
            <dt dir="auto">
              <VisibleText text={question.question} />
            </dt>
            <dd dir="auto">{answerWords(question, answers[question.id] ?? [])}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}

function answerWords({ isSecret }: UserQuestion, given: readonly string[]) {
  if (given.length === 0) return <span className="faint">left unanswered</span>;
  if (isSecret === true) return <span className="faint">answered, not shown</span>;
  return <VisibleText text={given.join("\n")} />;
}

function wasAnswered({ approval }: CardFacts): boolean {
  return approval?.decision === "accept" || approval?.decision === "acceptForSession";
}
