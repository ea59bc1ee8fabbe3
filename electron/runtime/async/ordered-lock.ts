// A fair reader/writer lock whose order is that of joining, not of arriving: who joined first is let in first, however long it takes until they want in,
// so a waiting writer holds back later readers (runtime.md §6, gate).

export type LockMode = "shared" | "exclusive";

/** One's place in the order, from joining to leaving. */
export interface Place {
  /** Resolves with true once it is one's turn, or with false if the signal aborts first. Ask once. */
  enter(signal: AbortSignal): Promise<boolean>;
  /** Those behind may go first until one wants to enter. */
  stepAside(): void;
  /** Gives up the place or what was entered. Doing it again changes nothing. */
  leave(): void;
}

type Standing =
  /** Will want in: those behind wait. */
  | { readonly type: "coming" }
  | { readonly type: "aside" }
  | { readonly type: "waiting"; readonly admit: () => void }
  | { readonly type: "inside" };

interface Entry {
  readonly mode: LockMode;
  standing: Standing;
}

export class OrderedLock {
  /** In the order of joining. */
  #entries: Entry[] = [];
  /** One after the other: who is let in first also goes on first, whether it wanted in just now or has waited. */
  #passingOn: Promise<void> = Promise.resolve();

  join(mode: LockMode): Place {
    const entry: Entry = { mode, standing: { type: "coming" } };
    this.#entries.push(entry);
    return {
      enter: (signal) => this.#enter(entry, signal),
      stepAside: () => this.#stand(entry, { type: "aside" }),
      leave: () => {
        this.#entries = this.#entries.filter((other) => other !== entry);
        this.#admitNext();
      },
    };
  }

  #enter(entry: Entry, signal: AbortSignal): Promise<boolean> {
    if (signal.aborted) return Promise.resolve(false);
    return new Promise((resolve) => {
      const onAbort = (): void => {
        resolve(false);
        this.#stand(entry, { type: "aside" });
      };
      signal.addEventListener("abort", onAbort, { once: true });
      const admit = (): void => {
        signal.removeEventListener("abort", onAbort);
        resolve(true);
      };
      this.#stand(entry, { type: "waiting", admit });
    });
  }

  #stand(entry: Entry, standing: Standing): void {
    entry.standing = standing;
    this.#admitNext();
  }

  #admitNext(): void {
    for (const entry of this.#entries) {
      if (entry.standing.type === "coming") return;
      if (entry.standing.type !== "waiting") continue;
      if (!this.#isFree(entry.mode)) return;
      const { admit } = entry.standing;
      entry.standing = { type: "inside" };
      admit();
      this.#passingOn = Promise.resolve().then(() => this.#admitNext());
      return;
    }
  }

  #isFree(mode: LockMode): boolean {
    const inside = this.#entries.filter(({ standing }) => standing.type === "inside");
    return mode === "shared" ? inside.every((other) => other.mode === "shared") : inside.length === 0;
  }
}
