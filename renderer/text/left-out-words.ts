// What is said of an item that is too large for a page.
import type { TurnItem } from "../../shared/protocol/turn-item";
import { byteWords } from "./duration";

/** Null: all of it is there. Of a call that is too large the output is what is cut, mostly. */
export function leftOutWords(item: TurnItem): string | null {
  if (item.leftOut === undefined) return null;
  const line = "outputLine" in item ? item.outputLine : item.line;
  const where = line === undefined ? "The session’s file" : `Line ${line} of the session’s file`;
  return `${byteWords(item.leftOut)} of this are not shown here. ${where} has all of it.`;
}
