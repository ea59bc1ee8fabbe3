// How much room an item takes in the window, from its length: four bytes a token. Only the provider knows better (runtime.md §10).
import type { CallOutput, ContentPart, ResponseItem } from "../../../shared/protocol/response-item";
import { assertNever } from "../errors";

const BYTES_PER_TOKEN = 4;
const IMAGE_TOKENS = 1844;
/** Role, type and brackets around the text. */
const ITEM_TOKENS = 4;

export function textTokens(text: string): number {
  return Math.ceil(utf8Length(text) / BYTES_PER_TOKEN);
}

export function itemTokens(item: ResponseItem): number {
  return ITEM_TOKENS + contentTokens(item);
}

function contentTokens(item: ResponseItem): number {
  switch (item.type) {
    case "message":
      return partTokens(item.content);
    case "reasoning":
      // Only its sealed form is sent, and that is base64 of what the model reads.
      return Math.ceil(((item.encrypted_content ?? "").length * 3) / 4 / BYTES_PER_TOKEN);
    case "function_call":
      return textTokens(item.name) + textTokens(item.arguments);
    case "custom_tool_call":
      return textTokens(item.name) + textTokens(item.input);
    case "function_call_output":
    case "custom_tool_call_output":
      return outputTokens(item.output);
    default:
      return assertNever(item);
  }
}

function outputTokens(output: CallOutput): number {
  return typeof output === "string" ? textTokens(output) : partTokens(output);
}

function partTokens(parts: readonly ContentPart[]): number {
  return parts.reduce((sum, part) => sum + (part.type === "input_image" ? IMAGE_TOKENS : textTokens(part.text)), 0);
}

function utf8Length(text: string): number {
  let length = text.length;
  // Most text is ASCII, where bytes and units are the same; each unit beyond adds one byte, or two from U+0800 on (a surrogate half adds one).
  for (const [run] of text.matchAll(/[\u0080-\uffff]+/g)) {
    for (let index = 0; index < run.length; index += 1) {
      const unit = run.charCodeAt(index);
      length += unit < 0x800 || (unit >= 0xd800 && unit < 0xe000) ? 1 : 2;
    }
  }
  return length;
}
