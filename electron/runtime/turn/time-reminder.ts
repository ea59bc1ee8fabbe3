// Tells the model the time before a request, when it is due (runtime.md §9; setting clock.reminderSeconds).
import type { Clock } from "../ports/clock";

export class TimeReminder {
  /** Of the last reminder in this window; null: none yet. */
  #toldAtMs: number | null = null;

  /** The reminder's text if one is due now, and then counts as told; otherwise null. A clock that was set back is not due. */
  due(seconds: number | null, clock: Clock): string | null {
    const nowMs = clock.nowMs();
    if (seconds === null) return null;
    if (seconds > 0 && this.#toldAtMs !== null && nowMs - this.#toldAtMs < seconds * 1000) return null;
    this.#toldAtMs = nowMs;
    const { utc, local, zone } = clock.describe(nowMs);
    return `<current_time_reminder>It is ${utc} UTC, ${local} in ${zone}.</current_time_reminder>`;
  }

  /** A new window holds no reminder. */
  forget(): void {
    this.#toldAtMs = null;
  }
}
