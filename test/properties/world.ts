// The world of one life: runtime, tools, hooks and disk as the plan wants them, and whoever looks on while it runs.
import type { Notification } from "../../shared/protocol/event";
import type { ThreadId } from "../../shared/protocol/ids";
import { parseLine, type RolloutLine } from "../../shared/protocol/rollout-line";
import { HookEvent } from "../../shared/protocol/settings";
import type { Guard } from "../../electron/runtime/ports/guard";
import type { Session } from "../../electron/runtime/session";
import { controllableTool, type ControllableTool } from "../support/controllable-tool";
import type { FakeClock } from "../support/fake-clock";
import type { MemoryRolloutStore } from "../support/memory-rollout-store";
import type { ScriptedAnswer, ScriptedHook } from "../support/scripted-hooks";
import { TestRuntime, countingIds, testPermissions } from "../support/test-session";
import type { Life, Plan, PlannedAnswer } from "./plan";
import type { Moment } from "./timeline";
import { WatchedClient } from "./watched-client";

/** What the person and other programs remember from life to life. */
export interface Memory {
  /** Everything that is said has words of its own. */
  said: number;
  /** The first reply to each client id. */
  readonly replies: Map<string, string>;
  /** What was acknowledged, with the length of the file at that time. */
  acknowledged: { readonly inputId: string; readonly bytes: number }[];
}

export interface World {
  readonly plan: Plan;
  readonly life: Life;
  readonly memory: Memory;
  readonly runtime: TestRuntime;
  readonly breaches: string[];
  readonly moments: Moment[];
  /** The session that the life began with. */
  session: Session | null;
  /** How many items of the model's window the file adds up to. */
  writtenItems: number;
  /** The person has pressed Stop, or answered a question with it. */
  hasStopped: boolean;
  /** The program has been told to end. */
  isOver: boolean;
  /** Time that appends have taken so far. */
  appendedMs: number;
}

export interface WorldParts {
  readonly plan: Plan;
  readonly life: Life;
  /** Of the life, counted from 0. */
  readonly index: number;
  readonly memory: Memory;
  readonly clock: FakeClock;
  readonly store: MemoryRolloutStore;
}

export function createWorld({ plan, life, index, memory, clock, store }: WorldParts): World {
  const moments: Moment[] = [];
  const breaches: string[] = [];
  const { maxRetries, contextWindow, ...settings } = plan.settings;
  const { scripts, summaries } = life;
  const client = new WatchedClient(clock, { scripts, summaries, maxRetries, contextWindow, moments });
  const tools = createTools(plan, { store, breaches, client });
  const runtime: TestRuntime = new TestRuntime({
    clock,
    store,
    tools,
    client: () => client,
    ids: countingIds(`${index}000`),
    settings,
    permissions: testPermissions({ guards: [scriptedGuard(plan)] }),
    hooks: scriptedHooks(plan, { moments, turnId: () => runtime.hooks.places.at(-1)?.turnId ?? "" }),
    onEvent: (event) => breaches.push(...earlyEvent(event, store), ...lateRuns(event, runtime, tools), ...unasked(event, world)),
  });
  const world: World = {
    plan,
    life,
    memory,
    runtime,
    breaches,
    moments,
    session: null,
    writtenItems: 0,
    hasStopped: false,
    isOver: false,
    appendedMs: 0,
  };
  if (life.fault !== null) store.failAppend(life.fault.n, life.fault.keptBytes);
  store.gate = async ({ n, lines }) => {
    breaches.push(...memoryAhead(world));
    const takesMs = plan.appendMs[n % plan.appendMs.length] ?? 0;
    world.appendedMs += takesMs;
    await delay(clock, takesMs);
    if (life.fault?.n === n) return;
    for (const line of ourLines(lines)) {
      moments.push({ at: "line", line });
      if (line.type === "response_item") world.writtenItems += 1;
      if (line.type === "compacted") world.writtenItems = line.payload.replacement_history?.length ?? 0;
    }
  };
  let asked = 0;
  runtime.approvals.answer = () => {
    const answer = life.isUnanswered ? null : (plan.answers[(asked += 1) % plan.answers.length] ?? null);
    world.hasStopped ||= answer === "cancel";
    return answer;
  };
  return world;
}

export function ourLines(texts: readonly string[]): RolloutLine[] {
  const lines = texts.map(parseLine);
  return lines.flatMap((line) => (line === null || line.type === "unknown" ? [] : [line]));
}

export async function delay(clock: FakeClock, forMs: number): Promise<void> {
  if (forMs > 0) await clock.waitUntil(clock.nowMs() + forMs, new AbortController().signal);
}

function createTools(
  plan: Plan,
  { store, breaches, client }: { store: MemoryRolloutStore; breaches: string[]; client: WatchedClient },
): readonly ControllableTool[] {
  let nextBehaviour = 0;
  const tool = (
    name: string,
    options: { gate?: "parallel" | "exclusive"; asks?: boolean; changesWorld?: boolean },
  ): ControllableTool =>
    controllableTool({
      name,
      ...options,
      behaviour: () => plan.behaviours[(nextBehaviour += 1) % plan.behaviours.length] ?? { type: "returns", afterMs: 0 },
      onStart: ({ callId, threadId }, signal) => {
        const bytes = store.bytes(threadId as ThreadId);
        const safe = options.changesWorld === true ? bytes.subarray(0, store.syncedBytes(threadId as ThreadId)) : bytes;
        if (!safe.includes(`"call_id":${JSON.stringify(callId)}`)) breaches.push(`I6: ${callId} runs before its call is on disk`);
        if (signal.aborted) breaches.push(`${callId} starts after the turn was stopped`);
        if (plan.settings.dispatch === "afterStream" && client.isAnswering)
          breaches.push(`§6: ${callId} starts while the response is still arriving`);
        const beside = tools.filter((other) => other.running > 0 && (name === "alone" || other.spec.name === "alone"));
        if (beside.length > 0)
          breaches.push(`§6: ${callId} of ${name} starts beside ${beside.map((other) => other.spec.name).join(", ")}`);
      },
    });
  const tools = [tool("shared", {}), tool("alone", { gate: "exclusive", changesWorld: true }), tool("asks", { asks: true })];
  return tools;
}

function scriptedGuard({ guard }: Plan): Guard {
  let judged = 0;
  return () => {
    const says = guard[judged++ % guard.length];
    if (says === "breaks") throw new Error("the guard broke");
    return Promise.resolve(says === "refuses" ? "the guard refuses" : null);
  };
}

/** So often stop hooks make turns of one life go on; a hook that always does would keep the turn for ever. */
const MOST_BLOCKS = 4;

function scriptedHooks(
  { hooks }: Plan,
  { moments, turnId }: { moments: Moment[]; turnId: () => string },
): Partial<Record<HookEvent, readonly ScriptedHook[]>> {
  const hookOf =
    (event: HookEvent, answers: readonly PlannedAnswer[]): ScriptedHook =>
    (call, time) => {
      const planned = answers[(time - 1) % answers.length];
      const isTooOften = event === "stop" && planned?.type === "block" && time > MOST_BLOCKS;
      const type = planned === undefined || isTooOften ? "pass" : planned.type;
      moments.push({
        at: "hook",
        event,
        turnId: turnId(),
        prompt: call.event === "userPromptSubmit" ? call.prompt : null,
        answer: type,
      });
      return answerOf(type, event, planned);
    };
  return Object.fromEntries(
    HookEvent.options.flatMap((event) => {
      const planned = hooks[event];
      return planned === undefined ? [] : [[event, planned.map((answers) => hookOf(event, answers))]];
    }),
  );
}

function answerOf(type: PlannedAnswer["type"], event: HookEvent, planned: PlannedAnswer | undefined): ScriptedAnswer {
  const extra = {
    afterMs: planned?.afterMs ?? 0,
    ...(planned?.context === true ? { context: `context of ${event}` } : {}),
    ...(event === "preToolUse" && typeof planned?.rewrite === "string"
      ? { rewrittenInput: JSON.parse(planned.rewrite) as unknown }
      : {}),
  };
  switch (type) {
    case "hang":
      return { type };
    case "pass":
      return { type, ...extra };
    case "block":
      return { type, reason: `no, says ${event}`, ...extra };
    case "stop":
      return { type, reason: null, ...extra };
    case "warning":
      return { type, message: `${event} broke`, ...extra };
  }
}

/** §2 the event last: the line that an event names is in the file. */
function earlyEvent(event: Notification, store: MemoryRolloutStore): string[] {
  if (event.method !== "item/completed" && event.method !== "turn/completed") return [];
  const { params } = event;
  const line = "turn" in params ? params.turn.endLine : "outputLine" in params.item ? params.item.outputLine : params.item.line;
  const isEarly = line !== undefined && store.lines(params.threadId).length < line;
  return isEarly ? [`§2: ${event.method} was told before its line ${line} was in the file`] : [];
}

/** §2 the file first: when an append begins, memory holds what the file adds up to, and nothing more. */
function memoryAhead({ session, writtenItems }: World): string[] {
  if (session === null || session.needsReopening) return [];
  const inMemory = session.transcriptItems.length;
  return inMemory !== writtenItems ? [`§2: memory holds ${inMemory} items, the file ${writtenItems}`] : [];
}

/** I10 a turn that has ended has no hook left, nor a run that looks at its abort. (One that never looks is detached, and its result dropped.) */
function lateRuns({ method }: Notification, runtime: TestRuntime, tools: readonly ControllableTool[]): string[] {
  if (method !== "turn/completed") return [];
  const running = tools.filter((tool) => tool.running > 0).map((tool) => tool.spec.name);
  return [...running, ...(runtime.hooks.running > 0 ? ["hooks"] : [])].map((name) => `I10: ${name} still run after their turn`);
}

/** §5 only an interrupt aborts: no turn ends as interrupted that nobody stopped. */
function unasked(event: Notification, { hasStopped }: World): string[] {
  const isInterrupted =
    event.method === "turn/completed" && event.params.turn.status === "interrupted" && event.params.turn.stoppedWithApp !== true;
  return isInterrupted && !hasStopped ? ["§5: a turn was interrupted though nobody stopped it"] : [];
}
