// What of a line in our own form can be found by its words, and which item it belongs to.
import { isCall, isOutput, messageText, outputText, type ResponseItem } from "../../../../shared/protocol/response-item";
import type { SearchField } from "../../../../shared/protocol/past-session";
import type { PlacedLine } from "../codex-import/placed-line";

export interface LineText {
  readonly field: SearchField;
  /** The id of the item that shows it. */
  readonly itemId: string;
  readonly text: string;
  /** `call`: outputs of this id belong to it. `output`: it belongs to the call of this id. */
  readonly tie: { readonly type: "none" } | { readonly type: "call" | "output"; readonly callId: string };
}

/** Longer texts are found by what stands within so many UTF-16 units. */
const MAX_INDEXED_UNITS = 256 * 1024;
const NONE = { type: "none" } as const;

/** Null: nothing that a person would look for. `isPerson`: the item with this id is what a person said. */
export function lineText({ entry, place }: PlacedLine, isPerson: (id: string) => boolean): LineText | null {
  switch (entry.type) {
    case "response_item":
      return itemText(entry.payload, place.key, isPerson);
    case "compacted":
      return found("other", entry.payload.cf_item_id ?? place.key, entry.payload.message);
    case "cf_superseded":
      return found("answer", entry.payload.itemId, entry.payload.text);
    default:
      return null;
  }
}

function itemText(item: ResponseItem, key: string, isPerson: (id: string) => boolean): LineText | null {
  if (isCall(item)) {
    const text = item.type === "custom_tool_call" ? item.input : argumentTexts(item.arguments);
    return { field: "command", itemId: item.call_id, text: cut(text), tie: { type: "call", callId: item.call_id } };
  }
  if (isOutput(item))
    return {
      field: "output",
      itemId: item.call_id,
      text: cut(outputText(item.output)),
      tie: { type: "output", callId: item.call_id },
    };
  const id = item.id ?? key;
  if (item.type === "reasoning") return found("other", id, item.summary.map(({ text }) => text).join("\n"));
  if (item.role === "assistant") return found("answer", id, messageText(item));
  return found(item.role === "user" && isPerson(id) ? "prompt" : "other", id, messageText(item));
}

function found(field: SearchField, itemId: string, text: string): LineText | null {
  return text.trim() === "" ? null : { field, itemId, text: cut(text), tie: NONE };
}

/** The texts within a call's arguments, without JSON's own signs. */
function argumentTexts(json: string): string {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    return json;
  }
  const texts: string[] = [];
  const rest: unknown[] = [value];
  for (let next = rest.pop(); next !== undefined; next = rest.pop()) {
    if (typeof next === "string") texts.unshift(next);
    else if (typeof next === "object" && next !== null) rest.push(...Object.values(next).filter((each) => each !== null));
  }
  return texts.join("\n");
}

function cut(text: string): string {
  return text.length > MAX_INDEXED_UNITS ? text.slice(0, MAX_INDEXED_UNITS) : text;
}
