// What the index pass does with each line: checkpoints at a distance, damage in words, and the facts for the tracker.
import type { LineTranslator } from "../codex-import/line-translator";
import type { PlacedLine } from "../codex-import/placed-line";
import { isDamaged } from "../reading/file-record";
import type { ScannedLine } from "../reading/record-scanner";
import { DamagedLines } from "./damaged-lines";
import type { IndexSeed } from "./index-file";
import { IndexTracker } from "./index-tracker";
import { factOf } from "./line-fact";
import type { OffsetIndex } from "./offset-index";
import type { RolloutRun } from "./rollout-run";
import { stateFromText, stateText } from "./translator-text";

/** Between two checkpoints, so that a page decodes no more than a few. In huge files bytes alone count, and count more. */
const STEP_BYTES = 128 * 1024;
const STEP_LINES = 400;
const MAX_CHECKPOINTS = 10_240;
/** So many lines a checkpoint waits until no line waits for another, and no call for its output: what belongs together on both sides is read twice. */
const MAX_UNSETTLED = 64;
/** For outputs no longer than until the stretch is larger by so much: one may be of any size. */
const MAX_LONGER = 1.5;

export class IndexPass {
  readonly #run: RolloutRun;
  readonly #translator: LineTranslator;
  readonly #tracker: IndexTracker;
  readonly #damaged: DamagedLines;
  readonly #minBytes: number;
  readonly #step: number;
  #lastLine: number;
  #checkpointOffset: number;
  #linesSince = 0;
  #unsettled = 0;

  constructor(run: RolloutRun, seed: IndexSeed | null) {
    this.#run = run;
    this.#minBytes = run.source.size / MAX_CHECKPOINTS;
    this.#step = Math.max(STEP_BYTES, this.#minBytes);
    this.#tracker = new IndexTracker(seed?.tracker);
    this.#damaged = new DamagedLines(seed?.damaged);
    this.#translator = run.translator(stateFromText(seed?.state ?? null));
    this.#lastLine = (seed?.line ?? 1) - 1;
    this.#checkpointOffset = seed?.tracker.tables.checkpoints.at(-1)?.offset ?? 0;
    if (seed === null) this.#checkpoint(0, 1);
  }

  /** What to go on from at the line that is taken next. */
  seedAt(offset: number, line: number): IndexSeed {
    const { state } = this.#tracker;
    return { offset, line, state: stateText(this.#run, this.#translator), tracker: state, damaged: this.#damaged.state };
  }

  /** Whether it is on the line that was taken last, beside another record. */
  isSameLine({ place: { line } }: ScannedLine): boolean {
    return line === this.#lastLine;
  }

  take(scanned: ScannedLine): void {
    const { line } = scanned.place;
    if (line === null) throw new Error("the index is made of numbered lines");
    if (!this.isSameLine(scanned)) this.#atLineStart(scanned, line);
    this.#lastLine = line;
    if (isDamaged(scanned)) this.#damaged.add(scanned, line);
    if (this.#run.isOwn && !this.#translator.isForeign) this.#takeOwn(scanned, line);
    else for (const placed of this.#translator.apply(scanned)) this.#note(placed, line);
  }

  end(): OffsetIndex {
    for (const placed of this.#translator.end()) this.#note(placed, this.#lastLine);
    return { ...this.#tracker.tables, size: this.#run.source.size, repairs: this.#damaged.repairs };
  }

  #atLineStart({ place: { offset, length } }: ScannedLine, line: number): void {
    const bytes = offset - this.#checkpointOffset;
    const isFull = bytes >= this.#step || (this.#linesSince >= STEP_LINES && bytes >= this.#minBytes);
    // A line that is a stretch of its own makes its neighbours no slower.
    if (isFull || (length >= this.#step && this.#linesSince > 0)) this.#atDistance(offset, line);
    this.#linesSince += 1;
  }

  #atDistance(offset: number, line: number): void {
    if (this.#isWaiting(offset) && this.#unsettled < MAX_UNSETTLED) {
      this.#unsettled += 1;
      return;
    }
    this.#checkpoint(offset, line);
    this.#checkpointOffset = offset;
    this.#linesSince = 0;
    this.#unsettled = 0;
  }

  #isWaiting(offset: number): boolean {
    if (!this.#translator.isSettled) return true;
    return this.#tracker.hasOpenCalls && offset - this.#checkpointOffset < MAX_LONGER * this.#step;
  }

  #checkpoint(offset: number, line: number): void {
    const { isSettled } = this.#translator;
    this.#tracker.checkpoint({ offset, line, isSettled, state: stateText(this.#run, this.#translator) });
  }

  // Our own lines need no translation but for the few whose contents count, and those that tell where another program has gone on.
  #takeOwn(scanned: ScannedLine, line: number): void {
    // What has no time is no line of ours, whatever stands in it: pages show it raw.
    if (isDamaged(scanned) || scanned.timestamp === null) return;
    const fact = factOf(scanned.type, scanned.payload);
    if (fact === null) return;
    if (fact.type !== "event") this.#tracker.note(fact, [scanned.place.offset, line]);
    else for (const placed of this.#translator.apply(scanned)) this.#note(placed, line);
  }

  #note(placed: PlacedLine, line: number): void {
    const { entry, offset, place } = placed;
    if (entry.type === "unknown") return;
    const fact = factOf(entry.type, entry.payload);
    if (fact === null) return;
    if (fact.type === "event") this.#tracker.event(placed);
    else this.#tracker.note(fact, [offset, place.line ?? line]);
  }
}
