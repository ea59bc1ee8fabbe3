// What a Responses server sends, event by event, for scripts. The scripted model numbers the items (`output_index`) as it sends them.

export type ProviderEvent = { readonly type: string } & Readonly<Record<string, unknown>>;

interface ItemOptions {
  readonly id?: string;
}

let made = 0;

function freshId(prefix: string): string {
  made += 1;
  return `${prefix}_test${made}`;
}

export function created(): ProviderEvent {
  return { type: "response.created", response: { id: freshId("resp"), status: "in_progress" } };
}

export interface UsageOptions {
  readonly input?: number;
  readonly cached?: number;
  readonly output?: number;
  readonly reasoning?: number;
}

/** `usage: null` leaves it out. `output`: the response's own list of whole items; real servers repeat all of them here. */
export function completed(
  options: { usage?: UsageOptions | null; endTurn?: boolean; output?: readonly unknown[] } = {},
): ProviderEvent {
  const { usage = {}, endTurn, output } = options;
  return {
    type: "response.completed",
    response: {
      id: freshId("resp"),
      status: "completed",
      ...(usage === null ? {} : { usage: wireUsage(usage) }),
      ...(endTurn === undefined ? {} : { end_turn: endTurn }),
      ...(output === undefined ? {} : { output }),
    },
  };
}

function wireUsage({ input = 100, cached = 0, output = 10, reasoning = 0 }: UsageOptions): Record<string, unknown> {
  return {
    input_tokens: input,
    input_tokens_details: { cached_tokens: cached },
    output_tokens: output,
    output_tokens_details: { reasoning_tokens: reasoning },
    total_tokens: input + output,
  };
}

export function failed(code: string, message = `test failure ${code}`): ProviderEvent {
  return { type: "response.failed", response: { id: freshId("resp"), status: "failed", error: { code, message } } };
}

export function incomplete(reason: string): ProviderEvent {
  return { type: "response.incomplete", response: { id: freshId("resp"), status: "incomplete", incomplete_details: { reason } } };
}

export function errorEvent(code: string, message: string): ProviderEvent {
  return { type: "error", code, message, param: null };
}

export interface MessageOptions extends ItemOptions {
  readonly phase?: "commentary" | "final_answer";
}

export function messageAdded(id: string, options: MessageOptions = {}): ProviderEvent {
  return { type: "response.output_item.added", item: { ...messageItem(id, null, options), status: "in_progress" } };
}

export function textDelta(id: string, delta: string): ProviderEvent {
  return { type: "response.output_text.delta", item_id: id, content_index: 0, delta };
}

export function messageDone(id: string, text: string, options: MessageOptions = {}): ProviderEvent {
  return { type: "response.output_item.done", item: messageItem(id, text, options) };
}

/** A whole message: added, its words as deltas, done. */
export function message(text: string, options: MessageOptions = {}): ProviderEvent[] {
  const id = options.id ?? freshId("msg");
  const words = text.match(/\s*\S+|\s+$/g) ?? [];
  return [messageAdded(id, options), ...words.map((word) => textDelta(id, word)), messageDone(id, text, options)];
}

export function messageItem(id: string, text: string | null, { phase }: MessageOptions = {}): Record<string, unknown> {
  const content = text === null ? [] : [{ type: "output_text", text, annotations: [] }];
  return { type: "message", id, status: "completed", role: "assistant", content, ...(phase === undefined ? {} : { phase }) };
}

export function reasoningAdded(id: string): ProviderEvent {
  return { type: "response.output_item.added", item: { type: "reasoning", id, summary: [] } };
}

export function summaryDelta(id: string, delta: string, summaryIndex = 0): ProviderEvent {
  return { type: "response.reasoning_summary_text.delta", item_id: id, summary_index: summaryIndex, delta };
}

export function reasoningDone(id: string, summary: string, encrypted?: string): ProviderEvent {
  const sealed = encrypted === undefined ? {} : { encrypted_content: encrypted };
  return {
    type: "response.output_item.done",
    item: { type: "reasoning", id, summary: [{ type: "summary_text", text: summary }], ...sealed },
  };
}

/** A whole reasoning item: added, its summary as one delta, done. */
export function reasoning(summary: string, options: ItemOptions & { encrypted?: string } = {}): ProviderEvent[] {
  const id = options.id ?? freshId("rs");
  return [reasoningAdded(id), summaryDelta(id, summary), reasoningDone(id, summary, options.encrypted)];
}

export interface CallOptions extends ItemOptions {
  readonly namespace?: string;
}

/** `args`: JSON value, or text that is sent as it stands. */
export function callItem(callId: string, name: string, args: unknown, options: CallOptions = {}): Record<string, unknown> {
  const namespace = options.namespace === undefined ? {} : { namespace: options.namespace };
  const text = typeof args === "string" ? args : JSON.stringify(args);
  return {
    type: "function_call",
    id: options.id ?? `fc_${callId}`,
    call_id: callId,
    name,
    ...namespace,
    arguments: text,
    status: "completed",
  };
}

export function callAdded(callId: string, name: string, options: CallOptions = {}): ProviderEvent {
  return { type: "response.output_item.added", item: { ...callItem(callId, name, "", options), status: "in_progress" } };
}

export function argumentsDelta(callId: string, delta: string, options: CallOptions = {}): ProviderEvent {
  return { type: "response.function_call_arguments.delta", item_id: options.id ?? `fc_${callId}`, delta };
}

export function callDone(callId: string, name: string, args: unknown, options: CallOptions = {}): ProviderEvent {
  return { type: "response.output_item.done", item: callItem(callId, name, args, options) };
}

/** A whole function call: added, its arguments as one delta, done. */
export function call(callId: string, name: string, args: unknown, options: CallOptions = {}): ProviderEvent[] {
  const text = typeof args === "string" ? args : JSON.stringify(args);
  return [callAdded(callId, name, options), argumentsDelta(callId, text, options), callDone(callId, name, args, options)];
}
