// Steers of one Turn: accepted (on disk) and not yet sampled. "Is anything pending?" and "tell me when something comes" is one step
// (runtime.md §8), and closing the queue is the moment after which a steer belongs to no Turn.
import type { ClientMessageId, InputId, TurnId } from "../../../shared/protocol/ids";
import type { InputVia } from "../../../shared/protocol/turn-item";
import type { UserInput } from "../../../shared/protocol/user-input";
import type { InputActivity } from "../ports/tool";

export interface AcceptedInput {
  readonly inputId: InputId;
  readonly turnId: TurnId;
  readonly via: InputVia;
  readonly input: readonly UserInput[];
  readonly clientId?: ClientMessageId;
}

export class InputQueue {
  #pending: AcceptedInput[] = [];
  #accepting = new Set<Promise<void>>();
  #listeners = new Set<() => void>();
  #wakers = new Map<string, () => void>();
  #isOpen = true;

  get isOpen(): boolean {
    return this.#isOpen;
  }

  get hasPending(): boolean {
    return this.#pending.length > 0;
  }

  /** Takes the input in once `recorded` has resolved; until then the Turn cannot end. A failed record leaves nothing behind. */
  async accept(input: AcceptedInput, recorded: Promise<void>): Promise<void> {
    const accepting = recorded.then(() => {
      this.#pending.push(input);
      for (const listener of [...this.#listeners]) listener();
    });
    const settled = accepting.catch(() => undefined);
    this.#accepting.add(settled);
    try {
      await accepting;
    } finally {
      this.#accepting.delete(settled);
    }
  }

  /** Waits for inputs that are being written right now, so that none is forgotten by a decision. */
  async settled(): Promise<void> {
    while (this.#accepting.size > 0) await Promise.all(this.#accepting);
  }

  take(): readonly AcceptedInput[] {
    const taken = this.#pending;
    this.#pending = [];
    return taken;
  }

  /** From now on nothing is taken in. Synchronous: whoever asks next sees it closed. */
  close(): void {
    this.#isOpen = false;
  }

  /** Wake now for one waiting call. False when that call does not wait. */
  wake(callId: string): boolean {
    const waker = this.#wakers.get(callId);
    waker?.();
    return waker !== undefined;
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
      else if (this.hasPending) onInput();
    });
  }
}
