// The plan as the model last wrote it: its steps and how far each is.
import type { TurnItemOf } from "../../shared/protocol/turn-item";
import { Icon, type IconName } from "../components/icon";
import { VisibleText } from "../components/visible-text";

type Step = TurnItemOf<"plan">["steps"][number];

const STATES: Readonly<Record<Step["status"], { icon: IconName; word: string }>> = {
  completed: { icon: "check", word: "Done: " },
  inProgress: { icon: "now", word: "Under way: " },
  pending: { icon: "circle", word: "To do: " },
};

export function PlanCard({ item }: { item: TurnItemOf<"plan"> }) {
  const { steps, explanation } = item;
  const done = steps.filter(({ status }) => status === "completed").length;
  return (
    <div className="slip">
      <p className="slip-head">
        <Icon name="list" />
        <strong>Plan</strong>
        <span>{`${done} of ${steps.length} done`}</span>
      </p>
      {explanation === undefined || explanation === "" ? null : (
        <p className="slip-body" dir="auto">
          <VisibleText text={explanation} />
        </p>
      )}
      <ol className="plan-steps">
        {steps.map(({ text, status }, index) => (
          <li key={index} className={`is-${status}`}>
            <Icon name={STATES[status].icon} />
            <span dir="auto">
              <span className="sr">{STATES[status].word}</span>
              <VisibleText text={text} />
            </span>
          </li>
        ))}
      </ol>
    </div>
  );
}
