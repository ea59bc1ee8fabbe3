// ResponseItem: the model-facing entries of a transcript, in the shape of the Responses API and of Codex's `response_item` lines.
// Unknown members are kept (loose objects): what a provider sent is what the rollout holds.
import { z } from "zod";

export const InputText = z.looseObject({ type: z.literal("input_text"), text: z.string() });
export const InputImage = z.looseObject({ type: z.literal("input_image"), image_url: z.string() });
export const OutputText = z.looseObject({ type: z.literal("output_text"), text: z.string() });
export const ContentPart = z.discriminatedUnion("type", [InputText, InputImage, OutputText]);
export type ContentPart = z.infer<typeof ContentPart>;

/** What a call came to: text, or text and pictures. */
export const CallOutput = z.union([z.string(), z.array(ContentPart)]);
export type CallOutput = z.infer<typeof CallOutput>;

/** `phase`: what the assistant's text is for; absent counts as final. `status`: `incomplete` for text cut by an interrupt. */
export const MessageItem = z.looseObject({
  type: z.literal("message"),
  id: z.string().exactOptional(),
  role: z.enum(["user", "assistant", "developer"]),
  content: z.array(ContentPart),
  phase: z.enum(["commentary", "final_answer"]).exactOptional(),
  status: z.enum(["in_progress", "completed", "incomplete"]).exactOptional(),
});
export type MessageItem = z.infer<typeof MessageItem>;

export const ReasoningItem = z.looseObject({
  type: z.literal("reasoning"),
  id: z.string().exactOptional(),
  summary: z.array(z.looseObject({ type: z.literal("summary_text"), text: z.string() })),
  content: z.array(z.looseObject({ type: z.string(), text: z.string() })).nullish(),
  encrypted_content: z.string().nullish(),
});
export type ReasoningItem = z.infer<typeof ReasoningItem>;

/** `arguments` is the text as the model wrote it; it is parsed by the tool pipeline, never here. */
export const FunctionCallItem = z.looseObject({
  type: z.literal("function_call"),
  id: z.string().exactOptional(),
  call_id: z.string(),
  name: z.string(),
  namespace: z.string().exactOptional(),
  arguments: z.string(),
});
export type FunctionCallItem = z.infer<typeof FunctionCallItem>;

export const FunctionCallOutputItem = z.looseObject({
  type: z.literal("function_call_output"),
  id: z.string().exactOptional(),
  call_id: z.string(),
  output: CallOutput,
});
export type FunctionCallOutputItem = z.infer<typeof FunctionCallOutputItem>;

/** A call with free-form input. A model may send one to a tool that takes none, and is owed its output. */
export const CustomToolCallItem = z.looseObject({
  type: z.literal("custom_tool_call"),
  id: z.string().exactOptional(),
  call_id: z.string(),
  name: z.string(),
  namespace: z.string().exactOptional(),
  input: z.string(),
});
export type CustomToolCallItem = z.infer<typeof CustomToolCallItem>;

export const CustomToolCallOutputItem = z.looseObject({
  type: z.literal("custom_tool_call_output"),
  id: z.string().exactOptional(),
  call_id: z.string(),
  output: CallOutput,
});
export type CustomToolCallOutputItem = z.infer<typeof CustomToolCallOutputItem>;

export const ResponseItem = z.discriminatedUnion("type", [
  MessageItem,
  ReasoningItem,
  FunctionCallItem,
  FunctionCallOutputItem,
  CustomToolCallItem,
  CustomToolCallOutputItem,
]);
export type ResponseItem = z.infer<typeof ResponseItem>;

export type CallItem = FunctionCallItem | CustomToolCallItem;
export type OutputItem = FunctionCallOutputItem | CustomToolCallOutputItem;

export function isCall(item: ResponseItem): item is CallItem {
  return item.type === "function_call" || item.type === "custom_tool_call";
}

export function isOutput(item: ResponseItem): item is OutputItem {
  return item.type === "function_call_output" || item.type === "custom_tool_call_output";
}

/** All text of a message, its parts joined as they stand. */
export function messageText(item: MessageItem): string {
  return item.content.map((part) => (part.type === "input_image" ? "" : part.text)).join("");
}

/** What a call came to in words, as people and searches read it; its pictures are not among them. */
export function outputText(output: CallOutput): string {
  if (typeof output === "string") return output;
  return output.flatMap((part) => (part.type === "input_image" ? [] : [part.text])).join("\n");
}

/** The addresses of a call's pictures. */
export function outputImages(output: CallOutput): string[] {
  if (typeof output === "string") return [];
  return output.flatMap((part) => (part.type === "input_image" ? [part.image_url] : []));
}
