// One thread on fakes with its first turn started, for tests that tell a story. Whatever a test looks at, the invariants of the whole thread are
// checked when it ends.
import { expect, onTestFinished } from "vitest";
import type { Notification } from "../../shared/protocol/event";
import { ItemId, type InputId, type ThreadId, type TurnId } from "../../shared/protocol/ids";
import type { ResponseItem } from "../../shared/protocol/response-item";
import type { Turn } from "../../shared/protocol/thread";
import type { ToolItem, TurnItem } from "../../shared/protocol/turn-item";
import { isToolItem } from "../../shared/protocol/turn-item";
import { inputText } from "../../shared/protocol/user-input";
import type { ModelRequest } from "../../electron/runtime/ports/model-client";
import { ScriptedClient } from "./scripted-client";
import { TestRuntime, brief, type TestOptions } from "./test-session";
import { threadBreaches, type BreachFacts } from "./thread-breaches";

/** Lines that every first turn begins with: header, accepted input, start, context, and the input's three. */
export const OPENING = [
  "session_meta",
  "cf_input start",
  "task_started",
  "turn_context",
  "cf_input_end sampled",
  "user: go",
  "user_message",
];

export class Scenario {
  readonly runtime: TestRuntime;
  readonly id: ThreadId;
  turnId: TurnId;
  /** How the invariants are judged in the end. */
  facts: BreachFacts = {};

  constructor(runtime: TestRuntime, { id, turnId }: { id: ThreadId; turnId: TurnId }) {
    this.runtime = runtime;
    this.id = id;
    this.turnId = turnId;
    onTestFinished(async () => expect(await threadBreaches(this.runtime, this.id, this.facts)).toEqual([]));
  }

  /** Moves time on and lets everything run that is due. */
  advance(ms: number): Promise<void> {
    return this.runtime.clock.advance(ms);
  }

  /** Runs the current turn to its end. */
  async end(): Promise<Turn> {
    return completedTurn(await this.runtime.until(this.runtime.turnEnd(this.id, this.turnId)));
  }

  /** Presses Stop; how the turn ended, and how long that took in milliseconds. */
  async interrupt(): Promise<Turn & { tookMs: number }> {
    const { session } = await this.runtime.manager.open(this.id);
    const startedAtMs = this.runtime.clock.nowMs();
    await this.runtime.until(session.interrupt());
    const tookMs = this.runtime.clock.nowMs() - startedAtMs;
    return { ...(await this.end()), tookMs };
  }

  /** Starts another turn; it becomes the current one. */
  async start(text: string, clientId?: string): Promise<void> {
    const { turnId } = await this.runtime.until(this.runtime.start(this.id, text, clientId));
    this.turnId = turnId;
  }

  async steer(text: string, clientId?: string): Promise<void> {
    const steer = { turnId: this.turnId, text, ...(clientId === undefined ? {} : { clientId }) };
    await this.runtime.until(this.runtime.steer(this.id, steer));
  }

  enqueue(text: string, clientId?: string): Promise<InputId> {
    return this.runtime.until(this.runtime.enqueue(this.id, text, clientId));
  }

  /** Mail from another program. */
  mail(text: string, options: { author?: string; triggerTurn?: boolean; clientId?: string } = {}): Promise<InputId> {
    return this.runtime.until(this.runtime.mail(this.id, { text, ...options }));
  }

  async queue(): Promise<{ texts: string[]; paused: boolean }> {
    const { session } = await this.runtime.manager.open(this.id);
    const { data, paused } = session.queue.state;
    return { texts: data.map(({ input }) => inputText(input)), paused };
  }

  /** Lets time pass until nothing runs and nothing follows. */
  async idle(): Promise<void> {
    const { session } = await this.runtime.manager.open(this.id);
    await this.runtime.until(session.idle());
  }

  async wake(callId: string): Promise<boolean> {
    const { session } = await this.runtime.manager.open(this.id);
    return session.wake(ItemId.parse(callId));
  }

  /** The rollout in few words, without what every first turn begins with. */
  lines(): string[] {
    const lines = this.runtime.lines(this.id).map(brief);
    expect(lines.slice(0, OPENING.length)).toEqual(OPENING);
    return lines.slice(OPENING.length);
  }

  events(method?: Notification["method"]): Notification[] {
    return this.runtime.events.filter((event) => method === undefined || event.method === method);
  }

  /** What each request held, item by item in few words. */
  requests(): string[][] {
    return modelRequests(this.runtime).map(({ input }) => input.map(briefItem));
  }

  /** Names of the tools that the first request advertised. */
  requestedTools(): string[] {
    return (
      modelRequests(this.runtime)[0]?.tools.map(({ namespace, name }) =>
        namespace === undefined ? name : `${namespace}.${name}`,
      ) ?? []
    );
  }

  /** The item as it was told last. */
  item(id: string): TurnItem {
    const told = this.runtime.events.findLast(
      (event) => (event.method === "item/started" || event.method === "item/completed") && event.params.item.id === id,
    );
    if (told?.method !== "item/started" && told?.method !== "item/completed") throw new Error(`no item ${id}`);
    return told.params.item;
  }

  toolItem(id: string): ToolItem {
    const item = this.item(id);
    if (!isToolItem(item)) throw new Error(`${id} is not a tool's item`);
    return item;
  }
}

/** Everything that was asked of the scripted model, in order. */
export function modelRequests({ client }: Pick<TestRuntime, "client">): readonly ModelRequest[] {
  if (!(client instanceof ScriptedClient)) throw new Error("this client keeps no requests");
  return client.requests;
}

/** A new thread; its first turn has been accepted and has run as far as it can without time. */
export async function scenario(options: TestOptions): Promise<Scenario> {
  const runtime = new TestRuntime(options);
  const { id } = await runtime.startThread();
  const { turnId } = await runtime.until(runtime.start(id, "go"));
  const started = new Scenario(runtime, { id, turnId });
  await started.advance(0);
  return started;
}

function completedTurn(event: Notification): Turn {
  if (event.method !== "turn/completed") throw new Error(`not a turn's end: ${event.method}`);
  return event.params.turn;
}

function briefItem(item: ResponseItem): string {
  return brief({ timestamp: "", type: "response_item", payload: item });
}
