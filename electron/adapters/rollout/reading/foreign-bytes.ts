// What a file is that is no lines of UTF-8, by its first bytes.

const ZSTD_MAGIC = Buffer.from([0x28, 0xb5, 0x2f, 0xfd]);
/** Of sixteen magic numbers what they have in common. */
const SKIPPED_FRAME = 0x184d2a5;
const UTF16_MARKS = [Buffer.from([0xff, 0xfe]), Buffer.from([0xfe, 0xff])];
/** How much of a text may be control characters before it is none. */
const MAX_CONTROL_SHARE = 0.1;

/** By zstd's first bytes, or those of a frame that it is to skip; the name says nothing. */
export function looksCompressed(head: Buffer): boolean {
  if (head.subarray(0, ZSTD_MAGIC.length).equals(ZSTD_MAGIC)) return true;
  return head.length >= 8 && head.readUInt32LE(0) >>> 4 === SKIPPED_FRAME;
}

/** Why no record was found in a file that begins like this, and what to do. `name`: of the file. */
export function noRecordsWords(name: string, head: Buffer): string {
  if (isUtf16(head)) return `${name} is UTF-16 text, and sessions are UTF-8. Save it as UTF-8 in an editor, then open it again.`;
  const reason = isBinary(head) ? "it is not text" : "no line of it is a record of a session";
  return `${name} is not a session file: ${reason}. Open a rollout (rollout-….jsonl).`;
}

function isUtf16(head: Buffer): boolean {
  if (UTF16_MARKS.some((mark) => head.subarray(0, mark.length).equals(mark))) return true;
  const pairs = Math.floor(Math.min(head.length, 64) / 2);
  if (pairs < 8) return false;
  const nulsAt = (side: 0 | 1): number =>
    Array.from({ length: pairs }, (_, pair) => head[pair * 2 + side]).filter((byte) => byte === 0).length;
  const [even, odd] = [nulsAt(0), nulsAt(1)];
  return (even === 0 && odd > pairs * 0.9) || (odd === 0 && even > pairs * 0.9);
}

function isBinary(head: Buffer): boolean {
  const controls = head.filter(
    (byte) => byte < 0x20 && byte !== 0 && byte !== 0x09 && byte !== 0x0a && byte !== 0x0d && byte !== 0x1b,
  );
  return head.includes(0) || controls.length > head.length * MAX_CONTROL_SHARE;
}
