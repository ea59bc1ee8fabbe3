// One tool call as a paper in two halves. Collapsed: one row. Opened: the call above, the output below. Draws states, decides none.
import { beginningOf } from "../../shared/text/beginning-of";
import type { KeyboardEvent, ReactNode, Ref } from "react";
import type { CounterfoilState } from "../state/tool-state";
import { CardNotes } from "./card-notes";
import { ExactText } from "./exact-text";
import { Icon, type IconName } from "./icon";
import { VisibleText } from "./visible-text";

export interface CounterfoilProps {
  readonly state: CounterfoilState;
  readonly icon: IconName;
  readonly verb: string;
  readonly target: string;
  readonly isCode: boolean;
  readonly label: string;
  readonly isOpen: boolean;
  readonly onToggle: () => void;
  /** What a person must know of the call besides its head, opened or not. */
  readonly notes: readonly string[] | undefined;
  /** Kept half of the closed card. */
  readonly row: ReactNode;
  /** Under the head of the opened card's stub. */
  readonly detail: ReactNode;
  /** Kept half of the opened card. */
  readonly kept: ReactNode;
  /** Drawn in the opened perforation instead of its dots. */
  readonly seam?: ReactNode;
  readonly article?: Ref<HTMLElement>;
  /** A question waits in this opened card: it takes the focus. */
  readonly isAsking?: boolean;
  /** Of a card that asks: its keys answer. */
  readonly onAskKey?: (event: KeyboardEvent) => void;
}

export function Counterfoil(props: CounterfoilProps) {
  const { state, isOpen, isAsking = false, onAskKey } = props;
  return (
    <article
      className={isOpen ? "cf cf-open" : "cf"}
      data-state={state}
      aria-label={props.label}
      ref={props.article}
      {...(isAsking ? { onKeyDown: onAskKey, tabIndex: 0, "data-ask": "" } : {})}
    >
      <div className="cf-stub">
        <button type="button" className="cf-head" aria-expanded={isOpen} onClick={props.onToggle}>
          <Icon name={props.icon} />
          <span className="cf-verb">{props.verb}</span>
          <Target {...props} />
          {isOpen ? <Icon name="down" isSmall className="chev" /> : null}
        </button>
        <CardNotes notes={props.notes ?? []} isWhole={isOpen} />
        {isOpen ? <div className="cf-detail">{props.detail}</div> : null}
      </div>
      <span className="perf" aria-hidden="true">
        {isOpen ? props.seam : null}
      </span>
      {isOpen ? <div className="cf-kept">{props.kept}</div> : <div className="cf-kept is-row">{props.row}</div>}
    </article>
  );
}

const SHOWN_TARGET = 300;

function Target({ target, isCode }: Pick<CounterfoilProps, "target" | "isCode">) {
  if (target === "") return null;
  const line = beginningOf(target.trim(), SHOWN_TARGET).replace(/\s*\n\s*/g, " ⏎ ");
  return isCode ? (
    <code className="cf-target">
      <ExactText text={line} />
    </code>
  ) : (
    <span className="cf-plain">
      <VisibleText text={line} />
    </span>
  );
}

export function Facts({ facts }: { facts: readonly (readonly [term: string, value: ReactNode])[] }) {
  return (
    <dl className="facts">
      {facts.map(([term, value]) => (
        <div key={term}>
          <dt>{term}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
