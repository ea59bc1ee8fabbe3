// Plays one random plan on the runtime and returns every breach of an invariant it sees, in words.
import type { Notification } from "../../shared/protocol/event";
import { ItemId, type ThreadId } from "../../shared/protocol/ids";
import { isCall } from "../../shared/protocol/response-item";
import { parseLine } from "../../shared/protocol/rollout-line";
import { isOpen } from "../../shared/protocol/turn-item";
import { CommandRefused } from "../../electron/runtime/errors";
import type { Session } from "../../electron/runtime/session";
import { controllableTool, type ControllableTool } from "../support/controllable-tool";
import { FakeClock } from "../support/fake-clock";
import { MemoryRolloutStore } from "../support/memory-rollout-store";
import { ScriptedClient } from "../support/scripted-client";
import { TestRuntime, countingIds } from "../support/test-session";
import { threadBreaches } from "../support/thread-breaches";
import { eventBreaches, lineBreaches, requestBreaches } from "../support/transcript-invariants";
import type { Act, Plan } from "./turn-arbitraries";

/** The longest an interrupt may take: the largest grace of a tool here, and the slowest appends around it. */
const INTERRUPT_LIMIT_MS = 100 + 60 * 30;

export async function runPlan(plan: Plan): Promise<string[]> {
  const world = createWorld(plan);
  const { breaches, runtime } = world;
  const session = await runtime.startThread();
  world.session = session;
  const { id } = session;
  const acts = [...plan.acts].sort((one, other) => one.atMs - other.atMs);
  await runtime.until(Promise.all([first(runtime, id), ...acts.map((act) => perform(act, { world, id }))]));
  await runtime.until(settleTurn(world, id));

  breaches.push(...(await threadBreaches(runtime, id, { hasFault: plan.fault !== null })));
  breaches.push(...gateBreaches(runtime.store.lines(id)));
  if (runtime.store.bytes(id).length > 0) breaches.push(...(await crashBreaches(plan, { runtime, id })));
  return breaches;
}

interface World {
  readonly runtime: TestRuntime;
  readonly breaches: string[];
  /** The session that the thread began with. */
  session: Session | null;
  /** The person has pressed Stop, or answered a question with it. */
  hasStopped: boolean;
}

function createWorld(plan: Plan): World {
  const clock = new FakeClock();
  const store = new MemoryRolloutStore(clock);
  const breaches: string[] = [];
  const tools = createTools(plan, { store, breaches });
  const runtime = new TestRuntime({
    clock,
    store,
    tools,
    client: () => new ScriptedClient(clock, { scripts: plan.scripts, maxRetries: plan.maxRetries }),
    onEvent: (event) => breaches.push(...earlyEvent(event, store), ...lateRuns(event, tools), ...unasked(event, world)),
  });
  const world: World = { runtime, breaches, session: null, hasStopped: false };
  if (plan.fault !== null) store.failAppend(plan.fault.n, plan.fault.keptBytes);
  store.gate = async ({ n, threadId }) => {
    breaches.push(...memoryAhead(world, threadId));
    await delay(clock, plan.appendMs[n % plan.appendMs.length] ?? 0);
  };
  let asked = 0;
  runtime.approvals.answer = () => {
    const answer = plan.answers[(asked += 1) % plan.answers.length] ?? null;
    world.hasStopped ||= answer === "cancel";
    return answer;
  };
  return world;
}

function createTools(
  plan: Plan,
  { store, breaches }: { store: MemoryRolloutStore; breaches: string[] },
): readonly ControllableTool[] {
  let nextBehaviour = 0;
  const tool = (name: string, options: { gate?: "parallel" | "exclusive"; asks?: boolean }): ControllableTool =>
    controllableTool({
      name,
      ...options,
      behaviour: () => plan.behaviours[(nextBehaviour += 1) % plan.behaviours.length] ?? { type: "returns", afterMs: 0 },
      onStart: ({ callId, threadId }, signal) => {
        const isOnDisk = store.bytes(threadId as ThreadId).includes(`"call_id":${JSON.stringify(callId)}`);
        if (!isOnDisk) breaches.push(`I6: ${callId} runs before its call is on disk`);
        if (signal.aborted) breaches.push(`${callId} starts after the turn was stopped`);
        const beside = tools.filter((other) => other.running > 0 && (name === "alone" || other.spec.name === "alone"));
        if (beside.length > 0)
          breaches.push(`§6: ${callId} of ${name} starts beside ${beside.map((other) => other.spec.name).join(", ")}`);
      },
    });
  const tools = [tool("shared", {}), tool("alone", { gate: "exclusive" }), tool("asks", { asks: true })];
  return tools;
}

/** §2 the event last: the line that an event names is in the file. */
function earlyEvent(event: Notification, store: MemoryRolloutStore): string[] {
  if (event.method !== "item/completed" && event.method !== "turn/completed") return [];
  const { params } = event;
  const line = "turn" in params ? params.turn.endLine : "outputLine" in params.item ? params.item.outputLine : params.item.line;
  const isEarly = line !== undefined && store.lines(params.threadId).length < line;
  return isEarly ? [`§2: ${event.method} was told before its line ${line} was in the file`] : [];
}

/** §2 the file first: when an append begins, memory holds no item that the file does not. */
function memoryAhead({ session, runtime }: World, threadId: ThreadId): string[] {
  if (session === null || session.needsReopening) return [];
  const onDisk = runtime.store.lines(threadId).filter((line) => line.includes('"type":"response_item"')).length;
  const inMemory = session.transcriptItems.length;
  return inMemory > onDisk ? [`§2: memory holds ${inMemory} items, the file ${onDisk}`] : [];
}

/** I10 a turn that has ended has no run left that looks at its abort. (One that never looks is detached, and its result dropped.) */
function lateRuns({ method }: Notification, tools: readonly ControllableTool[]): string[] {
  const running = tools.filter((tool) => tool.running > 0).map((tool) => tool.spec.name);
  return method === "turn/completed" && running.length > 0 ? [`I10: ${running.join(", ")} still run after their turn`] : [];
}

/** §6 in the file as in life: nothing runs beside an exclusive tool. */
function gateBreaches(texts: readonly string[]): string[] {
  const breaches: string[] = [];
  const exclusive = new Set<string>();
  const running = new Set<string>();
  for (const line of texts.map(parseLine)) {
    if (
      line?.type === "response_item" &&
      isCall(line.payload) &&
      !["shared", "asks", "clock_current_time"].includes(line.payload.name)
    )
      exclusive.add(line.payload.call_id);
    if (line?.type === "cf_outcome") running.delete(line.payload.callId);
    if (line?.type !== "cf_running") continue;
    const { callId } = line.payload;
    const isAlone = running.size === 0 || (!exclusive.has(callId) && ![...running].some((other) => exclusive.has(other)));
    if (!isAlone) breaches.push(`§6: in the file ${callId} runs beside ${[...running].join(", ")}`);
    running.add(callId);
  }
  return breaches;
}

/** §5 only an interrupt aborts: no turn ends as interrupted that nobody stopped. */
function unasked(event: Notification, { hasStopped }: World): string[] {
  const isInterrupted =
    event.method === "turn/completed" && event.params.turn.status === "interrupted" && event.params.turn.stoppedWithApp !== true;
  return isInterrupted && !hasStopped ? ["§5: a turn was interrupted though nobody stopped it"] : [];
}

async function first(runtime: TestRuntime, id: ThreadId): Promise<void> {
  await refusable(runtime.start(id, "first"));
}

async function perform(act: Act, { world, id }: { world: World; id: ThreadId }): Promise<void> {
  const { runtime, breaches } = world;
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
      if (turnId !== null)
        await refusable(
          runtime.steer(id, { turnId, text: "steered", ...(act.clientId === null ? {} : { clientId: act.clientId }) }),
        );
      return;
    }
    case "interrupt": {
      const startedAtMs = clock.nowMs();
      world.hasStopped = true;
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
async function settleTurn(world: World, id: ThreadId): Promise<void> {
  const { runtime } = world;
  await delay(runtime.clock, 5000);
  world.hasStopped = true;
  const open = await runtime.manager.open(id).catch(() => null);
  await open?.session.interrupt();
}

/** I12 the file cut at any byte opens; continuing only appends, closes everything, and the next request is valid. */
async function crashBreaches(plan: Plan, { runtime, id }: { runtime: TestRuntime; id: ThreadId }): Promise<string[]> {
  const whole = runtime.store.bytes(id);
  const byte = Math.round(whole.length * plan.crashAt);
  const store = runtime.store.crashedAt(id, byte);
  const client = new ScriptedClient(runtime.clock, { scripts: [] });
  const start = (): TestRuntime =>
    new TestRuntime({ clock: runtime.clock, store, client: () => client, ids: countingIds("next") });
  let openBefore: string[];
  try {
    const { session } = await start().manager.open(id);
    openBefore = session.view.items.filter(isOpen).map((item) => item.id);
  } catch (error) {
    // Cut inside the very first line there is no session to open: nothing had been acknowledged yet.
    const hasHeader = whole.subarray(0, byte).includes(0x0a);
    return error instanceof CommandRefused && !hasHeader ? [] : [`I12: cut at ${byte} does not open: ${String(error)}`];
  }
  const before = store.bytes(id);
  // Sent twice at once, as by two windows: still one session, one turn.
  const next = start();
  const [one, other] = await next.until(Promise.all([1, 2].map(() => next.start(id, "go on", "go-on"))));
  if (one === undefined || one.session !== other?.session || one.turnId !== other.turnId)
    return ["I13: one submission started two turns"];
  await next.until(next.turnEnd(id, one.turnId));
  const after = store.bytes(id);
  const breaches: string[] = [];
  if (!after.subarray(0, before.length).equals(before)) breaches.push("I12: continuing changed what was there");
  const lines = store.lines(id).map(parseLine);
  const known = lines.flatMap((line) => (line === null || line.type === "unknown" ? [] : [line]));
  breaches.push(...lineBreaches(known, true));
  breaches.push(...eventBreaches(next.events, { openBefore }));
  for (const request of client.requests) breaches.push(...requestBreaches(request.input));
  return breaches.map((breach) => `after a cut at ${byte}: ${breach}`);
}

async function delay(clock: FakeClock, forMs: number): Promise<void> {
  if (forMs > 0) await clock.waitUntil(clock.nowMs() + forMs, new AbortController().signal);
}
