// Plays one random plan on the runtime and returns every breach of an invariant it sees, in words.
import { isDeepStrictEqual } from "node:util";
import { ItemId, type ThreadId } from "../../shared/protocol/ids";
import { parseLine } from "../../shared/protocol/rollout-line";
import { isOpen } from "../../shared/protocol/turn-item";
import { emptyThreadView, reduceThread } from "../../shared/view/thread-view";
import { CommandRefused } from "../../electron/runtime/errors";
import { resumeThread } from "../../electron/runtime/history/resume";
import type { Session } from "../../electron/runtime/session";
import { controllableTool, type ControllableTool } from "../support/controllable-tool";
import { FakeClock } from "../support/fake-clock";
import { MemoryRolloutStore } from "../support/memory-rollout-store";
import { ScriptedClient } from "../support/scripted-client";
import { TestRuntime, countingIds } from "../support/test-session";
import { eventBreaches, lineBreaches, requestBreaches } from "../support/transcript-invariants";
import type { Act, Plan } from "./turn-arbitraries";

/** The longest an interrupt may take: the largest grace of a tool here, and the slowest appends around it. */
const INTERRUPT_LIMIT_MS = 100 + 60 * 30;

export async function runPlan(plan: Plan): Promise<string[]> {
  const breaches: string[] = [];
  const clock = new FakeClock();
  const store = new MemoryRolloutStore(clock);
  const world = createWorld(plan, { clock, store, breaches });
  const { runtime, tools } = world;
  store.gate = ({ n }) => delay(clock, plan.appendMs[n % plan.appendMs.length] ?? 0);
  if (plan.fault !== null) store.failAppend(plan.fault.n, plan.fault.keptBytes);

  const session = await runtime.startThread();
  const { id } = session;
  const acts = [...plan.acts].sort((one, other) => one.atMs - other.atMs);
  await runtime.until(Promise.all([first(runtime, id), ...acts.map((act) => perform(act, { runtime, id, breaches }))]));
  await runtime.until(settleTurn(runtime, id));

  breaches.push(...eventBreaches(runtime.events, { mayReopen: plan.fault !== null }));
  for (const request of (runtime.client as ScriptedClient).requests) breaches.push(...requestBreaches(request.input));
  const wasBroken = session.needsReopening;
  if (!wasBroken && runtime.store.bytes(id).length > 0) {
    breaches.push(...lineBreaches(runtime.lines(id), true));
    breaches.push(...(await memoryBreaches(session, runtime)));
  }
  breaches.push(...leftovers(runtime, tools));
  if (runtime.store.bytes(id).length > 0) breaches.push(...(await crashBreaches(plan, { runtime, id })));
  return breaches;
}

function createWorld(plan: Plan, { clock, store, breaches }: { clock: FakeClock; store: MemoryRolloutStore; breaches: string[] }) {
  let nextBehaviour = 0;
  const tool = (name: string, options: { gate?: "parallel" | "exclusive"; asks?: boolean }): ControllableTool =>
    controllableTool({
      name,
      ...options,
      behaviour: () => plan.behaviours[(nextBehaviour += 1) % plan.behaviours.length] ?? { type: "returns", afterMs: 0 },
      onStart: ({ callId, threadId }) => {
        const isOnDisk = store.bytes(threadId as ThreadId).includes(`"call_id":${JSON.stringify(callId)}`);
        if (!isOnDisk) breaches.push(`I6: ${callId} runs before its call is on disk`);
      },
    });
  const tools = [tool("shared", {}), tool("alone", { gate: "exclusive" }), tool("asks", { asks: true })];
  const runtime = new TestRuntime({
    clock,
    store,
    tools,
    client: () => new ScriptedClient(clock, { scripts: plan.scripts, maxRetries: plan.maxRetries }),
  });
  let asked = 0;
  runtime.approvals.answer = () => plan.answers[(asked += 1) % plan.answers.length] ?? null;
  return { runtime, tools };
}

async function first(runtime: TestRuntime, id: ThreadId): Promise<void> {
  await refusable(runtime.start(id, "first"));
}

async function perform(act: Act, { runtime, id, breaches }: { runtime: TestRuntime; id: ThreadId; breaches: string[] }): Promise<void> {
  const { clock, manager } = runtime;
  await delay(clock, act.atMs);
  const open = await manager.open(id).catch(() => null);
  if (open === null) return;
  const { session } = open;
  switch (act.type) {
    case "start":
      await refusable(runtime.start(id, "another", act.clientId ?? undefined));
      return;
    case "steer": {
      const turnId = session.activeTurnId;
      if (turnId !== null) await refusable(runtime.steer(id, { turnId, text: "steered", ...(act.clientId === null ? {} : { clientId: act.clientId }) }));
      return;
    }
    case "interrupt": {
      const startedAtMs = clock.nowMs();
      await session.interrupt();
      const tookMs = clock.nowMs() - startedAtMs;
      if (tookMs > INTERRUPT_LIMIT_MS) breaches.push(`I14: an interrupt took ${tookMs} ms`);
      return;
    }
    case "wake":
      session.wake(ItemId.parse("call_0"));
      return;
  }
}

/** Everything that a person would see refused is fine; anything else is a fault. */
async function refusable(promise: Promise<unknown>): Promise<void> {
  try {
    await promise;
  } catch (error) {
    if (!(error instanceof CommandRefused)) throw error;
  }
}

/** Whatever still runs is stopped: a tool that never ends must not keep the turn. */
async function settleTurn(runtime: TestRuntime, id: ThreadId): Promise<void> {
  const open = await runtime.manager.open(id).catch(() => null);
  await delay(runtime.clock, 5000);
  await open?.session.interrupt();
}

/** I5 memory equals the file; I11 the live view equals the replayed one, and what a client folds from events. */
async function memoryBreaches(session: Session, runtime: TestRuntime): Promise<string[]> {
  const stored = await runtime.store.open(session.id);
  if (stored === null) return ["the file is gone"];
  const replayed = resumeThread(stored.rollout);
  const breaches: string[] = [];
  if (!isDeepStrictEqual(replayed.transcript.items, session.transcriptItems)) breaches.push("I5: the transcript in memory is not the file's");
  if (!isDeepStrictEqual(replayed.view, session.view)) breaches.push(`I11: live ${JSON.stringify(session.view)} replayed ${JSON.stringify(replayed.view)}`);
  const folded = reduceThread(emptyThreadView(), runtime.events);
  if (!isDeepStrictEqual(folded, session.view)) breaches.push("I11: a client's view is not the session's");
  if (replayed.repairs.length > 0) breaches.push(`our own file needs repairs: ${replayed.repairs.join("; ")}`);
  return breaches;
}


/** I10 after the turns: no timer, no run that looks at its abort. (A run that never looks is detached, and its result dropped.) */
function leftovers(runtime: TestRuntime, tools: readonly ControllableTool[]): string[] {
  const breaches: string[] = [];
  if (runtime.clock.pending > 0) breaches.push(`I10: ${runtime.clock.pending} timers are left`);
  if (tools.some((tool) => tool.running < 0)) breaches.push("a run returned twice");
  return breaches;
}

/** I12 the file cut at any byte opens; continuing only appends, closes everything, and the next request is valid. */
async function crashBreaches(plan: Plan, { runtime, id }: { runtime: TestRuntime; id: ThreadId }): Promise<string[]> {
  const whole = runtime.store.bytes(id);
  const byte = Math.round(whole.length * plan.crashAt);
  const store = runtime.store.crashedAt(id, byte);
  const client = new ScriptedClient(runtime.clock, { scripts: [] });
  const next = new TestRuntime({ clock: runtime.clock, store, client: () => client, ids: countingIds("next") });
  let openBefore: string[];
  try {
    const { session } = await next.manager.open(id);
    openBefore = session.view.items.filter(isOpen).map((item) => item.id);
  } catch (error) {
    // Cut inside the very first line there is no session to open: nothing had been acknowledged yet.
    const hasHeader = whole.subarray(0, byte).includes(0x0a);
    return error instanceof CommandRefused && !hasHeader ? [] : [`I12: cut at ${byte} does not open: ${String(error)}`];
  }
  const before = store.bytes(id);
  await next.turn(id, "go on");
  const after = store.bytes(id);
  const breaches: string[] = [];
  if (!after.subarray(0, before.length).equals(before)) breaches.push("I12: continuing changed what was there");
  const lines = store.lines(id).map(parseLine).filter((line) => line !== null);
  breaches.push(...lineBreaches(lines.filter((line) => line.type !== "unknown"), true));
  breaches.push(...eventBreaches(next.events, { openBefore }));
  for (const request of client.requests) breaches.push(...requestBreaches(request.input));
  return breaches.map((breach) => `after a cut at ${byte}: ${breach}`);
}

async function delay(clock: FakeClock, forMs: number): Promise<void> {
  if (forMs > 0) await clock.waitUntil(clock.nowMs() + forMs, new AbortController().signal);
}
