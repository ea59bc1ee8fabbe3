// What must hold of a whole thread on fakes once nothing runs any more, in words; an empty list is the pass. One place, so that scenarios and random
// turns are judged alike.
import { getEventListeners } from "node:events";
import { isDeepStrictEqual } from "node:util";
import type { ThreadId } from "../../shared/protocol/ids";
import { emptyThreadView, reduceThread } from "../../shared/view/thread-view";
import { resumeThread } from "../../electron/runtime/history/resume";
import type { Session } from "../../electron/runtime/session";
import { ScriptedClient } from "./scripted-client";
import type { TestRuntime } from "./test-session";
import { eventBreaches, lineBreaches, requestBreaches } from "./transcript-invariants";

export interface BreachFacts {
  /** A fault of the disk was part of the run. */
  readonly hasFault?: boolean;
  /** Items that a snapshot showed as open before the first event. */
  readonly openBefore?: readonly string[];
  /** The thread was already there when this runtime began, so its events alone do not tell it all. */
  readonly isReopened?: boolean;
}

/** All invariants over lines, events, requests, memory and leftovers of one thread. */
export async function threadBreaches(runtime: TestRuntime, id: ThreadId, facts: BreachFacts = {}): Promise<string[]> {
  const { hasFault = false, openBefore = [], isReopened = false } = facts;
  const breaches = eventBreaches(runtime.events, { mayReopen: hasFault, openBefore });
  breaches.push(...leftovers(runtime));
  if (runtime.client instanceof ScriptedClient) {
    for (const request of runtime.client.requests) breaches.push(...requestBreaches(request.input));
  }
  if (runtime.store.bytes(id).length === 0) return breaches;
  const { session } = await runtime.manager.open(id);
  if (hasFault) return breaches;
  breaches.push(...lineBreaches(runtime.lines(id), true));
  breaches.push(...(await memoryBreaches(runtime, session)));
  if (!isReopened && !isDeepStrictEqual(reduceThread(emptyThreadView(), runtime.events), session.view)) {
    breaches.push("I11: a client's view is not the session's");
  }
  return breaches;
}

/** I5 memory equals the file; I11 the live view equals the replayed one. */
export async function memoryBreaches(runtime: TestRuntime, session: Session): Promise<string[]> {
  const stored = await runtime.store.open(session.id);
  if (stored === null) return ["the file is gone"];
  const replayed = resumeThread(stored.rollout);
  const breaches: string[] = [];
  if (!isDeepStrictEqual(replayed.transcript.items, session.transcriptItems))
    breaches.push("I5: the transcript in memory is not the file's");
  if (!isDeepStrictEqual(replayed.view, session.view)) {
    breaches.push(`I11: live ${JSON.stringify(session.view)} replayed ${JSON.stringify(replayed.view)}`);
  }
  return breaches;
}

/** I10 after the turns: no timer, and nobody listens to a turn's signal any more. */
export function leftovers(runtime: TestRuntime): string[] {
  const breaches: string[] = [];
  if (runtime.clock.pending > 0) breaches.push(`I10: ${runtime.clock.pending} timers are left`);
  if (!(runtime.client instanceof ScriptedClient)) return breaches;
  for (const signal of new Set(runtime.client.signals)) {
    const listeners = getEventListeners(signal, "abort").length;
    if (listeners > 0) breaches.push(`I10: ${listeners} listeners are left on a turn's signal`);
  }
  return breaches;
}
