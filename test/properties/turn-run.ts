// Plays one random plan, life after life of the program on one thread, and returns every breach of an invariant it sees, in words.
import { isDeepStrictEqual } from "node:util";
import type { ThreadId } from "../../shared/protocol/ids";
import { HookEvent } from "../../shared/protocol/settings";
import { isOpen } from "../../shared/protocol/turn-item";
import { isCall } from "../../shared/protocol/response-item";
import type { RolloutLine } from "../../shared/protocol/rollout-line";
import { reduceThread, type ThreadView } from "../../shared/view/thread-view";
import { CommandRefused } from "../../electron/runtime/errors";
import type { Session } from "../../electron/runtime/session";
import { foldWindow } from "../support/compaction-rules";
import { FakeClock } from "../support/fake-clock";
import { MemoryRolloutStore } from "../support/memory-rollout-store";
import { threadBreaches } from "../support/thread-breaches";
import { approvalBreaches } from "./approval-rules";
import { interrupt, perform, submit } from "./acts";
import type { Life, Plan } from "./plan";
import { timelineBreaches } from "./timeline";
import { createWorld, delay, ourLines, type Memory, type World } from "./world";

/** Nothing but the person going on, and no fault: whatever came before must be closed now. */
const LAST_LIFE: Life = {
  looksFirst: false,
  isUnanswered: false,
  scripts: [],
  summaries: [],
  acts: [],
  stopAtMs: null,
  fault: null,
  cutAt: 1,
};

/** How long what still runs may go on by itself. */
const SETTLE_MS = 5000;

/** `onLines`: hears what is in the file after each life. */
export async function runPlan(plan: Plan, onLines: (lines: readonly RolloutLine[]) => void = () => undefined): Promise<string[]> {
  const clock = new FakeClock();
  const memory: Memory = { said: 0, replies: new Map(), acknowledged: [] };
  let store = new MemoryRolloutStore(clock);
  let id: ThreadId | null = null;
  for (const [index, life] of [...plan.lives, LAST_LIFE].entries()) {
    const world = createWorld({ plan, life, index, memory, clock, store });
    const before = id === null ? [] : ourLines(wholeLines(store, id));
    const isThere = id === null || (await opens(world, id, before));
    if (isThere) {
      id ??= (await begin(world)).id;
      await live(world, { id, before, isLater: index > 0 });
    }
    if (world.breaches.length > 0) return world.breaches.map((breach) => `life ${index + 1}: ${breach}`);
    if (!isThere || id === null || store.bytes(id).length === 0) return [];
    onLines(ourLines(wholeLines(store, id)));
    const byte = Math.round(store.bytes(id).length * life.cutAt);
    store = store.crashedAt(id, byte);
    forget(memory, { byte, lines: ourLines(wholeLines(store, id)) });
  }
  return [];
}

async function begin(world: World): Promise<{ id: ThreadId }> {
  world.session = await world.runtime.startThread();
  return world.session;
}

/** What a crash has kept from the file was never accepted, whatever was said then. */
function forget(memory: Memory, { byte, lines }: { byte: number; lines: readonly RolloutLine[] }): void {
  memory.acknowledged = memory.acknowledged.filter(({ bytes }) => bytes <= byte);
  memory.replies.clear();
  for (const line of lines) {
    if (line.type === "cf_input" && line.payload.clientId !== undefined)
      memory.replies.set(line.payload.clientId, line.payload.inputId);
  }
}

/** I12 the file opens, unless it was cut inside its very first line; opening changes nothing and starts nothing. */
async function opens(world: World, id: ThreadId, before: readonly RolloutLine[]): Promise<boolean> {
  const { runtime, breaches } = world;
  const bytes = runtime.store.bytes(id);
  try {
    const { session } = await runtime.manager.open(id);
    world.session = session;
    world.writtenItems = foldWindow(before).length;
    if (!isDeepStrictEqual(foldWindow(before), session.transcriptItems)) breaches.push("I12: the transcript is not the file's");
    const { data, paused } = session.queue.state;
    const isShownPaused = session.view.queue.paused || session.view.queue.data.length === 0;
    if ((data.length > 0 && !paused) || !isShownPaused) breaches.push("§8: a restored queue is not paused");
    if (session.runningTurnId !== null) breaches.push("§12: opening started a turn");
  } catch (error) {
    // Nothing was acknowledged before the header was there.
    const hasHeader = before.some(({ type }) => type === "session_meta");
    if (!(error instanceof CommandRefused) || hasHeader) breaches.push(`I12: the file does not open: ${String(error)}`);
    else if (world.memory.acknowledged.length > 0) breaches.push("I13: what was acknowledged is in a file without a header");
    return false;
  }
  if (!runtime.store.bytes(id).equals(bytes)) breaches.push("I12: opening changed the file");
  return true;
}

async function live(
  world: World,
  { id, before, isLater }: { id: ThreadId; before: readonly RolloutLine[]; isLater: boolean },
): Promise<void> {
  const { runtime, breaches, life, moments } = world;
  const found = runtime.store.bytes(id);
  const view = structuredClone(world.session?.view) as ThreadView;
  const openBefore = view.items.filter(isOpen).map((item) => item.id);
  await runtime.until(liveOn(world, id));

  const hasFault = life.fault !== null;
  const mayReopen = hasFault || world.isOver;
  if (!runtime.store.bytes(id).subarray(0, found.length).equals(found)) breaches.push("I12: what was in the file has changed");
  // Real files cost time: a sample that the plan alone decides, so that a seed tells the same again.
  const isReadFromFile = runtime.store.bytes(id).length % 12 === 0;
  const facts = { hasFault, mayReopen, openBefore, isReopened: isLater || world.isOver, isReadFromFile };
  breaches.push(...(await threadBreaches(runtime, id, facts)));
  const lines = ourLines(wholeLines(runtime.store, id));
  const asking = new Set(world.plan.settings.policy === "never" ? [] : ["asks"]);
  breaches.push(...gateBreaches(lines), ...approvalBreaches(lines, asking), ...lostInput(world, lines));
  if (hasFault) return;
  const { contextWindow, autoCompactTokenLimit } = world.plan.settings;
  const limit = Math.min(autoCompactTokenLimit ?? Infinity, Math.floor((contextWindow ?? Infinity) * 0.9));
  const hooks = HookEvent.options.filter((event) => world.plan.hooks[event] !== undefined);
  breaches.push(...timelineBreaches(moments, { before, hooks, limit }));
  if (runtime.store.bytes(id).length === 0) return;
  const { session } = await runtime.manager.open(id);
  const isOneSession = runtime.events.every(({ params }, at) => params.seq === (runtime.events[0]?.params.seq ?? 0) + at);
  if (!isOneSession) return;
  // What comes while the program ends is refused, and the thread it was meant for is shown as broken until it is gone; its queue is paused next time.
  const told = reduceThread(view, runtime.events);
  const shown = world.isOver ? { ...told, status: session.view.status, queue: session.view.queue } : told;
  if (!isDeepStrictEqual(shown, session.view)) breaches.push("I11: a client's view is not the session's");
}

/** Sent twice at once, as by two windows: still one session, one turn. */
async function goOn(world: World, id: ThreadId): Promise<void> {
  const { runtime, breaches, memory } = world;
  const clientId = `go on ${memory.said}`;
  const send = (): ReturnType<typeof submit> =>
    submit(clientId, world, (submission) => runtime.manager.startTurn(id, submission));
  const [one, other] = await Promise.all([send(), send()]);
  if (one === null || other === null) {
    if ((one === null) !== (other === null) && world.life.fault === null) breaches.push("I13: one submission was refused once");
    return;
  }
  if (one.session !== other.session || one.result.turnId !== other.result.turnId)
    breaches.push("I13: one submission started two turns");
}

/** Questions that a restart has left open are put again; without any, the person simply goes on. */
async function lookFirst(world: World, id: ThreadId): Promise<void> {
  const session = await open(world, id);
  session?.putQuestions();
  if ((session?.waitingTurnId ?? null) === null) await goOn(world, id);
}

async function liveOn(world: World, id: ThreadId): Promise<void> {
  const { runtime, life } = world;
  const { clock } = runtime;
  const startedAtMs = clock.nowMs();
  const performed: Promise<void>[] = [life.looksFirst ? lookFirst(world, id) : goOn(world, id)];
  const acts = [...life.acts].sort((one, other) => one.atMs - other.atMs);
  for (const act of acts.filter(({ atMs }) => life.stopAtMs === null || atMs <= life.stopAtMs)) {
    await delay(clock, startedAtMs + act.atMs - clock.nowMs());
    performed.push(perform(act, world, id));
  }
  if (life.stopAtMs !== null) {
    await delay(clock, startedAtMs + life.stopAtMs - clock.nowMs());
    world.isOver = true;
    await runtime.manager.closeAll();
  }
  const done = Promise.all(performed);
  if (!world.isOver) return settle(world, { id, done });
  await done;
  // What was under way has opened the thread once more; the end of the process is the end of that, too.
  await runtime.manager.closeAll();
}

/** What still runs after a while is stopped: a tool or a hook that never ends must not keep the turn. `done`: of the acts. */
async function settle(world: World, { id, done }: { id: ThreadId; done: Promise<unknown> }): Promise<void> {
  const { runtime, life } = world;
  const { clock } = runtime;
  const limit = new AbortController();
  const idle = done.then(() => open(world, id)).then((session) => session?.idle());
  await Promise.race([idle, clock.waitUntil(clock.nowMs() + SETTLE_MS, limit.signal)]);
  limit.abort();
  const session = await open(world, id);
  if (!world.hasStopped && life.fault === null && session?.runningTurnId === null)
    world.breaches.push(...forgotten(ourLines(runtime.store.lines(id))));
  await stopAll(world, id);
  await done;
  await stopAll(world, id);
}

async function stopAll(world: World, id: ThreadId): Promise<void> {
  const session = await open(world, id);
  while (session !== null && (session.runningTurnId ?? session.waitingTurnId) !== null) await interrupt(world, session);
}

async function open({ runtime }: World, id: ThreadId): Promise<Session | null> {
  const opened = await runtime.manager.open(id).catch(() => null);
  return opened?.session ?? null;
}

/** §8 after a turn that ended well nothing waits that should have been sent. */
function forgotten(lines: readonly RolloutLine[]): string[] {
  const end = lines.findLast(({ type, payload }) => type === "event_msg" && payload.type === "task_complete");
  const isWell = end?.type === "event_msg" && end.payload.type === "task_complete" && (end.payload.error ?? null) === null;
  // Half a record of mail was never accepted.
  const open = new Set<string>();
  for (const line of lines) {
    if (line.type === "cf_input") open.add(line.payload.inputId);
    if (line.type === "cf_input_end") open.delete(line.payload.inputId);
  }
  const waiting = lines.flatMap((line) =>
    line.type === "cf_mail" && line.payload.triggerTurn && open.has(line.payload.mailId) ? [line.payload.mailId] : [],
  );
  return isWell && waiting.length > 0 ? [`§8: mail ${waiting.join(", ")} started no turn`] : [];
}

/** I13 what was acknowledged is in the file, whatever happened since. */
function lostInput({ memory }: World, lines: readonly RolloutLine[]): string[] {
  const inputs = new Set<string>(lines.flatMap((line) => (line.type === "cf_input" ? [line.payload.inputId] : [])));
  const lost = memory.acknowledged.filter(({ inputId }) => !inputs.has(inputId));
  return lost.map(({ inputId }) => `I13: ${inputId} was acknowledged and is not in the file`);
}

/** §6 in the file as in life: nothing runs beside an exclusive tool. */
function gateBreaches(lines: readonly RolloutLine[]): string[] {
  const breaches: string[] = [];
  const exclusive = new Set<string>();
  const running = new Set<string>();
  for (const line of lines) {
    if (
      line.type === "response_item" &&
      isCall(line.payload) &&
      !["shared", "asks", "clock_current_time"].includes(line.payload.name)
    )
      exclusive.add(line.payload.call_id);
    if (line.type === "cf_outcome") running.delete(line.payload.callId);
    if (line.type !== "cf_running") continue;
    const { callId } = line.payload;
    const isAlone = running.size === 0 || (!exclusive.has(callId) && ![...running].some((other) => exclusive.has(other)));
    if (!isAlone) breaches.push(`§6: in the file ${callId} runs beside ${[...running].join(", ")}`);
    running.add(callId);
  }
  return breaches;
}

/** The lines of the file, also a last one that a crash has kept from its newline. */
function wholeLines(store: MemoryRolloutStore, id: ThreadId): string[] {
  return store.bytes(id).toString("utf8").split("\n");
}
