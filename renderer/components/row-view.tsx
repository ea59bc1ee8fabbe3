// One entry of the ledger: margin (who, when, line on disk), rule, content.
import { memo, type ReactNode } from "react";
import type { ThreadId } from "../../shared/protocol/ids";
import { isStreaming } from "../items/agent-message";
import type { CardFacts } from "../items/card-facts";
import { ItemView } from "../items/item-view";
import type { Row } from "../state/rows";
import { clockTime, clockTimeSeconds } from "../text/duration";
import { Calls } from "./calls";
import { TurnEnd } from "./turn-end";

export interface RowViewProps {
  readonly row: Row;
  readonly threadId: ThreadId;
  readonly isTurnOver: boolean;
  readonly isFirst: boolean;
  /** The entry that was asked for. */
  readonly isMarked: boolean;
  readonly isForeign: boolean;
}

export const RowView = memo(function RowView({ row, threadId, isTurnOver, isFirst, isMarked, isForeign }: RowViewProps) {
  switch (row.type) {
    case "calls":
      return (
        <Entry
          kind={row.calls.length === 1 ? "card" : "card entry-calls"}
          margin={<Margin row={row} lines={row.calls.map(({ item }) => item.line)} />}
          isMarked={isMarked}
        >
          <Calls row={row} threadId={threadId} isTurnOver={isTurnOver} isForeign={isForeign} />
        </Entry>
      );
    case "turnEnd":
      return (
        <Entry kind="end" margin={<Mark lines={[row.turn.endLine]} />}>
          <TurnEnd turn={row.turn} threadId={threadId} />
        </Entry>
      );
    case "item": {
      const { item, turn } = row;
      const facts: CardFacts = { threadId, turn, isTurnOver, isForeign, approval: null, place: null, startsAfter: null };
      const isWriting =
        item.type === "agentMessage"
          ? isStreaming(item, facts)
          : item.type === "reasoning" && item.line === undefined && !isTurnOver;
      const kind = item.type === "userMessage" ? (isFirst ? "you is-first" : "you") : "text";
      return (
        <Entry kind={kind} margin={<Margin row={row} lines={[item.line]} isWriting={isWriting} />} isMarked={isMarked}>
          <ItemView item={item} facts={facts} />
        </Entry>
      );
    }
  }
}, isSameRow);

interface EntryProps {
  readonly kind: string;
  readonly margin: ReactNode;
  readonly isMarked?: boolean;
  readonly children: ReactNode;
}

function Entry({ kind, margin, isMarked = false, children }: EntryProps) {
  return (
    <div className="entry-wrap">
      <div className={`entry entry-${kind}${isMarked ? " is-marked" : ""}`} {...(isMarked ? { "aria-current": "true" } : {})}>
        <div className="entry-margin">{margin}</div>
        <div className="entry-body">{children}</div>
      </div>
    </div>
  );
}

function Margin({ row, lines, isWriting = false }: { row: Row; lines: readonly (number | undefined)[]; isWriting?: boolean }) {
  const via = row.type === "item" && row.item.type === "userMessage" ? row.item.via : null;
  const startedAtMs = via === null || via === "steer" ? undefined : knownTime(row.turn?.startedAtMs);
  return (
    <>
      <Who row={row} isPerson={via !== null} />
      {via === null || via === "start" ? null : <span className="via">{via === "steer" ? "steered" : "queued"}</span>}
      <Mark lines={isWriting ? [] : lines} {...(startedAtMs === undefined ? {} : { atMs: startedAtMs })} />
      {isWriting ? <span className="wet">writing</span> : null}
    </>
  );
}

/** Files without times give zero. */
function knownTime(atMs: number | undefined): number | undefined {
  return atMs === undefined || atMs <= 0 ? undefined : atMs;
}

/** The turn's heading stands at its first entry; a steer is the person's, but no new turn. */
function Who({ row, isPerson }: { row: Row; isPerson: boolean }) {
  if (row.heading === null) return isPerson ? <p className="who">You</p> : null;
  const number = row.heading.number === null ? "" : `Turn ${row.heading.number}. `;
  if (!isPerson) return <h2 className="sr">{row.heading.isStart ? number || "Turn" : `${number || "Turn, "}continued`}</h2>;
  return (
    <h2 className="who">
      <span className="sr">{number}</span>You
    </h2>
  );
}

/** When it began and where it stands in the session's file; its title says what the two are. */
function Mark({ atMs, lines }: { atMs?: number; lines: readonly (number | undefined)[] }) {
  const known = lines.filter((line) => line !== undefined);
  const [first, last] = [known[0], known.at(-1)];
  const where = first === last ? "line" : "lines";
  const numbers = first === last ? `${first}` : `${first}–${last}`;
  const title = [
    ...(atMs === undefined ? [] : [`begun at ${clockTimeSeconds(atMs)}`]),
    ...(first === undefined ? [] : [`${where} ${numbers} of the session’s file`]),
  ].join(", ");
  if (title === "") return null;
  return (
    <span className="mark" title={`${title.charAt(0).toUpperCase()}${title.slice(1)}`}>
      {atMs === undefined ? null : <time>{clockTime(atMs)}</time>}
      {first === undefined ? null : (
        <>
          <span className="line-no">
            <span className="sr">{`${where} `}</span>
            {numbers}
          </span>
          <span className="sr"> of the file</span>
        </>
      )}
    </span>
  );
}

function isSameRow(a: RowViewProps, b: RowViewProps): boolean {
  if (a.isTurnOver !== b.isTurnOver || a.threadId !== b.threadId || a.isFirst !== b.isFirst || a.isMarked !== b.isMarked)
    return false;
  if (a.row === b.row) return true;
  if (
    a.row.turn !== b.row.turn ||
    a.row.heading?.number !== b.row.heading?.number ||
    a.row.heading?.isStart !== b.row.heading?.isStart
  )
    return false;
  if (a.row.type === "item" && b.row.type === "item") return a.row.item === b.row.item;
  if (a.row.type === "calls" && b.row.type === "calls") {
    const others = b.row.calls;
    return (
      a.row.calls.length === others.length &&
      a.row.calls.every((call, index) => call.item === others[index]?.item && call.approval === others[index]?.approval)
    );
  }
  return a.row.type === "turnEnd" && b.row.type === "turnEnd";
}
