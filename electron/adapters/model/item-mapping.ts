// One item as the provider sent it → ResponseItem, or null when it cannot be one. Tolerant: members we do not know are kept, what is missing is filled in.
import { z } from "zod";
import { ResponseItem } from "../../../shared/protocol/response-item";

/** What the stream knows about an item and the item itself may lack or contradict. Both are never empty. */
export interface ItemIdentity {
  readonly id: string;
  readonly callId: string;
}

export const WireItem = z.looseObject({ type: z.string() });
export type WireItem = z.infer<typeof WireItem>;

const Phase = z.enum(["commentary", "final_answer"]);
const Status = z.enum(["in_progress", "completed", "incomplete"]);
const Part = z.looseObject({ type: z.string(), text: z.string().optional(), refusal: z.string().optional() });

export function readItem(wire: WireItem, identity: ItemIdentity): ResponseItem | null {
  const parsed = ResponseItem.safeParse(candidate(wire, identity));
  return parsed.success ? parsed.data : null;
}

export function readPhase(wire: WireItem): "commentary" | "final_answer" | null {
  return Phase.safeParse(wire["phase"]).data ?? null;
}

function candidate(wire: WireItem, { id, callId }: ItemIdentity): unknown {
  const { phase: _phase, status: _status, namespace: _namespace, content: _content, ...kept } = wire;
  const phase = readPhase(wire);
  const status = Status.safeParse(wire["status"]).data;
  const marks = { ...kept, id, ...(status === undefined ? {} : { status }) };
  switch (wire.type) {
    case "message":
      return { ...marks, role: "assistant", content: textParts(wire["content"]), ...(phase === null ? {} : { phase }) };
    case "reasoning":
      return { ...marks, summary: summaryParts(wire["summary"]), ...reasoningContent(wire["content"]) };
    case "function_call":
      return { ...marks, ...callMarks(wire, callId), arguments: asText(wire["arguments"]) };
    case "custom_tool_call":
      return { ...marks, ...callMarks(wire, callId), input: asText(wire["input"]) };
    default:
      return null;
  }
}

function callMarks(wire: WireItem, callId: string): Record<string, unknown> {
  const namespace = wire["namespace"];
  // A call without a name cannot be answered under any: null makes it fail the schema.
  const name = wire["name"] === "" ? null : wire["name"];
  return { call_id: callId, name, ...(typeof namespace === "string" && namespace !== "" ? { namespace } : {}) };
}

/** Arguments that a server sends as an object are the text they stand for. */
function asText(value: unknown): string {
  if (typeof value === "string") return value;
  return value === undefined || value === null ? "" : JSON.stringify(value);
}

function parts(value: unknown): z.infer<typeof Part>[] {
  if (typeof value === "string") return [{ type: "output_text", text: value }];
  return Array.isArray(value) ? value.flatMap((part) => Part.safeParse(part).data ?? []) : [];
}

/** A refusal is what the assistant said, and is shown as such. */
function textParts(value: unknown): unknown[] {
  return parts(value).flatMap((part) => {
    if (part.type === "refusal") return [{ type: "output_text", text: part.refusal ?? part.text ?? "" }];
    return part.text === undefined ? [] : [{ ...part, type: "output_text" }];
  });
}

function summaryParts(value: unknown): unknown[] {
  return parts(value).flatMap((part) => (part.text === undefined ? [] : [{ ...part, type: "summary_text" }]));
}

function reasoningContent(value: unknown): { content?: unknown } {
  return value === undefined || value === null ? {} : { content: parts(value).filter((part) => part.text !== undefined) };
}
