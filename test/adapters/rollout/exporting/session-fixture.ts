// Small sessions to be exported: items and turns from the fields that matter, and pages of them.
import type { ItemPage } from "../../../../shared/protocol/command";
import { ThreadId } from "../../../../shared/protocol/ids";
import type { Thread } from "../../../../shared/protocol/thread";
import { Turn } from "../../../../shared/protocol/thread";
import { TurnItem } from "../../../../shared/protocol/turn-item";
import type { SessionFacts } from "../../../../electron/adapters/rollout/exporting/export-block";
import type { SessionFile } from "../../../../electron/runtime/ports/past-sessions";

export const START_MS = Date.UTC(2026, 2, 4, 9, 15, 2);

export const facts: SessionFacts = {
  cwd: "/home/me/tide",
  model: "demo-1",
  provider: "demo",
  source: "counterfoil",
  createdAtMs: START_MS,
  updatedAtMs: START_MS + 60_000,
  path: "/home/me/rollout.jsonl",
  repairs: [],
};

export const sessionFile: SessionFile = { threadId: ThreadId.parse("t-1"), path: "/home/me/rollout.jsonl", origin: "own" };

export const thread: Thread = {
  id: sessionFile.threadId,
  path: sessionFile.path,
  cwd: facts.cwd,
  preview: "What is low water?",
  provider: facts.provider,
  model: facts.model,
  approvalPolicy: "onRequest",
  status: { type: "idle" },
  createdAtMs: facts.createdAtMs,
  updatedAtMs: facts.updatedAtMs,
  source: facts.source,
  readOnly: false,
  origin: "own",
  archived: false,
  pinned: false,
};

type Fields = Record<string, unknown> & { readonly type: TurnItem["type"] };

let lastId = 0;

/** An item of turn `turn-1`, recorded, unless the fields say otherwise. */
export function item(fields: Fields): TurnItem {
  lastId += 1;
  const tool = { status: "completed", recordedAtMs: START_MS };
  const isTool = ["commandExecution", "toolCall", "sleep", "fileChange", "mcpToolCall"].includes(fields.type);
  return TurnItem.parse({ id: `item-${lastId}`, turnId: "turn-1", line: lastId, ...(isTool ? tool : {}), ...fields });
}

export const prompt = (text: string, turnId = "turn-1"): TurnItem =>
  item({ type: "userMessage", turnId, via: "start", content: [{ type: "text", text }] });

export const answer = (text: string, turnId = "turn-1"): TurnItem =>
  item({ type: "agentMessage", turnId, text, phase: "finalAnswer" });

export function turn(fields: Record<string, unknown> = {}): Turn {
  return Turn.parse({
    id: "turn-1",
    status: "completed",
    startedAtMs: START_MS,
    completedAtMs: START_MS + 6400,
    ...fields,
  });
}

export function page(items: TurnItem[], turns: Turn[] = [turn()]): ItemPage {
  return { items, turns, nextCursor: null };
}

export async function* pagesOf(...pages: ItemPage[]): AsyncGenerator<ItemPage> {
  yield* pages;
}
