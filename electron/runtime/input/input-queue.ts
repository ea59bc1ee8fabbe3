// Input of one running Turn: steers that are accepted (on disk) and not yet sampled, and mail. "Is anything pending?" and "tell me when something
// comes" is one step (runtime.md §8), and closing the queue is the moment after which a steer belongs to no Turn.
import type { ClientMessageId, InputId, TurnId } from "../../../shared/protocol/ids";
import type { InputVia } from "../../../shared/protocol/turn-item";
import type { UserInput } from "../../../shared/protocol/user-input";
import type { WaitingMail } from "../history/input-projection";
import type { InputActivity } from "../ports/tool";
import type { Mailbox } from "./mailbox";

/** A person's input that is on disk. `turnId`: the turn it was meant for when it was accepted. */
export interface AcceptedInput {
  readonly inputId: InputId;
  readonly via: InputVia;
  readonly input: readonly UserInput[];
  readonly clientId?: ClientMessageId;
  readonly turnId?: TurnId;
}

export interface PendingInput {
  readonly steers: readonly AcceptedInput[];
  readonly mail: readonly WaitingMail[];
}

export class InputQueue {
  readonly mailbox: Mailbox;
  #steers: AcceptedInput[];
  #steerCount: number;
  #accepting = new Set<Promise<void>>();
  #listeners = new Set<() => void>();
  #wakers = new Map<string, () => void>();
  #isOpen = true;

  /** `steers`: taken in before, in a life of the turn that a restart has ended. */
  constructor(mailbox: Mailbox, steers: readonly AcceptedInput[] = []) {
    this.mailbox = mailbox;
    this.#steers = [...steers];
    this.#steerCount = steers.length;
  }

  get isOpen(): boolean {
    return this.#isOpen;
  }

  get hasSteers(): boolean {
    return this.#steers.length > 0;
  }

  /** Whether something can be sampled now. */
  get hasPending(): boolean {
    return this.hasSteers || this.mailbox.deliverable.length > 0;
  }

  /** Takes the steer in once `recorded` has resolved; until then the Turn cannot end. A failed record leaves nothing behind. */
  async accept(steer: AcceptedInput, recorded: Promise<void>): Promise<void> {
    const accepting = recorded.then(() => {
      this.#steers.push(steer);
      this.#steerCount += 1;
      this.mailbox.reopen();
      this.notify();
    });
    const settled = accepting.catch(() => undefined);
    this.#accepting.add(settled);
    try {
      await accepting;
    } finally {
      this.#accepting.delete(settled);
    }
  }

  /** Waits for steers that are being written right now, so that none is forgotten by a decision. */
  async settled(): Promise<void> {
    while (this.#accepting.size > 0) await Promise.all(this.#accepting);
  }

  /** What can be sampled now: steers first, then deliverable mail. Mail counts as waiting until its delivery is recorded. */
  take(): PendingInput {
    const steers = this.#steers;
    this.#steers = [];
    return { steers, mail: this.mailbox.deliverable };
  }

  /** From now on no steer is taken in. Synchronous: whoever asks next sees it closed. */
  close(): void {
    this.#isOpen = false;
  }

  /** Wake now for one waiting call. False when that call does not wait. */
  wake(callId: string): boolean {
    const waker = this.#wakers.get(callId);
    waker?.();
    return waker !== undefined;
  }

  /** Something has come: a steer was taken in, or mail is on disk. */
  notify(): void {
    for (const listener of [...this.#listeners]) listener();
  }

  /** Resolves as soon as input waits or comes, the call is woken, or the signal aborts; leaves no listener. Consumes nothing. */
  activity(callId: string, signal: AbortSignal): Promise<InputActivity> {
    return new Promise((resolve) => {
      const settle = (activity: InputActivity): void => {
        this.#listeners.delete(onInput);
        this.#wakers.delete(callId);
        signal.removeEventListener("abort", onAbort);
        resolve(activity);
      };
      const onInput = (): void => settle("newInput");
      const onAbort = (): void => settle("aborted");
      this.#listeners.add(onInput);
      this.#wakers.set(callId, () => settle("woken"));
      signal.addEventListener("abort", onAbort, { once: true });
      if (signal.aborted) onAbort();
      else if (this.hasSteers || this.mailbox.hasWaiting) onInput();
    });
  }

  /** How many steers were taken in so far. */
  get steerCount(): number {
    return this.#steerCount;
  }

  /** Calls `onSteer`, at once or later, when steers were taken in beyond the first `known` ones, until the returned function is called. */
  onSteerBeyond(known: number, onSteer: () => void): () => void {
    const listener = (): void => {
      if (this.#steerCount > known) onSteer();
    };
    this.#listeners.add(listener);
    listener();
    return () => this.#listeners.delete(listener);
  }
}
