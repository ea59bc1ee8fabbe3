// One rollout that somebody reads: its bytes, its index, and the pages. Requests for one file are served one after the other.
import type { ItemPage, OutputDeferral } from "../../../../shared/protocol/command";
import type { FollowUpQueue } from "../../../../shared/protocol/queue";
import { CommandRefused } from "../../../runtime/errors";
import type { OpenedFile, PastPageQuery } from "../../../runtime/ports/past-sessions";
import type { IndexKeeper } from "./index-keeper";
import { IndexedStretches } from "./indexed-stretches";
import { spotOfLine } from "./line-spot";
import { parseCursor, type ItemSpot } from "./page-cursor";
import { EMPTY_QUEUE, queueOf, searchQueue } from "./queue-at-end";
import { readPage, type Stretches } from "./read-page";
import type { RolloutRun } from "./rollout-run";
import { tailStretches } from "./tail-stretches";

const PAGE_SIZE = 100;
const MAX_PAGE = 200;

export class OpenedRollout {
  readonly run: RolloutRun;
  readonly #keeper: IndexKeeper;
  #indexed: Stretches | null = null;
  #tail: Stretches | null = null;
  #last: Promise<unknown> = Promise.resolve();

  constructor(run: RolloutRun, keeper: IndexKeeper) {
    this.run = run;
    this.#keeper = keeper;
  }

  open(deferOutput?: OutputDeferral): Promise<OpenedFile> {
    return this.#inTurn(async () => {
      const { source } = this.run;
      const stretches = await this.#stretches();
      const { index } = this.#keeper;
      // The page begins with the same stretch.
      const { tokens } = index ?? (await stretches.endingAt(stretches.size));
      const spot = startOf("backward", stretches);
      const page = await readPage(stretches, { spot, limit: PAGE_SIZE, direction: "backward", form: { deferOutput } });
      return {
        page,
        repairs: [...source.repairs, ...(index?.repairs ?? [])],
        index: { bytes: this.#keeper.bytes, totalBytes: source.size },
        queue: await this.#queue(),
        tokenUsage: tokens,
      };
    });
  }

  /** Throws CommandRefused `invalidParams` for a cursor that is none, or a line that is not there. */
  page({ cursor, limit = PAGE_SIZE, direction, deferOutput, isWhole = false }: PastPageQuery): Promise<ItemPage> {
    return this.#inTurn(async () => {
      const parsed = cursor === undefined ? null : parseCursor(cursor);
      const stretches = parsed?.type === "line" ? await this.#whole() : await this.#stretches();
      const spot = parsed?.type === "line" ? await this.#spotOf(parsed.line) : (parsed?.spot ?? startOf(direction, stretches));
      const form = isWhole ? "whole" : { deferOutput };
      return readPage(stretches, { spot, limit: Math.max(1, Math.min(limit, MAX_PAGE)), direction, form });
    });
  }

  async close(): Promise<void> {
    await this.#keeper.stop();
    await this.#inTurn(() => this.run.source.close());
  }

  async #queue(): Promise<FollowUpQueue> {
    if (!this.run.isOwn) return EMPTY_QUEUE;
    const { index } = this.#keeper;
    return index === null ? ((await searchQueue(this.run)) ?? EMPTY_QUEUE) : queueOf(this.run, index.queueLines);
  }

  /** By the index where it is there, else by what can be told without; a rollout that does not tell its turns has to be indexed first. */
  async #stretches(): Promise<Stretches> {
    if (this.#keeper.index !== null) return this.#whole();
    this.#tail ??= await tailStretches(this.run);
    return this.#tail ?? this.#whole();
  }

  async #whole(): Promise<Stretches> {
    const index = await this.#keeper.whole();
    this.#tail = null;
    return (this.#indexed ??= new IndexedStretches(this.run, index));
  }

  async #spotOf(line: number): Promise<ItemSpot> {
    const offset = await spotOfLine(this.run, await this.#keeper.whole(), line);
    if (offset === null) throw new CommandRefused("invalidParams", `the file has no line ${line}`);
    return { offset, nth: 0 };
  }

  /** The bytes of a source are good until its next read. */
  #inTurn<Result>(task: () => Promise<Result>): Promise<Result> {
    const result = this.#last.then(task);
    // Whoever asked is told; the next one asks for something else.
    this.#last = result.catch((error: unknown) => error);
    return result;
  }
}

function startOf(direction: PastPageQuery["direction"], { size }: Stretches): ItemSpot {
  return { offset: direction === "forward" ? 0 : size, nth: 0 };
}
