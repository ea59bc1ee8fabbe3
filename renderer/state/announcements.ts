// What is said aloud when the shown thread changes its state: once per change, in words.
import type { Notification } from "../../shared/protocol/event";
import { durationWords, endTime } from "../text/duration";
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
    case "item/completed": {
      const { item } = event.params;
      if (item.type === "commandExecution" && item.status === "denied") return `Denied: ${visibleLine(item.command)}.`;
      return item.type === "notice" ? item.text : null;
    }
    case "error":
      if (!event.params.willRetry) return null;
      return event.params.attempt === undefined
        ? "Waiting for network."
        : `Reconnecting ${event.params.attempt} of ${event.params.maxAttempts ?? "?"}.`;
    case "input/returned":
      return "Your input was not sampled. It is back in the composer.";
    default:
      return null;
  }
}
