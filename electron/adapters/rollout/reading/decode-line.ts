// The bytes of one line → JSON objects, and what is wrong with the line. The one place that knows what damage looks like.
import { isUtf8 } from "node:buffer";
import { isBareHeader, isBareItem, isBareMarker } from "./bare-record";
import type { DamagedLine } from "./file-record";

export type JsonObject = Readonly<Record<string, unknown>>;

/** `at`, `length`: its bytes within the line; all of them where nothing else of worth stands on it. `text`: its JSON. */
export interface DecodedObject {
  readonly at: number;
  readonly length: number;
  readonly text: string;
  readonly value: JsonObject;
}

/** A blank line is neither damaged nor holds an object. */
export interface DecodedLine {
  readonly damage: DamagedLine["damage"] | null;
  readonly objects: readonly DecodedObject[];
}

const BRACE = 0x7b;
const CLOSING_BRACE = 0x7d;
const SPACE = 0x20;
const TAB = 0x09;
const CARRIAGE_RETURN = 0x0d;
const BYTE_ORDER_MARK = Buffer.from([0xef, 0xbb, 0xbf]);
/** What begins a record; lines had no envelope once. */
const ENVELOPE = [Buffer.from('"timestamp"')];
const BARE = [Buffer.from('"type"'), Buffer.from('"record_type"')];
const PAYLOAD = Buffer.from('"payload"');
/** Of one line: many thousand times what was ever seen, and still little to hold. */
const MAX_GLUED = 100_000;
/** Times a line's length. */
const MAX_FAILED = 16;
/** Deeper than any program nests what it tells; who writes it out again, level by level, would run out of stack. */
const MAX_DEPTH = 1000;
const BLANK: DecodedLine = { damage: null, objects: [] };

/** `line`: without its newline. `isFinished`: it had one. Never throws. */
export function decodeLine(line: Buffer, isFinished: boolean): DecodedLine {
  if (line.length === 0) return BLANK;
  if (line[0] === BRACE) {
    const whole = decodeObject(line, 0, withoutReturn(line, line.length));
    if (whole !== null)
      return { damage: letterDamage(line, whole.text), objects: [whole.length === line.length ? whole : asLine(whole, line)] };
  }
  return decodeOdd(line, isFinished);
}

function decodeOdd(line: Buffer, isFinished: boolean): DecodedLine {
  const { start, end, nuls } = contentOf(line);
  if (line.toString("utf8", start, end).trim() === "") return nuls === 0 ? BLANK : { damage: "nulBytes", objects: [] };
  const whole = decodeObject(line, start, end);
  if (whole !== null) return { damage: nuls > 0 ? "nulBytes" : letterDamage(line, whole.text), objects: [asLine(whole, line)] };
  const glued = gluedObjects(line, start, end);
  if (glued.length > 0) return { damage: "glued", objects: glued };
  return { damage: isFinished ? "notJson" : "cut", objects: [] };
}

/** What lies between a byte order mark, NULs that a loss of power left around it, and the CR of a CRLF. */
function contentOf(line: Buffer): { start: number; end: number; nuls: number } {
  let start = line.subarray(0, BYTE_ORDER_MARK.length).equals(BYTE_ORDER_MARK) ? BYTE_ORDER_MARK.length : 0;
  const first = start;
  const last = withoutReturn(line, line.length);
  let end = last;
  while (start < end && line[start] === 0) start += 1;
  while (end > start && line[end - 1] === 0) end -= 1;
  return { start, end: withoutReturn(line, end), nuls: start - first + (last - end) };
}

function withoutReturn(line: Buffer, end: number): number {
  return end > 0 && line[end - 1] === CARRIAGE_RETURN ? end - 1 : end;
}

/**
 * Whole records of a line that is not one as a whole, in their order: stubs stand beside them, or newlines are missing between them. From the end, so that a
 * record is not taken for what stands in it; what is found costs its own length, what is not is tried as long as that stays in proportion to the line.
 */
function gluedObjects(line: Buffer, from: number, to: number): readonly DecodedObject[] {
  const isBare = !line.includes(PAYLOAD);
  const isRecord = ({ value }: DecodedObject): boolean =>
    isBare ? isBareItem(value) || isBareMarker(value) || isBareHeader(value) : typeof value["type"] === "string";
  const recordAt = (start: number, behind: number): DecodedObject | null => {
    let last = behind;
    // A newline may have been lost to NULs.
    while (last > start && line[last - 1] === 0) last -= 1;
    const object = decodeObject(line, start, last);
    return object !== null && isRecord(object) ? object : null;
  };
  const found: DecodedObject[] = [];
  let end = to;
  let stub = to;
  let failedBytes = 0;
  for (const at of startsFromEnd(line, { from, to, names: isBare ? BARE : ENVELOPE })) {
    if (found.length >= MAX_GLUED || failedBytes > MAX_FAILED * line.length) break;
    // What began behind it and is none was a part of it, or a stub that follows it.
    const object = recordAt(at, end) ?? (stub < end ? recordAt(at, stub) : null);
    if (object === null) failedBytes += end - at;
    else {
      found.push(object);
      end = at;
    }
    stub = at;
  }
  return found.reverse();
}

/** Where objects begin whose first member has one of the names, and the beginning itself: the last one first. */
function* startsFromEnd(
  line: Buffer,
  { from, to, names }: { readonly from: number; readonly to: number; readonly names: readonly Buffer[] },
): Generator<number> {
  const next = names.map((name) => ({ name, at: line.lastIndexOf(name, to) }));
  for (;;) {
    const nearest = next.reduce((one, other) => (other.at > one.at ? other : one));
    if (nearest.at <= from) break;
    const brace = endOfSpace(line, nearest.at) - 1;
    nearest.at = line.lastIndexOf(nearest.name, nearest.at - 1);
    if (brace > from && line[brace] === BRACE) yield brace;
  }
  if (line[from] === BRACE) yield from;
}

/** Behind the last byte before `at` that is no blank. */
function endOfSpace(line: Buffer, at: number): number {
  let end = at;
  while (end > 0 && isBlank(line[end - 1])) end -= 1;
  return end;
}

function decodeObject(line: Buffer, start: number, end: number): DecodedObject | null {
  if (!looksLikeObject(line, start, end)) return null;
  const text = line.toString("utf8", start, end);
  try {
    const value: unknown = JSON.parse(text);
    // Each level takes two characters at least.
    const isTooDeep = text.length > 2 * MAX_DEPTH && isDeeperThan(value, MAX_DEPTH);
    return isJsonObject(value) && !isTooDeep ? { at: start, length: end - start, text, value } : null;
  } catch {
    return null;
  }
}

/** Told by its first and its last byte: to find out by parsing what is none takes long, and a damaged file may have very many such lines. */
function looksLikeObject(line: Buffer, start: number, end: number): boolean {
  let first = start;
  let last = end - 1;
  while (first < last && isBlank(line[first])) first += 1;
  while (last > first && isBlank(line[last])) last -= 1;
  return line[first] === BRACE && line[last] === CLOSING_BRACE;
}

/** Those that JSON allows around a value. */
function isBlank(byte: number | undefined): boolean {
  return byte === SPACE || byte === TAB || byte === CARRIAGE_RETURN;
}

function isDeeperThan(value: unknown, levels: number): boolean {
  if (typeof value !== "object" || value === null) return false;
  if (levels === 0) return true;
  return Object.values(value).some((each) => isDeeperThan(each, levels - 1));
}

function asLine(object: DecodedObject, line: Buffer): DecodedObject {
  return { ...object, at: 0, length: line.length };
}

/** The decoder put U+FFFD where a byte fits no letter; the file may also hold that letter itself. */
function letterDamage(line: Buffer, text: string): "notUtf8" | null {
  return text.includes("\ufffd") && !isUtf8(line) ? "notUtf8" : null;
}

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
