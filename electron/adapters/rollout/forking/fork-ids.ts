// Names in a fork. Most are the source's own; a name that says where a line stood there would mean another line here, and none may be used twice.

const PLACE = /^(?:[a-z]+-)*\d+(?:\.\d+)?$/;

export class ForkIds {
  readonly #prefix: string;
  readonly #used = new Set<string>();
  #count = 0;

  constructor(threadId: string) {
    this.#prefix = threadId.replaceAll("-", "").slice(-12);
  }

  /** What the source's name is called here. */
  named(id: string): string {
    return PLACE.test(id) ? `${this.#prefix}-${id}` : id;
  }

  /** The same for something new. */
  take(id: string): string {
    const named = this.named(id);
    const free = this.#used.has(named) ? this.fresh() : named;
    this.#used.add(free);
    return free;
  }

  fresh(): string {
    this.#count += 1;
    return `${this.#prefix}-new-${this.#count}`;
  }
}
