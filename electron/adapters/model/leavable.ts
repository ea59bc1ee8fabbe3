// An async generator answers `return` only once what it waits for has come. A stream that is left has to end at once.

/**
 * Makes the generator for a signal that aborts when the reader leaves, also while `next` is awaited; that `next` then ends as the generator
 * ends. The signal is of no meaning after the end.
 */
export function leavable<T>(run: (left: AbortSignal) => AsyncGenerator<T, void>): AsyncIterableIterator<T, void> {
  const leaving = new AbortController();
  const events = run(leaving.signal);
  return {
    next: () => events.next(),
    return: () => {
      leaving.abort();
      return events.return();
    },
    [Symbol.asyncIterator]() {
      return this;
    },
  };
}
