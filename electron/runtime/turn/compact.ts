// Compaction: the model sums up the window, and the person's words and that summary take its place (runtime.md §10). Recorded whole or not at
// all: when it fails or is stopped, the transcript stays as it was.
import { ItemId } from "../../../shared/protocol/ids";
import { isCall, isOutput, messageText, type ResponseItem } from "../../../shared/protocol/response-item";
import type { LineBody } from "../../../shared/protocol/rollout-line";
import type { TokenCounts } from "../../../shared/protocol/thread";
import type { TurnError } from "../../../shared/protocol/turn-error";
import type { CompactionTrigger, TurnItemOf } from "../../../shared/protocol/turn-item";
import { RequestRejected, StreamDisconnected, errorMessage, isAttemptError } from "../errors";
import { promptItems } from "../history/prompt";
import { replacementWindow } from "../history/replacement-window";
import { itemTokens } from "../history/token-estimate";
import { freshContext, isWorkspaceContext } from "./inject-context";
import { withRetries, type Aborted, type Broken, type Failed } from "./retry";
import { estimatedLine, reportedLine } from "./token-lines";
import type { TurnScope } from "./turn-scope";
import { windowLimit } from "./window-limit";

/** Asks for the summary; the last thing in the request. */
const SUMMARY_PROMPT = [
  "The context window is nearly full and will be replaced. Write a summary for the model that goes on with this work and sees nothing of the conversation but the user's own words and your summary.",
  "Say what was asked and what is decided, what has been done and found (files, commands, results that matter), what failed and why, what is still to do, and the very next step. Be exact about names and paths. Answer with the summary only.",
].join("\n");

/** Of the request that did not fit, at least this much is left out before it is tried again. */
const DROPPED_SHARE = 1 / 8;

export interface CompactFacts {
  readonly trigger: CompactionTrigger;
  /** So many of the newest items stay as they are, behind the summary. */
  readonly keptCount: number;
}

type Compacted = { readonly type: "completed" };
type Summary = { readonly type: "summary"; readonly text: string };

/** Compacts the window. Throws StorageError; then nothing of it is in the file. */
export async function compact(turn: TurnScope, facts: CompactFacts): Promise<Compacted | Aborted | Failed> {
  const { transcript } = turn;
  const itemId = ItemId.parse(turn.ids.uuid());
  const tokensBefore = transcript.tokens.count;
  const item: TurnItemOf<"contextCompaction"> = {
    id: itemId,
    turnId: turn.turnId,
    type: "contextCompaction",
    trigger: facts.trigger,
    status: "inProgress",
    tokensBefore,
  };
  turn.emit({ method: "item/started", params: { turnId: turn.turnId, item } });
  let isFull = transcript.tokens.isFull;
  const end = await summarise(turn, facts, () => {
    isFull = true;
  });
  const base = { itemId, trigger: facts.trigger, tokensBefore, isFull };
  switch (end.type) {
    case "summary":
      return commit(end.text, { turn, facts, base });
    case "aborted":
      await turn.record(noticeLines("The compaction was stopped.", { status: "aborted" }, { turn, base }));
      return end;
    case "failed":
      return fail(compactionError(end.error), { turn, base });
  }
}

interface Base {
  readonly itemId: ItemId;
  readonly trigger: CompactionTrigger;
  readonly tokensBefore: number;
  /** The provider has refused the window as too long, before or now. */
  readonly isFull: boolean;
}

async function commit(
  summary: string,
  { turn, facts, base }: { readonly turn: TurnScope; readonly facts: CompactFacts; readonly base: Base },
): Promise<Compacted | Failed> {
  const { items } = turn.transcript;
  const limit = windowLimit(turn);
  const boundary = items.length - facts.keptCount;
  const context = await freshContext(turn);
  const window = replacementWindow({
    items: items.slice(0, boundary),
    // What the kept items tell of the workspace, the fresh context tells.
    kept: items.slice(boundary).filter((item) => context.length === 0 || !isWorkspaceContext(item, turn)),
    context,
    isMidTurn: facts.trigger === "midTurn" || facts.trigger === "newContext",
    isPerson: (id) => turn.inputs.isPerson(id),
    summary,
    recordPath: turn.hookPlace.transcriptPath,
    limit,
  });
  const tokensAfter = window.reduce((sum, item) => sum + itemTokens(item), turn.transcript.tokens.fixed);
  if (limit !== null && tokensAfter >= limit) {
    const message = `The window holds ${tokensAfter} tokens even after compaction, of at most ${limit}.`;
    return fail({ code: "compactionFailed", message, action: TOO_SMALL }, { turn, base });
  }
  await turn.record(
    [
      {
        type: "compacted",
        payload: {
          message: summary,
          replacement_history: window,
          cf_item_id: base.itemId,
          cf_trigger: base.trigger,
          cf_tokens_before: base.tokensBefore,
          cf_tokens_after: tokensAfter,
        },
      },
      { type: "event_msg", payload: { type: "context_compacted" } },
      estimatedLine(tokensAfter, turn),
    ],
    { barrier: true },
  );
  turn.timeReminder.forget();
  return { type: "completed" };
}

const TOO_SMALL = "Raise autoCompactTokenLimit in settings.json, choose a model with a larger window, or start a new session.";

async function fail(error: TurnError, { turn, base }: { readonly turn: TurnScope; readonly base: Base }): Promise<Failed> {
  await turn.record(noticeLines(error.message, { status: "failed", error }, { turn, base }));
  return { type: "failed", error };
}

/** What the person is told. A full window stays full: a report about a request that was shortened says nothing about it. */
function noticeLines(
  text: string,
  end: { readonly status: "failed"; readonly error: TurnError } | { readonly status: "aborted" },
  { turn, base }: { readonly turn: TurnScope; readonly base: Base },
): LineBody[] {
  const { isFull, ...facts } = base;
  const kind =
    end.status === "failed"
      ? ({ level: "error", code: "compactionFailed" } as const)
      : ({ level: "info", code: "compactionStopped" } as const);
  return [
    { type: "cf_notice", payload: { ...kind, text, compaction: { ...facts, ...end } } },
    ...(isFull ? [estimatedLine(base.tokensBefore, turn, { isFull })] : []),
  ];
}

/** What kept the summary from being written, said as what it means for the person. Where they can act on the cause, its code stays. */
function compactionError(error: TurnError): TurnError {
  const message = `The session could not be compacted: ${error.message}`;
  return error.code === "streamDisconnected" || error.code === "internal" || error.code === "contextWindowExceeded"
    ? { ...error, code: "compactionFailed", message }
    : { ...error, message };
}

/** The summary in words, never empty. A request that does not fit is told, and tried again without its oldest items. */
async function summarise(
  turn: TurnScope,
  { keptCount }: CompactFacts,
  onOverflow: () => void,
): Promise<Summary | Aborted | Failed> {
  const { items } = turn.transcript;
  let sent: readonly ResponseItem[] = items.slice(0, items.length - keptCount);
  for (;;) {
    const end = await withRetries(turn, () => askOnce(sent, turn));
    if (end.type !== "failed" || end.error.code !== "contextWindowExceeded") return end;
    onOverflow();
    if (sent.length === 0) return end;
    sent = withoutOldest(sent);
  }
}

/** Leaves out the oldest items until a share of the tokens is gone; a call and its output go together. */
export function withoutOldest(items: readonly ResponseItem[]): readonly ResponseItem[] {
  const toDrop = items.reduce((sum, item) => sum + itemTokens(item), 0) * DROPPED_SHARE;
  const callIds = new Set<string>();
  let dropped = 0;
  let count = 0;
  for (const item of items) {
    if (count > 0 && dropped >= toDrop) break;
    if (isCall(item)) callIds.add(item.call_id);
    dropped += itemTokens(item);
    count += 1;
  }
  return items.slice(count).filter((item) => !(isOutput(item) && callIds.has(item.call_id)));
}

async function askOnce(sent: readonly ResponseItem[], turn: TurnScope): Promise<Summary | Aborted | Broken> {
  const { client, signal } = turn;
  const prompt: ResponseItem = { type: "message", role: "user", content: [{ type: "input_text", text: SUMMARY_PROMPT }] };
  let text = "";
  let usage: TokenCounts | null = null;
  let isCompleted = false;
  try {
    const request = {
      model: turn.model,
      instructions: turn.instructions,
      input: [...promptItems(turn.refusedParts.readable(sent)), prompt],
      tools: [],
      threadId: turn.threadId,
      turnId: turn.turnId,
    };
    for await (const event of client.stream(request, signal)) {
      if (signal.aborted) break;
      // Whatever else the model does here, a call even, is not what it was asked for.
      if (event.type === "itemDone" && event.item.type === "message") text = messageText(event.item);
      if (event.type === "completed") {
        usage = event.usage;
        isCompleted = true;
        break;
      }
    }
  } catch (error) {
    if (!signal.aborted) {
      if (isAttemptError(error)) return { type: "broken", error };
      const turnError = { code: "internal", message: errorMessage(error) } as const;
      return { type: "broken", error: new RequestRejected(turnError, { cause: error }) };
    }
  }
  if (usage !== null) await turn.record([reportedLine(usage, turn)]);
  if (signal.aborted) return { type: "aborted" };
  if (!isCompleted) return { type: "broken", error: new StreamDisconnected("the response ended before it was complete") };
  if (text.trim() !== "") return { type: "summary", text: text.trim() };
  const empty = {
    code: "compactionFailed",
    message: "the model wrote no summary",
    action: "Try it again, or choose another model.",
  } as const;
  return { type: "broken", error: new RequestRejected(empty) };
}
