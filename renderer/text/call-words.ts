// The verb and the target of a call: "Run" while it is open, "Ran" when its output is on disk.
import { z } from "zod";
import type { ToolItem, TurnItemOf } from "../../shared/protocol/turn-item";
import { writtenQuestions } from "./question-words";
import { durationWords } from "../../shared/text/duration-words";
import { spokenSeconds } from "./duration";

export interface CallWords {
  readonly icon: "ask" | "terminal" | "clock" | "file" | "folder" | "tool" | "edit" | "undo" | "search" | "image" | "list";
  readonly verb: string;
  readonly target: string;
  readonly isCode: boolean;
}

export function callWords(item: ToolItem, isClosed: boolean): CallWords {
  switch (item.type) {
    case "commandExecution": {
      return { icon: "terminal", verb: isClosed && hasRun(item) ? "Ran" : "Run", target: item.command, isCode: true };
    }
    case "sleep":
      return { icon: "clock", ...sleepWords(item, isClosed), isCode: false };
    case "toolCall":
      return toolWords(item, isClosed);
    case "fileChange":
      if (item.undoOf !== undefined)
        return { icon: "undo", verb: "You undid changes in", target: namedChanges(item), isCode: true };
      return { icon: "edit", ...changeWords(item, isClosed), isCode: true };
    case "mcpToolCall": {
      const target = `${item.server} ${item.tool} ${item.arguments}`;
      return { icon: "tool", verb: isClosed ? "Called" : "Call", target, isCode: true };
    }
  }
}

/** Files of other programs do not tell of a start, but what it came to says that it was. */
export function hasRun(item: ToolItem): boolean {
  return (
    item.startedAtMs !== undefined ||
    item.status === "completed" ||
    (item.type === "commandExecution" && typeof item.exitCode === "number")
  );
}

const CHANGES = { add: ["Add", "Added"], delete: ["Delete", "Deleted"], update: ["Edit", "Edited"] } as const;

/** "Added src/a.ts", "Edited src/a.ts and 2 more". */
function changeWords(item: TurnItemOf<"fileChange">, isClosed: boolean): Pick<CallWords, "verb" | "target"> {
  const { changes, status } = item;
  const [first] = changes;
  const isAlike = changes.every(({ kind }) => kind === first?.kind);
  const isMade = isClosed && status === "completed";
  const verb = CHANGES[isAlike ? (first?.kind ?? "update") : "update"][isMade ? 1 : 0];
  return { verb, target: namedChanges(item) };
}

/** "src/a.ts and 2 more"; the first file stands for the others. */
function namedChanges({ changes }: TurnItemOf<"fileChange">): string {
  const [first] = changes;
  if (first === undefined) return "files";
  const path = first.movePath === undefined ? first.path : `${first.path} → ${first.movePath}`;
  return changes.length === 1 ? path : `${path} and ${changes.length - 1} more`;
}

// A timer may be a little early by the clock; a hook may have shortened the wait by more.
const EARLY_MS = 500;

/** "Waited 20 seconds" only when it did; "Waited 2.5 s of 20 seconds" when it ended before; "Wait" when how long it was is unknown. */
function sleepWords(item: TurnItemOf<"sleep">, isClosed: boolean): Pick<CallWords, "verb" | "target"> {
  const asked = spokenSeconds(item.seconds);
  const { sleptMs, status, outcome = "elapsed" } = item;
  const isWhole = outcome === "elapsed" && (sleptMs ?? item.seconds * 1000) + EARLY_MS > item.seconds * 1000;
  if (isClosed && status === "completed" && isWhole) return { verb: "Waited", target: asked };
  if (!isClosed || sleptMs === undefined) return { verb: "Wait", target: asked };
  return { verb: "Waited", target: `${durationWords(sleptMs)} of ${asked}` };
}

const pathArgument = z.looseObject({ path: z.string() });

function toolWords(item: TurnItemOf<"toolCall">, isClosed: boolean): CallWords {
  switch (toolName(item)) {
    case "read_file":
      return { icon: "file", verb: "Read", target: pathOf(item.arguments), isCode: true };
    case "list_dir":
      return { icon: "folder", verb: isClosed ? "Listed" : "List", target: pathOf(item.arguments), isCode: true };
    case "grep":
      return { icon: "search", verb: isClosed ? "Searched" : "Search", target: searchWords(item.arguments), isCode: true };
    case "view_image":
      return { icon: "image", verb: "Look at", target: pathOf(item.arguments), isCode: true };
    case "update_plan":
      return { icon: "list", verb: "Update", target: "the plan", isCode: false };
    case "clock.current_time":
      return { icon: "clock", verb: "Read", target: "the clock", isCode: false };
    case "clock.sleep":
      return { icon: "clock", verb: "Wait", target: item.arguments, isCode: true };
    case "request_user_input":
      return { icon: "ask", verb: isClosed ? "Asked" : "Ask", target: questionWords(item.arguments), isCode: false };
    default:
      return { icon: "tool", verb: isClosed ? "Called" : "Call", target: `${toolName(item)} ${item.arguments}`, isCode: true };
  }
}

function questionWords(written: string): string {
  const questions = writtenQuestions(written);
  const [first] = questions;
  if (first === undefined) return "you something";
  return questions.length === 1 ? first.question : `${first.question} and ${questions.length - 1} more`;
}

export function toolName({ namespace, tool }: TurnItemOf<"toolCall">): string {
  return namespace === undefined ? tool : `${namespace}.${tool}`;
}

const searchArgument = z.looseObject({ pattern: z.string(), path: z.string().exactOptional(), glob: z.string().exactOptional() });

/** "TODO in src, *.ts". */
function searchWords(written: string): string {
  const parsed = writtenJson.pipe(searchArgument).safeParse(written);
  if (!parsed.success) return written;
  const { pattern, path, glob } = parsed.data;
  const where = [path, glob].filter((part) => part !== undefined && part !== "").join(", ");
  return where === "" ? pattern : `${pattern} in ${where}`;
}

// What the model wrote need not be JSON: then it is shown as it stands.
const writtenJson = z.string().transform((text, context) => {
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    context.addIssue({ code: "custom", message: String(error) });
    return z.NEVER;
  }
});

function pathOf(written: string): string {
  const parsed = writtenJson.pipe(pathArgument).safeParse(written);
  return parsed.success ? parsed.data.path : written;
}
