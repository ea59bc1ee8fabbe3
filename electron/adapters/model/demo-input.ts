// Who says what in the input that the demo is sent: the person, mail, a stop hook, or the summary of a window before this one.
import { z } from "zod";
import { wishesOf, type Wish } from "./demo-wishes";

export const InputItem = z.looseObject({
  type: z.string(),
  role: z.string().optional(),
  phase: z.string().optional(),
  content: z.array(z.looseObject({ text: z.string().optional() })).optional(),
  call_id: z.string().optional(),
  output: z
    .union([z.string(), z.array(z.looseObject({ text: z.string().optional() }))])
    .transform((output) => (typeof output === "string" ? output : output.map(({ text = "" }) => text).join("")))
    .optional(),
});
export type InputItem = z.infer<typeof InputItem>;

const ADDED =
  /^(?:<(?:turn_aborted|mail|hook_prompt|environment_context|user_instructions|permissions|current_time_reminder)\b|# AGENTS\.md instructions\b)/;
const MAIL = /^<mail from=("(?:[^"\\]|\\.)*")>\n([^]*)\n<\/mail>$/;
const HOOK_PROMPT = /^<hook_prompt\b[^>]*>\n([^]*)\n<\/hook_prompt>$/;
/** How the lead-in of a summary begins; what stands before it has been dealt with. */
const SUMMARY = /^The conversation so far was compacted\./;
const TO_DO = "Still to do: ";

/** What is new since the last answer, the last stop, or the summary that a window begins with. `summary`: of that window, when it is the newest. */
export interface DemoTurn {
  readonly items: readonly InputItem[];
  readonly summary: string | null;
}

export function currentTurn(input: readonly InputItem[]): DemoTurn {
  const before = input.findLastIndex((item) => {
    if (item.type !== "message") return false;
    if (item.role === "assistant") return item.phase !== "commentary";
    return isSummary(item) || textOf(item).startsWith("<turn_aborted>");
  });
  const boundary = input[before];
  const items = input.slice(before + 1);
  return { items, summary: boundary !== undefined && isSummary(boundary) ? textOf(boundary) : null };
}

/** What is wanted of the demo in this turn, in the order in which it came. */
export function wishesIn({ items, summary }: DemoTurn): Wish[] {
  const first = items[0];
  const isSaidAgain = first !== undefined && isPersons(first);
  const toDo = summary === null || isSaidAgain ? undefined : summary.split(TO_DO)[1];
  return [...(toDo === undefined ? [] : wishesOf(toDo)), ...items.flatMap(wishesOfItem)];
}

function wishesOfItem(item: InputItem): Wish[] {
  if (isPersons(item)) return wishesOf(textOf(item));
  if (item.type !== "message" || item.role !== "user") return [];
  return (item.content ?? []).flatMap(({ text = "" }): Wish[] => {
    const [, from, mail] = MAIL.exec(text) ?? [];
    if (from !== undefined && mail !== undefined) return [{ type: "mail", from: String(JSON.parse(from)), text: mail }];
    const asked = HOOK_PROMPT.exec(text)?.[1];
    return asked === undefined ? [] : [{ type: "hook", text: asked }];
  });
}

/** The line by which a summary tells its reader, the demo again, what was not done; it stands last. */
export function toDoLine(parts: readonly string[]): string {
  return `${TO_DO}${parts.join(", then ")}`;
}

/** What a client adds on its own stands in tags, or is a summary. */
export function isPersons(item: InputItem): boolean {
  return item.type === "message" && item.role === "user" && !ADDED.test(textOf(item)) && !isSummary(item);
}

function isSummary(item: InputItem): boolean {
  return item.type === "message" && item.role === "user" && SUMMARY.test(textOf(item));
}

export function textOf(item: InputItem): string {
  return (item.content ?? []).map((part) => part.text ?? "").join("");
}
