// Response items of any program and year → those that our own model requests know. What only another provider or program could use is left out.
import type { ContentPart, MessageItem, ReasoningItem, ResponseItem } from "../../../../shared/protocol/response-item";
import { outputText } from "./call-outcome";
import { type Fields, asText, fields, given, isFields, list, text } from "./foreign-value";

/** Parts that a model can read again; the forms of images are made one. Assistants write `output_text`, all others read `input_text`. */
export function contentParts(content: unknown, role: MessageItem["role"]): ContentPart[] {
  const type = role === "assistant" ? "output_text" : "input_text";
  if (typeof content === "string") return [{ type, text: content }];
  return list(content).flatMap((part): ContentPart[] => {
    const value = fields(part);
    const url = imageUrl(value);
    if (url !== undefined) return [{ type: "input_image", image_url: url }];
    return typeof value["text"] === "string" ? [{ type, text: value["text"] }] : [];
  });
}

function imageUrl(part: Fields): string | undefined {
  if (part["type"] !== "input_image" && part["type"] !== "image" && part["type"] !== "image_url") return undefined;
  const url = part["image_url"] ?? part["url"];
  return text(url) ?? text(fields(url)["url"]);
}

export function phaseOf(phase: unknown): "commentary" | "final_answer" | undefined {
  return phase === "commentary" || phase === "final_answer" ? phase : undefined;
}

export function reasoningItem(item: Fields, id: string | undefined): ReasoningItem {
  const summary = list(item["summary"]).flatMap((part) => {
    const words = typeof part === "string" ? part : fields(part)["text"];
    return typeof words === "string" ? [{ type: "summary_text" as const, text: words }] : [];
  });
  const content = list(item["content"]).flatMap((part) => {
    const { type, text: words } = fields(part);
    return typeof words === "string" ? [{ type: text(type) ?? "reasoning_text", text: words }] : [];
  });
  // Of these there is one at every step of a big file: a member is put in, not spread in.
  const reasoning: ReasoningItem = { type: "reasoning", summary };
  const encrypted = text(item["encrypted_content"]);
  if (id !== undefined) reasoning.id = id;
  if (content.length > 0) reasoning.content = content;
  if (encrypted !== undefined) reasoning.encrypted_content = encrypted;
  return reasoning;
}

export interface ForeignCall {
  readonly callId: string | undefined;
  readonly name: string;
  readonly namespace?: string;
  readonly isCustom: boolean;
  readonly input: string;
}

/** Null: no call that has an output. */
export function foreignCall(item: Fields): ForeignCall | null {
  switch (item["type"]) {
    case "function_call":
      return called(item, { isCustom: false, input: asText(item["arguments"]) });
    case "custom_tool_call":
      return called(item, { isCustom: true, input: asText(item["input"]) });
    case "local_shell_call": {
      const { command, working_directory, timeout_ms } = fields(item["action"]);
      const args = { command, workdir: working_directory ?? undefined, timeout_ms: timeout_ms ?? undefined };
      return { callId: idOf(item), name: "local_shell", isCustom: false, input: JSON.stringify(args) };
    }
    case "tool_search_call":
      return { callId: idOf(item), name: "tool_search", isCustom: false, input: asText(item["arguments"]) };
    default:
      return null;
  }
}

function idOf(item: Fields): string | undefined {
  return text(item["call_id"]) ?? text(item["id"]);
}

function called(item: Fields, { isCustom, input }: Pick<ForeignCall, "isCustom" | "input">): ForeignCall {
  const namespace = text(item["namespace"]);
  const call = { callId: idOf(item), name: text(item["name"]) ?? "unknown", isCustom, input };
  return namespace === undefined ? call : { ...call, namespace };
}

const OUTPUTS: ReadonlySet<unknown> = new Set([
  "function_call_output",
  "custom_tool_call_output",
  "local_shell_call_output",
  "tool_search_output",
]);

export function foreignOutput(item: Fields): { callId: string | undefined; output: string } | null {
  if (!OUTPUTS.has(item["type"])) return null;
  const output = item["type"] === "tool_search_output" ? item["tools"] : item["output"];
  return { callId: text(item["call_id"]), output: item["type"] === "tool_search_output" ? asText(output) : outputText(output) };
}

/** Of the window that a compaction left: items are kept as they were, without pairs being looked at. */
export function windowItem(value: unknown): ResponseItem[] {
  const item = fields(value);
  const id = text(item["id"]);
  if (item["type"] === "message" || (item["type"] === undefined && isFields(value) && "role" in item)) {
    const role = item["role"];
    if (role !== "user" && role !== "assistant" && role !== "developer" && role !== "system") return [];
    const as = role === "system" ? "developer" : role;
    const content = contentParts(item["content"], as);
    return content.length === 0 ? [] : [{ type: "message", ...given("id", id), role: as, content }];
  }
  if (item["type"] === "reasoning") return [reasoningItem(item, id)];
  const call = foreignCall(item);
  if (call?.callId !== undefined) return [callItem(call, call.callId)];
  const output = foreignOutput(item);
  if (output?.callId === undefined) return [];
  const isCustom = item["type"] === "custom_tool_call_output";
  return [outputItem({ id: output.callId, isCustom }, output.output)];
}

export function callItem({ name, namespace, isCustom, input }: ForeignCall, id: string): ResponseItem {
  const item: ResponseItem = isCustom
    ? { type: "custom_tool_call", call_id: id, name, input }
    : { type: "function_call", call_id: id, name, arguments: input };
  return namespace === undefined ? item : { ...item, namespace };
}

export function outputItem(call: { readonly id: string; readonly isCustom: boolean }, output: string): ResponseItem {
  return { type: call.isCustom ? "custom_tool_call_output" : "function_call_output", call_id: call.id, output };
}
