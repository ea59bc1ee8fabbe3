// A command: exactly what runs, where, who allowed it, what it printed, and what became of it.
import { type KeyboardEvent, type ReactNode, useRef } from "react";
import type { TurnItemOf } from "../../shared/protocol/turn-item";
import { ApprovalAsk, decisionOf } from "../components/approval-ask";
import { Counterfoil, Facts } from "../components/counterfoil";
import { OutputText } from "../components/output-text";
import { VisibleText } from "../components/visible-text";
import { useWindow } from "../components/window-context";
import { hasRun } from "../text/call-words";
import { byteWords, clockTimeSeconds } from "../text/duration";
import { visibleLine } from "../text/invisible";
import type { CardFacts } from "./card-facts";
import { ChangedCommand, CommandText } from "./command-text";
import { KeptHead } from "./kept-head";
import { StateRow, stateWord } from "./state-words";
import { type Card, useCard } from "./use-card";

type CommandItem = TurnItemOf<"commandExecution">;

export function CommandCard({ item, facts }: { item: CommandItem; facts: CardFacts }) {
  const card = useCard(item, facts);
  const { actions } = useWindow();
  const article = useRef<HTMLElement>(null);
  const { waiting } = card;
  // A hook may have changed what was asked for: the question is about what will run, and where.
  const asked = waiting?.approval.kind === "command" ? waiting.approval : null;
  const command = asked?.command ?? item.command;
  const isChanged = command !== item.command;
  const onAskKey = (event: KeyboardEvent) => {
    const decision = decisionOf(event);
    if (decision === null || waiting === null) return;
    event.preventDefault();
    actions.answer(waiting.approval.requestId, decision);
  };
  // What a person is asked about stands by itself, whole; a short command is whole in the head already.
  const hasBox = card.isOpen && (waiting !== null || !fitsHead(item.command));
  return (
    <Counterfoil
      {...card}
      {...(hasBox ? { target: "a command", isCode: false } : { target: command })}
      notes={item.notes}
      label={`${waiting === null ? "" : "Approval: "}${card.verb} ${visibleLine(command)}, ${isChanged ? "changed by a hook, " : ""}${stateWord(card.state, item)}`}
      article={article}
      onAskKey={waiting !== null && card.isOpen ? onAskKey : null}
      row={<StateRow state={card.state} item={item} facts={facts} />}
      detail={
        <>
          {isChanged ? (
            <ChangedCommand askedFor={item.command} willRun={command} />
          ) : hasBox ? (
            <CommandText command={command} />
          ) : null}
          <Facts facts={commandFacts({ ...item, cwd: asked?.cwd ?? item.cwd }, facts)} />
        </>
      }
      kept={
        waiting === null ? (
          <CommandOutput item={item} facts={facts} card={card} />
        ) : (
          <ApprovalAsk waiting={waiting} card={article} isChanged={isChanged} />
        )
      }
    />
  );
}

const HEAD_LENGTH = 60;

function fitsHead(command: string): boolean {
  return command.length <= HEAD_LENGTH && !command.includes("\n");
}

function commandFacts(item: CommandItem, facts: CardFacts): (readonly [string, ReactNode])[] {
  const allowed = allowedBy(facts);
  const line = item.line === undefined ? "" : ` · line ${item.line}`;
  return [
    [
      "In",
      <code key="cwd">
        <VisibleText text={item.cwd} />
      </code>,
    ],
    ...(allowed === null ? [] : [allowed]),
    ["Recorded", `${clockTimeSeconds(item.recordedAtMs)}${line}`],
  ];
}

function allowedBy({ approval }: CardFacts): readonly [string, string] | null {
  if (approval?.decision === undefined || approval.decidedBy === undefined) return null;
  const term = approval.decision === "accept" || approval.decision === "acceptForSession" ? "Allowed by" : "Denied by";
  switch (approval.decidedBy) {
    case "person":
      return [term, approval.decision === "acceptForSession" ? "you, in this session" : "you"];
    case "session":
      return [term, "your answer earlier in this session"];
    case "policy":
      return [term, approval.rule === undefined ? "policy" : `the rule “${approval.rule}”`];
    case "timeout":
      return [term, "the timeout: nobody answered"];
  }
}

function CommandOutput({ item, facts, card }: { item: CommandItem; facts: CardFacts; card: Card }) {
  const output = item.aggregatedOutput ?? "";
  const isLive = card.state === "running" || card.state === "returned";
  return (
    <>
      <KeptHead item={item} facts={facts} card={card} output={output} />
      {card.state === "aborted" && item.startedAtMs !== undefined ? (
        <p className="kept-note">The command was cut off while it ran. What it had already done may stand.</p>
      ) : null}
      {output === "" ? (
        <EmptyOutput state={card.state} hasRun={hasRun(item)} isForeign={facts.isForeign} />
      ) : (
        <OutputText output={output} isLive={isLive} label={`Output of ${visibleLine(item.command)}`} />
      )}
      <OutputFile item={item} />
    </>
  );
}

function EmptyOutput({ state, hasRun, isForeign }: { state: Card["state"]; hasRun: boolean; isForeign: boolean }) {
  if (state === "recorded") return <p className="kept-note">Nothing has run yet.</p>;
  if (state === "missing") return <p className="kept-note">The call is on disk; an output for it is not.</p>;
  if (state === "running") return null;
  if (isForeign && state === "aborted") return <p className="kept-note">Whether it ran, the file does not tell.</p>;
  return <p className="kept-note">{hasRun ? "It printed nothing." : "It never ran."}</p>;
}

function OutputFile({ item }: { item: CommandItem }) {
  const { actions } = useWindow();
  const { outputBytes, outputFile } = item;
  if (outputBytes === undefined && outputFile === undefined) return null;
  const kept = new TextEncoder().encode(item.aggregatedOutput ?? "").length;
  const cut = outputBytes === undefined ? 0 : outputBytes - kept;
  if (outputFile === undefined && cut <= 0) return null;
  return (
    <p className="cut">
      {cut > 0 ? <span>{`${byteWords(cut)} of ${byteWords(outputBytes ?? 0)} not shown`}</span> : null}
      {outputFile === undefined ? null : (
        <>
          <span>
            {"Full output in "}
            <code>
              <VisibleText text={outputFile} />
            </code>
          </span>
          <button type="button" className="btn btn-small btn-quiet" onClick={() => actions.copy(outputFile)}>
            Copy path
          </button>
        </>
      )}
    </p>
  );
}
