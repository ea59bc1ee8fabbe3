// The calls of a turn that run now, so that one can be stopped alone while its turn goes on.
export class RunningCalls {
  readonly #stops = new Map<string, () => void>();
  /** Stopped before they were here. */
  readonly #awaited = new Set<string>();

  /** `stop` is called at most once; at once where the call is awaited only to be stopped. Returns what ends the entry. */
  add(callId: string, stop: () => void): () => void {
    if (this.#awaited.delete(callId)) {
      stop();
      return () => undefined;
    }
    this.#stops.set(callId, stop);
    return () => {
      if (this.#stops.get(callId) === stop) this.#stops.delete(callId);
    };
  }

  /** False when no such call runs. */
  stop(callId: string): boolean {
    const stop = this.#stops.get(callId);
    this.#stops.delete(callId);
    stop?.();
    return stop !== undefined;
  }

  /** Stops a call of a turn that is just going on from before a restart, as soon as it is here. */
  stopOnceHere(callId: string): void {
    this.#awaited.add(callId);
  }
}
