// Notices that nothing has come from the server for too long. One wait at a time, however many bytes come.
import type { Clock } from "../../runtime/ports/clock";

export interface IdleWatch {
  /** Something came. */
  touch(): void;
  /** While what came is being handled, the server is not the one that is waited for. */
  pause(): void;
  readonly isIdle: boolean;
  /** Resolves once the watch has ended, after `onIdle` or after the signal. Never rejects. */
  readonly ended: Promise<void>;
}

/** Calls `onIdle` once when `timeoutMs` have passed since the last touch. Ends with the signal. */
export function startIdleWatch(watch: { clock: Clock; timeoutMs: number; onIdle: () => void }, signal: AbortSignal): IdleWatch {
  const { clock, timeoutMs } = watch;
  let isIdle = false;
  let lastMs: number | null = clock.nowMs();

  async function look(): Promise<void> {
    for (;;) {
      const deadlineMs = (lastMs ?? clock.nowMs()) + timeoutMs;
      if ((await clock.waitUntil(deadlineMs, signal)) === "aborted") return;
      if (lastMs === null || clock.nowMs() - lastMs < timeoutMs) continue;
      isIdle = true;
      watch.onIdle();
      return;
    }
  }

  return {
    touch: () => {
      lastMs = clock.nowMs();
    },
    pause: () => {
      lastMs = null;
    },
    get isIdle() {
      return isIdle;
    },
    ended: look(),
  };
}
