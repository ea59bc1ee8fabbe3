// A command: exactly what runs, where and how far confined, who allowed it, what it printed, and what became of it.
import { type ReactNode, useRef } from "react";
import type { PendingOf } from "../../shared/protocol/approval";
import type { TurnItemOf } from "../../shared/protocol/turn-item";
import { ApprovalAsk } from "../components/approval-ask";
import { Counterfoil, Facts } from "../components/counterfoil";
import { ExactText } from "../components/exact-text";
import { Icon } from "../components/icon";
import { VisibleText } from "../components/visible-text";
import { useAskKey } from "../components/use-ask-key";
import { useWindow } from "../components/window-context";
import { provenance } from "../text/approval-words";
import { hasRun } from "../text/call-words";
import { byteWords, clockTimeSeconds } from "../text/duration";
import { spokenText } from "../text/exact-text";
import { sandboxFact, sandboxRefusal } from "../text/sandbox-words";
import type { CardFacts } from "./card-facts";
import { ChangedCommand, CommandText } from "./command-text";
import { KeptHead } from "./kept-head";
import { isDeferred, KeptOutput } from "./kept-output";
import { StopCall } from "./stop-call";
import { StateRow, stateWord } from "./state-words";
import { type Card, useCard } from "./use-card";

type CommandItem = TurnItemOf<"commandExecution">;

export function CommandCard({ item, facts }: { item: CommandItem; facts: CardFacts }) {
  const card = useCard(item, facts);
  const article = useRef<HTMLElement>(null);
  const { waiting } = card;
  const onAskKey = useAskKey(waiting);
  // A hook may have changed what was asked for: the question is about what will run, and where.
  const asked = waiting?.approval.kind === "command" ? waiting.approval : null;
  const command = asked?.command ?? item.command;
  const isChanged = command !== item.command;
  // What a person is asked about stands by itself, whole; a short command is whole in the head already.
  const hasBox = card.isOpen && (waiting !== null || !fitsHead(item.command));
  return (
    <Counterfoil
      {...card}
      {...(hasBox ? { target: boxTarget(asked), isCode: false } : { target: command })}
      notes={item.notes}
      label={`${waiting === null ? "" : "Approval: "}${card.verb} ${spokenText(command)}, ${asked?.outsideSandbox === true ? "outside the sandbox, " : ""}${isChanged ? "changed by a hook, " : ""}${stateWord(card.state, item)}`}
      article={article}
      isAsking={waiting !== null && card.isOpen}
      onAskKey={onAskKey}
      row={
        <StateRow
          state={card.state}
          item={item}
          facts={facts}
          act={<StopCall item={item} facts={facts} state={card.state} isSmall />}
        />
      }
      detail={
        <>
          {isChanged ? (
            <ChangedCommand askedFor={item.command} willRun={command} />
          ) : hasBox ? (
            <CommandText command={command} />
          ) : null}
          <Facts facts={commandFacts({ ...item, cwd: asked?.cwd ?? item.cwd }, { facts, asked })} />
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

function boxTarget(asked: PendingOf<"command"> | null): string {
  return asked?.outsideSandbox === true ? "a command outside the sandbox" : "a command";
}

interface FactSources {
  readonly facts: CardFacts;
  readonly asked: PendingOf<"command"> | null;
}

function commandFacts(item: CommandItem, { facts, asked }: FactSources): (readonly [string, ReactNode])[] {
  const allowed = provenance(facts.approval);
  const sandbox = asked?.outsideSandbox === true ? "outside, as the model asks" : sandboxFact(item);
  const line = item.line === undefined ? "" : ` · line ${item.line}`;
  return [
    [
      "In",
      <code key="cwd">
        <ExactText text={item.cwd} />
      </code>,
    ],
    ...(sandbox === null ? [] : [["Sandbox", sandbox] as const]),
    ...(allowed === null ? [] : [allowed]),
    ["Recorded", `${clockTimeSeconds(item.recordedAtMs)}${line}`],
  ];
}

function CommandOutput({ item, facts, card }: { item: CommandItem; facts: CardFacts; card: Card }) {
  const output = item.aggregatedOutput ?? "";
  const isLive = card.state === "running" || card.state === "returned";
  return (
    <>
      <KeptHead
        item={item}
        facts={facts}
        card={card}
        output={output}
        act={<StopCall item={item} facts={facts} state={card.state} />}
      />
      <SandboxRefusal item={item} />
      {card.state === "aborted" && item.startedAtMs !== undefined ? (
        <p className="kept-note">The command was cut off while it ran. What it had already done may stand.</p>
      ) : null}
      <KeptOutput
        item={item}
        facts={facts}
        output={output}
        isLive={isLive}
        label={`Output of ${spokenText(item.command)}`}
        empty={<EmptyOutput state={card.state} hasRun={hasRun(item)} isForeign={facts.isForeign} />}
      />
      <OutputFile item={item} />
    </>
  );
}

/** Apart from the command's own failure: it may be none of the command's doing. */
function SandboxRefusal({ item }: { item: CommandItem }) {
  const refusal = sandboxRefusal(item);
  if (refusal === null) return null;
  return (
    <div className="kept-aside" role="note">
      <Icon name="shield" />
      <p dir="auto">
        <strong>The sandbox may be why.</strong> <VisibleText text={refusal} />
      </p>
    </div>
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
  const cut = outputBytes === undefined || isDeferred(item) ? 0 : outputBytes - kept;
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
