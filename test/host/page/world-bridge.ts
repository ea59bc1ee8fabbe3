// Calls between the page's own world and the preload's. The worlds share no object; what they share is the document, on
// which an event is dispatched synchronously and its `detail` is cloned by the browser engine. Both worlds run this code.

interface Call {
  readonly id: number;
  readonly args: unknown[];
}
type Reply = { readonly value: unknown } | { readonly error: string };
type Settlement = { readonly id: number } & Reply;
type Callable = (...args: unknown[]) => unknown;

export interface WorldBridgeOptions {
  /** Random, so that a page cannot guess the events' names. */
  readonly token: string;
  readonly side: "page" | "preload";
  /** What the other side reaches with `callRoot`. */
  readonly root: Callable;
}

const ROOT = 0;
const NOT_CLONEABLE = "An object could not be cloned.";

export class WorldBridge {
  readonly #token: string;
  readonly #outgoing: string;
  readonly #functions = new Map<number, Callable>();
  readonly #promises = new Map<number, (settlement: Reply) => void>();
  // Taken at document start, before the page can put its own in their place.
  readonly #dispatch = EventTarget.prototype.dispatchEvent.bind(document);
  readonly #Event = CustomEvent;
  #lastId = ROOT;
  #reply: Reply | undefined;

  constructor({ token, side, root }: WorldBridgeOptions) {
    this.#token = token;
    this.#outgoing = `${token}-${side}-`;
    this.#functions.set(ROOT, root);
    const incoming = `${token}-${side === "page" ? "preload" : "page"}-`;
    const listen = <T>(name: string, listener: (detail: T) => void): void =>
      document.addEventListener(incoming + name, (event) => listener((event as CustomEvent<T>).detail));
    listen<Call>("call", (call) => this.#send("reply", this.#answer(call)));
    listen<Reply>("reply", (reply) => (this.#reply = reply));
    listen<Settlement>("settle", (settlement) => {
      this.#promises.get(settlement.id)?.(settlement);
      this.#promises.delete(settlement.id);
    });
  }

  /** Calls the other side's root function; returns what it returns, throws what it throws. */
  callRoot(...args: unknown[]): unknown {
    return this.#call(ROOT, args);
  }

  #call(id: number, args: unknown[]): unknown {
    const outer = this.#reply;
    this.#reply = undefined;
    this.#send("call", { id, args: this.#lift(args) });
    const reply = this.#reply as Reply | undefined;
    this.#reply = outer;
    if (reply === undefined) throw new Error(NOT_CLONEABLE);
    if ("error" in reply) throw new Error(reply.error);
    return this.#land(reply.value);
  }

  #answer({ id, args }: Call): Reply {
    try {
      const called = this.#functions.get(id);
      if (called === undefined) throw new Error("no such function");
      return { value: this.#lift(called(...args.map((argument) => this.#land(argument)))) };
    } catch (error) {
      return { error: textOf(error) };
    }
  }

  #send(name: string, detail: unknown): void {
    this.#dispatch(new this.#Event(this.#outgoing + name, { detail }));
  }

  /** Functions and promises become references; what else the engine can clone is left to it. */
  #lift(value: unknown, seen = new Map<object, unknown>()): unknown {
    if (typeof value === "function") {
      const id = (this.#lastId += 1);
      this.#functions.set(id, value as Callable);
      return { [this.#token]: "function", id };
    }
    if (typeof value === "symbol") throw new Error(NOT_CLONEABLE);
    if (value === null || typeof value !== "object") return value;
    if (seen.has(value)) return seen.get(value);
    if (value instanceof Promise) return this.#liftPromise(value);
    if (Array.isArray(value)) {
      const lifted: unknown[] = [];
      seen.set(value, lifted);
      for (const item of value as unknown[]) lifted.push(this.#lift(item, seen));
      return lifted;
    }
    if (!isPlain(value)) return clonedByEngine(value);
    const lifted: Record<string, unknown> = {};
    seen.set(value, lifted);
    for (const [key, item] of Object.entries(value)) lifted[key] = this.#lift(item, seen);
    return lifted;
  }

  #liftPromise(promise: Promise<unknown>): unknown {
    const id = (this.#lastId += 1);
    promise.then(
      (value) => this.#settle(id, () => ({ value: this.#lift(value) })),
      (error: unknown) => this.#settle(id, () => ({ error: textOf(error) })),
    );
    return { [this.#token]: "promise", id };
  }

  #settle(id: number, outcome: () => Reply): void {
    let settlement: Reply;
    try {
      settlement = outcome();
    } catch (error) {
      settlement = { error: textOf(error) };
    }
    this.#send("settle", { id, ...settlement });
  }

  /** The inverse of `#lift`, in place: the value is a fresh clone that nobody else holds. */
  #land(value: unknown, seen = new Set<object>()): unknown {
    if (value === null || typeof value !== "object" || seen.has(value)) return value;
    const mark: unknown = Reflect.get(value, this.#token);
    if (mark === "function") return this.#proxy(Number(Reflect.get(value, "id")));
    if (mark === "promise") return this.#promise(Number(Reflect.get(value, "id")));
    if (!Array.isArray(value) && !isPlain(value)) return value;
    seen.add(value);
    for (const [key, item] of Object.entries(value)) {
      if (item !== null && typeof item === "object") Reflect.set(value, key, this.#land(item, seen));
    }
    return value;
  }

  #proxy(id: number): Callable {
    return (...args) => this.#call(id, args);
  }

  #promise(id: number): Promise<unknown> {
    return new Promise((resolve, reject) => {
      this.#promises.set(id, (settlement) => {
        if ("error" in settlement) reject(new Error(settlement.error));
        else resolve(this.#land(settlement.value));
      });
    });
  }
}

function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

function clonedByEngine(value: object): unknown {
  try {
    return structuredClone(value);
  } catch (cause) {
    throw new Error(NOT_CLONEABLE, { cause });
  }
}

function textOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
