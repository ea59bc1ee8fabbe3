// What must hold of compactions (I8, runtime.md §10), read off the lines of one file. Each breach is said in words.
import { isDeepStrictEqual } from "node:util";
import { isCall, isOutput, messageText, type ResponseItem } from "../../shared/protocol/response-item";
import { contextKind } from "../../electron/runtime/history/context-kind";
import type { RolloutLine } from "../../shared/protocol/rollout-line";

/** The items that the model is sent after these lines: what was recorded, from the last replacement on (I5). */
export function foldWindow(lines: readonly RolloutLine[]): ResponseItem[] {
  let items: ResponseItem[] = [];
  for (const line of lines) {
    if (line.type === "response_item") items.push(line.payload);
    if (line.type === "compacted" && line.payload.replacement_history !== undefined)
      items = [...line.payload.replacement_history];
  }
  return items;
}

export function compactionBreaches(lines: readonly RolloutLine[]): string[] {
  const breaches: string[] = [];
  const open = new Set<string>();
  const said = new Map<string, string>();
  let ofTurn: ResponseItem[] = [];
  let unanswered: string | null = null;
  for (const [index, line] of lines.entries()) {
    const at = `line ${index + 1}`;
    if (line.type === "response_item") {
      const item = line.payload;
      if (isCall(item)) open.add(item.call_id);
      else if (isOutput(item)) open.delete(item.call_id);
      else if (item.type === "message" && item.id !== undefined) said.set(item.id, JSON.stringify(item.content));
      ofTurn.push(item);
      unanswered = null;
    }
    if (line.type === "event_msg" && line.payload.type === "task_started") ofTurn = [];
    // Held back by a hook: what the window was made for has gone.
    if (line.type === "cf_notice") unanswered = null;
    // The compaction's own estimate stands right behind it; the next count is that of an answer.
    if (line.type === "event_msg" && line.payload.type === "token_count" && lines[index - 2]?.type !== "compacted")
      unanswered = null;
    if (
      line.type === "event_msg" &&
      line.payload.type === "task_complete" &&
      (line.payload.error ?? null) === null &&
      unanswered !== null
    )
      breaches.push(`I8 ${at}: a turn ended right after the ${unanswered} compaction that was to let it go on`);
    if (line.type !== "compacted") continue;
    const { cf_trigger: trigger, replacement_history: window = [], message } = line.payload;
    if (open.size > 0) breaches.push(`I8 ${at}: compacted while ${[...open].join(", ")} had no output`);
    if (window.some((item) => isCall(item) || isOutput(item))) breaches.push(`I8 ${at}: the new window holds calls or outputs`);
    if (message.trim() === "") breaches.push(`§10 ${at}: an empty summary`);
    const summaryAt = window.findIndex((item) => isSummary(item, message));
    if (summaryAt === -1) breaches.push(`§10 ${at}: the new window does not hold the summary`);
    if (trigger !== "preTurn" && summaryAt !== window.length - 1) breaches.push(`§10 ${at}: the summary does not stand last`);
    const inFront = window.slice(0, Math.max(summaryAt, 0));
    const before = inFront.filter((item) => !isFreshContext(item));
    const places = inFront.flatMap((item, place) => (isFreshContext(item) ? [place] : []));
    if (places.some((place, nth) => place !== (places[0] ?? 0) + nth))
      breaches.push(`§10 ${at}: the fresh context does not stand together`);
    if (before.some((item) => !("id" in item) || item.id === undefined || !said.has(item.id)))
      breaches.push(`§10 ${at}: before the summary stands what no person said`);
    const order = before.map((item) => [...said.keys()].indexOf("id" in item ? (item.id ?? "") : ""));
    if (order.some((place, nth) => place < (order[nth - 1] ?? 0)))
      breaches.push(`§10 ${at}: the person's words are not in their order`);
    if (trigger === "preTurn" && !isDeepStrictEqual(window.slice(summaryAt + 1), ofTurn))
      breaches.push(`§10 ${at}: what the turn brought does not stand behind the summary as it was`);
    if (trigger === "midTurn" || trigger === "newContext") unanswered = trigger;
  }
  return breaches;
}

/** What the program puts into a window by itself, whatever was said. */
function isFreshContext(item: ResponseItem): boolean {
  return item.type === "message" && item.id === undefined && contextKind(messageText(item)) !== null;
}

function isSummary(item: ResponseItem, summary: string): boolean {
  return item.type === "message" && item.role === "user" && item.id === undefined && messageText(item).includes(summary);
}
