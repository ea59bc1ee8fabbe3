// A whole runtime on fakes: scripted model, fake clock, memory store, controllable tools. Time moves only as far as the test asks.
import type { PendingApproval } from "../../shared/protocol/approval";
import type { Notification } from "../../shared/protocol/event";
import { ClientMessageId, type InputId, type ThreadId, type TurnId } from "../../shared/protocol/ids";
import type { RolloutLine } from "../../shared/protocol/rollout-line";
import { parseLine } from "../../shared/protocol/rollout-line";
import type { ThreadChoice } from "../../shared/protocol/thread";
import type { HookEvent } from "../../shared/protocol/settings";
import type { ApprovalDecision } from "../../shared/protocol/turn-item";
import type { ApprovalAnswer, Approvals } from "../../electron/runtime/ports/approvals";
import type { IdSource } from "../../electron/runtime/ports/id-source";
import type { ModelClient } from "../../electron/runtime/ports/model-client";
import type { Permissions } from "../../electron/runtime/ports/permissions";
import type { RolloutStore } from "../../electron/runtime/ports/rollout-store";
import type { Tool } from "../../electron/runtime/ports/tool";
import type { WorkspaceContext } from "../../electron/runtime/ports/workspace-context";
import type { Session } from "../../electron/runtime/session";
import { SessionManager } from "../../electron/runtime/session-manager";
import type { Acceptance } from "../../electron/runtime/input/submissions";
import type { TurnSettings } from "../../electron/runtime/turn/turn-scope";
import { clockTool } from "../../electron/runtime/tools/clock-tool";
import { newContextTool } from "../../electron/runtime/tools/new-context-tool";
import { sleepTool } from "../../electron/runtime/tools/sleep-tool";
import { ToolRegistry } from "../../electron/runtime/tools/tool-registry";
import { FakeClock } from "./fake-clock";
import { MemoryRolloutStore } from "./memory-rollout-store";
import { ScriptedClient, type Script } from "./scripted-client";
import { ScriptedHooks, type ScriptedHook } from "./scripted-hooks";

/** Ids that count: the same test gives the same rollout. */
export function countingIds(prefix = "0000"): IdSource {
  let count = 0;
  return { uuid: () => `${prefix}-${String((count += 1)).padStart(8, "0")}` };
}

/** The same as UUIDs, which files are named by. */
export function countingUuids(): IdSource {
  let count = 0;
  return { uuid: () => `00000000-0000-4000-8000-${String((count += 1)).padStart(12, "0")}` };
}

/** The model is told nothing of the folder that is worked in. */
export const noWorkspaceContext: WorkspaceContext = { read: () => Promise.resolve(null) };

/** Answers approvals by a function; null leaves the question open until the signal aborts. */
export class ScriptedApprovals implements Approvals {
  readonly asked: PendingApproval[] = [];
  /** Questions that nobody has answered. */
  readonly waiting = new Set<string>();
  answer: (request: PendingApproval) => ApprovalDecision | null = () => "accept";

  ask(request: PendingApproval, signal: AbortSignal): Promise<ApprovalAnswer> {
    this.asked.push(request);
    const decision = this.answer(request);
    if (decision !== null) return Promise.resolve({ decision, decidedBy: "person" });
    return new Promise((resolve) => {
      this.waiting.add(request.requestId);
      const onAbort = (): void => {
        this.waiting.delete(request.requestId);
        resolve({ decision: "cancel", decidedBy: "person" });
      };
      if (signal.aborted) onAbort();
      else signal.addEventListener("abort", onAbort, { once: true });
    });
  }
}

export interface TestOptions {
  readonly scripts?: readonly Script[];
  readonly client?: (clock: FakeClock) => ModelClient;
  readonly tools?: readonly Tool[];
  readonly maxRetries?: number;
  /** Other settings than the usual ones, of every turn. */
  readonly settings?: Partial<Omit<TurnSettings, "client" | "hooks">>;
  readonly hooks?: Partial<Record<HookEvent, readonly ScriptedHook[]>>;
  readonly contextWindow?: number | null;
  readonly clock?: FakeClock;
  readonly store?: MemoryRolloutStore;
  /** Takes the place of the memory store, which nothing is in then. */
  readonly rollouts?: RolloutStore;
  readonly ids?: IdSource;
  /** Something that needs real time is under way: `until` lets it go on before it moves the clock. */
  readonly isBusy?: () => boolean;
  /** Sees each event as it is told. */
  readonly onEvent?: (event: Notification) => void;
  /** How a person answers; see ScriptedApprovals. */
  readonly answer?: ScriptedApprovals["answer"];
  /** What is told of the folder; nothing where it is absent. */
  readonly workspace?: WorkspaceContext;
  /** Takes the place of the scripted approvals. */
  readonly approvals?: Approvals;
  readonly permissions?: Permissions;
}

export class TestRuntime {
  readonly clock: FakeClock;
  readonly store: MemoryRolloutStore;
  readonly client: ModelClient;
  readonly approvals = new ScriptedApprovals();
  readonly hooks: ScriptedHooks;
  readonly events: Notification[] = [];
  readonly manager: SessionManager;
  readonly #isBusy: () => boolean;

  constructor(options: TestOptions = {}) {
    this.#isBusy = options.isBusy ?? (() => false);
    this.clock = options.clock ?? new FakeClock();
    this.store = options.store ?? new MemoryRolloutStore(this.clock);
    if (options.answer !== undefined) this.approvals.answer = options.answer;
    this.hooks = new ScriptedHooks(this.clock, options.hooks);
    const { maxRetries, contextWindow } = options;
    this.client =
      options.client?.(this.clock) ??
      new ScriptedClient(this.clock, {
        scripts: options.scripts ?? [],
        ...(maxRetries === undefined ? {} : { maxRetries }),
        ...(contextWindow === undefined ? {} : { contextWindow }),
      });
    this.manager = new SessionManager({
      store: options.rollouts ?? this.store,
      folders: { problemWith: () => Promise.resolve(null), realPath: (path) => Promise.resolve(path) },
      clock: this.clock,
      ids: options.ids ?? countingIds(),
      approvals: options.approvals ?? this.approvals,
      tools: new ToolRegistry([sleepTool, clockTool, newContextTool, ...(options.tools ?? [])]),
      permissions: options.permissions ?? testPermissions(),
      workspace: options.workspace ?? noWorkspaceContext,
      version: "0.0.0",
      settings: ({ approvalPolicy, sandbox, toolDispatch }) =>
        Promise.resolve({
          ...testSettings({ client: this.client, hooks: this.hooks }),
          ...options.settings,
          ...(approvalPolicy === undefined ? {} : { policy: approvalPolicy }),
          ...(sandbox === undefined ? {} : { sandbox: { mode: sandbox, hasNetwork: false } }),
          ...(toolDispatch === undefined ? {} : { dispatch: toolDispatch }),
        }),
      publish: (notification) => {
        this.events.push(structuredClone(notification));
        options.onEvent?.(notification);
      },
    });
  }

  async startThread(choice: ThreadChoice = {}): Promise<Session> {
    return this.manager.start({ cwd: "/project", ...choice });
  }

  async start(threadId: ThreadId, text: string, clientId?: string): Promise<{ session: Session; turnId: TurnId }> {
    const { session, result } = await this.manager.startTurn(threadId, {
      input: [{ type: "text", text }],
      ...clientIdOf(clientId),
    });
    return { session, turnId: turnIdOf(result) };
  }

  async steer(
    threadId: ThreadId,
    steer: { turnId: TurnId; text: string; clientId?: string },
  ): Promise<{ session: Session; turnId: TurnId }> {
    const input = [{ type: "text", text: steer.text } as const];
    const expected = { expectedTurnId: steer.turnId, ...clientIdOf(steer.clientId) };
    const { session, result } = await this.manager.steer(threadId, { input, ...expected });
    return { session, turnId: turnIdOf(result) };
  }

  /** Puts the text at the end of the queue. */
  async enqueue(threadId: ThreadId, text: string, clientId?: string): Promise<InputId> {
    const { result } = await this.manager.enqueue(threadId, { input: [{ type: "text", text }], ...clientIdOf(clientId) });
    return result.inputId;
  }

  async mail(
    threadId: ThreadId,
    {
      text,
      author = "other",
      triggerTurn = false,
      clientId,
    }: { text: string; author?: string; triggerTurn?: boolean; clientId?: string },
  ): Promise<InputId> {
    const { result } = await this.manager.sendMail(threadId, { author, text, triggerTurn, ...clientIdOf(clientId) });
    return result.inputId;
  }

  /** Moves time until the promise has settled, from one deadline to the next and no further than needed. Fails when nothing is left that could settle it. */
  async until<Value>(promise: Promise<Value>, limitMs = 13 * 3_600_000): Promise<Value> {
    let isSettled = false;
    const watched = promise.finally(() => {
      isSettled = true;
    });
    watched.catch(() => undefined);
    const giveUpAtMs = this.clock.nowMs() + limitMs;
    for (let idle = 0; ;) {
      await this.clock.advance(0);
      if (isSettled) return watched;
      if (this.#isBusy()) continue;
      const [next] = this.clock.deadlines;
      if (next !== undefined && Number.isFinite(next) && next <= giveUpAtMs) {
        await this.clock.advance(Math.max(0, next - this.clock.nowMs()));
        idle = 0;
      } else {
        idle += 1;
        if (idle > 50) throw new Error("stuck: nothing is waiting that could go on");
      }
    }
  }

  /** Runs one turn to its end. */
  async turn(threadId: ThreadId, text: string): Promise<TurnId> {
    const { turnId } = await this.until(this.start(threadId, text));
    await this.until(this.turnEnd(threadId, turnId));
    return turnId;
  }

  /** Resolves once the turn's end has been told. */
  turnEnd(threadId: ThreadId, turnId: TurnId): Promise<Notification> {
    return this.nextEvent(
      (event) => event.method === "turn/completed" && event.params.threadId === threadId && event.params.turn.id === turnId,
    );
  }

  /** The first event, past or to come, that matches. */
  async nextEvent(matches: (event: Notification) => boolean): Promise<Notification> {
    for (let from = 0; ;) {
      const found = this.events.slice(from).find(matches);
      if (found !== undefined) return found;
      from = this.events.length;
      await new Promise((resolve) => setImmediate(resolve));
    }
  }

  lines(threadId: ThreadId): RolloutLine[] {
    return this.store.lines(threadId).map((text) => {
      const line = parseLine(text);
      if (line === null || line.type === "unknown") throw new Error(`not one of our lines: ${text}`);
      return line;
    });
  }
}

/** Every command is one plain program, no rule is set, no guard stands, and no sandbox holds. */
export function testPermissions(parts: Partial<Permissions> = {}): Permissions {
  return {
    readCommand: (command) => ({
      type: "understood",
      segments: [{ words: [command], hasSideEffects: false, isRunner: false }],
    }),
    rulesFor: () => Promise.resolve([]),
    sandboxState: () => Promise.resolve({ isEnforced: false, reason: "a test has no sandbox" }),
    guards: [],
    ...parts,
  };
}

/** Settings of a turn as a test usually wants them: nothing is compacted, reminded or hooked. */
export function testSettings(parts: Pick<TurnSettings, "client"> & Partial<TurnSettings>): TurnSettings {
  return {
    model: "test-1",
    policy: "onRequest",
    sandbox: { mode: "workspaceWrite", hasNetwork: false },
    approvalTimeoutMs: null,
    dispatch: "inStream",
    steerMode: "safePoint",
    hooks: new ScriptedHooks(new FakeClock()),
    autoCompactTokenLimit: null,
    reminderSeconds: null,
    problem: null,
    ...parts,
  };
}

function turnIdOf({ turnId }: Acceptance): TurnId {
  if (turnId === undefined) throw new Error("this submission started no turn");
  return turnId;
}

function clientIdOf(clientId: string | undefined): { clientId: ClientMessageId } | Record<string, never> {
  return clientId === undefined ? {} : { clientId: ClientMessageId.parse(clientId) };
}

/** A line in a few words, for whole-sequence comparisons. */
export function brief(line: RolloutLine): string {
  switch (line.type) {
    case "response_item": {
      const item = line.payload;
      if (item.type === "message")
        return `${item.role}${item.status === "incomplete" ? " incomplete" : ""}: ${item.content.map((part) => ("text" in part ? part.text : "")).join("")}`;
      if (item.type === "function_call" || item.type === "custom_tool_call") return `call ${item.call_id}`;
      if (item.type === "function_call_output" || item.type === "custom_tool_call_output")
        return `output ${item.call_id}: ${item.output}`;
      return "reasoning";
    }
    case "event_msg":
      return line.payload.type;
    case "cf_input":
      return `cf_input ${line.payload.via}`;
    case "cf_input_end":
      return `cf_input_end ${line.payload.how}`;
    case "cf_queue":
      return `queue ${line.payload.op}${"index" in line.payload && line.payload.index !== undefined ? ` ${line.payload.index}` : ""}`;
    case "compacted":
      return `compacted: ${line.payload.message}`;
    case "cf_running":
      return `running ${line.payload.callId}`;
    case "cf_outcome":
      return `outcome ${line.payload.callId} ${line.payload.status}`;
    case "cf_superseded":
      return `superseded: ${line.payload.text}`;
    case "cf_approval_requested":
      return `asked ${line.payload.callId}`;
    case "cf_approval_decided":
      return `decided ${line.payload.callId} ${line.payload.decision} by ${line.payload.decidedBy}`;
    default:
      return line.type;
  }
}
