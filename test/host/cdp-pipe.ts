// The DevTools protocol over two pipes, one JSON text per NUL byte. Nothing listens, and the pipe's end is the host's end.
import { EventEmitter } from "node:events";
import type { Readable, Writable } from "node:stream";
import type { CDPSession } from "playwright";

/** The page, its document or Chromium itself is no longer there: nobody waits for what was asked. */
export class TargetGone extends Error {
  override readonly name = "TargetGone";
}

const GONE =
  /Session with given id not found|Target closed|navigated or closed|uniqueContextId not found|Cannot find context|Invalid InterceptionId|Not attached to an active page|No target with given id/;

interface Call {
  readonly method: string;
  readonly session: string | undefined;
  readonly resolve: (result: never) => void;
  readonly reject: (error: Error) => void;
}

/** What Chromium writes: the answer to a call (with `id`) or an event (with `method`). */
interface Incoming {
  readonly id?: number;
  readonly result: never;
  readonly error?: { readonly message: string };
  readonly method: string;
  readonly params?: { readonly sessionId?: string };
  readonly sessionId?: string;
}

export class CdpPipe {
  /** The browser itself: Target.*, Browser.*. */
  readonly browser: CDPSession;
  readonly #browser: Session;
  readonly #sessions = new Map<string, Session>();
  readonly #calls = new Map<number, Call>();
  readonly #output: Writable;
  #lastId = 0;
  #isClosed = false;

  constructor(output: Writable, input: Readable) {
    this.#output = output;
    this.#browser = this.#open(undefined);
    this.browser = this.#browser;
    // A broken pipe is Chromium's end, which its process reports.
    output.on("error", () => this.close());
    input.on("error", () => this.close());
    input.on("close", () => this.close());
    // Each message in a turn of its own, as Electron takes what its processes say: what one has started by promise is under way when the
    // next one comes.
    input.on(
      "data",
      splitFrames((text) => setImmediate(() => this.#receive(JSON.parse(text)))),
    );
  }

  session(id: string): CDPSession {
    const session = this.#open(id);
    this.#sessions.set(id, session);
    return session;
  }

  /** Every call that waits, and every later one, is rejected with TargetGone. */
  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#abandon(() => true);
  }

  #open(id: string | undefined): Session {
    return new Session((method, params) => this.#call(id, method, params));
  }

  #call(session: string | undefined, method: string, params: object): Promise<never> {
    return new Promise((resolve, reject) => {
      if (this.#isClosed) return reject(new TargetGone(`${method}: Chromium is gone`));
      const id = (this.#lastId += 1);
      this.#calls.set(id, { method, session, resolve, reject });
      this.#output.write(`${JSON.stringify({ id, method, params, sessionId: session })}\0`);
    });
  }

  #receive(incoming: Incoming): void {
    if (incoming.id !== undefined) return this.#answer(incoming.id, incoming);
    if (incoming.method === "Target.detachedFromTarget") {
      const session = incoming.params?.sessionId;
      this.#abandon((call) => call.session === session && session !== undefined);
    }
    const session = incoming.sessionId === undefined ? this.#browser : this.#sessions.get(incoming.sessionId);
    session?.emit(incoming.method, incoming.params);
  }

  #answer(id: number, { result, error }: Incoming): void {
    const call = this.#calls.get(id);
    if (call === undefined) return;
    this.#calls.delete(id);
    if (error === undefined) return call.resolve(result);
    const text = `${call.method}: ${error.message}`;
    call.reject(GONE.test(error.message) ? new TargetGone(text) : new Error(text));
  }

  #abandon(isAbandoned: (call: Call) => boolean): void {
    for (const [id, call] of this.#calls) {
      if (!isAbandoned(call)) continue;
      this.#calls.delete(id);
      call.reject(new TargetGone(`${call.method}: the target is gone`));
    }
  }
}

class Session extends EventEmitter implements CDPSession {
  readonly send: CDPSession["send"];

  constructor(call: (method: string, params: object) => Promise<never>) {
    super();
    this.setMaxListeners(0);
    this.send = (method, params) => call(method, params ?? {});
  }

  detach(): Promise<void> {
    return Promise.reject(new Error("a page keeps its session for life"));
  }
}

/** Cuts a byte stream at its NUL bytes; a text may come in any number of chunks. */
export function splitFrames(onFrame: (text: string) => void): (chunk: Buffer) => void {
  let parts: Buffer[] = [];
  return (chunk) => {
    let start = 0;
    for (let end = chunk.indexOf(0); end !== -1; end = chunk.indexOf(0, start)) {
      const text = Buffer.concat([...parts, chunk.subarray(start, end)]).toString("utf8");
      parts = [];
      start = end + 1;
      onFrame(text);
    }
    if (start < chunk.length) parts.push(chunk.subarray(start));
  };
}
