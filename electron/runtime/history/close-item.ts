// A call's item once its output is recorded.
import type { ToolOutcome } from "../../../shared/protocol/rollout-line";
import type { ToolItem, TurnItemOf } from "../../../shared/protocol/turn-item";
import { assertNever } from "../errors";
import { finishedItem } from "./call-item";

/** `line`: of the output. `images`: data or web addresses of pictures in it. Without an outcome (an output that another program wrote) the call counts as completed. */
export interface CallEnd {
  readonly outcome: ToolOutcome | null;
  readonly output: string;
  readonly images?: readonly string[];
  readonly line: number | null;
}

/** What people see of a call that has ended: mostly the call, of some that went well what it came to. */
export function endedItem(opened: ToolItem, end: CallEnd): ToolItem | TurnItemOf<"plan" | "imageView"> {
  const closed = closeItem(opened, end);
  const finished = closed.type === "toolCall" && closed.status === "completed" ? finishedItem(closed) : null;
  if (finished?.type !== "imageView") return finished ?? closed;
  const url = end.images?.find((image) => image.length <= SHOWN_ADDRESS);
  return url === undefined ? finished : { ...finished, url };
}

/** Characters of an address that goes with an item: a page holds many items. Of a larger picture people see where it lies. */
const SHOWN_ADDRESS = 1_500_000;

export function closeItem(opened: ToolItem, end: CallEnd): ToolItem {
  const { outcome } = end;
  const item = outcome === null ? opened : knownBetter(opened, outcome);
  // The same for calls of ours; of another program's, the outcome has the output without what was added for the model.
  const output = outcome?.output ?? end.output;
  const status = outcome?.status ?? "completed";
  const duration = outcome?.durationMs === undefined ? {} : { durationMs: outcome.durationMs };
  const notes = outcome?.notes === undefined ? {} : { notes: outcome.notes };
  const outputLine = end.line === null ? {} : { outputLine: end.line };
  const base = { status, ...outputLine, ...duration, ...notes };
  switch (item.type) {
    case "commandExecution":
      return {
        ...item,
        ...base,
        aggregatedOutput: output,
        ...(outcome?.exitCode === undefined ? {} : { exitCode: outcome.exitCode }),
        ...(outcome?.outputBytes === undefined ? {} : { outputBytes: outcome.outputBytes }),
        ...(outcome?.outputFile === undefined ? {} : { outputFile: outcome.outputFile }),
        ...(outcome?.sandboxed === undefined ? {} : { sandboxed: outcome.sandboxed }),
        ...(outcome?.sandboxNote === undefined ? {} : { sandboxNote: outcome.sandboxNote }),
      };
    case "toolCall":
    case "fileChange":
    case "mcpToolCall":
      return { ...item, ...base, output };
    case "sleep":
      return {
        ...item,
        ...base,
        ...sleepOutcome(outcome),
        ...(outcome?.sleptMs === undefined ? {} : { sleptMs: outcome.sleptMs }),
      };
    default:
      return assertNever(item);
  }
}

/** The kind that the outcome knows the run to have been: the call's arguments may not have told. */
function knownBetter(item: ToolItem, { changes, mcp, command, cwd, sleptMs }: ToolOutcome): ToolItem {
  const { id, turnId, recordedAtMs, status } = item;
  const base = {
    id,
    turnId,
    recordedAtMs,
    status,
    ...(item.line === undefined ? {} : { line: item.line }),
    ...(item.startedAtMs === undefined ? {} : { startedAtMs: item.startedAtMs }),
    ...(item.finishedOrder === undefined ? {} : { finishedOrder: item.finishedOrder }),
  };
  if (changes !== undefined && changes.length > 0) return { ...base, type: "fileChange", changes };
  if (sleptMs !== undefined && item.type === "toolCall") return { ...base, type: "sleep", seconds: sleptMs / 1000 };
  if (mcp !== undefined) return { ...base, type: "mcpToolCall", ...mcp };
  const folder = cwd ?? (item.type === "commandExecution" ? item.cwd : "");
  if (command !== undefined && item.type === "toolCall") return { ...base, type: "commandExecution", command, cwd: folder };
  return item.type === "commandExecution" && cwd !== undefined ? { ...item, cwd } : item;
}

/** A sleep that was stopped before it began was interrupted too. */
function sleepOutcome(outcome: ToolOutcome | null): Pick<TurnItemOf<"sleep">, "outcome"> {
  if (outcome?.outcome !== undefined) return { outcome: outcome.outcome };
  return outcome?.status === "aborted" ? { outcome: "interrupted" } : {};
}
