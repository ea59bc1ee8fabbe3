// The events of one thread on their way out: numbered, folded into the thread's view, with the status that follows from them. What is open is
// known here, so that nothing starts twice and everything that started can be closed.
import type { Notification, ThreadEvent } from "../../../shared/protocol/event";
import type { ItemId, ThreadId } from "../../../shared/protocol/ids";
import type { ThreadStatus } from "../../../shared/protocol/thread";
import { isOpen, isToolItem, type TurnItem } from "../../../shared/protocol/turn-item";
import { applyEvent, type ThreadView } from "../../../shared/view/thread-view";
import type { Clock } from "../ports/clock";

export interface EventStreamParts {
  readonly threadId: ThreadId;
  readonly clock: Clock;
  /** Changed in place with every event. */
  readonly view: ThreadView;
  readonly publish: (notification: Notification) => void;
  /** What the recorded lines say of the thread. */
  readonly recordedStatus: () => ThreadStatus;
  /** Number and time of the last event so far: a thread opened anew goes on counting. */
  readonly seq: number;
  readonly updatedAtMs: number;
}

export class EventStream {
  readonly #parts: EventStreamParts;
  readonly #openIds = new Set<ItemId>();
  #seq: number;
  #updatedAtMs: number;
  #status: ThreadStatus = { type: "idle" };
  #isWaitingForNetwork = false;

  constructor(parts: EventStreamParts) {
    this.#parts = parts;
    this.#seq = parts.seq;
    this.#updatedAtMs = parts.updatedAtMs;
    for (const item of parts.view.items) if (isOpen(item)) this.#openIds.add(item.id);
  }

  /** Number of the last event; a snapshot of the view taken now holds all events up to it. */
  get seq(): number {
    return this.#seq;
  }

  get updatedAtMs(): number {
    return this.#updatedAtMs;
  }

  get status(): ThreadStatus {
    return this.#status;
  }

  /** A change of status is told before the event it comes with. A second start of an open item (it streamed before it was recorded) is not told. */
  emit(event: ThreadEvent): void {
    if (event.method === "item/started") {
      if (this.#openIds.has(event.params.item.id)) return;
      this.#openIds.add(event.params.item.id);
    }
    if (event.method === "item/completed") this.#openIds.delete(event.params.item.id);
    if (event.method === "error") this.#isWaitingForNetwork = event.params.willRetry && event.params.error.code === "network";
    else if (event.method.startsWith("item/") || event.method === "turn/completed") this.#isWaitingForNetwork = false;
    if (!isDelta(event)) this.updateStatus();
    this.#publish(event);
  }

  /** Closes on screen, as it is now, what can no longer be closed in the file (I9). */
  closeOpenItems(): void {
    const open = this.#parts.view.items.filter((item) => this.#openIds.has(item.id));
    for (const item of open) {
      const closed: TurnItem = isToolItem(item) || item.type === "contextCompaction" ? { ...item, status: "aborted" } : item;
      this.emit({ method: "item/completed", params: { turnId: item.turnId, item: closed } });
    }
  }

  updateStatus(): void {
    const status = this.#currentStatus();
    if (JSON.stringify(status) === JSON.stringify(this.#status)) return;
    this.#status = status;
    this.#publish({ method: "thread/status/changed", params: { status } });
  }

  #currentStatus(): ThreadStatus {
    const status = this.#parts.recordedStatus();
    if (status.type !== "active" || !this.#isWaitingForNetwork) return status;
    return { ...status, flags: [...status.flags, "waitingForNetwork"] };
  }

  #publish(event: ThreadEvent): void {
    const { view, clock, publish, threadId } = this.#parts;
    applyEvent(view, event);
    this.#seq += 1;
    this.#updatedAtMs = clock.nowMs();
    const envelope = { threadId, seq: this.#seq, emittedAtMs: this.#updatedAtMs };
    // The union of methods and params is kept; TypeScript cannot follow a spread over it.
    publish({ method: event.method, params: { ...event.params, ...envelope } } as Notification);
  }
}

function isDelta(event: ThreadEvent): boolean {
  return (
    event.method === "item/agentMessage/delta" ||
    event.method === "item/reasoning/summaryTextDelta" ||
    event.method === "item/commandExecution/outputDelta"
  );
}
