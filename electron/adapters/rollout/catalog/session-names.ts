// session_index.jsonl of a Codex home: what its legacy threads are called. The newest line of an id counts.
import { open } from "node:fs/promises";
import { join } from "node:path";
import { systemCode } from "../storage-fault";
import { readRange } from "./file-ends";
import { objectOf, parsedJson, textOf } from "./loose-json";

type Names = ReadonlyMap<string, string>;

/** Names are short: a longer index is old at its beginning. */
const MAX_BYTES = 16 * 1024 * 1024;
const NONE: Names = new Map();

export class SessionNames {
  readonly #known = new Map<string, { readonly stamp: string; readonly names: Names }>();

  /** By id. The same object as long as the index is the same. Never rejects for a fault of the disk: then there are no names. */
  async ofHome(home: string): Promise<Names> {
    try {
      const file = await open(join(home, "session_index.jsonl"), "r");
      try {
        const { size, mtimeNs, ino } = await file.stat({ bigint: true });
        const stamp = `${size} ${mtimeNs} ${ino}`;
        const known = this.#known.get(home);
        if (known?.stamp === stamp) return known.names;
        const start = Math.max(0, Number(size) - MAX_BYTES);
        const names = namesOf((await readRange(file, start, Number(size) - start)).toString("utf8"));
        this.#known.set(home, { stamp, names });
        return names;
      } finally {
        await file.close();
      }
    } catch (error) {
      if (systemCode(error) === null) throw error;
      return NONE;
    }
  }
}

function namesOf(text: string): Names {
  const names = new Map<string, string>();
  for (const line of text.split("\n")) {
    const entry = objectOf(parsedJson(line));
    const id = textOf(entry?.["id"]);
    if (id === null) continue;
    const name = textOf(entry?.["thread_name"]);
    if (name === null) names.delete(id);
    else names.set(id, name);
  }
  return names;
}
