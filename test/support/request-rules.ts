// What every request to a model server must fulfil, checked strictly: real servers refuse what breaks these, and for good.
import { z } from "zod";

const Item = z.looseObject({ type: z.string(), call_id: z.string().optional(), role: z.string().optional() });
const Body = z.looseObject({
  model: z.string(),
  stream: z.literal(true),
  store: z.literal(false),
  input: z.array(Item),
  tools: z.array(z.unknown()).min(1).optional(),
  tool_choice: z.literal("auto").optional(),
  parallel_tool_calls: z.literal(true).optional(),
});

/** What is wrong with the body of a request, in words; empty when nothing is. */
export function requestProblems(body: unknown): string[] {
  const parsed = Body.safeParse(body);
  if (!parsed.success) return [`not a request: ${z.prettifyError(parsed.error)}`];
  return [...toolProblems(parsed.data), ...pairProblems(parsed.data.input), ...textProblems(body)];
}

/** A request for words alone says nothing of tools. */
function toolProblems({ tools, tool_choice: choice, parallel_tool_calls: parallel }: z.infer<typeof Body>): string[] {
  return tools === undefined && (choice !== undefined || parallel !== undefined) ? ["a choice of tools without any tool"] : [];
}

/** Calls and outputs go in pairs, each id once, outputs behind their calls, and nobody speaks in between. */
function pairProblems(input: readonly z.infer<typeof Item>[]): string[] {
  const problems: string[] = [];
  const calls = new Set<string>();
  const open = new Set<string>();
  for (const [at, { type, role, call_id: callId }] of input.entries()) {
    const isCall = type === "function_call" || type === "custom_tool_call";
    const isOutput = type === "function_call_output" || type === "custom_tool_call_output";
    if ((isCall || isOutput) && !callId) problems.push(`input[${at}]: ${type} without a call id`);
    else if (isCall && callId) {
      if (calls.has(callId)) problems.push(`input[${at}]: call id ${callId} is used twice`);
      calls.add(callId);
      open.add(callId);
    } else if (isOutput && callId) {
      if (!open.delete(callId))
        problems.push(`input[${at}]: output ${callId} ${calls.has(callId) ? "comes twice" : "has no call before it"}`);
    } else if (type === "message" && role !== "assistant" && open.size > 0) {
      problems.push(`input[${at}]: ${role ?? "somebody"} speaks before the output of ${[...open].join(", ")}`);
    }
  }
  return [...problems, ...[...open].map((callId) => `call ${callId} has no output`)];
}

function textProblems(value: unknown, path = "body"): string[] {
  if (typeof value === "string") return /\p{Surrogate}/u.test(value) ? [`${path}: an unpaired surrogate`] : [];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => textProblems(inner, `${path}.${key}`));
}
