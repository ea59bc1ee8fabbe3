// The calls of a turn that run now, so that one can be stopped alone while its turn goes on.
export class RunningCalls {
  readonly #stops = new Map<string, () => void>();

  /** `stop` is called at most once. Returns what ends the entry. */
  add(callId: string, stop: () => void): () => void {
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
}
