// Brings drafts to disk: shortly after the last key, and at once when one was handed over, or the window loses the focus or goes away.
import { type Drafts, keptText } from "../state/drafts";
import { addNotice } from "../state/window-state";
import type { ActionContext } from "./action-context";

const QUIET_MS = 400;

export class DraftWriter {
  readonly #context: ActionContext;
  /** What the disk holds, by key. */
  readonly #written = new Map<string, string>();
  #timer: ReturnType<typeof setTimeout> | null = null;

  constructor(context: ActionContext) {
    this.#context = context;
    context.state.drafts.subscribe((drafts, before) => {
      // What was taken must not come back as a draft when the app dies now.
      if (wasTaken(drafts, before)) this.flush();
      else this.#schedule();
    });
  }

  /** Drafts as they were read; they need no writing. */
  wasRead(drafts: Readonly<Record<string, string>>): void {
    for (const [key, text] of Object.entries(drafts)) this.#written.set(key, text);
  }

  /** Writes what differs from the disk now. */
  flush(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    const { client, state } = this.#context;
    for (const [key, text] of changedDrafts(state.drafts.getState(), this.#written)) {
      this.#written.set(key, text);
      client.invoke("draft/write", { key, text }).then(
        (reply) => {
          if (!reply.ok) addNotice(state, "warning", `Your draft could not be kept on disk: ${reply.error.message}`);
        },
        (error: unknown) => addNotice(state, "warning", String(error)),
      );
    }
  }

  #schedule(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.flush(), QUIET_MS);
  }
}

/** A submission was accepted, or refused: then it is in the draft again. */
function wasTaken(drafts: Drafts, before: Drafts): boolean {
  return Object.entries(drafts).some(([key, { sending }]) => sending === null && (before[key]?.sending ?? null) !== null);
}

function changedDrafts(drafts: Drafts, written: ReadonlyMap<string, string>): [string, string][] {
  return Object.entries(drafts)
    .map(([key, draft]): [string, string] => [key, keptText(draft)])
    .filter(([key, text]) => (written.get(key) ?? "") !== text);
}
