// Outputs that a page leaves out until somebody asks for them: taken from the items of any page, and put back into what is shown, by the same two steps.
import type { OutputDeferral } from "../protocol/command";
import type { TurnItem } from "../protocol/turn-item";

export interface DeferringPage {
  readonly deferOutput: OutputDeferral | undefined;
  /** `thread/items/list` forward from it begins with the item; null: nothing would, and the item stays whole. */
  readonly cursor: string | null;
}

/** The item as its page has it: without the output where that is deferred. Calls that failed keep theirs: why they did is what a person looks for. */
export function withDeferredOutput(item: TurnItem, { deferOutput, cursor }: DeferringPage): TurnItem {
  if (deferOutput === undefined || cursor === null) return item;
  switch (item.type) {
    case "commandExecution": {
      if (deferOutput.commandExecution !== true || item.status !== "completed" || !item.aggregatedOutput) return item;
      const { aggregatedOutput: _left, ...rest } = item;
      return { ...rest, outputDeferred: cursor };
    }
    case "mcpToolCall":
    case "toolCall": {
      if (deferOutput[item.type] !== true || item.status !== "completed" || !item.output) return item;
      const { output: _left, ...rest } = item;
      return { ...rest, outputDeferred: cursor };
    }
    default:
      return item;
  }
}

/** The item with the output of `other`, the same item from elsewhere, where its own was left out and that one's was not. */
export function withOutputOf(other: TurnItem | undefined, item: TurnItem): TurnItem {
  if (other === undefined || other.type !== item.type) return item;
  if (!("outputDeferred" in item) || "outputDeferred" in other) return item;
  const { outputDeferred: _read, ...without } = item;
  const rest = other.leftOut === undefined ? without : { ...without, leftOut: other.leftOut };
  if (rest.type === "commandExecution")
    return "aggregatedOutput" in other ? { ...rest, aggregatedOutput: other.aggregatedOutput } : rest;
  return "output" in other && other.output !== undefined ? { ...rest, output: other.output } : rest;
}
