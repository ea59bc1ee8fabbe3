// What is said of an item that is too large for a page.
import type { TurnItem } from "../../shared/protocol/turn-item";
import { byteWords } from "./duration";

/** Null: all of it is there. */
export function leftOutWords({ leftOut, line }: TurnItem): string | null {
  if (leftOut === undefined) return null;
  const where = line === undefined ? "The session's file" : `Line ${line} of the session's file`;
  return `${byteWords(leftOut)} of this are not shown here. ${where} and every export have all of it.`;
}
