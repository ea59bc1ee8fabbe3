// Changes of the durable queue, one after the other: each is checked against the queue as it then is, and counts once it is on disk (runtime.md §8).
import { InputId } from "../../../shared/protocol/ids";
import type { FollowUpQueue as QueueState } from "../../../shared/protocol/queue";
import type { LineBody } from "../../../shared/protocol/rollout-line";
import type { UserInput } from "../../../shared/protocol/user-input";
import { CommandRefused } from "../errors";
import type { IdSource } from "../ports/id-source";
import type { Acceptance } from "./submissions";
import type { AcceptedInput } from "./input-queue";

export interface FollowUpQueueParts {
  /** As the recorded lines have it. */
  readonly recorded: () => QueueState;
  /** The entry that a turn has begun with and has not recorded yet; it is no longer in the queue. */
  readonly startedId: () => InputId | null;
  /** Synced before it resolves. Throws StorageError. */
  readonly record: (lines: readonly LineBody[]) => Promise<void>;
  readonly ids: IdSource;
}

export class FollowUpQueue {
  readonly #parts: FollowUpQueueParts;
  #last: Promise<unknown> = Promise.resolve();

  constructor(parts: FollowUpQueueParts) {
    this.#parts = parts;
  }

  get state(): QueueState {
    const { data, paused } = this.#parts.recorded();
    const startedId = this.#parts.startedId();
    const waiting = data.filter(({ id }) => id !== startedId);
    return { data: waiting, paused: paused && waiting.length > 0 };
  }

  /** The entry to be sent next; null when there is none or the queue is paused. */
  get next(): AcceptedInput | null {
    const { data, paused } = this.state;
    const [first] = data;
    return first === undefined || paused ? null : { inputId: first.id, via: "queue", input: first.input };
  }

  /** Acts upon the queue as it is behind all changes so far, and before any later one is looked at. */
  decide(act: () => void): Promise<void> {
    return this.#inOrder(async () => act());
  }

  add({ input, clientId }: Pick<AcceptedInput, "input" | "clientId">): Promise<Acceptance> {
    return this.#inOrder(async () => {
      const inputId = InputId.parse(this.#parts.ids.uuid());
      await this.#parts.record([
        {
          type: "cf_input",
          payload: { inputId, via: "queue", input: [...input], ...(clientId === undefined ? {} : { clientId }) },
        },
        { type: "cf_queue", payload: { op: "add", inputId } },
      ]);
      return { inputId };
    });
  }

  update(inputId: InputId, input: readonly UserInput[]): Promise<void> {
    return this.#inOrder(async () => {
      this.#mustWait(inputId);
      await this.#parts.record([{ type: "cf_queue", payload: { op: "update", inputId, input: [...input] } }]);
    });
  }

  delete(inputId: InputId): Promise<void> {
    return this.#inOrder(async () => {
      this.#mustWait(inputId);
      await this.#parts.record([
        { type: "cf_input_end", payload: { inputId, how: "deleted" } },
        { type: "cf_queue", payload: { op: "delete", inputId } },
      ]);
    });
  }

  reorder(inputIds: readonly InputId[]): Promise<void> {
    return this.#inOrder(async () => {
      for (const inputId of inputIds) this.#mustWait(inputId);
      if (new Set(inputIds).size < inputIds.length) throw new CommandRefused("invalidParams", "an entry is named twice");
      await this.#parts.record([{ type: "cf_queue", payload: { op: "reorder", inputIds: [...inputIds] } }]);
    });
  }

  /** No effect on an empty queue, nor if `unless` says so once all changes before it are made. */
  pause({ unless = () => false }: { readonly unless?: () => boolean } = {}): Promise<void> {
    return this.#inOrder(async () => {
      const { data, paused } = this.state;
      if (data.length > 0 && !paused && !unless()) await this.#parts.record([{ type: "cf_queue", payload: { op: "pause" } }]);
    });
  }

  /** Ends the pause, if there is one, and acts before any later change is looked at. */
  resume(act: () => void = () => undefined): Promise<void> {
    return this.#inOrder(async () => {
      if (this.state.paused) await this.#parts.record([{ type: "cf_queue", payload: { op: "resume" } }]);
      act();
    });
  }

  #mustWait(inputId: InputId): void {
    if (this.state.data.some(({ id }) => id === inputId)) return;
    throw new CommandRefused("invalidParams", `${inputId} is not in the queue; it may have been sent meanwhile`);
  }

  #inOrder<Result>(change: () => Promise<Result>): Promise<Result> {
    const done = this.#last.then(change);
    this.#last = done.catch(() => undefined);
    return done;
  }
}
