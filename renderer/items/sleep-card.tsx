// A wait: its dots are its clock, computed from the deadline; then how it ended and how long it really was.
import type { TurnItemOf } from "../../shared/protocol/turn-item";
import { Counterfoil, Facts } from "../components/counterfoil";
import { Icon } from "../components/icon";
import { useNow } from "../components/use-now";
import { useWindow } from "../components/window-context";
import type { CounterfoilState } from "../state/tool-state";
import { durationWords } from "../../shared/text/duration-words";
import { clockSpan, clockTimeSeconds, endTime, spokenSeconds } from "../text/duration";
import type { CardFacts } from "./card-facts";
import { StateRow, StateWord, stateWord } from "./state-words";
import { useCard } from "./use-card";

type SleepItem = TurnItemOf<"sleep">;

export function SleepCard({ item, facts }: { item: SleepItem; facts: CardFacts }) {
  const card = useCard(item, facts);
  const isSleeping = card.state === "sleeping";
  const now = useNow(isSleeping ? 1000 : null);
  const deadline = item.deadlineMs;
  const end = endOf(item);
  const sleptMs = isSleeping ? sleptSoFar(item, now) : (item.sleptMs ?? 0);
  return (
    <Counterfoil
      {...card}
      notes={item.notes}
      label={`${card.verb} ${card.target}, ${isSleeping && end !== null ? `until ${end}` : stateWord(card.state, item)}`}
      row={isSleeping ? <SleepingRow end={end} sleptMs={sleptMs} /> : <EndedRow item={item} facts={facts} state={card.state} />}
      detail={
        <Facts
          facts={[
            ["Tool", <code key="tool">{`clock.sleep {"seconds":${item.seconds}}`}</code>],
            ["Recorded", `${clockTimeSeconds(item.recordedAtMs)}${item.line === undefined ? "" : ` · line ${item.line}`}`],
            ...(isSleeping && deadline !== undefined
              ? [["Ends at", `${clockTimeSeconds(deadline)}, or with your input`] as const]
              : []),
            ...(item.outputLine === undefined ? [] : [["Output", `line ${item.outputLine}`] as const]),
          ]}
        />
      }
      seam={isSleeping ? <SeamProgress share={sleptMs / spanOf(item)} /> : null}
      kept={
        <div className="sleep">
          {isSleeping ? (
            <SleepingClock item={item} sleptMs={sleptMs} facts={facts} />
          ) : (
            <EndedRow item={item} facts={facts} state={card.state} />
          )}
        </div>
      }
    />
  );
}

function endOf(item: SleepItem): string | null {
  return item.deadlineMs === undefined ? null : endTime(item.deadlineMs, spanOf(item));
}

/** How long it will sleep: what was asked for, unless a hook has changed it. */
function spanOf({ startedAtMs, deadlineMs, seconds }: SleepItem): number {
  return startedAtMs === undefined || deadlineMs === undefined ? seconds * 1000 : deadlineMs - startedAtMs;
}

function sleptSoFar(item: SleepItem, now: number): number {
  return Math.min(spanOf(item), Math.max(0, now - (item.startedAtMs ?? now)));
}

function SleepingRow({ end, sleptMs }: { end: string | null; sleptMs: number }) {
  return (
    <>
      <StateWord state="sleeping">{end === null ? "Waiting" : `Until ${end}`}</StateWord>
      <span className="cf-time">{clockSpan(sleptMs)}</span>
    </>
  );
}

function SleepingClock({ item, sleptMs, facts }: { item: SleepItem; sleptMs: number; facts: CardFacts }) {
  const { actions } = useWindow();
  const end = endOf(item);
  const until = end === null ? "" : ` · until ${end}`;
  return (
    <>
      <p className="sleep-time" role="timer" aria-live="off" aria-label={`Waiting ${spokenSeconds(spanOf(item) / 1000)}${until}`}>
        {`Waiting ${clockSpan(sleptMs)} `}
        <span className="of">{`of ${clockSpan(spanOf(item))}${until}`}</span>
      </p>
      <span className="push">
        <button type="button" className="btn" onClick={() => actions.wake(facts.threadId, item.id)}>
          Wake now
        </button>
      </span>
    </>
  );
}

/** The dots of the seam: the share that has passed in full ink. */
function SeamProgress({ share }: { share: number }) {
  const percent = `${(Math.min(1, Math.max(0, share)) * 100).toFixed(2)}%`;
  return (
    <svg className="seam-progress" aria-hidden="true">
      <line className="rest" x1="5" y1="4.5" x2="100%" y2="4.5" />
      <line className="gone" x1="5" y1="4.5" x2={percent} y2="4.5" />
    </svg>
  );
}

function EndedRow({ item, facts, state }: { item: SleepItem; facts: CardFacts; state: CounterfoilState }) {
  const ending = endingWords(item);
  if (ending === null) return <StateRow state={state} item={item} facts={facts} />;
  return (
    <>
      <span className="state">
        <Icon name={state === "aborted" ? "torn" : "check"} />
        {ending}
      </span>
      {item.sleptMs === undefined ? null : <span className="cf-time">{durationWords(item.sleptMs)}</span>}
    </>
  );
}

function endingWords(item: SleepItem): string | null {
  if (item.status === "inProgress" || item.outcome === undefined) return null;
  switch (item.outcome) {
    case "elapsed":
      return item.status === "returned" ? "Time is up" : "Done";
    case "newInput":
      return "Ended by your input";
    case "woken":
      return "Woken by you";
    case "interrupted":
      return "Interrupted";
    case "appStopped":
      return "Stopped with the app";
  }
}
