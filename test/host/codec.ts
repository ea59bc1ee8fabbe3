// Values of the structured clone algorithm as text and back: what crosses between the main process and the page is JSON.
// The page's isolated world runs the same source, so it may use nothing that only Node or only a browser has.

const NOT_CLONEABLE = "An object could not be cloned.";

/** Encodes any value that `structuredClone` takes. Throws Electron's "An object could not be cloned." for everything else. */
export function encode(value: unknown): string {
  return JSON.stringify(new Encoder().node(cloned(value)));
}

/** The value that `encode` was given: equal in content, cycles and shared references included. */
export function decode(text: string): unknown {
  return new Decoder().value(JSON.parse(text));
}

function cloned(value: unknown): unknown {
  try {
    return structuredClone(value);
  } catch (cause) {
    throw new Error(NOT_CLONEABLE, { cause });
  }
}

/**
 * Plain objects stay JSON objects; everything JSON lacks is an array that begins with a one-letter tag. Each object has
 * the number of its first visit, by which a second visit refers to it.
 */
type Tag = "A" | "H" | "U" | "N" | "I" | "R" | "D" | "X" | "M" | "S" | "E" | "B" | "V" | "P";

class Encoder {
  readonly #visited = new Map<object, number>();

  node(value: unknown): unknown {
    switch (typeof value) {
      case "string":
      case "boolean":
        return value;
      case "number":
        return Number.isFinite(value) && !Object.is(value, -0) ? value : tagged("N", Object.is(value, -0) ? "-0" : String(value));
      case "undefined":
        return tagged("U");
      case "bigint":
        return tagged("I", String(value));
      case "object":
        return value === null ? null : this.#object(value);
      case "symbol":
      case "function":
        throw new Error(NOT_CLONEABLE);
    }
  }

  #object(value: object): unknown {
    const visit = this.#visited.get(value);
    if (visit !== undefined) return tagged("R", visit);
    this.#visited.set(value, this.#visited.size);

    if (Array.isArray(value))
      return tagged("A", ...Array.from(value, (item: unknown, index) => (index in value ? this.node(item) : tagged("H"))));
    if (value instanceof Date) return tagged("D", Number.isNaN(value.getTime()) ? null : value.getTime());
    if (value instanceof RegExp) return tagged("X", value.source, value.flags);
    if (value instanceof Map) return tagged("M", ...Array.from(value, ([key, item]) => [this.node(key), this.node(item)]));
    if (value instanceof Set) return tagged("S", ...Array.from(value, (item) => this.node(item)));
    if (value instanceof Error)
      return tagged("E", value.name, value.message, value.stack ?? "", ...("cause" in value ? [this.node(value.cause)] : []));
    if (value instanceof ArrayBuffer) return tagged("B", toBase64(new Uint8Array(value)));
    if (ArrayBuffer.isView(value))
      return tagged("V", viewName(value), toBase64(new Uint8Array(value.buffer, value.byteOffset, value.byteLength)));
    if (value instanceof Boolean || value instanceof Number || value instanceof String)
      return tagged("P", this.node(value.valueOf()));
    if (Object.getPrototypeOf(value) !== Object.prototype) throw new Error(NOT_CLONEABLE);
    const node = Object.create(null) as Record<string, unknown>;
    for (const [key, item] of Object.entries(value)) node[key] = this.node(item);
    return node;
  }
}

class Decoder {
  readonly #visited: object[] = [];

  value(node: unknown): unknown {
    if (node === null || typeof node !== "object") return node;
    return Array.isArray(node) ? this.#tagged(node) : this.#plain(node);
  }

  #plain(node: object): object {
    const value = this.#visit({});
    for (const [key, item] of Object.entries(node)) {
      // An own key named __proto__ must not become the prototype.
      Object.defineProperty(value, key, { value: this.value(item), enumerable: true, writable: true, configurable: true });
    }
    return value;
  }

  #tagged([tag, ...parts]: unknown[]): unknown {
    switch (tag as Tag) {
      case "U":
      case "H":
        return undefined;
      case "N":
        return Number(parts[0]);
      case "I":
        return BigInt(String(parts[0]));
      case "R":
        return this.#visited[Number(parts[0])];
      case "A":
        return this.#array(parts);
      case "D":
        return this.#visit(new Date(parts[0] === null ? Number.NaN : Number(parts[0])));
      case "X":
        return this.#visit(new RegExp(String(parts[0]), String(parts[1])));
      case "M":
        return this.#map(parts);
      case "S":
        return this.#set(parts);
      case "E":
        return this.#error(parts);
      case "B":
        return this.#visit(fromBase64(String(parts[0])).buffer);
      case "V":
        return this.#visit(new (viewConstructor(String(parts[0])))(fromBase64(String(parts[1])).buffer));
      case "P":
        return this.#visit(Object(this.value(parts[0])) as object);
    }
  }

  #array(parts: unknown[]): unknown[] {
    const value = this.#visit(new Array<unknown>(parts.length));
    parts.forEach((part, index) => {
      const isHole = Array.isArray(part) && part[0] === "H";
      if (!isHole) value[index] = this.value(part);
    });
    return value;
  }

  #map(parts: unknown[]): Map<unknown, unknown> {
    const value = this.#visit(new Map<unknown, unknown>());
    for (const part of parts) {
      if (Array.isArray(part)) value.set(this.value(part[0]), this.value(part[1]));
    }
    return value;
  }

  #set(parts: unknown[]): Set<unknown> {
    const value = this.#visit(new Set<unknown>());
    for (const part of parts) value.add(this.value(part));
    return value;
  }

  #error([name, text, stack, ...cause]: unknown[]): Error {
    const known = { RangeError, TypeError, SyntaxError, ReferenceError, EvalError, URIError };
    const kind = Object.entries(known).find(([key]) => key === name)?.[1] ?? Error;
    const value = this.#visit(new kind(String(text)));
    value.stack = String(stack);
    if (cause.length > 0) value.cause = this.value(cause[0]);
    return value;
  }

  #visit<T extends object>(value: T): T {
    this.#visited.push(value);
    return value;
  }
}

function tagged(tag: Tag, ...parts: unknown[]): unknown[] {
  return [tag, ...parts];
}

const VIEWS = {
  DataView,
  Int8Array,
  Uint8Array,
  Uint8ClampedArray,
  Int16Array,
  Uint16Array,
  Int32Array,
  Uint32Array,
  Float32Array,
  Float64Array,
  BigInt64Array,
  BigUint64Array,
};

function viewName(view: ArrayBufferView): string {
  const name = Object.entries(VIEWS).find(([, kind]) => view instanceof kind)?.[0];
  if (name === undefined) throw new Error(NOT_CLONEABLE);
  return name;
}

function viewConstructor(name: string): new (buffer: ArrayBuffer) => ArrayBufferView {
  const kind = Object.entries(VIEWS).find(([key]) => key === name)?.[1];
  if (kind === undefined) throw new Error(`no such view: ${name}`);
  return kind;
}

function toBase64(bytes: Uint8Array): string {
  // In pieces: the engine limits how many arguments one call may have.
  const piece = 0x8000;
  let text = "";
  for (let at = 0; at < bytes.length; at += piece) text += String.fromCharCode(...bytes.subarray(at, at + piece));
  return btoa(text);
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
}
