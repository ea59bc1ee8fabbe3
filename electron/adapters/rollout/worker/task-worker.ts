// The main thread's end of a worker: ports whose methods are carried out there. The worker is started with the first call and again after it died.
import { Worker } from "node:worker_threads";
import { type TaskAnswer, fromTaskError } from "./task-message";

interface Waiting {
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: Error) => void;
}

export interface TaskWorkerParts {
  readonly file: string;
  /** What the worker is told at its start. */
  readonly start: unknown;
  readonly onEvent: (event: unknown) => void;
  readonly onError: (error: unknown) => void;
}

/** What a worker makes is read once and done with: room for more of it makes nothing faster, only the program larger. */
const YOUNG_MIB = 12;
/** Many times what the longest line takes. The engine lets less garbage pile up where it may use less. */
const OLD_MIB = 1024;

export class TaskWorker {
  readonly #parts: TaskWorkerParts;
  readonly #waiting = new Map<number, Waiting>();
  #worker: Worker | null = null;
  #lastId = 0;
  #isClosed = false;

  constructor(parts: TaskWorkerParts) {
    this.#parts = parts;
  }

  /** A port of the worker's. `methods`: all of its methods, each answered there. */
  port<Port extends object>(name: string, methods: { readonly [Method in keyof Port]: true }): Port {
    const names = Object.keys(methods);
    const call =
      (method: string) =>
      (...args: unknown[]): Promise<unknown> =>
        this.#call(name, method, args);
    // Every method of a port returns a promise; names and types come from the same list.
    return Object.fromEntries(names.map((method) => [method, call(method)])) as Port;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    const worker = this.#worker;
    this.#worker = null;
    await worker?.terminate();
    this.#failAll(new Error("the program is ending"));
  }

  #call(port: string, method: string, args: readonly unknown[]): Promise<unknown> {
    if (this.#isClosed) return Promise.reject(new Error("the program is ending"));
    const worker = (this.#worker ??= this.#started());
    this.#lastId += 1;
    const id = this.#lastId;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      worker.ref();
      worker.postMessage({ id, port, method, args });
    });
  }

  #started(): Worker {
    const worker = new Worker(this.#parts.file, {
      workerData: this.#parts.start,
      resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MIB, maxOldGenerationSizeMb: OLD_MIB },
    });
    worker.unref();
    worker.on("message", (answer: TaskAnswer) => this.#receive(answer));
    worker.on("error", (error) => this.#lose(worker, error));
    worker.on("exit", () => this.#lose(worker, new Error("the reader of past sessions has ended; try again")));
    return worker;
  }

  #receive(answer: TaskAnswer): void {
    if ("event" in answer) {
      this.#parts.onEvent(answer.event);
      return;
    }
    const waiting = this.#waiting.get(answer.id);
    this.#waiting.delete(answer.id);
    // A worker that nobody waits for keeps no program alive.
    if (this.#waiting.size === 0) this.#worker?.unref();
    if ("error" in answer) waiting?.reject(fromTaskError(answer.error));
    else waiting?.resolve(answer.result);
  }

  #lose(worker: Worker, error: unknown): void {
    if (this.#worker !== worker) return;
    this.#worker = null;
    if (this.#waiting.size > 0) this.#parts.onError(error);
    this.#failAll(error instanceof Error ? error : new Error(String(error)));
  }

  #failAll(error: Error): void {
    const waiting = [...this.#waiting.values()];
    this.#waiting.clear();
    for (const { reject } of waiting) reject(error);
  }
}
