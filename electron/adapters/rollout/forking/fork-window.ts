// The window that the fork's model begins with where the source was compacted: readable by any provider, every call with its output behind it.
import { isCall, isOutput, type MessageItem, type ResponseItem } from "../../../../shared/protocol/response-item";
import type { LinePayload } from "../../../../shared/protocol/rollout-line";
import { promptItems } from "../../../runtime/history/prompt";
import { replacementWindow } from "../../../runtime/history/replacement-window";
import type { ForkIds } from "./fork-ids";

/** Reasoning without what only the account can read that it was sealed for. */
export function unsealed(item: ResponseItem): ResponseItem {
  if (item.type !== "reasoning") return item;
  const { encrypted_content: _sealed, ...open } = item;
  return open;
}

export interface WindowFacts {
  readonly ids: ForkIds;
  /** The person's words so far, the last of them. */
  readonly said: readonly MessageItem[];
  readonly recordPath: string;
}

/** Stands where a compaction left no words of its own. */
const NO_SUMMARY = "(no summary available)";

/** Files of 2025 hold the summary only, others one that only its account can read: the window is then the person's words and the summary. */
export function forkWindow(
  { message, replacement_history }: LinePayload<"compacted">,
  { ids, said, recordPath }: WindowFacts,
): ResponseItem[] {
  const items = onceNamed(pairedInOrder((replacement_history ?? []).map(unsealed)).map((item) => renamed(item, ids)));
  if (items.some(({ type }) => type === "message")) return items;
  const summary = message.trim() === "" ? NO_SUMMARY : message;
  return replacementWindow({ items: said, isPerson: () => true, summary, recordPath, kept: [], limit: null });
}

/** Nobody speaks between a call and its output. */
function pairedInOrder(items: readonly ResponseItem[]): ResponseItem[] {
  const ordered: ResponseItem[] = [];
  const open = new Set<string>();
  let waiting: ResponseItem[] = [];
  for (const item of promptItems(items)) {
    if (item.type === "message" && item.role !== "assistant" && open.size > 0) waiting.push(item);
    else ordered.push(item);
    if (isCall(item)) open.add(item.call_id);
    if (isOutput(item)) open.delete(item.call_id);
    if (open.size > 0) continue;
    ordered.push(...waiting);
    waiting = [];
  }
  return [...ordered, ...waiting];
}

/** Of items that have one name only the first keeps it. */
function onceNamed(items: readonly ResponseItem[]): ResponseItem[] {
  const seen = new Set<string>();
  return items.map((item) => {
    if ((item.type !== "message" && item.type !== "reasoning") || item.id === undefined) return item;
    if (!seen.has(item.id)) {
      seen.add(item.id);
      return item;
    }
    const { id: _id, ...unnamed } = item;
    return unnamed;
  });
}

function renamed(item: ResponseItem, ids: ForkIds): ResponseItem {
  const id = "id" in item && typeof item.id === "string" ? { id: ids.named(item.id) } : {};
  if (isCall(item) || isOutput(item)) return { ...item, ...id, call_id: ids.named(item.call_id) };
  return { ...item, ...id };
}
