// Bytes of a rollout → its lines. Tolerant: damage costs the damaged line, never the file. Apart from the store so that it can be tried on any bytes.
import type { FilePlace, StoredLine } from "../../runtime/ports/rollout-store";
import { LineSplitter, type PhysicalLine } from "./line-splitter";
import { encodeLine } from "../../../shared/protocol/rollout-line";
import { damageNotice, damageWords } from "./reading/damage-words";
import { type DecodedLine, decodeLine } from "./reading/decode-line";
import type { DamagedLine } from "./reading/file-record";

export interface ReadLines {
  /**
   * Where one is damaged a notice of ours stands in its place, with a key, as the pages of the file have it. That of zeros behind the last record is held:
   * they are no loss unless something is written behind them.
   */
  readonly lines: readonly StoredLine[];
  /** What was left out or changed while reading, in words. */
  readonly repairs: readonly string[];
  /** Physical lines in the bytes, an unfinished last one included. */
  readonly physicalLines: number;
  /** The last byte is not a newline: the next append starts with one. */
  readonly needsNewline: boolean;
}

const MAX_REPAIRS = 50;
const TOO_LONG: DecodedLine = { damage: "tooLong", objects: [] };

/** Takes the bytes in chunks of any size, from a place in the file on. */
export class LineReader {
  readonly #lines: StoredLine[] = [];
  readonly #repairs = new RepairList();
  readonly #splitter: LineSplitter;
  /** It tells of a loss once a record has followed. */
  #zeros: StoredLine | null = null;

  constructor(from?: FilePlace) {
    this.#splitter = new LineSplitter((physical) => this.#take(physical), from);
  }

  push(chunk: Uint8Array): void {
    this.#splitter.push(chunk);
  }

  /** The result; call once, after the last chunk. */
  end(): ReadLines {
    const ended = this.#splitter.end();
    if (this.#zeros !== null) this.#lines.push({ ...this.#zeros, isHeld: true });
    return { lines: this.#lines, repairs: this.#repairs.texts, ...ended };
  }

  #take(physical: PhysicalLine): void {
    const records = readLine(physical, (damaged) => {
      this.#repairs.add(damageWords(damaged));
      this.#sayZeros();
      if (damaged.damage === "nulBytes") this.#zeros = noticeOf(damaged, physical.line);
      else this.#lines.push(noticeOf(damaged, physical.line));
    });
    if (records.length > 0) this.#sayZeros();
    this.#lines.push(...records);
  }

  #sayZeros(): void {
    if (this.#zeros !== null) this.#lines.push(this.#zeros);
    this.#zeros = null;
  }
}

/** Repairs in words, as many as anybody reads. */
export class RepairList {
  readonly #texts: string[] = [];
  #hidden = 0;

  get texts(): string[] {
    return this.#hidden === 0 ? [...this.#texts] : [...this.#texts, `and ${this.#hidden} more damaged lines`];
  }

  add(repair: string): void {
    if (this.#texts.length < MAX_REPAIRS) this.#texts.push(repair);
    else this.#hidden += 1;
  }
}

/** The records of a line: none of a blank one or one that is damaged beyond reading, several of one where they are glued. Damage is reported. */
export function readLine(
  { line, offset, size, bytes, isFinished }: PhysicalLine,
  report: (damaged: DamagedLine) => void,
): readonly StoredLine[] {
  const { damage, objects } = bytes === null ? TOO_LONG : decodeLine(bytes, isFinished);
  if (damage !== null) report({ damage, place: { offset, length: size, line } });
  return objects.map(({ at, text }) => ({ line, offset: offset + at, text }));
}

function noticeOf({ damage, place }: DamagedLine, line: number): StoredLine {
  const { key, body } = damageNotice(damage, place);
  return { line, offset: place.offset, key, text: encodeLine({ timestamp: "", ...body }).text };
}
