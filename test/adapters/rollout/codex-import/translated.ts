// What records of another program become: lines, the view that people get of them, and what a model is sent.
import { LineTranslator } from "../../../../electron/adapters/rollout/codex-import/line-translator";
import type { PlacedLine } from "../../../../electron/adapters/rollout/codex-import/placed-line";
import { envelopeOf } from "../../../../electron/adapters/rollout/reading/envelope";
import type { DamagedLine, Era, FileRecord } from "../../../../electron/adapters/rollout/reading/file-record";
import { ItemProjection } from "../../../../electron/runtime/history/item-projection";
import { promptItems } from "../../../../electron/runtime/history/prompt";
import { Transcript } from "../../../../electron/runtime/history/transcript";
import { applyEvent, emptyThreadView, type ThreadView } from "../../../../shared/view/thread-view";
import type { ResponseItem } from "../../../../shared/protocol/response-item";

type Json = Readonly<Record<string, unknown>>;
export type Written = Json | { readonly damage: DamagedLine["damage"] };

export const STAMP = "2026-01-02T03:04:05.000Z";
/** Bytes that every test record takes. */
export const SIZE = 100;

export function item(payload: Json): Json {
  return { timestamp: STAMP, type: "response_item", payload };
}

export function event(payload: Json): Json {
  return { timestamp: STAMP, type: "event_msg", payload };
}

export function line(type: string, payload: unknown): Json {
  return { timestamp: STAMP, type, payload };
}

export function userItem(text: string, more: Json = {}): Json {
  return item({ type: "message", role: "user", content: [{ type: "input_text", text }], ...more });
}

export function userTold(message: string, more: Json = {}): Json {
  return event({ type: "user_message", message, ...more });
}

export function answerItem(text: string, more: Json = {}): Json {
  return item({ type: "message", role: "assistant", content: [{ type: "output_text", text }], ...more });
}

export function thought(text: string): Json {
  return item({ type: "reasoning", summary: [{ type: "summary_text", text }], content: null, encrypted_content: "sealed" });
}

export function call(id: string, args: unknown, name = "shell"): Json {
  return item({ type: "function_call", call_id: id, name, arguments: typeof args === "string" ? args : JSON.stringify(args) });
}

export function output(id: string, text: unknown): Json {
  return item({ type: "function_call_output", call_id: id, output: text });
}

export const started = (id = "turn"): Json => event({ type: "task_started", turn_id: id });
export const completed = (more: Json = {}): Json => event({ type: "task_complete", turn_id: "turn", ...more });
export const aborted = event({ type: "turn_aborted", reason: "interrupted" });

/** The `index`-th record, each `SIZE` bytes behind the last. */
export function recordAt(written: Written, index: number): FileRecord | DamagedLine {
  const place = { offset: index * SIZE, length: SIZE - 1, line: index + 1 };
  if ("damage" in written && Object.keys(written).length === 1) return { place, damage: written.damage as DamagedLine["damage"] };
  return { place, record: written, ...envelopeOf(written) };
}

export function translate(records: readonly Written[], era: Era = "wrapped"): PlacedLine[] {
  const translator = new LineTranslator({ era });
  return [...records.flatMap((record, index) => translator.apply(recordAt(record, index))), ...translator.end()];
}

export function viewOf(lines: readonly PlacedLine[]): ThreadView {
  const projection = new ItemProjection();
  const view = emptyThreadView();
  for (const { entry, place } of lines) for (const told of projection.apply(entry, place)) applyEvent(view, told);
  return view;
}

export function shown(records: readonly Written[], era: Era = "wrapped"): ThreadView {
  return viewOf(translate(records, era));
}

/** The kinds of the items in their order, with what they say. */
export function told(records: readonly Written[], era: Era = "wrapped"): string[] {
  return shown(records, era).items.map((one) => {
    switch (one.type) {
      case "userMessage":
        return `person: ${one.content.map((part) => (part.type === "text" ? part.text : `[${part.url}]`)).join(" ")}`;
      case "agentMessage":
        return `agent: ${one.text}`;
      case "reasoning":
        return `thought: ${[...one.summary, ...one.content].join(" ")}`;
      case "context":
        return `context ${one.kind}: ${one.text}`;
      case "commandExecution":
        return `${one.status}: ${one.command}`;
      case "notice":
        return `notice ${one.code}`;
      default:
        return one.type;
    }
  });
}

/** What a model is sent when the thread is continued. */
export function prompt(records: readonly Written[], era: Era = "wrapped"): ResponseItem[] {
  const transcript = new Transcript();
  for (const { entry } of translate(records, era)) if (entry.type !== "unknown") transcript.apply(entry);
  return promptItems(transcript.items);
}
