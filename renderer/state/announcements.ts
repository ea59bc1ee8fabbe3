// What is said aloud when the shown thread changes its state: once per change, in words.
import type { Notification } from "../../shared/protocol/event";
import type { FollowUpQueue } from "../../shared/protocol/queue";
import type { TurnItem, TurnItemOf } from "../../shared/protocol/turn-item";
import { durationWords } from "../../shared/text/duration-words";
import { grouped } from "../../shared/text/grouped";
import { clockTimeSeconds, endTime } from "../text/duration";
import { visibleLine } from "../text/invisible";

/** The sentence for an event, or null when it changes nothing a listener must know. */
export function announcementOf(event: Notification): string | null {
  switch (event.method) {
    case "turn/started":
      return "Working.";
    case "turn/completed": {
      const { status, error, startedAtMs, completedAtMs } = event.params.turn;
      if (status === "failed") return `Failed. ${error?.message ?? ""} ${error?.action ?? ""}`.trim();
      if (status === "interrupted") return "Interrupted by you.";
      return completedAtMs === undefined ? "Completed." : `Completed in ${durationWords(completedAtMs - startedAtMs)}.`;
    }
    case "item/running": {
      const { startedAtMs, deadlineMs } = event.params;
      return deadlineMs === undefined ? null : `Waiting until ${endTime(deadlineMs, deadlineMs - startedAtMs)}.`;
    }
    case "item/started":
      return event.params.item.type === "contextCompaction" ? "Compacting." : null;
    case "item/completed":
      return completedWords(event.params.item);
    case "error":
      return event.params.willRetry ? retryAnnouncement(event.params) : null;
    default:
      return null;
  }
}

/** The sentence for a queue that has changed; null when only its order or its texts did, or an entry left it. */
export function queueAnnouncement(before: FollowUpQueue, after: FollowUpQueue): string | null {
  const count = after.data.length;
  if (after.paused && !before.paused) return `Queue paused, ${count} kept.`;
  if (count > before.data.length)
    return after.paused ? `Queued, ${count} in the paused queue.` : `Queued, ${count} in the queue.`;
  return before.paused && !after.paused && count > 0 ? "Queue resumed." : null;
}

function completedWords(item: TurnItem): string | null {
  switch (item.type) {
    case "commandExecution":
      return item.status === "denied" ? `Denied: ${visibleLine(item.command)}.` : null;
    case "notice":
      return item.text;
    case "contextCompaction":
      return compactionAnnouncement(item);
    case "hookPrompt":
      return "A stop hook asked for more.";
    case "mail":
      return `Mail from ${visibleLine(item.author)}.`;
    default:
      return null;
  }
}

function compactionAnnouncement(item: TurnItemOf<"contextCompaction">): string | null {
  const { status, tokensBefore, tokensAfter } = item;
  switch (status) {
    case "inProgress":
      return null;
    case "completed":
      return tokensBefore === undefined || tokensAfter === undefined
        ? "Compacted."
        : `Compacted from ${grouped(tokensBefore)} to ${grouped(tokensAfter)} tokens.`;
    case "failed":
      // It ends its turn, whose end says why.
      return "Compaction failed.";
    case "aborted":
      return "Compaction stopped.";
  }
}

type RetryParams = Extract<Notification, { method: "error" }>["params"];

function retryAnnouncement({ error, attempt, maxAttempts, retryAtMs }: RetryParams): string {
  const next = retryAtMs === undefined ? "" : ` Next try at ${clockTimeSeconds(retryAtMs)}.`;
  if (error.code === "rateLimited") return `Rate limited.${next}`;
  if (error.code === "overloaded") return `The server is overloaded.${next}`;
  return attempt === undefined ? "Waiting for network." : `Reconnecting ${attempt} of ${maxAttempts ?? "?"}.`;
}
