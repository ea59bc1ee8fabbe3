// On which line is what in a JSON text? JSON.parse tells no line of a key, and of an error only a snippet of the text, which may be a secret.

/** `line`: 1-based. `broken`: where the text stops being JSON, in words that repeat nothing of it. */
export type JsonLines =
  | { readonly kind: "lines"; readonly lineOf: (path: readonly PropertyKey[]) => number }
  | { readonly kind: "broken"; readonly line: number; readonly reason: string };

export function jsonLines(text: string): JsonLines {
  const scanner = new Scanner(text);
  try {
    scanner.whole();
  } catch (error) {
    if (error instanceof NotJson) return { kind: "broken", line: scanner.line(), reason: error.message };
    throw error;
  }
  return { kind: "lines", lineOf: (path) => nearest(scanner.lines, path) };
}

/** The line of the path, or of the nearest part of it that is there: a missing key has no line of its own. */
function nearest(lines: ReadonlyMap<string, number>, path: readonly PropertyKey[]): number {
  for (let length = path.length; length > 0; length -= 1) {
    const line = lines.get(keyOf(path.slice(0, length)));
    if (line !== undefined) return line;
  }
  return 1;
}

function keyOf(path: readonly PropertyKey[]): string {
  return JSON.stringify(path.map(String));
}

class NotJson extends Error {
  override readonly name = "NotJson";
}

const SPACE = /[ \t\r\n]*/y;
const STRING = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y;
const SCALAR = /(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)(?![\w.+-])/y;
const MAX_DEPTH = 100;

class Scanner {
  readonly lines = new Map<string, number>();
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  line(): number {
    return this.#text.slice(0, this.#at).split("\n").length;
  }

  whole(): void {
    this.#value([]);
    this.#take(SPACE);
    if (this.#at < this.#text.length) throw new NotJson("nothing may follow after the end");
  }

  #value(path: readonly string[]): void {
    if (path.length > MAX_DEPTH) throw new NotJson("it is nested too deeply");
    this.#take(SPACE);
    if (this.#skip("{")) this.#members(path, "}");
    else if (this.#skip("[")) this.#members(path, "]");
    else if (this.#take(STRING) === null && this.#take(SCALAR) === null)
      throw new NotJson(this.#ended() ?? "a value is expected");
  }

  #members(path: readonly string[], end: "}" | "]"): void {
    this.#take(SPACE);
    if (this.#skip(end)) return;
    for (let index = 0; ; index += 1) {
      this.#take(SPACE);
      const line = this.line();
      const member = [...path, end === "}" ? this.#key() : String(index)];
      this.lines.set(keyOf(member), line);
      this.#value(member);
      this.#take(SPACE);
      if (this.#skip(end)) return;
      if (!this.#skip(",")) throw new NotJson(this.#ended() ?? `a comma or ${end} is expected`);
    }
  }

  #key(): string {
    const quoted = this.#take(STRING);
    if (quoted === null) throw new NotJson(this.#ended() ?? "a key in double quotes is expected");
    this.#take(SPACE);
    if (!this.#skip(":")) throw new NotJson(this.#ended() ?? "a colon is expected after the key");
    return String(JSON.parse(quoted));
  }

  #ended(): string | null {
    return this.#at >= this.#text.length ? "the text ends too early" : null;
  }

  #skip(character: string): boolean {
    const isThere = this.#text[this.#at] === character;
    if (isThere) this.#at += 1;
    return isThere;
  }

  #take(token: RegExp): string | null {
    token.lastIndex = this.#at;
    const found = token.exec(this.#text)?.[0] ?? null;
    this.#at += found?.length ?? 0;
    return found;
  }
}
