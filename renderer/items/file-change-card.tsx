// A patch: which files, how many lines came and went, and the change of each, folded.
import { useMemo, useRef, useState } from "react";
import type { FileChange, TurnItemOf } from "../../shared/protocol/turn-item";
import { ApprovalAsk } from "../components/approval-ask";
import { Counterfoil, Facts } from "../components/counterfoil";
import { Icon } from "../components/icon";
import { OutputText } from "../components/output-text";
import { useAskKey } from "../components/use-ask-key";
import { VisibleText } from "../components/visible-text";
import { provenance } from "../text/approval-words";
import { diffCount } from "../text/diff-lines";
import { grouped } from "../../shared/text/grouped";
import { clockTimeSeconds } from "../text/duration";
import { visibleLine } from "../text/invisible";
import type { CardFacts } from "./card-facts";
import { DiffLayoutChoice } from "./diff-layout-choice";
import { DiffView } from "./diff-view";
import { KeptHead } from "./kept-head";
import { StateRow, stateWord } from "./state-words";
import { useCard } from "./use-card";

export function FileChangeCard({ item, facts }: { item: TurnItemOf<"fileChange">; facts: CardFacts }) {
  const card = useCard(item, facts);
  const article = useRef<HTMLElement>(null);
  const { waiting } = card;
  const onAskKey = useAskKey(waiting);
  // A hook may have changed what was asked for: the question is about what would be done.
  const asked = waiting?.approval.kind === "fileChange" ? waiting.approval : null;
  const changes = asked?.changes ?? item.changes;
  const output = item.output ?? "";
  // Of a change that is not all here nobody can tell how many lines it has.
  const counts = useMemo(() => (item.leftOut === undefined ? changes.map(diffCount) : []), [changes, item.leftOut]);
  const added = counts.reduce((sum, count) => sum + count.added, 0);
  const deleted = counts.reduce((sum, count) => sum + count.deleted, 0);
  const line = item.line === undefined ? "" : ` · line ${item.line}`;
  const files = (
    <>
      {changes.some(({ kind, diff }) => kind === "update" && diff !== "") ? <DiffLayoutChoice /> : null}
      <ul className="changes">
        {changes.map((change, index) => (
          <ChangedFile
            key={index}
            change={change}
            isMade={item.status === "completed"}
            isOpenAtFirst={changes.length === 1 || (asked !== null && index < OPEN_AT_FIRST)}
            counts={signedCounts(counts[index]?.added ?? 0, counts[index]?.deleted ?? 0)}
          />
        ))}
      </ul>
    </>
  );
  const allowed = provenance(facts.approval);
  return (
    <Counterfoil
      {...card}
      notes={item.notes}
      article={article}
      isAsking={asked !== null && card.isOpen}
      onAskKey={onAskKey}
      label={`${asked === null ? "" : "Approval: "}${card.verb} ${visibleLine(card.target)}, ${stateWord(card.state, item)}${counts.length === 0 ? "" : `, ${linesWords(added, deleted)}`}`}
      row={<StateRow state={card.state} item={item} facts={facts} lines={signedCounts(added, deleted)} />}
      detail={
        <>
          {asked === null ? files : null}
          <Facts
            facts={[
              ...(asked === null ? [] : [["In", <VisibleText key="cwd" text={asked.cwd} />] as const]),
              ...(allowed === null ? [] : [allowed]),
              ["Recorded", `${clockTimeSeconds(item.recordedAtMs)}${line}`],
            ]}
          />
        </>
      }
      kept={
        waiting === null ? (
          <>
            <KeptHead item={item} facts={facts} card={card} output={output} />
            {item.undoOf === undefined ? null : (
              <p className="kept-note">These files are again as they were before the turn. What commands did is left as it is.</p>
            )}
            {output === "" ? null : <OutputText output={output} isLive={false} label="Output" />}
          </>
        ) : (
          <>
            <ApprovalAsk waiting={waiting} card={article} />
            <div className="ask-changes" tabIndex={0} role="region" aria-label="Proposed changes">
              {files}
            </div>
          </>
        )
      }
    />
  );
}

/** Files whose change is open while it is asked about. */
const OPEN_AT_FIRST = 20;

type Kind = FileChange["kind"] | "move";

/** Of a change that is only asked for, was denied or failed; and of one that was made. */
const KINDS: Readonly<Record<Kind, readonly [asked: string, made: string]>> = {
  add: ["Add", "Added"],
  delete: ["Delete", "Deleted"],
  update: ["Change", "Changed"],
  move: ["Move", "Moved"],
};

interface ChangedFileProps {
  readonly change: FileChange;
  readonly isMade: boolean;
  readonly isOpenAtFirst: boolean;
  readonly counts: string;
}

function ChangedFile({ change, isMade, isOpenAtFirst, counts }: ChangedFileProps) {
  const [isOpen, setIsOpen] = useState(isOpenAtFirst);
  const { path, movePath, kind } = change;
  return (
    <li>
      <button type="button" className="diff-file" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
        <Icon name="right" isSmall />
        <span>{KINDS[movePath === undefined ? kind : "move"][isMade ? 1 : 0]}</span>
        <code>
          <VisibleText text={path} />
          {movePath === undefined ? null : (
            <>
              {" → "}
              <VisibleText text={movePath} />
            </>
          )}
        </code>
        <span className="cf-lines">{counts}</span>
      </button>
      {isOpen ? <DiffView change={change} label={`Change of ${visibleLine(path)}`} /> : null}
    </li>
  );
}

/** What is nought is not said: the file may not tell, and a new file loses nothing. */
function signedCounts(added: number, deleted: number): string {
  return [...(added === 0 ? [] : [`+${grouped(added)}`]), ...(deleted === 0 ? [] : [`−${grouped(deleted)}`])].join(" ");
}

function linesWords(added: number, deleted: number): string {
  return `${grouped(added)} ${added === 1 ? "line" : "lines"} added, ${grouped(deleted)} deleted`;
}
