// Records of any era → lines of our own form, in file order and one after the other. Own lines pass as they are; what another program appended to an
// own file is translated like its files. What people see of a file, what is searched, exported and continued are all made of these lines.
import { lineOf } from "../../../../shared/protocol/rollout-line";
import { damageNotice } from "../reading/damage-words";
import type { DamagedLine, Era, FileRecord } from "../reading/file-record";
import { fields } from "./foreign-value";
import { ForeignLines } from "./foreign-lines";
import { LineOutput, placed } from "./line-output";
import type { PlacedLine } from "./placed-line";
import { type Origin, type TranslatorState, initialState } from "./translator-state";

export class LineTranslator {
  readonly #era: Era;
  readonly #out: LineOutput;
  readonly #foreign: ForeignLines;

  /** `state`: of another translator of the same file, at the place where this one goes on; it is this one's from now on. */
  constructor(start: { readonly era: Era; readonly state?: TranslatorState }) {
    this.#era = start.era;
    this.#out = new LineOutput(start.state ?? initialState());
    this.#foreign = new ForeignLines(this.#out);
  }

  /** As it is now; plain JSON. */
  get state(): TranslatorState {
    return structuredClone(this.#out.snapshot);
  }

  /** The same without a copy: an index asks for it often. Shares what still changes. */
  get sharedState(): TranslatorState {
    return this.#out.snapshot;
  }

  /** Nothing waits for a line that is still to come: a good place to go on from. */
  get isSettled(): boolean {
    return this.#out.state.held.length === 0 && this.#out.state.nulBytes === null;
  }

  /** Whether the lines are those of another program, in an own file too. */
  get isForeign(): boolean {
    return this.#era !== "own" || this.#out.state.isForeign;
  }

  /** Never throws. Lines of earlier records that waited come first. */
  apply(record: FileRecord | DamagedLine): readonly PlacedLine[] {
    const at = this.#arrive(record);
    if ("damage" in record) this.#damaged(record, at);
    else {
      this.#sayLost();
      if (this.#era === "own") this.#own(record, at);
      else this.#foreign.apply(record, at, this.#era === "wrapped" || this.#era === "paginated");
    }
    return this.#out.take();
  }

  /** The file ends here: what waits is said, what is open is closed. Of an own file only what another program left open. */
  end(): readonly PlacedLine[] {
    const { state } = this.#out;
    state.nulBytes = null;
    if (this.#era !== "own" || state.isForeign) this.#foreign.end({ ...state.last });
    return this.#out.take();
  }

  #arrive(record: FileRecord | DamagedLine): Origin {
    const { last } = this.#out.state;
    const { offset, line } = record.place;
    if (offset !== last.offset) last.count = 0;
    last.offset = offset;
    last.line = line;
    if ("timestamp" in record && record.timestamp !== null) last.timestamp = record.timestamp;
    return { offset, line, timestamp: last.timestamp };
  }

  #damaged({ damage }: DamagedLine, at: Origin): void {
    this.#sayLost();
    // Zeros behind the last record are no loss.
    if (damage === "nulBytes") this.#out.state.nulBytes = at;
    else this.#lost(damage, at);
  }

  #sayLost(): void {
    const { nulBytes } = this.#out.state;
    this.#out.state.nulBytes = null;
    if (nulBytes !== null) this.#lost("nulBytes", nulBytes);
  }

  #lost(damage: DamagedLine["damage"], at: Origin): void {
    const { key, body } = damageNotice(damage, at);
    this.#foreign.pass(placed(key, body, at));
  }

  #own(record: FileRecord, at: Origin): void {
    const { state } = this.#out;
    if (startsForeignTurn(record)) {
      state.isForeign = true;
      state.hasHeader = true;
    } else if (state.isForeign && isOwnAlone(record)) {
      this.#foreign.end(at);
      state.isForeign = false;
    }
    if (state.isForeign) return this.#foreign.apply(record, at, true);
    const entry = lineOf(record.record, () => JSON.stringify(record.record));
    if (entry === null || entry.type === "unknown") return this.#foreign.applyAppended(record, at);
    this.#out.putLine(this.#out.lineOf(entry, at));
  }
}

/** Only Codex tells these of a turn. */
function startsForeignTurn({ type, payload }: FileRecord): boolean {
  const event = fields(payload);
  if (type !== "event_msg" || event["type"] !== "task_started") return false;
  return "root_turn_id" in event || "turn_attribution" in event || "collaboration_mode_kind" in event;
}

function isOwnAlone({ type, payload }: FileRecord): boolean {
  return type.startsWith("cf_") || (type === "event_msg" && fields(payload)["type"] === "task_started");
}
