// Builds what a runtime would say, in the protocol's own types: threads, turns, items, and numbered notifications.
import { PendingApproval, type PendingOf, serverRequestOf } from "../../shared/protocol/approval";
import type { EventMethod, eventParams } from "../../shared/protocol/event";
import type { IndexProgress } from "../../shared/protocol/past-session";
import { FollowUpQueue } from "../../shared/protocol/queue";
import { Thread, type ThreadTokenUsage, Turn } from "../../shared/protocol/thread";
import { TurnItem } from "../../shared/protocol/turn-item";
import type { z } from "zod";

export const NOW = Date.UTC(2025, 9, 14, 14, 10, 0);
export const THREAD_ID = "thread-1";

export function thread(changes: Partial<z.input<typeof Thread>> = {}): Thread {
  return Thread.parse({
    id: THREAD_ID,
    path: "/home/mara/.config/counterfoil/sessions/2025/10/14/rollout.jsonl",
    cwd: "/home/mara/code/tidetable",
    preview: "Last reading goes missing",
    provider: "demo",
    model: "demo-1",
    approvalPolicy: "onRequest",
    status: { type: "idle" },
    createdAtMs: NOW,
    updatedAtMs: NOW,
    source: "counterfoil",
    readOnly: false,
    origin: "own",
    archived: false,
    pinned: false,
    ...changes,
  });
}

export function turn(id: string, changes: Partial<z.input<typeof Turn>> = {}): Turn {
  return Turn.parse({ id, status: "inProgress", startedAtMs: NOW, ...changes });
}

export function item(fields: z.input<typeof TurnItem>): TurnItem {
  return TurnItem.parse(fields);
}

export function user(turnId: string, line: number, text: string): TurnItem {
  return item({ type: "userMessage", id: `user-${line}`, turnId, line, content: [{ type: "text", text }], via: "start" });
}

export function agent(turnId: string, line: number | undefined, text: string, id = `agent-${line ?? "new"}`): TurnItem {
  return item({ type: "agentMessage", id, turnId, text, phase: null, ...(line === undefined ? {} : { line }) });
}

type CommandFields = Partial<Extract<z.input<typeof TurnItem>, { type: "commandExecution" }>>;

/** A command; one that has ended without being denied had begun, unless the changes say otherwise. */
export function command(turnId: string, id: string, text: string, changes: CommandFields = {}): TurnItem {
  const hasBegun = changes.status !== undefined && changes.status !== "inProgress" && changes.status !== "denied";
  return item({
    ...(hasBegun ? { startedAtMs: NOW } : {}),
    type: "commandExecution",
    id,
    turnId,
    status: "inProgress",
    recordedAtMs: NOW,
    command: text,
    cwd: "/home/mara/code/tidetable",
    ...changes,
  });
}

type PendingFields = Partial<z.input<(typeof PendingApproval.options)[0]>>;

/** A question about a command. */
export function approval(turnId: string, itemId: string, text: string, changes: PendingFields = {}): PendingOf<"command"> {
  return PendingApproval.options[0].parse({
    kind: "command",
    requestId: `request-${itemId}`,
    threadId: THREAD_ID,
    turnId,
    itemId,
    command: text,
    cwd: "/home/mara/code/tidetable",
    warnings: [],
    canRemember: true,
    ...changes,
  });
}

/** An approval request as it crosses the bridge. */
export function request(pending: PendingApproval): unknown {
  return { id: `rpc-${pending.itemId}`, method: serverRequestOf[pending.kind], params: pending };
}

/** Numbers notifications as a hub would. */
export class Sequence {
  #seq: number;

  constructor(last: number) {
    this.#seq = last;
  }

  event<Method extends EventMethod>(method: Method, params: z.input<(typeof eventParams)[Method]>): unknown {
    this.#seq += 1;
    return { method, params: { ...params, threadId: THREAD_ID, seq: this.#seq, emittedAtMs: NOW } };
  }

  /** An event that never arrives. */
  skip(): void {
    this.#seq += 1;
  }
}

/** A queue of texts; the ids are q1, q2, … unless others are given. */
export function queue(
  texts: readonly string[],
  { paused = false, ids }: { paused?: boolean; ids?: readonly string[] } = {},
): FollowUpQueue {
  return FollowUpQueue.parse({
    data: texts.map((text, index) => ({ id: ids?.[index] ?? `q${index + 1}`, input: [{ type: "text", text }] })),
    paused,
  });
}

export interface Snapshot {
  readonly items: readonly TurnItem[];
  readonly turns: readonly Turn[];
  readonly nextCursor?: string | null;
  readonly seq?: number;
  readonly thread?: Thread;
  readonly repairs?: readonly string[];
  readonly queue?: FollowUpQueue;
  readonly tokenUsage?: ThreadTokenUsage | null;
  readonly index?: IndexProgress;
}

/** The reply to thread/resume. */
export function resumed(snapshot: Snapshot): unknown {
  const {
    items,
    turns,
    nextCursor = null,
    seq = 0,
    thread: shown = thread(),
    repairs = [],
    queue: waiting = queue([]),
    tokenUsage = null,
    index = { bytes: 1000, totalBytes: 1000 },
  } = snapshot;
  return {
    thread: shown,
    page: { items, turns, nextCursor },
    seq,
    readOnly: shown.readOnly,
    repairs,
    queue: waiting,
    tokenUsage,
    index,
  };
}

export const SETTINGS = {
  provider: "demo",
  model: "demo-1",
  isDemo: true,
  approvalPolicy: "onRequest",
  sandbox: "workspaceWrite",
  network: false,
  sandboxStates: {
    readOnly: { isEnforced: true, how: "bubblewrap" },
    workspaceWrite: { isEnforced: true, how: "bubblewrap" },
    dangerFullAccess: { isEnforced: false, reason: "full access was chosen" },
  },
  settingsFile: "/home/mara/.config/counterfoil/settings.json",
  problem: null,
};
