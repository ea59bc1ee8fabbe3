// Who hears what: notifications go to the clients subscribed to their thread, in order, and never before the reply to the submission that
// caused them (protocol.md §1).
import type { FileEvent, Notification } from "../../shared/protocol/event";
import type { ThreadId } from "../../shared/protocol/ids";

export class HubClient {
  readonly #deliver: (message: unknown) => void;
  readonly #threads = new Set<ThreadId>();
  readonly #holds = new Set<Hold>();
  #held: unknown[] = [];
  /** Whether it has asked for the list of sessions, and so hears of its changes. */
  hearsList = false;

  constructor(deliver: (message: unknown) => void) {
    this.#deliver = deliver;
  }

  subscribe(threadId: ThreadId): void {
    this.#threads.add(threadId);
  }

  unsubscribe(threadId: ThreadId): void {
    this.#threads.delete(threadId);
  }

  hears(threadId: ThreadId): boolean {
    return this.#threads.has(threadId);
  }

  get threads(): readonly ThreadId[] {
    return [...this.#threads];
  }

  push(message: unknown): void {
    for (const hold of this.#holds) if (covers(hold, message)) hold.isOn ||= hold.from(message);
    if (this.#isHeld(message)) this.#held.push(message);
    else this.#deliver(message);
  }

  /**
   * For a request whose reply is not out yet: keeps back what belongs to the thread, or everything without one, from the first message that `from`
   * names on, until the returned function is called.
   */
  hold({ threadId = null, from = () => true }: Partial<Pick<Hold, "threadId" | "from">> = {}): () => void {
    const hold: Hold = { threadId, from, isOn: false };
    this.#holds.add(hold);
    return () => {
      this.#holds.delete(hold);
      const held = this.#held;
      this.#held = [];
      for (const message of held) {
        if (this.#isHeld(message)) this.#held.push(message);
        else this.#deliver(message);
      }
    };
  }

  #isHeld(message: unknown): boolean {
    return [...this.#holds].some((hold) => hold.isOn && covers(hold, message));
  }
}

interface Hold {
  readonly threadId: string | null;
  readonly from: (message: unknown) => boolean;
  isOn: boolean;
}

function covers({ threadId }: Hold, message: unknown): boolean {
  return threadId === null || threadId === threadIdIn(message);
}

/** Of the parameters that a message has, or that a request came with. */
export function threadIdIn(message: unknown): string | null {
  if (typeof message !== "object" || message === null || !("params" in message)) return null;
  const { params } = message;
  if (typeof params !== "object" || params === null || !("threadId" in params)) return null;
  return typeof params.threadId === "string" ? params.threadId : null;
}

export class EventHub {
  readonly #clients = new Set<HubClient>();

  connect(deliver: (message: unknown) => void): HubClient {
    const client = new HubClient(deliver);
    this.#clients.add(client);
    return client;
  }

  disconnect(client: HubClient): void {
    this.#clients.delete(client);
  }

  isHeard(threadId: ThreadId): boolean {
    return [...this.#clients].some((client) => client.hears(threadId));
  }

  readonly publish = (notification: Notification): void => {
    this.send(notification.params.threadId, notification);
  };

  /** News about sessions as files: of one to those who look at it, of the list to those who have asked for it. */
  readonly publishFileEvent = (event: FileEvent): void => {
    if (event.method === "thread/index/progress") this.send(event.params.threadId, event);
    else for (const client of this.#clients) if (client.hearsList) client.push(event);
  };

  send(threadId: ThreadId, message: unknown): void {
    for (const client of this.#clients) if (client.hears(threadId)) client.push(message);
  }
}
