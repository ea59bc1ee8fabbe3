// Stretches of a rollout that is not indexed yet: from the start of a turn on, which is found by going backward through the bytes. What a stretch needs of
// the lines before it (the call of an output, a queued input) is looked up there.
import type { TurnId } from "../../../../shared/protocol/ids";
import type { Turn } from "../../../../shared/protocol/thread";
import { initialState, type TranslatorState } from "../codex-import/translator-state";
import { lineStartAtOrBefore } from "../reading/line-start";
import type { ScannedLine } from "../reading/record-scanner";
import { EarlierRecords } from "./earlier-records";
import type { Stretches } from "./read-page";
import { scan, scannedAt, type RolloutRun } from "./rollout-run";
import { searchBack } from "./search-back";
import { StretchDecoder, type Stretch } from "./stretch";

/** What a stretch holds at least, if so much is there: enough for a page of most files. */
const WANTED_BYTES = 192 * 1024;
/** A longer way from the turn's start is not decoded: the stretch begins on the way. */
const WHOLE_BYTES = 3 * 1024 * 1024;
const JUMP_BYTES = 1024 * 1024;
/** Behind a beginning on the way, twins of one item may have lost each other: what starts there belongs to the stretch before. */
const EDGE_BYTES = 64 * 1024;
/** In so few bytes no program writes more lines. */
const MAX_LINES = 8192;
const NEWLINE = 0x0a;
/** How far behind its end the outputs of a stretch's calls are looked for. */
const AHEAD_BYTES = 1024 * 1024;
/** The beginning of a file tells what kind of file it is. */
const HEAD_BYTES = 256 * 1024;
const TURN_STARTED = Buffer.from('"task_started"');
const FOLDER = Buffer.from('"turn_context"');

/** Null: where this rollout's turns begin cannot be told without reading it whole. */
export async function tailStretches(run: RolloutRun): Promise<Stretches | null> {
  const { size } = run.source;
  const head = run.translator();
  let tellsTurns = size <= WHOLE_BYTES;
  for await (const batch of scan(run, { offset: 0, line: null, end: Math.min(size, HEAD_BYTES) })) {
    for (const scanned of batch) {
      head.apply(scanned);
      tellsTurns ||= startsTurn(scanned);
    }
  }
  return tellsTurns && !(await isCrumbled(run)) ? new TailStretches(run, aboutTheFile(head.state)) : null;
}

/** Its end is very many lines, as only damage makes them: each is an item, and a page from the index decodes few of them. */
async function isCrumbled({ source }: RolloutRun): Promise<boolean> {
  const start = Math.max(0, source.size - WANTED_BYTES);
  const bytes = await source.read(start, source.size - start);
  let lines = 0;
  for (let at = bytes.indexOf(NEWLINE); at !== -1; at = bytes.indexOf(NEWLINE, at + 1)) lines += 1;
  return lines > MAX_LINES;
}

class TailStretches implements Stretches {
  readonly #run: RolloutRun;
  readonly #state: TranslatorState;
  readonly #turns = new Map<TurnId, Turn>();
  #last: Stretch | null = null;

  /** `state`: what a translator knows of the file where a turn starts. */
  constructor(run: RolloutRun, state: TranslatorState) {
    this.#run = run;
    this.#state = state;
  }

  get size(): number {
    return this.#run.source.size;
  }

  async endingAt(end: number): Promise<Stretch> {
    if (this.#last?.end === end) return this.#last;
    return this.#decode(await this.#turnStart(end - WANTED_BYTES), end);
  }

  async startingAt(offset: number): Promise<Stretch> {
    if (this.#last !== null && this.#last.start <= offset && offset < this.#last.end) return this.#last;
    const wanted = Math.min(offset + WANTED_BYTES, this.size);
    const lineStart = wanted === this.size ? wanted : await lineStartAtOrBefore(this.#run.source, wanted);
    // At least the line that the offset is in.
    const end = lineStart > offset ? lineStart : await this.#lineEnd(lineStart);
    return this.#decode(await this.#turnStart(offset), end);
  }

  turn(id: TurnId): Turn | undefined {
    return this.#turns.get(id);
  }

  async #lineEnd(lineStart: number): Promise<number> {
    const { source } = this.#run;
    for (let position = lineStart; position < source.size;) {
      const bytes = await source.read(position, HEAD_BYTES);
      const newline = bytes.indexOf(0x0a);
      if (newline !== -1) return position + newline + 1;
      if (bytes.length === 0) break;
      position += bytes.length;
    }
    return source.size;
  }

  /** The last one at or before `offset`, else the beginning. */
  async #turnStart(offset: number): Promise<number> {
    if (offset <= 0) return 0;
    const line = await lineStartAtOrBefore(this.#run.source, offset);
    if (await this.#isTurnStart(line)) return line;
    for await (const found of searchBack(this.#run.source, TURN_STARTED, { from: 0, to: line })) {
      const start = await lineStartAtOrBefore(this.#run.source, found);
      if (await this.#isTurnStart(start)) return start;
    }
    return 0;
  }

  async #isTurnStart(lineStart: number): Promise<boolean> {
    return (await scannedAt(this.#run, lineStart, null)).some(startsTurn);
  }

  async #decode(turnStart: number, end: number): Promise<Stretch> {
    const run = this.#run;
    const isWhole = end - turnStart <= WHOLE_BYTES;
    const from = isWhole ? turnStart : await lineStartAtOrBefore(run.source, end - JUMP_BYTES);
    const start = isWhole ? turnStart : await this.#edge(from, end);
    const decoder = new StretchDecoder(run.translator(turnStart === 0 && isWhole ? undefined : structuredClone(this.#state)));
    const earlier = new EarlierRecords(run);
    await this.#enterFolder(decoder, from);
    if (!isWhole) for (const scanned of await scannedAt(run, turnStart, null)) decoder.apply(scanned);
    const take = async (scanned: ScannedLine): Promise<void> => {
      if ("record" in scanned)
        for (const found of await earlier.neededBy(scanned, { inputs: 0, calls: turnStart, to: from })) decoder.apply(found);
      decoder.apply(scanned);
    };
    for await (const scanned of this.#lines(from, end)) await take(scanned);
    const ahead = Math.min(this.size, end + AHEAD_BYTES);
    if (decoder.isAnyOpen) {
      for await (const scanned of this.#lines(end, ahead)) {
        await take(scanned);
        if (!decoder.isAnyOpen) break;
      }
    }
    // What is open yet is closed by the end of the file; where that is farther ahead nobody knows.
    if (ahead === this.size && (end === this.size || decoder.isAnyOpen)) decoder.end();
    return this.#keep(decoder.stretch(start, end));
  }

  #keep(stretch: Stretch): Stretch {
    this.#last = stretch;
    for (const [id, turn] of stretch.turns) {
      // The one that was read from its start and to its end.
      const known = this.#turns.get(id);
      if (known === undefined || known.status === "inProgress") this.#turns.set(id, turn);
    }
    return stretch;
  }

  /** The line behind which items are sure to be whole. */
  async #edge(from: number, end: number): Promise<number> {
    const edge = await lineStartAtOrBefore(this.#run.source, Math.min(from + EDGE_BYTES, end - 1));
    return Math.max(from, edge);
  }

  async #enterFolder(decoder: StretchDecoder, to: number): Promise<void> {
    const { header } = this.#run.source;
    if (header !== null && header.place.offset < to) enterFolderOf(decoder, header);
    for await (const found of searchBack(this.#run.source, FOLDER, { from: Math.max(0, to - HEAD_BYTES), to })) {
      const start = await lineStartAtOrBefore(this.#run.source, found);
      for (const scanned of await scannedAt(this.#run, start, null)) if (enterFolderOf(decoder, scanned)) return;
    }
  }

  async *#lines(offset: number, end: number): AsyncGenerator<ScannedLine> {
    if (offset < end) for await (const batch of scan(this.#run, { offset, line: null, end })) yield* batch;
  }
}

/** What holds for the whole file, without what was only true at one place of it. */
function aboutTheFile({ hasHeader, tellsUsers, hiddenBelow }: TranslatorState): TranslatorState {
  return { ...initialState(), hasHeader, tellsUsers, hiddenBelow };
}

function startsTurn(scanned: ScannedLine): boolean {
  return "record" in scanned && scanned.type === "event_msg" && payloadField(scanned.payload, "type") === "task_started";
}

/** False: it tells none. */
function enterFolderOf(decoder: StretchDecoder, scanned: ScannedLine): boolean {
  if (!("record" in scanned) || (scanned.type !== "turn_context" && scanned.type !== "session_meta")) return false;
  const cwd = payloadField(scanned.payload, "cwd");
  if (typeof cwd !== "string" || cwd === "") return false;
  decoder.enterFolder(cwd, scanned.place.offset);
  return true;
}

function payloadField(payload: unknown, name: string): unknown {
  return typeof payload === "object" && payload !== null ? (payload as Readonly<Record<string, unknown>>)[name] : undefined;
}
