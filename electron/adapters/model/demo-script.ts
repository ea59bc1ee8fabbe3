// What the demo does next, from nothing but the request it got, as a real server would: the person's words of this turn, and which of the
// calls they lead to have been made.
import { z } from "zod";
import { HELP, MARKDOWN, manyWords, reportOf, summaryOf } from "./demo-answers";
import { wishesOf, type DemoCall, type Wish } from "./demo-wishes";

export interface CalledTool {
  readonly namespace?: string;
  readonly name: string;
  readonly arguments: string;
}

/** One response: first thoughts, then text, then calls. `isFast`: without pauses. */
export interface DemoResponse {
  readonly thought: string | null;
  readonly text: string;
  readonly phase: "commentary" | "final_answer";
  readonly calls: readonly CalledTool[];
  readonly isFast: boolean;
}

const InputItem = z.looseObject({
  type: z.string(),
  role: z.string().optional(),
  phase: z.string().optional(),
  content: z.array(z.looseObject({ text: z.string().optional() })).optional(),
  call_id: z.string().optional(),
  output: z.string().optional(),
});
type InputItem = z.infer<typeof InputItem>;

const OfferedTool = z.looseObject({
  type: z.string(),
  name: z.string(),
  tools: z.array(z.looseObject({ name: z.string() })).optional(),
});

/** Without `tools` only words are wanted: a summary of what came before the last message. */
export const DemoRequest = z.looseObject({ input: z.array(InputItem), tools: z.array(OfferedTool).optional() });
export type DemoRequest = z.infer<typeof DemoRequest>;

export function respond(request: DemoRequest): DemoResponse {
  if (request.tools === undefined) return summary(request.input.slice(0, -1));
  const turn = currentTurn(request.input);
  const offered = offeredTools(request.tools);
  const wishes = turn.filter(isPersons).flatMap((item) => wishesOf(textOf(item)));
  const isFast = wishes.some((wish) => wish.type === "words");
  const made = turn.filter((item) => item.type === "function_call");
  let used = 0;
  for (const wish of wishes) {
    if (wish.type !== "work") continue;
    const calls = wish.calls.filter((call) => offered.has(call.tool));
    const left = calls.slice(Math.max(0, made.length - used));
    used += calls.length;
    if (left.length === 0) continue;
    const thought = made.length === 0 && wishes.length + left.length > 2 ? thoughtAbout(wishes) : null;
    return { thought, text: wish.plan, phase: "commentary", calls: left.map((call) => called(call, offered)), isFast };
  }
  const outputs = made.map(
    (call) => turn.find((item) => item.type === "function_call_output" && item.call_id === call.call_id)?.output ?? "",
  );
  return { thought: null, text: answer(wishes, outputs, offered), phase: "final_answer", calls: [], isFast };
}

function summary(input: readonly InputItem[]): DemoResponse {
  const asked = input.filter(isPersons).map(textOf);
  const calls = input.filter((item) => item.type === "function_call").length;
  const answered = input.findLast((item) => item.type === "message" && item.role === "assistant" && item.phase !== "commentary");
  const text = summaryOf({ asked, calls, lastAnswer: answered === undefined ? null : textOf(answered) });
  return { thought: null, text, phase: "final_answer", calls: [], isFast: false };
}

/** Everything since the last answer, or since the person stopped the turn before. */
function currentTurn(input: readonly InputItem[]): InputItem[] {
  const before = input.findLastIndex((item) => {
    if (item.type !== "message") return false;
    return item.role === "assistant" ? item.phase !== "commentary" : textOf(item).startsWith("<turn_aborted>");
  });
  return input.slice(before + 1);
}

/** What a client adds on its own stands in tags. */
function isPersons(item: InputItem): boolean {
  return item.type === "message" && item.role === "user" && !/^<[a-z_]+>/.test(textOf(item));
}

function textOf(item: InputItem): string {
  return (item.content ?? []).map((part) => part.text ?? "").join("");
}

/** Flattened name → the name under which this request offers it. */
function offeredTools(tools: readonly z.infer<typeof OfferedTool>[]): Map<string, { namespace?: string; name: string }> {
  return new Map(
    tools.flatMap(({ type, name, tools: members = [] }) => {
      if (type !== "namespace") return [[name, { name }] as const];
      return members.map((member) => [`${name}_${member.name}`, { namespace: name, name: member.name }] as const);
    }),
  );
}

function called(call: DemoCall, offered: Map<string, { namespace?: string; name: string }>): CalledTool {
  return { ...(offered.get(call.tool) ?? { name: call.tool }), arguments: JSON.stringify(call.args) };
}

function thoughtAbout(wishes: readonly Wish[]): string {
  const steps = wishes.flatMap((wish) => (wish.type === "work" ? [wish.title.toLowerCase()] : []));
  return `**Planning**\n\nWhat is asked for comes to: ${steps.join(", then ")}. I begin with the first and look at what it says before I answer.`;
}

function answer(wishes: readonly Wish[], outputs: readonly string[], offered: ReadonlyMap<string, unknown>): string {
  const queue = [...outputs];
  const sections = wishes.map((wish) => {
    switch (wish.type) {
      case "work": {
        const reports = wish.calls.map((call) => reportOf(call, offered.has(call.tool) ? queue.shift() : undefined));
        return { title: wish.title, text: reports.join("\n\n") };
      }
      case "words":
        return { title: `${wish.count} words`, text: manyWords(wish.count) };
      case "markdown":
        return { title: "Markdown", text: MARKDOWN };
      case "unknown":
        return { title: "What this is", text: HELP };
    }
  });
  const [only] = sections;
  if (only === undefined) return HELP;
  return sections.length === 1
    ? only.text
    : sections.map(({ title, text }, at) => `### ${at + 1}. ${title}\n\n${text}`).join("\n\n");
}
