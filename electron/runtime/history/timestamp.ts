// RFC 3339 in UTC → Unix milliseconds, without Date: the runtime has no clock of its own (R4).

/** A line's timestamp in Unix milliseconds; anything that is not one is 0. */
export function parseTimestamp(timestamp: string): number {
  const millis = millisIn(timestamp);
  if (millis === null) return 0;
  const days = daysFromCivil(digits(timestamp, 0, 4), digits(timestamp, 5, 7), digits(timestamp, 8, 10));
  const minutes = (days * 24 + digits(timestamp, 11, 13)) * 60 + digits(timestamp, 14, 16);
  return minutes * 60_000 + digits(timestamp, 17, 19) * 1000 + millis;
}

/** Null: it is no such time. */
function millisIn(timestamp: string): number | null {
  if (isUsual(timestamp)) return digits(timestamp, 20, 23);
  const match = FORM.exec(timestamp);
  return match === null ? null : Number((match[1] ?? "0").padEnd(3, "0"));
}

/** As every program writes it: milliseconds and all. */
function isUsual(timestamp: string): boolean {
  if (timestamp.length !== PATTERN.length) return false;
  for (let at = 0; at < PATTERN.length; at += 1) {
    const unit = timestamp.charCodeAt(at);
    if (PATTERN.charCodeAt(at) === ZERO ? unit < ZERO || unit > ZERO + 9 : unit !== PATTERN.charCodeAt(at)) return false;
  }
  return true;
}

const PATTERN = "0000-00-00T00:00:00.000Z";
const FORM = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.(\d{1,3})\d*)?Z$/;

/** Asked for every line of big files, so no text is made for it. */
function digits(text: string, from: number, to: number): number {
  let value = 0;
  for (let at = from; at < to; at += 1) value = value * 10 + text.charCodeAt(at) - ZERO;
  return value;
}

const ZERO = 0x30;

/** Days since 1970-01-01 of a Gregorian date: years are counted from March, so that the leap day is a year's last. */
function daysFromCivil(year: number, month: number, day: number): number {
  const shifted = month <= 2 ? year - 1 : year;
  const era = Math.floor(shifted / 400);
  const yearOfEra = shifted - era * 400;
  const dayOfYear = Math.floor((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5) + day - 1;
  const dayOfEra = yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear;
  return era * 146_097 + dayOfEra - 719_468;
}
