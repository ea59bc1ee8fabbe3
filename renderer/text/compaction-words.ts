// What is said of a compaction: what became of it, how much room it made, and why it began.
import type { CompactionTrigger, TurnItemOf } from "../../shared/protocol/turn-item";
import { grouped } from "../../shared/text/grouped";

type CompactionItem = TurnItemOf<"contextCompaction">;

const WHY: Record<CompactionTrigger, string> = {
  manual: "asked for by you",
  preTurn: "the window was full as the turn began",
  midTurn: "the window was full within the turn",
  newContext: "the model asked for a new context",
};

export function compactionWords(item: CompactionItem, state: CompactionItem["status"]): { title: string; detail: string } {
  const { trigger, tokensBefore, tokensAfter } = item;
  const why = trigger === undefined ? "" : WHY[trigger];
  const before = tokensBefore === undefined ? "" : `${grouped(tokensBefore)} tokens`;
  const detail = (...parts: string[]) => parts.filter((part) => part !== "").join(" · ");
  switch (state) {
    case "inProgress":
      return { title: "Compacting…", detail: detail(before, why) };
    case "failed":
      return { title: "Compaction failed", detail: detail(why, "the window is as it was") };
    case "aborted":
      return { title: "Compaction stopped", detail: detail(why, "the window is as it was") };
    case "completed": {
      const tokens =
        tokensBefore === undefined || tokensAfter === undefined
          ? before
          : `${grouped(tokensBefore)} → ${grouped(tokensAfter)} tokens, estimated`;
      return { title: completedTitle(trigger), detail: detail(tokens, why) };
    }
  }
}

function completedTitle(trigger: CompactionTrigger | undefined): string {
  switch (trigger) {
    case "manual":
    case undefined:
      return "Compacted";
    case "preTurn":
    case "midTurn":
      return "Compacted automatically";
    case "newContext":
      return "New context";
  }
}
