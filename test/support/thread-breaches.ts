// What must hold of a whole thread on fakes once nothing runs any more, in words; an empty list is the pass. One place, so that scenarios and random
// turns are judged alike.
import { getEventListeners } from "node:events";
import { isDeepStrictEqual } from "node:util";
import type { ThreadId } from "../../shared/protocol/ids";
import { isOutput, type ResponseItem } from "../../shared/protocol/response-item";
import { parseLine, type RolloutLine } from "../../shared/protocol/rollout-line";
import { emptyThreadView, reduceThread } from "../../shared/view/thread-view";
import { resumeThread } from "../../electron/runtime/history/resume";
import { CommandRefused } from "../../electron/runtime/errors";
import type { OpenThread } from "../../electron/runtime/session-manager";
import type { Session } from "../../electron/runtime/session";
import { foldWindow } from "./compaction-rules";
import { pastBreaches } from "./past-breaches";
import { foldQueue } from "./queue-rules";
import { ScriptedClient } from "./scripted-client";
import type { TestRuntime } from "./test-session";
import { eventBreaches, hasOpenQuestion, lineBreaches, requestBreaches } from "./transcript-invariants";

export interface BreachFacts {
  /** A fault of the disk was part of the run. */
  readonly hasFault?: boolean;
  /** The thread may have been opened anew meanwhile: by a fault, or as the program was ending. */
  readonly mayReopen?: boolean;
  /** Items that a snapshot showed as open before the first event. */
  readonly openBefore?: readonly string[];
  /** Also what a reader of files shows of it; true unless the run has no time for real files. */
  readonly isReadFromFile?: boolean;
  /** The thread was already there when this runtime began, so its events alone do not tell it all. */
  readonly isReopened?: boolean;
}

/** All invariants over lines, events, requests, memory and leftovers of one thread. */
export async function threadBreaches(runtime: TestRuntime, id: ThreadId, facts: BreachFacts = {}): Promise<string[]> {
  const { hasFault = false, mayReopen = hasFault, openBefore = [], isReopened = false, isReadFromFile = true } = facts;
  const isLeftOpen = mayReopen && runtime.store.bytes(id).length > 0 && hasOpenQuestion(readableLines(runtime, id));
  const breaches = eventBreaches(runtime.events, { mayReopen, openBefore, isLeftOpen });
  breaches.push(...leftovers(runtime));
  if (runtime.client instanceof ScriptedClient) {
    const recorded = recordedOutputs(runtime, id);
    for (const { input } of runtime.client.requests) breaches.push(...requestBreaches(input), ...madeUpOutputs(input, recorded));
  }
  if (runtime.store.bytes(id).length === 0) return breaches;
  const open = await openUnlessTorn(runtime, id, hasFault);
  if (open === null) return breaches;
  const { session } = open;
  // After a fault, and when the program ended, the end may be missing until the thread is continued, and one line may be torn.
  breaches.push(...lineBreaches(readableLines(runtime, id), !hasFault && !mayReopen));
  breaches.push(...(await memoryBreaches(runtime, session)));
  if (isReadFromFile) breaches.push(...(await fileBreaches(runtime, session)));
  if (!hasFault && !mayReopen) breaches.push(...queueInMemory(runtime, session));
  if (!isReopened && !hasFault && !isDeepStrictEqual(reduceThread(emptyThreadView(), runtime.events), session.view)) {
    breaches.push("I11: a client's view is not the session's");
  }
  return breaches;
}

/** A file whose header is torn, and which is given a new one by going on, shows nothing yet. */
async function fileBreaches(runtime: TestRuntime, session: Session): Promise<string[]> {
  const { id, view, olderCursor } = session;
  if (readableLines(runtime, id).length === 0) return [];
  return pastBreaches(id, runtime.store.bytes(id), { view, isWhole: olderCursor === null });
}

/** Null when a fault tore the very first line: nothing of such a thread was ever acknowledged. */
async function openUnlessTorn(runtime: TestRuntime, id: ThreadId, hasFault: boolean): Promise<OpenThread | null> {
  try {
    return await runtime.manager.open(id);
  } catch (error) {
    if (hasFault && error instanceof CommandRefused && error.kind === "notARollout") return null;
    throw error;
  }
}

/** Our own files hold every output: the prompt never has to make one up. */
function madeUpOutputs(input: readonly ResponseItem[], recorded: ReadonlySet<string>): string[] {
  return input.flatMap((item) =>
    isOutput(item) && item.output === "aborted" && !recorded.has(item.call_id)
      ? [`request: the output of ${item.call_id} was made up`]
      : [],
  );
}

function recordedOutputs(runtime: TestRuntime, id: ThreadId): ReadonlySet<string> {
  const lines = readableLines(runtime, id);
  return new Set(
    lines.flatMap((line) => (line.type === "response_item" && isOutput(line.payload) ? [line.payload.call_id] : [])),
  );
}

/** Also a last line that a fault has kept from its newline. */
function readableLines(runtime: TestRuntime, id: ThreadId): RolloutLine[] {
  const lines = runtime.store.bytes(id).toString("utf8").split("\n").map(parseLine);
  return lines.flatMap((line) => (line === null || line.type === "unknown" ? [] : [line]));
}

/** I5 memory equals the file; I11 the live view equals the replayed one. */
export async function memoryBreaches(runtime: TestRuntime, session: Session): Promise<string[]> {
  const stored = await runtime.store.open(session.id);
  if (stored === null) return ["the file is gone"];
  const replayed = resumeThread(stored.rollout);
  const breaches: string[] = [];
  if (!isDeepStrictEqual(replayed.transcript.items, session.transcriptItems))
    breaches.push("I5: the transcript in memory is not the file's");
  if (!isDeepStrictEqual(foldWindow(readableLines(runtime, session.id)), session.transcriptItems))
    breaches.push("I5: the transcript is not what the lines add up to");
  if (!isDeepStrictEqual(replayed.view, session.view)) {
    breaches.push(`I11: live ${JSON.stringify(session.view)} replayed ${JSON.stringify(replayed.view)}`);
  }
  return breaches;
}

/** I5 of the queue: what the person sees waiting is what the lines add up to. */
function queueInMemory(runtime: TestRuntime, session: Session): string[] {
  const { queue, isPaused } = foldQueue(readableLines(runtime, session.id));
  const { data, paused } = session.queue.state;
  const isSame = isDeepStrictEqual(
    data.map(({ id }): string => id),
    queue,
  );
  return isSame && paused === isPaused ? [] : [`I5: the queue in memory is not what the lines add up to: ${queue.join(", ")}`];
}

/** I10 after the turns: no timer, no hook, no question, and nobody listens to a turn's signal any more. */
export function leftovers(runtime: TestRuntime): string[] {
  const breaches: string[] = [];
  if (runtime.hooks.running > 0) breaches.push(`I10: ${runtime.hooks.running} hooks still run`);
  if (runtime.approvals.waiting.size > 0) breaches.push(`I10: ${runtime.approvals.waiting.size} questions are left`);
  if (runtime.clock.pending > 0) breaches.push(`I10: ${runtime.clock.pending} timers are left`);
  if (!(runtime.client instanceof ScriptedClient)) return breaches;
  for (const signal of new Set(runtime.client.signals)) {
    const listeners = getEventListeners(signal, "abort").length;
    if (listeners > 0) breaches.push(`I10: ${listeners} listeners are left on a turn's signal`);
  }
  return breaches;
}
