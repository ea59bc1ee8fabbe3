// A small file of the person's own choices (pins, roots). Unlike a cache it is never thrown away: one that cannot be read is left as it is.
import { readFile, stat } from "node:fs/promises";
import type { z } from "zod";
import { StorageError } from "../../../runtime/errors";
import { atomicWrite } from "../../atomic-write";
import { storageFault, systemCode } from "../storage-fault";
import { parsedJson } from "./loose-json";

/** A pipe would be waited for for good, and nobody chooses so much. */
const MAX_BYTES = 4n * 1024n * 1024n;

export class PersonFile<Value> {
  readonly #path: string;
  readonly #schema: z.ZodType<Value>;
  readonly #empty: Value;
  #known: { readonly stamp: string; readonly value: Value } | null = null;
  #last: Promise<unknown> = Promise.resolve();

  constructor({ path, schema, empty }: { path: string; schema: z.ZodType<Value>; empty: Value }) {
    this.#path = path;
    this.#schema = schema;
    this.#empty = empty;
  }

  /** The same object as long as the file is the same. Rejects with StorageError `io`. */
  async read(): Promise<Value> {
    try {
      const found = await stat(this.#path, { bigint: true });
      const { size, mtimeNs, ino } = found;
      if (!found.isFile() || size > MAX_BYTES) throw this.#disorder();
      const stamp = `${size} ${mtimeNs} ${ino}`;
      if (this.#known?.stamp === stamp) return this.#known.value;
      const value = this.#parsed(await readFile(this.#path, "utf8"));
      this.#known = { stamp, value };
      return value;
    } catch (error) {
      if (systemCode(error) === "ENOENT") return this.#empty;
      throw storageFault(error, this.#path);
    }
  }

  /** For showing a list, which a broken file must not take away. */
  async readOrEmpty(): Promise<Value> {
    try {
      return await this.read();
    } catch (error) {
      // Said in words by whatever changes the file.
      if (error instanceof StorageError) return this.#empty;
      throw error;
    }
  }

  /** One change after the other; on disk when it resolves. Rejects with StorageError `io`, the file then being as before. */
  change(make: (value: Value) => Value): Promise<void> {
    const change = this.#last.then(async () => {
      const text = `${JSON.stringify(make(await this.read()), null, 2)}\n`;
      try {
        await atomicWrite(this.#path, text);
      } catch (error) {
        throw storageFault(error, this.#path);
      }
    });
    this.#last = change.catch((error: unknown) => error);
    return change;
  }

  #parsed(text: string): Value {
    const parsed = this.#schema.safeParse(parsedJson(text));
    if (parsed.success) return parsed.data;
    throw this.#disorder();
  }

  #disorder(): StorageError {
    return new StorageError("io", `${this.#path} is not in order. Put it right or move it away, then try again.`);
  }
}
