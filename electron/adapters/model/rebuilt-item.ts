// An item that was streamed and never ended, built from its pieces (bug report 111).
import type { WireItem } from "./item-mapping";
import type { Slot } from "./stream-slots";

/** Null: nothing came that could be shown or answered. */
export function fromDeltas(slot: Slot): WireItem | null {
  switch (slot.kind) {
    case "message":
      return slot.text === "" ? null : { type: slot.kind, content: slot.text };
    case "reasoning":
      return slot.summary.length === 0
        ? null
        : { type: slot.kind, summary: [...slot.summary].map((text) => ({ type: "summary_text", text: text ?? "" })) };
    case "function_call":
      return { type: slot.kind, arguments: slot.text };
    case "custom_tool_call":
      return { type: slot.kind, input: slot.text };
  }
}
