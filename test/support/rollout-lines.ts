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

const QueueChange = z.discriminatedUnion("op", [
  z.object({ op: z.literal("add"), inputId: z.string(), index: z.number().optional() }),
  z.object({ op: z.literal("update"), inputId: z.string(), input: z.array(z.object({ text: z.string() })) }),
  z.object({ op: z.literal("delete"), inputId: z.string() }),
  z.object({ op: z.literal("reorder"), inputIds: z.array(z.string()) }),
  z.object({ op: z.enum(["pause", "resume"]) }),
]);
const QueueInput = z.object({ inputId: z.string(), via: z.string(), input: z.array(z.object({ text: z.string() })) });

/** What the file says is queued, in order: a fold of its own (docs/rollout-format.md, Reading). */
export function queuedInFile(lines: readonly DiskLine[]): string[] {
  let ids: string[] = [];
  const texts = new Map<string, string>();
  for (const { type, payload } of lines) {
    if (type === "cf_input" && payload["via"] === "queue") {
      const { inputId, input } = QueueInput.parse(payload);
      texts.set(inputId, input.map(({ text }) => text).join(""));
      ids.push(inputId);
    }
    if (type === "cf_input_end") ids = ids.filter((id) => id !== payload["inputId"]);
    if (type !== "cf_queue") continue;
    const change = QueueChange.parse(payload);
    if (change.op === "add" && change.index !== undefined)
      ids = ids.filter((id) => id !== change.inputId).toSpliced(change.index, 0, change.inputId);
    if (change.op === "update") texts.set(change.inputId, change.input.map(({ text }) => text).join(""));
    if (change.op === "reorder") ids = [...change.inputIds, ...ids.filter((id) => !change.inputIds.includes(id))];
  }
  return ids.map((id) => texts.get(id) ?? "");
}
