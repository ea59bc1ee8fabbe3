// What kind of line this is, by the places where our own writer puts things: most lines of a big file never become text. What lies differently is
// said to be unknown, and is parsed.

/** `type`: of the envelope. `kind`: of an event or item, by its own type. */
export interface SniffedLine {
  readonly type: string;
  readonly kind: string | null;
}

const START = Buffer.from('{"timestamp":"');
const TIMESTAMP_LENGTH = "2026-01-01T00:00:00.000Z".length;
const TYPE = Buffer.from('","type":"');
const TYPE_AT = START.length + TIMESTAMP_LENGTH;
const PAYLOAD = Buffer.from(',"payload":{');
const KIND = Buffer.from('"type":"');
const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const CLOSE = 0x7d;
/** Longer than the name of any type of ours. */
const MAX_NAME = 40;

/** Null: not laid out as our writer does it, or not whole. `line`: its bytes without the newline. */
export function sniffLine(line: Buffer): SniffedLine | null {
  if (line.at(-1) !== CLOSE || line.at(-2) !== CLOSE) return null;
  if (!startsWith(line, START, 0) || !startsWith(line, TYPE, TYPE_AT)) return null;
  const type = nameAt(line, TYPE_AT + TYPE.length);
  if (type === null) return null;
  const payloadAt = TYPE_AT + TYPE.length + type.length + 1;
  if (!startsWith(line, PAYLOAD, payloadAt)) return null;
  return { type, kind: kindOf(line, payloadAt + PAYLOAD.length) };
}

function kindOf(line: Buffer, from: number): string | null {
  return startsWith(line, KIND, from) ? nameAt(line, from + KIND.length) : null;
}

function startsWith(line: Buffer, mark: Buffer, at: number): boolean {
  if (at + mark.length > line.length) return false;
  for (let index = 0; index < mark.length; index += 1) if (line[at + index] !== mark[index]) return false;
  return true;
}

function nameAt(line: Buffer, from: number): string | null {
  for (let end = from; end < Math.min(line.length, from + MAX_NAME); end += 1) {
    if (line[end] === BACKSLASH) return null;
    if (line[end] === QUOTE) return line.toString("latin1", from, end);
  }
  return null;
}

/** The texts of a member wherever it stands in the line. Quotes within texts are escaped, so that only members are found. */
export function memberTexts(line: Buffer, member: MemberMark): string[] {
  const texts: string[] = [];
  for (let at = line.indexOf(member.mark); at !== -1; at = line.indexOf(member.mark, at)) {
    at += member.mark.length;
    const end = line.indexOf(QUOTE, at);
    if (end === -1) break;
    texts.push(line.toString("latin1", at, end));
    at = end;
  }
  return texts;
}

export interface MemberMark {
  readonly mark: Buffer;
}

/** A member with a text as its value, as our writer lays it out. */
export function memberMark(name: string): MemberMark {
  return { mark: Buffer.from(`"${name}":"`) };
}
