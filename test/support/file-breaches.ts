// The invariants over one session file as it stands on disk, for specs of the whole app.
import { readFileSync } from "node:fs";
import { parseLine } from "../../shared/protocol/rollout-line";
import { lineBreaches } from "./transcript-invariants";

/** Each breach in words; `isOver`: no turn runs any more. */
export function fileBreaches(file: string, isOver = true): string[] {
  const texts = readFileSync(file, "utf8").split("\n").slice(0, -1);
  const parsed = texts.map((text, index) => ({ line: parseLine(text), at: `line ${index + 1}` }));
  const unreadable = parsed.filter(({ line }) => line === null || line.type === "unknown").map(({ at }) => `${at}: unknown`);
  const lines = parsed.flatMap(({ line }) => (line === null || line.type === "unknown" ? [] : [line]));
  return [...unreadable, ...lineBreaches(lines, isOver)];
}
