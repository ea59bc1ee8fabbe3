// The form of early 2025: one JSON object with the session and its items, turned into the bare lines that came after it.
import { isJsonObject } from "./decode-line";
import { type Bytes, memoryBytes } from "./file-bytes";

/** It was written anew every two seconds, so it is small; larger ones are something else. */
const MAX_BYTES = 64 * 1024 * 1024;
/** Within the object and its list. */
const ITEMS_DEPTH = 2;
const START = /^\ufeff?\s*\{\s*"(?:session|items)"\s*:/;

/** `head`: the first bytes of the file. */
export function looksSingle(head: Uint8Array): boolean {
  return START.test(Buffer.from(head.buffer, head.byteOffset, Math.min(head.length, 1024)).toString("utf8"));
}

export interface SingleLines {
  readonly bytes: Bytes;
  readonly repairs: readonly string[];
}

/** Null: it is no such object. Of one that is cut off, the whole items in front of the cut. */
export async function singleAsLines(bytes: Bytes): Promise<SingleLines | null> {
  if (bytes.size > MAX_BYTES) return null;
  const text = Buffer.from(await bytes.read(0, bytes.size))
    .toString("utf8")
    .replace(/^\ufeff/, "");
  const whole = parse(text);
  const value = whole ?? parse(closedBehindItems(text));
  if (!isJsonObject(value) || !isJsonObject(value["session"]) || !Array.isArray(value["items"])) return null;
  const items: readonly unknown[] = value["items"];
  const header = { ...value["session"], instructions: value["session"]["instructions"] ?? null };
  return {
    bytes: memoryBytes(Buffer.from([header, ...items].map((line) => `${JSON.stringify(line)}\n`).join(""))),
    repairs:
      whole === null ? [`The file is cut off or damaged behind its item ${items.length}; what comes before is shown.`] : [],
  };
}

/** The text up to the end of the last value that is whole where items stand, closed there; empty when there is none. */
function closedBehindItems(text: string): string {
  let depth = 0;
  let end = 0;
  let isInString = false;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (isInString && character === "\\") at += 1;
    else if (character === '"') isInString = !isInString;
    else if (!isInString && (character === "{" || character === "[")) depth += 1;
    else if (!isInString && (character === "}" || character === "]")) {
      depth -= 1;
      if (depth === ITEMS_DEPTH) end = at + 1;
    }
  }
  return end === 0 ? "" : `${text.slice(0, end)}]}`;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
