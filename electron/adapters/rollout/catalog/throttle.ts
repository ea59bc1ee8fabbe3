// News that may come at any rate, told at most so often: at once, and again at the end of the pause if there was more.

/** `close`: what is still to be told never is. */
export interface Throttle {
  tell(): void;
  close(): void;
}

/** `pauseMs`: between two tellings. Keeps no program alive. */
export function throttle(tell: () => void, pauseMs: number): Throttle {
  let pause: NodeJS.Timeout | null = null;
  let hasMore = false;
  const begin = (): void => {
    pause = setTimeout(() => {
      pause = null;
      if (!hasMore) return;
      hasMore = false;
      begin();
      tell();
    }, pauseMs);
    pause.unref();
  };
  return {
    tell: () => {
      if (pause !== null) {
        hasMore = true;
        return;
      }
      begin();
      tell();
    },
    close: () => {
      if (pause !== null) clearTimeout(pause);
      hasMore = false;
    },
  };
}
