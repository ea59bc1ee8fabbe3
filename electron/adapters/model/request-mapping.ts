// ModelRequest → body of POST /responses. With response-mapping, item-mapping and error-mapping the only files that know the provider's shapes.
import type {
  CallOutput,
  ContentPart,
  CustomToolCallItem,
  FunctionCallItem,
  MessageItem,
  ResponseItem,
} from "../../../shared/protocol/response-item";
import { assertNever } from "../../runtime/errors";
import type { ModelRequest } from "../../runtime/ports/model-client";
import type { ToolSpec } from "../../runtime/ports/tool";

type WireObject = Record<string, unknown>;

/** What a function may be called on the wire; a name outside of this in the history would have every later request refused. */
const NAME_MAX_CHARS = 64;
const NAME_FORBIDDEN = /[^a-zA-Z0-9_-]/g;

/**
 * What a server knows. `namespaces`: namespace tools; without them `clock.sleep` goes out as `clock_sleep`. `customTools`: tools that take free text; without
 * them such a tool is a function with one argument, and so are its calls of the past.
 */
export interface ServerForm {
  readonly namespaces: boolean;
  readonly customTools: boolean;
}

interface Sending extends ServerForm {
  readonly tools: readonly ToolSpec[];
}

/** The request's JSON text. */
export function requestBody(request: ModelRequest, form: ServerForm): string {
  const sending = { ...form, tools: request.tools };
  const body = {
    model: request.model,
    instructions: request.instructions,
    input: request.input.flatMap((item) => wireItem(item, sending)),
    ...toolFields(sending),
    include: ["reasoning.encrypted_content"],
    prompt_cache_key: request.threadId,
    store: false,
    stream: true,
  };
  return withoutLoneSurrogates(JSON.stringify(body));
}

/** A request for words alone, such as a compaction, says nothing of tools: some servers refuse an empty list, or a choice from none. */
function toolFields({ tools, namespaces, customTools }: Sending): WireObject {
  if (tools.length === 0) return {};
  const wire = namespaces ? namespaceTools(tools, customTools) : tools.map((tool) => wireTool(tool, flatName(tool), customTools));
  return { tools: wire, tool_choice: "auto", parallel_tool_calls: true };
}

/** JSON.stringify writes exactly the unpaired surrogates as `\ud8xx` escapes, which many servers refuse. */
function withoutLoneSurrogates(json: string): string {
  // An escaped backslash is matched first, so that `\\ud800`, a text about an escape, stays what it is.
  return json.includes("\\ud") ? json.replace(/\\\\|\\ud[0-9a-f]{3}/g, (found) => (found === "\\\\" ? found : "\ufffd")) : json;
}

function wireItem(item: ResponseItem, sending: Sending): WireObject[] {
  switch (item.type) {
    case "message":
      return wireMessage(item);
    case "reasoning":
      // Only the sealed form means anything to the model, and it is tied to its id.
      if (!item.encrypted_content || item.id === undefined) return [];
      return [{ type: item.type, id: item.id, summary: item.summary, encrypted_content: item.encrypted_content }];
    case "function_call":
      return [
        {
          type: item.type,
          call_id: item.call_id,
          ...wireName(item, sending),
          arguments: wireArguments(item.arguments),
        },
      ];
    case "custom_tool_call":
      return [{ call_id: item.call_id, ...wireName(item, sending), ...wireInput(item, sending) }];
    case "custom_tool_call_output": {
      const type = sending.customTools ? item.type : "function_call_output";
      return [{ type, call_id: item.call_id, output: wireOutput(item.output) }];
    }
    case "function_call_output":
      return [{ type: item.type, call_id: item.call_id, output: wireOutput(item.output) }];
    default:
      return assertNever(item);
  }
}

function wireMessage({ role, content, phase }: MessageItem): WireObject[] {
  const parts = content.flatMap((part) => wirePart(part, role));
  if (parts.length === 0) return [];
  return [{ type: "message", role, content: parts, ...(phase === undefined ? {} : { phase }) }];
}

/** Empty text says nothing, and some servers refuse it. */
function wireOutput(output: CallOutput): string | WireObject[] {
  return typeof output === "string" ? output : output.flatMap((part) => wirePart(part, "user"));
}

/** The provider takes `output_text` from the assistant and `input_text` from everybody else. Empty text says nothing and is refused by some. */
function wirePart(part: ContentPart, role: MessageItem["role"]): WireObject[] {
  if (part.type === "input_image") return role === "assistant" ? [] : [{ type: part.type, image_url: part.image_url }];
  if (part.text === "") return [];
  return [{ type: role === "assistant" ? "output_text" : "input_text", text: part.text }];
}

/** A call is kept under the name as received; another provider may have made it. It goes out as this one would have written it. */
function wireName(call: { name: string; namespace?: string }, { tools, namespaces }: Sending): WireObject {
  const tool = tools.find((spec) => isCallOf(spec, call)) ?? call;
  if (namespaces && tool.namespace) return { namespace: safeName(tool.namespace), name: safeName(tool.name) };
  return { name: safeName(flatName(tool)) };
}

function wireInput(call: CustomToolCallItem, { tools, customTools }: Sending): WireObject {
  if (customTools) return { type: call.type, input: call.input };
  const argument = tools.find((spec) => isCallOf(spec, call))?.freeText?.argument ?? "input";
  return { type: "function_call", arguments: JSON.stringify({ [argument]: call.input }) };
}

function isCallOf({ namespace, name }: ToolSpec, call: { name: string; namespace?: string }): boolean {
  if (call.namespace) return call.namespace === namespace && call.name === name;
  return namespace === undefined
    ? call.name === name
    : call.name === `${namespace}.${name}` || call.name === `${namespace}_${name}`;
}

function flatName({ namespace, name }: { namespace?: string; name: string }): string {
  return namespace ? `${namespace}_${name}` : name;
}

function safeName(name: string): string {
  return name.replace(NAME_FORBIDDEN, "_").slice(0, NAME_MAX_CHARS);
}

/** Many servers parse the arguments of past calls and refuse the whole request when one is not JSON. */
function wireArguments(text: FunctionCallItem["arguments"]): string {
  if (text.trim() === "") return "{}";
  try {
    JSON.parse(text);
    return text;
  } catch {
    return JSON.stringify({ unparsed: text });
  }
}

/** Tools without a namespace as they stand; each namespace once, at the place of its first tool. */
function namespaceTools(tools: readonly ToolSpec[], customTools: boolean): WireObject[] {
  const groups = new Map<string, WireObject[]>();
  return tools.flatMap((tool) => {
    const wire = wireTool(tool, tool.name, customTools);
    if (tool.namespace === undefined) return [wire];
    const group = groups.get(tool.namespace);
    if (group !== undefined) {
      group.push(wire);
      return [];
    }
    const members = [wire];
    groups.set(tool.namespace, members);
    return [{ type: "namespace", name: tool.namespace, description: `Tools of ${tool.namespace}.`, tools: members }];
  });
}

function wireTool(tool: ToolSpec, name: string, customTools: boolean): WireObject {
  if (!customTools || tool.freeText === undefined) return functionTool(tool, name);
  const format = { type: "grammar", syntax: "lark", definition: tool.freeText.grammar };
  return { type: "custom", name, description: tool.description, format };
}

/** `strict` is off: with it a provider takes only schemas without optional fields. A schema that does not name them is refused by some. */
function functionTool(tool: ToolSpec, name: string): WireObject {
  const parameters = { type: "object", properties: {}, ...tool.parameters };
  return { type: "function", name, description: tool.description, parameters, strict: false };
}
