// The list of sessions: its next page, and the whole of it anew when files have changed or the person wants to see others.
import type { CommandResult } from "../../shared/protocol/command";
import { isSameFilter, type ListFilter, listParams, type ThreadList, withFreshPages, withListPage } from "../state/thread-list";
import { addNotice, type WindowState } from "../state/window-state";
import type { ActionContext } from "./action-context";

const FIRST_PAGE = 100;
const LARGEST_PAGE = 200;

/** One reader at a time. What is asked for meanwhile is done once behind it, however often it was asked: the answers set the rate. */
export class SessionListReader {
  readonly #context: ActionContext;
  #isReading = false;
  #isStale = false;

  constructor(context: ActionContext) {
    this.#context = context;
  }

  /** The next page, if there is one and none is being read. */
  async more(): Promise<void> {
    const { nextCursor, isLoaded } = this.#list;
    if (!isLoaded) return this.refresh();
    if (nextCursor !== null && !this.#isReading) await this.#read(() => this.#readNext(nextCursor));
  }

  /** As many sessions as are there now, read anew; what is on screen stays until they have come. */
  async refresh(): Promise<void> {
    if (this.#isReading) {
      this.#isStale = true;
      return;
    }
    await this.#read(() => this.#readAnew());
  }

  async filter(change: Partial<ListFilter>): Promise<void> {
    const { threads } = this.#context.state;
    const filter = { ...threads.getState().filter, ...change };
    threads.setState({ filter, threads: [], nextCursor: null, isLoaded: false });
    await this.refresh();
  }

  get #list(): ThreadList {
    return this.#context.state.threads.getState();
  }

  async #read(task: () => Promise<void>): Promise<void> {
    const { threads } = this.#context.state;
    this.#isReading = true;
    try {
      for (let next = task; ; next = () => this.#readAnew()) {
        this.#isStale = false;
        threads.setState({ held: [] });
        await next();
        if (!this.#isStale) return;
      }
    } finally {
      this.#isReading = false;
      threads.setState({ held: null });
    }
  }

  async #readNext(cursor: string): Promise<void> {
    const { filter } = this.#list;
    const page = await this.#page(filter, cursor, LARGEST_PAGE);
    if (page !== null) this.#take(filter, (list) => withListPage(list, page));
  }

  async #readAnew(): Promise<void> {
    const { filter, threads } = this.#list;
    const wanted = Math.max(FIRST_PAGE, threads.length);
    const pages: CommandResult<"thread/list">[] = [];
    let cursor: string | null = null;
    for (let left = wanted; left > 0 && isSameFilter(filter, this.#list.filter);) {
      const page = await this.#page(filter, cursor, Math.min(LARGEST_PAGE, left));
      if (page === null) return;
      pages.push(page);
      cursor = page.nextCursor;
      left = cursor === null ? 0 : left - page.threads.length;
      if (page.threads.length === 0) break;
    }
    this.#take(filter, (list) => withFreshPages(list, pages));
  }

  async #page(filter: ListFilter, cursor: string | null, limit: number): Promise<CommandResult<"thread/list"> | null> {
    const { client, state } = this.#context;
    const params = { ...listParams(filter), limit, ...(cursor === null ? {} : { cursor }) };
    const reply = await client.invoke("thread/list", params);
    if (reply.ok) return reply.result;
    addNotice(state, "error", `The sessions could not be listed: ${reply.error.message}`);
    return null;
  }

  /** Unless the person has meanwhile asked for others: what is stale then is read again at once. */
  #take(filter: ListFilter, step: (list: ThreadList) => ThreadList): void {
    const { threads }: WindowState = this.#context.state;
    if (isSameFilter(filter, threads.getState().filter)) threads.setState(step);
    else this.#isStale = true;
  }
}
