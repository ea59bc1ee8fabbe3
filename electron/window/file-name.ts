// A name for a file that every system takes, made of any text. Pure.

/** UTF-8 bytes of the name without its ending; systems allow 255 for both. */
const MAX_BYTES = 120;
// What Windows or a shell takes for something else, and what nobody sees.
const UNSAFE = /[<>:"/\\|?*\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Co}\p{Cn}]+/gu;
const RESERVED = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(?:\.|$)/i;
const ENDING = /\.(?:md|html|jsonl)$/i;

/** Keeps the ending of an export. Never empty, never a path, never a name that Windows keeps for itself. */
export function safeFileName(name: string): string {
  const ending = ENDING.exec(name)?.[0] ?? "";
  const stem = name
    .slice(0, name.length - ending.length)
    .normalize("NFC")
    .replace(UNSAFE, " ")
    .replace(/\s+/gu, " ");
  const short = trimmed(withinBytes(trimmed(stem)));
  const whole = short === "" ? "Session" : RESERVED.test(short) ? `_${short}` : short;
  return whole + ending.toLowerCase();
}

/** No dots or spaces at the ends: Windows drops them, and a dot at the start hides a file. */
function trimmed(text: string): string {
  return text.replace(/^[. ]+/, "").replace(/[. ]+$/, "");
}

function withinBytes(text: string): string {
  let bytes = 0;
  let kept = "";
  for (const character of text) {
    bytes += Buffer.byteLength(character);
    if (bytes > MAX_BYTES) break;
    kept += character;
  }
  return kept;
}
