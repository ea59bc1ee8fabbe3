// What tests of the queue and of crashes say again and again: change it, take it up, what was sent, a store with a door, the next start.
import type { FollowUpQueue } from "../../electron/runtime/input/follow-up-queue";
import type { FakeClock } from "./fake-clock";
import { gate, type Gate } from "./gate";
import { MemoryRolloutStore } from "./memory-rollout-store";
import type { Script } from "./scripted-client";
import { Scenario } from "./scenario";
import { TestRuntime, countingIds } from "./test-session";

/** A response of which nothing comes until the request is aborted. */
export const HANGS: Script = { steps: [], end: { type: "hang" } };

/** How each turn ended, in order. */
export function statuses(thread: Scenario): string[] {
  return thread.events("turn/completed").map((event) => (event.method === "turn/completed" ? event.params.turn.status : ""));
}

export function change(thread: Scenario, apply: (queue: FollowUpQueue) => Promise<void>): Promise<void> {
  return thread.runtime.until(thread.runtime.manager.changeQueue(thread.id, ({ queue }) => apply(queue)));
}

export function resume(thread: Scenario): Promise<void> {
  return thread.runtime.until(thread.runtime.manager.changeQueue(thread.id, (session) => session.doors.resumeQueue()));
}

/** Of each request the newest words of the person's role. */
export function sent(thread: Scenario): string[] {
  return thread.requests().map((request) => request.findLast((item) => item.startsWith("user: ")) ?? "");
}

/** A store that keeps back the first append that holds the words until its door is opened. */
export function storeWithDoor(clock: FakeClock, words: string): { store: MemoryRolloutStore; door: Gate } {
  const store = new MemoryRolloutStore(clock);
  const door = gate();
  store.gate = ({ lines }) => (!door.isOpen && lines.some((line) => line.includes(words)) ? door.pass() : Promise.resolve());
  return { store, door };
}

/** The thread as the next start finds it after the app was killed now. */
export function killed(thread: Scenario, scripts: readonly Script[] = []): Scenario {
  const { store, clock } = thread.runtime;
  const left = store.crashedAt(thread.id, store.bytes(thread.id).length);
  const runtime = new TestRuntime({ clock, store: left, ids: countingIds("next"), scripts });
  const next = new Scenario(runtime, { id: thread.id, turnId: thread.turnId });
  next.facts = { isReopened: true };
  return next;
}
