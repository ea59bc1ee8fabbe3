// The session files of a home, as a test reads them: the lines as they stand on disk, found by nothing but the protocol's words.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { z } from "zod";

const Line = z.object({ timestamp: z.string(), type: z.string(), payload: z.record(z.string(), z.unknown()) });

/** `number`: physical line, from 1. */
export interface DiskLine extends z.infer<typeof Line> {
  readonly number: number;
}

/** The rollouts of a home, oldest first. */
export function rolloutFiles(home: string): string[] {
  const sessions = path.join(home, "sessions");
  if (!existsSync(sessions)) return [];
  return readdirSync(sessions, { recursive: true, encoding: "utf8" })
    .filter((file) => path.basename(file).startsWith("rollout-"))
    .sort((one, other) => path.basename(one).localeCompare(path.basename(other)))
    .map((file) => path.join(sessions, file));
}

/** The whole lines; one that is still being written has no newline and is left out. */
export function rolloutLines(file: string): DiskLine[] {
  const texts = readFileSync(file, "utf8").split("\n").slice(0, -1);
  return texts.map((text, index) => ({ ...Line.parse(JSON.parse(text)), number: index + 1 }));
}

/** What a line is, in one word: for `response_item` and `event_msg` the kind of what it holds. */
export function kindOf({ type, payload }: DiskLine): string {
  return type === "response_item" || type === "event_msg" ? String(payload["type"]) : type;
}

export function isTurnEnd(line: DiskLine): boolean {
  return line.type === "event_msg" && (kindOf(line) === "task_complete" || kindOf(line) === "turn_aborted");
}
