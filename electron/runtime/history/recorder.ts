// The only way anything enters a thread (runtime.md §2): append to the file and wait, then memory, then the event. One serial queue per
// thread; after a failed append nothing is recorded any more, so memory never runs ahead of the file.
import type { ThreadEvent } from "../../../shared/protocol/event";
import { MAX_LINE_BYTES, encodeLine, type LineBody } from "../../../shared/protocol/rollout-line";
import { StorageError } from "../errors";
import type { Clock } from "../ports/clock";
import type { FilePlace, RolloutWriter } from "../ports/rollout-store";
import type { ItemProjection } from "./item-projection";
import { placeAt } from "./line-place";
import type { Transcript } from "./transcript";

export interface RecorderParts {
  readonly writer: RolloutWriter;
  readonly clock: Clock;
  readonly transcript: Transcript;
  readonly projection: ItemProjection;
  /** Called in order, after the lines are on disk and in the transcript. Never throws, is never awaited. */
  readonly emit: (event: ThreadEvent) => void;
  /** Called once, when an append has failed. */
  readonly onBroken: (error: StorageError) => void;
  /** Called once, when the lines that were to go out in front of the first record are told. */
  readonly onOpened: () => void;
}

export class Recorder {
  readonly #parts: RecorderParts;
  /** Lines that go out in front of the first record: a new thread's header, a continued thread's repairs. */
  #opening: readonly LineBody[];
  #isWritingOpening = false;
  #queue: Promise<unknown> = Promise.resolve();
  #broken: StorageError | null = null;

  constructor(parts: RecorderParts, opening: readonly LineBody[]) {
    this.#parts = parts;
    this.#opening = opening;
  }

  get isBroken(): boolean {
    return this.#broken !== null;
  }

  /** Whether lines wait for the first record to go out in front of it. */
  get hasOpening(): boolean {
    return this.#opening.length > 0;
  }

  /** Other lines are to go out in front of the first record. False: it is too late for that. */
  replaceOpening(lines: readonly LineBody[]): boolean {
    if (!this.hasOpening || this.#isWritingOpening) return false;
    this.#opening = lines;
    return true;
  }

  /**
   * Records the lines in one write. `barrier`: synced before it resolves. Throws StorageError, then and ever after; only after lines that are
   * too long to be read again, of which nothing is written, the recorder goes on. Takes no signal.
   */
  record(bodies: readonly LineBody[], options: { readonly barrier: boolean } = { barrier: false }): Promise<void> {
    return this.#inOrder(() => this.#append(bodies, options));
  }

  /** Whether the file is what was read or written here; asked behind what is being written, which is no change by somebody else. */
  isCurrent(): Promise<boolean> {
    return this.#inOrder(() => this.#parts.writer.isCurrent());
  }

  #inOrder<Result>(act: () => Promise<Result>): Promise<Result> {
    const done = this.#queue.then(act);
    this.#queue = done.catch(() => undefined);
    return done;
  }

  async #append(bodies: readonly LineBody[], options: { readonly barrier: boolean }): Promise<void> {
    if (this.#broken !== null) throw this.#broken;
    const { writer, clock, transcript, projection, emit, onOpened } = this.#parts;
    const timestamp = clock.iso(clock.nowMs());
    const hadOpening = this.hasOpening;
    const encoded = [...this.#opening, ...bodies].map((body) => encodeLine({ timestamp, ...body }));
    encoded.forEach(refuseTooLong);
    this.#isWritingOpening = true;
    let place: FilePlace;
    try {
      place = await writer.append(
        encoded.map((entry) => entry.text),
        options,
      );
    } catch (error) {
      this.#broken =
        error instanceof StorageError ? error : new StorageError("io", "the session could not be saved", { cause: error });
      this.#parts.onBroken(this.#broken);
      throw this.#broken;
    }
    this.#opening = [];
    for (const { line, text } of encoded) {
      transcript.apply(line);
      for (const event of projection.apply(line, placeAt(place))) emit(event);
      // Lines are ASCII: a byte for each unit, and the newline.
      place = { line: place.line + 1, offset: place.offset + text.length + 1 };
    }
    if (hadOpening) onOpened();
  }
}

/** What is accepted is written again, as an item and perhaps as an entry of the queue, with more around it; no line may be found too long then. */
const MAX_ACCEPTED_BYTES = MAX_LINE_BYTES / 4;

function refuseTooLong({ line, text }: ReturnType<typeof encodeLine>): void {
  const most = isAcceptance(line) ? MAX_ACCEPTED_BYTES : MAX_LINE_BYTES;
  if (text.length <= most) return;
  const [has, may] = [text.length, most].map((bytes) => Math.ceil(bytes / 1024 / 1024));
  throw new StorageError(
    "tooLong",
    `This is too long to be kept in a session: ${has} MiB on disk, of at most ${may}. Put it into a file instead.`,
  );
}

function isAcceptance(line: LineBody): boolean {
  if (line.type === "cf_input") return line.payload.returnedFrom === undefined;
  return line.type === "cf_mail" || (line.type === "cf_queue" && line.payload.op === "update");
}
