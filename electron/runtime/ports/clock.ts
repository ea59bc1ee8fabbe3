// The only source of time. Wall-clock milliseconds since the Unix epoch throughout.

export type WaitEnd = "reached" | "aborted";

export interface Clock {
  nowMs(): number;
  /** Resolves once the wall clock is at or past the deadline (also after a suspend), or at once when the signal aborts. Never rejects; leaves no timer. */
  waitUntil(deadlineMs: number, signal: AbortSignal): Promise<WaitEnd>;
  /** UTC, RFC 3339 with milliseconds. */
  iso(atMs: number): string;
  /** `YYYY-MM-DD HH:MM:SS` in UTC and in the machine's zone, and the zone's name. */
  describe(atMs: number): { utc: string; local: string; zone: string };
}
