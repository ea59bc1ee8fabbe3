// What the demo does next, from nothing but the request it got, as a real server would: the person's words of this turn, and which of the
// calls they lead to have been made.
import { z } from "zod";
import { HELP, MARKDOWN, hookAnswer, mailAnswer, manyWords, newWindowAnswer, reportOf, summaryOf } from "./demo-answers";
import { InputItem, currentTurn, isPersons, textOf, wishesIn } from "./demo-input";
import type { DemoCall } from "./demo-wish";
import type { Wish } from "./demo-wishes";

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
  const wishes = wishesIn(turn);
  const isFast = wishes.some((wish) => wish.type === "words");
  const made = callsIn(turn.items);
  const { wish, calls } = nextWork(wishes, { madeCount: made.length, has: (tool) => offered.has(tool) });
  if (wish !== null) {
    const thought = made.length === 0 && wishes.length + calls.length > 2 ? thoughtAbout(wishes) : null;
    return { thought, text: wish.plan, phase: "commentary", calls: calls.map((call) => called(call, offered)), isFast };
  }
  const outputs = made.map(
    (call) => turn.items.find((item) => item.type === "function_call_output" && item.call_id === call.call_id)?.output ?? "",
  );
  const isNewWindow = wishes.length === 0 && turn.summary !== null;
  const text = isNewWindow ? newWindowAnswer(turn.summary) : answer(wishes, outputs, offered);
  return { thought: null, text, phase: "final_answer", calls: [], isFast };
}

type Work = Extract<Wish, { type: "work" }>;

/** The first wish whose calls are not all made, and those that are left; null: everything is. */
function nextWork(
  wishes: readonly Wish[],
  { madeCount, has }: { readonly madeCount: number; readonly has: (tool: string) => boolean },
): { readonly wish: Work | null; readonly calls: readonly DemoCall[] } {
  let used = 0;
  for (const wish of wishes) {
    if (wish.type !== "work") continue;
    const calls = wish.calls.filter((call) => has(call.tool));
    const left = calls.slice(Math.max(0, madeCount - used));
    used += calls.length;
    if (left.length > 0) return { wish, calls: left };
  }
  return { wish: null, calls: [] };
}

/** Of a turn in the middle of its work, the summary says what is left, so that it goes on. */
function summary(input: readonly InputItem[]): DemoResponse {
  const asked = input.filter(isPersons).map(textOf);
  const answered = input.findLast((item) => item.type === "message" && item.role === "assistant" && item.phase !== "commentary");
  const turn = currentTurn(input);
  const wishes = wishesIn(turn);
  const { wish } = nextWork(wishes, { madeCount: callsIn(turn.items).length, has: () => true });
  const toDo = wish === null ? [] : wishes.slice(wishes.indexOf(wish)).flatMap((left) => ("asked" in left ? left.asked : []));
  const lastAnswer = answered === undefined ? null : textOf(answered);
  const text = summaryOf({ asked, calls: callsIn(input).length, lastAnswer, toDo });
  return { thought: null, text, phase: "final_answer", calls: [], isFast: false };
}

function callsIn(items: readonly InputItem[]): InputItem[] {
  return items.filter((item) => item.type === "function_call");
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
      case "mail":
        return { title: `Mail from ${wish.from}`, text: mailAnswer(wish) };
      case "hook":
        return { title: "What a hook asks for", text: hookAnswer(wish.text) };
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
