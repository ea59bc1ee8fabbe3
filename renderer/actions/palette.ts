// Asking for sessions by name and by what was said in them. One question of each kind is under way; the newest words are asked next.
import { NO_OVERLAY } from "../state/overlay";
import { EMPTY_PALETTE, withFound, withNamed, withQuery } from "../state/palette";
import { type ActionContext, runDetached } from "./action-context";

const NAMED = 20;
const HITS = 60;

export class PaletteSearch {
  readonly #context: ActionContext;
  readonly #underWay = { names: false, texts: false };

  constructor(context: ActionContext) {
    this.#context = context;
  }

  show(): void {
    const { state } = this.#context;
    const { overlay } = state.ui.getState();
    if (overlay.type === "palette") return;
    state.palette.setState(EMPTY_PALETTE, true);
    state.ui.setState({ overlay: { type: "palette" }, menuPlace: null, isSidebarOver: false });
  }

  close(): void {
    const { ui, palette } = this.#context.state;
    if (ui.getState().overlay.type !== "palette") return;
    ui.setState({ overlay: NO_OVERLAY });
    palette.setState(EMPTY_PALETTE, true);
  }

  write(query: string): void {
    this.#context.state.palette.setState((palette) => withQuery(palette, query));
    if (this.#sought === "") return;
    runDetached(this.#context, "Looking for sessions", () => this.#ask("names", (words) => this.#askNames(words)));
    runDetached(this.#context, "Searching", () => this.#ask("texts", (words) => this.#askTexts(words)));
  }

  /** What is sought now; empty while nothing, or a command only, is. */
  get #sought(): string {
    const { query } = this.#context.state.palette.getState();
    return query.trim().startsWith(">") ? "" : query.trim();
  }

  async #ask(kind: "names" | "texts", ask: (query: string) => Promise<void>): Promise<void> {
    if (this.#underWay[kind]) return;
    this.#underWay[kind] = true;
    try {
      for (let asked: string | null = null; this.#sought !== "" && asked !== this.#query;) {
        asked = this.#query;
        await ask(asked);
      }
    } finally {
      this.#underWay[kind] = false;
    }
  }

  get #query(): string {
    return this.#context.state.palette.getState().query;
  }

  async #askNames(query: string): Promise<void> {
    const { client, state } = this.#context;
    const reply = await client.invoke("thread/list", { query: query.trim(), limit: NAMED });
    // The names that are known here are shown all the same; the search says what went wrong.
    if (reply.ok) state.palette.setState((palette) => withNamed(palette, { query }, reply.result.threads) ?? {});
  }

  async #askTexts(query: string): Promise<void> {
    const { client, state } = this.#context;
    state.palette.setState({ isSearching: true });
    const reply = await client.invoke("thread/search", { query: query.trim(), limit: HITS });
    state.palette.setState((palette) => {
      if (reply.ok) return { ...(withFound(palette, { query }, reply.result) ?? {}), isSearching: palette.query !== query };
      return palette.query === query ? { isSearching: false, found: null, problem: reply.error.message } : {};
    });
  }
}
