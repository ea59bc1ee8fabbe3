// The lines of a rollout, one after the other, folded into what continuing it needs. Of each line only its type is looked at, unless its facts
// outlive the last compaction.
import { encodeLine, parseLine } from "../../../../shared/protocol/rollout-line";
import type { StoredLine } from "../../../runtime/ports/rollout-store";
import { readLine, RepairList } from "../line-reader";
import type { PhysicalLine } from "../line-splitter";
import type { Continuation } from "./continuation-reader";
import { damageWords } from "../reading/damage-words";
import { memberMark, memberTexts, sniffLine, type SniffedLine } from "./sniff-line";

/** Facts about input, the queue and the name hold until the end of the file, as does the header. */
const LASTING: ReadonlySet<string> = new Set(["session_meta", "cf_input", "cf_input_end", "cf_queue", "cf_mail", "cf_name"]);
const ITEM_ID = memberMark("id");
const CALL_ID = memberMark("call_id");
const SUPERSEDED_ID = memberMark("itemId");
const WINDOW = Buffer.from('"replacement_history":[');

/** How far the lists had come when a compaction was met. */
interface Cut {
  readonly line: StoredLine;
  readonly lasting: number;
  readonly usedIds: number;
  readonly turn: readonly StoredLine[];
  readonly repairs: readonly string[];
}

export class ContinuationScan {
  readonly #lasting: StoredLine[] = [];
  readonly #usedIds: string[] = [];
  readonly #repairs = new RepairList();
  /** Of the turn that has not ended. */
  #turnStart: StoredLine | null = null;
  /** What it has used so far, behind the last count before it. */
  #counts: StoredLine[] = [];
  #cut: Cut | null = null;

  /** As of the last compaction; null while there was none. */
  get found(): Continuation | null {
    if (this.#cut === null) return null;
    const { line, lasting, usedIds, turn, repairs } = this.#cut;
    return {
      facts: [...this.#lasting.slice(0, lasting), ...turn].sort((one, other) => one.line - other.line),
      usedIds: this.#usedIds.slice(0, usedIds).join("\n"),
      repairs,
      rest: { line: line.line, offset: line.offset },
    };
  }

  take(physical: PhysicalLine): void {
    const { bytes } = physical;
    const sniffed = bytes === null ? null : sniffLine(bytes);
    if (bytes !== null && sniffed !== null)
      this.#fold(sniffed, bytes, () => ({ ...placeOf(physical), text: bytes.toString("utf8") }));
    else this.#takeOdd(physical);
  }

  // Written by another hand, or damaged: read as every line of a small file is, and then looked at in our own layout.
  #takeOdd(physical: PhysicalLine): void {
    for (const line of readLine(physical, (damaged) => this.#repairs.add(damageWords(damaged)))) {
      const entry = parseLine(line.text);
      if (entry === null || entry.type === "unknown") continue;
      const bytes = Buffer.from(encodeLine({ ...entry, timestamp: "2026-01-01T00:00:00.000Z" }).text);
      const sniffed = sniffLine(bytes);
      if (sniffed !== null) this.#fold(sniffed, bytes, () => line);
    }
  }

  #fold({ type, kind }: SniffedLine, bytes: Buffer, line: () => StoredLine): void {
    if (LASTING.has(type)) this.#lasting.push(line());
    else if (type === "response_item") this.#usedIds.push(...memberTexts(bytes, ITEM_ID), ...memberTexts(bytes, CALL_ID));
    else if (type === "cf_superseded") this.#usedIds.push(...memberTexts(bytes, SUPERSEDED_ID));
    else if (type === "event_msg") this.#event(kind, line);
    else if (type === "compacted" && bytes.includes(WINDOW)) this.#compacted(line());
  }

  #event(kind: string | null, line: () => StoredLine): void {
    if (kind === "token_count") {
      this.#counts.push(line());
    } else if (kind === "task_started") {
      this.#turnStart = line();
      this.#counts = this.#counts.slice(-1);
    } else if (kind === "task_complete" || kind === "turn_aborted") {
      this.#turnStart = null;
      this.#counts = this.#counts.slice(-1);
    }
  }

  #compacted(line: StoredLine): void {
    this.#cut = {
      line,
      lasting: this.#lasting.length,
      usedIds: this.#usedIds.length,
      turn: [...(this.#turnStart === null ? [] : [this.#turnStart]), ...this.#counts],
      repairs: this.#repairs.texts,
    };
  }
}

function placeOf({ line, offset }: PhysicalLine): Pick<StoredLine, "line" | "offset"> {
  return { line, offset };
}
