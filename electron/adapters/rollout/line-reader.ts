// Bytes of a rollout → its lines. Tolerant: damage costs the damaged line, never the file. Apart from the store so that it can be tried on any bytes.
import type { FilePlace, StoredLine } from "../../runtime/ports/rollout-store";
import { LineSplitter, type PhysicalLine } from "./line-splitter";
import { damageWords } from "./reading/damage-words";
import { type DecodedLine, decodeLine } from "./reading/decode-line";

export interface ReadLines {
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

  constructor(from?: FilePlace) {
    this.#splitter = new LineSplitter((physical) => {
      this.#lines.push(...readLine(physical, (repair) => this.#repairs.add(repair)));
    }, from);
  }

  push(chunk: Uint8Array): void {
    this.#splitter.push(chunk);
  }

  /** The result; call once, after the last chunk. */
  end(): ReadLines {
    const ended = this.#splitter.end();
    return { lines: this.#lines, repairs: this.#repairs.texts, ...ended };
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
  report: (repair: string) => void,
): readonly StoredLine[] {
  const { damage, objects } = bytes === null ? TOO_LONG : decodeLine(bytes, isFinished);
  if (damage !== null) report(damageWords({ damage, place: { offset, length: size, line } }));
  return objects.map(({ at, text }) => ({ line, offset: offset + at, text }));
}
