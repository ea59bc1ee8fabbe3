// The calls of a turn that run now, so that one can be stopped alone while its turn goes on.
export class RunningCalls {
  readonly #stops = new Map<string, () => void>();
  /** Of a turn that goes on from before a restart: not here yet, and whether they were stopped already. */
  #coming = new Map<string, { isStopped: boolean }>();

  /** These will run next: they can be stopped before they are here. Takes the place of those that were expected before. */
  expect(callIds: readonly string[]): void {
    this.#coming = new Map(callIds.map((callId) => [callId, { isStopped: false }]));
  }

  /** `stop` is called at most once; at once for a call that was stopped before it was here. Returns what ends the entry. */
  add(callId: string, stop: () => void): () => void {
    const isStopped = this.#coming.get(callId)?.isStopped === true;
    this.#coming.delete(callId);
    if (isStopped) {
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
    const coming = this.#coming.get(callId);
    if (coming?.isStopped === false) {
      coming.isStopped = true;
      return true;
    }
    const stop = this.#stops.get(callId);
    this.#stops.delete(callId);
    stop?.();
    return stop !== undefined;
  }
}
