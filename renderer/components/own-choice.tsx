// What a session was started with, in the composer's bar: shown as a choice is, but nothing is offered there that would not count.
import { Icon, type IconName } from "./icon";

interface OwnChoiceProps {
  readonly icon?: IconName;
  readonly text: string;
  readonly label: string;
}

export function OwnChoice({ icon, text, label }: OwnChoiceProps) {
  return (
    <span
      className="pick"
      role="note"
      aria-label={`${label}. This session was started with it.`}
      title="This session was started with it; the settings do not change that."
    >
      {icon === undefined ? null : <Icon name={icon} />}
      <span className="text">{text}</span>
    </span>
  );
}
