// The form of early 2025: one JSON object with the session and its items, turned into the bare lines that came after it.
import { isJsonObject } from "./decode-line";
import { type Bytes, memoryBytes } from "./file-bytes";

/** It was written anew every two seconds, so it is small; larger ones are something else. */
const MAX_BYTES = 64 * 1024 * 1024;
const START = /^\ufeff?\s*\{\s*"(?:session|items)"\s*:/;

/** `head`: the first bytes of the file. */
export function looksSingle(head: Uint8Array): boolean {
  return START.test(Buffer.from(head.buffer, head.byteOffset, Math.min(head.length, 1024)).toString("utf8"));
}

/** Null: it is no such object. */
export async function singleAsLines(bytes: Bytes): Promise<Bytes | null> {
  if (bytes.size > MAX_BYTES) return null;
  const value = parse(Buffer.from(await bytes.read(0, bytes.size)).toString("utf8"));
  if (!isJsonObject(value) || !isJsonObject(value["session"]) || !Array.isArray(value["items"])) return null;
  const items: readonly unknown[] = value["items"];
  const header = { ...value["session"], instructions: value["session"]["instructions"] ?? null };
  return memoryBytes(Buffer.from([header, ...items].map((line) => `${JSON.stringify(line)}\n`).join("")));
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\ufeff/, ""));
  } catch {
    return null;
  }
}
