// When a server wants to be asked again, from its headers or its words (runtime.md §11). Milliseconds from now.

const UNIT = String.raw`(?:milliseconds?|ms|hours?|h|minutes?|min|m|seconds?|secs?|s)\b`;
const SPAN = String.raw`\d+(?:\.\d+)?\s*${UNIT.replace(String.raw`\b`, "")}`;
const ADVICE = new RegExp(String.raw`(?:try again|retry) (?:in|after)\s+((?:${SPAN}[\s,]*)+)(?![a-z])`, "i");
const PART = /(\d+(?:\.\d+)?)\s*(ms|milli|h|m|s)/gi;
const UNIT_MS: Readonly<Record<string, number>> = { ms: 1, milli: 1, s: 1000, m: 60_000, h: 3_600_000 };

/** "Please try again in 7m12.5s", "retry after 35 seconds". Null: the words say no time. */
export function waitInWords(message: string): number | null {
  const advice = ADVICE.exec(message)?.[1];
  if (advice === undefined) return null;
  const parts = [...advice.matchAll(PART)];
  return Math.round(parts.reduce((sum, [, count, unit]) => sum + Number(count) * (UNIT_MS[(unit ?? "").toLowerCase()] ?? 0), 0));
}

/** `retry-after-ms`, the finer one, else `Retry-After` in seconds or as a date. Never negative. */
export function waitInHeaders(headers: { get(name: string): string | null }, nowMs: number): number | null {
  const exact = amount(headers.get("retry-after-ms"));
  if (exact !== null) return Math.round(exact);
  const header = headers.get("retry-after");
  const seconds = amount(header);
  if (seconds !== null) return Math.round(seconds * 1000);
  const at = header === null ? Number.NaN : Date.parse(header);
  return Number.isNaN(at) ? null : Math.max(0, at - nowMs);
}

function amount(header: string | null): number | null {
  return header !== null && /^\s*\d+(?:\.\d+)?\s*$/.test(header) ? Number(header) : null;
}
