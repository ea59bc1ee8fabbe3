// Times, spans and facts in words, the same in every format. UTC, because an export is read anywhere.
import type { Turn } from "../../../../shared/protocol/thread";
import { durationWords } from "../../../../shared/text/duration-words";
import { grouped } from "../../../../shared/text/grouped";
import type { SessionFacts } from "./export-block";

/** "2026-03-04 09:15:02 UTC"; empty for no time. */
export function timeWords(atMs: number): string {
  if (!Number.isFinite(atMs) || atMs <= 0 || atMs > 8.64e15) return "";
  return new Date(atMs)
    .toISOString()
    .replace("T", " ")
    .replace(/\.\d+Z$/, " UTC");
}

/** The parts that say something, one after the other. */
export function joined(...parts: readonly string[]): string {
  return parts.filter((part) => part !== "").join(" · ");
}

/** `turn` null: outside of turns; `number` then is that of the turn before, 0 before the first. */
export function turnTitle(turn: Turn | null, number: number, isContinued: boolean): string {
  if (turn === null) return number === 0 ? "Before the first turn" : `After turn ${number}`;
  return joined(`Turn ${number}${isContinued ? ", continued" : ""}`, timeWords(turn.startedAtMs));
}

/** How a turn ended, in one line. */
export function turnEndWords(turn: Turn): string {
  const spanMs = turn.completedAtMs === undefined ? null : turn.completedAtMs - turn.startedAtMs;
  const tokens = turn.tokens === undefined || turn.tokens.totalTokens === 0 ? "" : `${grouped(turn.tokens.totalTokens)} tokens`;
  return joined(endingWords(turn, spanMs === null ? "" : durationWords(spanMs)), tokens);
}

function endingWords(turn: Turn, span: string): string {
  if (turn.stoppedWithApp === true) return "Stopped with the app";
  switch (turn.status) {
    case "completed":
      return span === "" ? "Completed" : `Completed in ${span}`;
    case "interrupted":
      return span === "" ? "Interrupted" : `Interrupted after ${span}`;
    case "failed":
      return turn.error === undefined ? "Failed" : `Failed: ${turn.error.message}`;
    case "inProgress":
      return "Its end is not in the file";
  }
}

/** Label and value of each fact that is known. */
export function factRows(facts: SessionFacts): (readonly [label: string, value: string])[] {
  const rows: (readonly [string, string])[] = [
    ["Folder", facts.cwd],
    ["Model", joined(facts.model, facts.provider)],
    ["Started", timeWords(facts.createdAtMs)],
    ["Last changed", timeWords(facts.updatedAtMs)],
    ["Written by", facts.source],
    ["Session", facts.sessionId ?? ""],
    ["Forked from", facts.forkedFromId ?? ""],
    ["File", facts.path],
    ...facts.repairs.map((repair) => ["Repair", repair] as const),
  ];
  return rows.filter(([, value]) => value !== "");
}
