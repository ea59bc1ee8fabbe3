// What a run of one turn has to say besides what the turn printed, and its exit code. Apart because both follow from the events alone.
import type { Notification } from "../../shared/protocol/event";
import type { Turn } from "../../shared/protocol/thread";
import type { TurnItem, TurnItemOf } from "../../shared/protocol/turn-item";

export const EXIT_CODES: Record<Turn["status"], number> = { completed: 0, failed: 1, interrupted: 130, inProgress: 1 };
const HELD_BACK = 1;

export class TerminalReport {
  #declined = 0;
  #unanswered = 0;
  #isHeldBack = false;

  hear(event: Notification): void {
    if (event.method !== "item/completed") return;
    const { item } = event.params;
    if (isDeclinedByPolicy(item)) {
      if (item.kind === "userInput") this.#unanswered += 1;
      else this.#declined += 1;
    }
    if (item.type === "notice" && item.code === "hookBlocked") this.#isHeldBack = true;
  }

  exitCode(status: Turn["status"]): number {
    return status === "completed" && this.#isHeldBack ? HELD_BACK : EXIT_CODES[status];
  }

  /** For stderr, a line each. */
  words(): readonly string[] {
    const held = this.#isHeldBack
      ? ["A hook held the prompt back: the model was not asked. It waits in the session's queue."]
      : [];
    return [...held, ...declinedWords(this.#declined), ...unansweredWords(this.#unanswered)];
  }
}

function isDeclinedByPolicy(item: TurnItem): item is TurnItemOf<"approval"> {
  return item.type === "approval" && item.decision === "decline" && item.decidedBy === "policy";
}

function declinedWords(count: number): string[] {
  if (count === 0) return [];
  const what = count === 1 ? "A command or change of files was" : `${count} commands or changes of files were`;
  return [
    `${what} declined, because nobody can be asked here. --approve all allows them, but for what a read-only sandbox forbids.`,
  ];
}

function unansweredWords(count: number): string[] {
  if (count === 0) return [];
  const what = count === 1 ? "A question of the model was" : `${count} questions of the model were`;
  return [`${what} left unanswered, because nobody can be asked here.`];
}
