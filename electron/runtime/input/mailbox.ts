// When mail reaches the model within one Turn (runtime.md §4, §8): at once, until a final answer has been given; then only a call, a steer, or
// whatever else makes the model go on opens it again.
import type { WaitingMail } from "../history/input-projection";

export class Mailbox {
  readonly #waiting: () => readonly WaitingMail[];
  #isDeferred = false;

  /** `waiting`: accepted mail that was not delivered, in the order it came. */
  constructor(waiting: () => readonly WaitingMail[]) {
    this.#waiting = waiting;
  }

  /** Whether there is mail that was not delivered, whatever the phase. */
  get hasWaiting(): boolean {
    return this.#waiting().length > 0;
  }

  get deliverable(): readonly WaitingMail[] {
    return this.#isDeferred ? [] : this.#waiting();
  }

  /** A final answer was given: from now on mail is for the next turn, unless something that asks for a follow-up was there already. */
  defer({ hasSteer }: { readonly hasSteer: boolean }): void {
    if (!hasSteer && !this.#waiting().some((mail) => mail.triggerTurn)) this.#isDeferred = true;
  }

  reopen(): void {
    this.#isDeferred = false;
  }
}
