// The state of a card in words with its icon, and the time beside it.
import type { ReactNode } from "react";
import type { ToolItem } from "../../shared/protocol/turn-item";
import { Icon, type IconName } from "../components/icon";
import { useNow } from "../components/use-now";
import type { CounterfoilState } from "../state/tool-state";
import { shortProvenance } from "../text/approval-words";
import { sandboxRefusal } from "../text/sandbox-words";
import { durationWords } from "../../shared/text/duration-words";
import { clockSpan, ordinal } from "../text/duration";
import type { CardFacts } from "./card-facts";

const ICONS: Record<CounterfoilState, IconName> = {
  recorded: "recorded",
  waiting: "sign",
  running: "dots",
  sleeping: "clock",
  returned: "returned",
  done: "check",
  failed: "x",
  denied: "denied",
  aborted: "torn",
  missing: "raw",
};

export function StateWord({ state, children }: { state: CounterfoilState; children: ReactNode }) {
  return (
    <span className="state">
      <Icon name={ICONS[state]} />
      {children}
    </span>
  );
}

export function stateWord(state: CounterfoilState, item: ToolItem): string {
  switch (state) {
    case "recorded":
      return "Recorded";
    case "waiting":
      return "Waiting for you";
    case "running":
      return "Running";
    case "sleeping":
      return "Waiting";
    case "returned":
      return "Returned";
    case "done":
    case "failed":
      if (item.type === "commandExecution" && typeof item.exitCode === "number") return `Exit ${item.exitCode}`;
      return state === "done" ? "Done" : "Failed";
    case "denied":
      return "Denied";
    case "aborted":
      return "Aborted";
    case "missing":
      return "No output in file";
  }
}

interface Extra {
  /** Left out where there is no room. */
  readonly lead: string;
  readonly text: string;
}

const NO_EXTRA: Extra = { lead: "", text: "" };

/** What the closed card adds to its state. */
function stateExtra(state: CounterfoilState, item: ToolItem, facts: CardFacts): Extra {
  switch (state) {
    case "recorded":
      return facts.startsAfter === null ? NO_EXTRA : { lead: "starts ", text: `after ${facts.startsAfter}` };
    case "returned":
      return finished(item, facts) ?? NO_EXTRA;
    case "done":
    case "failed":
      if (item.type === "commandExecution" && sandboxRefusal(item) !== null) return { lead: "sandbox ", text: "refused" };
      return (
        (item.finishedOrder === facts.place ? null : finished(item, facts)) ?? { lead: shortProvenance(facts.approval), text: "" }
      );
    case "denied":
      return { lead: "", text: shortProvenance(facts.approval) || "by policy" };
    case "aborted":
      return { lead: "", text: item.startedAtMs === undefined && !facts.isForeign ? "before it ran" : "effects may stand" };
    case "waiting":
    case "running":
    case "sleeping":
    case "missing":
      return NO_EXTRA;
  }
}

function finished({ finishedOrder }: ToolItem, { place }: CardFacts): Extra | null {
  return finishedOrder === undefined || place === null ? null : { lead: "finished ", text: ordinal(finishedOrder) };
}

/** Counts while the call runs or waits for the person; then says how long it took. */
export function StateTime({ state, item, facts }: { state: CounterfoilState; item: ToolItem; facts: CardFacts }) {
  const since =
    state === "waiting"
      ? (facts.approval?.requestedAtMs ?? item.recordedAtMs)
      : state === "running"
        ? item.startedAtMs
        : undefined;
  const now = useNow(since === undefined ? null : 1000);
  if (since !== undefined) return <>{clockSpan(now - since)}</>;
  return item.durationMs === undefined ? null : <>{durationWords(item.durationMs)}</>;
}

interface StateRowProps {
  readonly state: CounterfoilState;
  readonly item: ToolItem;
  readonly facts: CardFacts;
  /** Lines that a change added and deleted. */
  readonly lines?: string;
  /** What can be done to the call while it runs. */
  readonly act?: ReactNode;
}

/** The kept half of a closed card. */
export function StateRow({ state, item, facts, lines = "", act }: StateRowProps) {
  const extra = stateExtra(state, item, facts);
  return (
    <>
      <StateWord state={state}>{stateWord(state, item)}</StateWord>
      {extra.lead + extra.text === "" ? null : (
        <span className="cf-extra">
          <span className="hide-narrow">{extra.lead}</span>
          {extra.text}
        </span>
      )}
      {lines === "" || state === "aborted" || state === "missing" ? null : <span className="cf-lines">{lines}</span>}
      {state === "aborted" ? null : (
        <span className="cf-time">
          <StateTime state={state} item={item} facts={facts} />
        </span>
      )}
      {act}
    </>
  );
}
