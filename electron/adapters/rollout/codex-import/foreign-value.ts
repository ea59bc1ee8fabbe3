// Looks at JSON that anybody may have written: what is not there or of another type is absent, and nothing throws.

export type Fields = Readonly<Record<string, unknown>>;

const NONE: Fields = {};

export function fields(value: unknown): Fields {
  return isFields(value) ? value : NONE;
}

export function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Empty text counts as absent. */
export function text(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}

export function number(value: unknown): number | undefined {
  return typeof value === "number" && Number.isFinite(value) ? value : undefined;
}

export function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** Text as it stands, anything else as JSON; nothing for null and undefined. */
export function asText(value: unknown): string {
  if (typeof value === "string") return value;
  return value === null || value === undefined ? "" : JSON.stringify(value);
}

/** `{secs, nanos}`, milliseconds in whole; none where it says nought, for no run takes no time. */
export function durationMs(value: unknown): number | undefined {
  const { secs, nanos } = fields(value);
  const seconds = number(secs);
  const ms = Math.round((seconds ?? 0) * 1000 + (number(nanos) ?? 0) / 1e6);
  return ms > 0 ? ms : undefined;
}

/** `{name: value}`, or nothing when there is no value. */
export function given<Name extends string, Value>(name: Name, value: Value | undefined): Partial<Record<Name, Value>> {
  // One entry under the name that the type says.
  return value === undefined ? {} : ({ [name]: value } as Record<Name, Value>);
}

/** Of a path, or of one in the form of an address. */
export function pathOf(value: string): string {
  const address = /^file:\/\/(.*)$/s.exec(value)?.[1];
  if (address === undefined) return value;
  return decoded(address).replace(/^\/(?=[A-Za-z]:)/, "");
}

function decoded(address: string): string {
  try {
    return decodeURIComponent(address);
  } catch {
    return address;
  }
}
