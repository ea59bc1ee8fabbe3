// Where the files lie that are read page by page: asked of the catalog once, and again when a file has gone from there.
import type { ThreadId } from "../../shared/protocol/ids";
import { CommandRefused } from "../runtime/errors";
import type { SessionFile } from "../runtime/ports/past-sessions";

/** More are not paged through at once. */
const KEPT = 100;

export class LocatedFiles {
  readonly #locate: (threadId: ThreadId) => Promise<SessionFile>;
  readonly #files = new Map<ThreadId, SessionFile>();

  constructor(locate: (threadId: ThreadId) => Promise<SessionFile>) {
    this.#locate = locate;
  }

  /** Rejects as `locate` and `read` do. */
  async read<Result>(threadId: ThreadId, read: (file: SessionFile) => Promise<Result>): Promise<Result> {
    const known = this.#files.get(threadId);
    try {
      if (known !== undefined) return await read(known);
    } catch (error) {
      // It was moved, or it is gone.
      if (!(error instanceof CommandRefused) || error.kind !== "notARollout") throw error;
      this.#files.delete(threadId);
    }
    const file = await this.#locate(threadId);
    this.#remember(threadId, file);
    return read(file);
  }

  #remember(threadId: ThreadId, file: SessionFile): void {
    this.#files.set(threadId, file);
    const [oldest] = this.#files.keys();
    if (this.#files.size > KEPT && oldest !== undefined) this.#files.delete(oldest);
  }
}
