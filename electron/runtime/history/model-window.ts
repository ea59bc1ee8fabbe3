// What the model sees now, for a person to look at: the window's entries in order, each with the room it is thought to take (runtime.md §10).
import { messageText, outputText, type CallOutput, type ResponseItem } from "../../../shared/protocol/response-item";
import type { ModelWindow, WindowItem } from "../../../shared/protocol/window-item";
import { assertNever } from "../errors";
import type { InputProjection } from "./input-projection";
import { promptItems } from "./prompt";
import { itemTokens, textTokens } from "./token-estimate";
import type { WindowTokens } from "./window-tokens";

export interface ModelWindowParts {
  /** Of the transcript, those that are sent. */
  readonly items: readonly ResponseItem[];
  readonly tokens: WindowTokens;
  readonly inputs: InputProjection;
  readonly instructions: string;
  readonly contextWindow: number | null;
  readonly limit: number | null;
}

export function modelWindow({ items, tokens, inputs, instructions, contextWindow, limit }: ModelWindowParts): ModelWindow {
  return {
    items: [
      { kind: "instructions", text: instructions, estimatedTokens: textTokens(instructions) },
      ...promptItems(items).map((item) => windowItem(item, inputs)),
    ],
    tokens: { count: tokens.count, source: tokens.source },
    contextWindow,
    limit,
  };
}

function windowItem(item: ResponseItem, inputs: InputProjection): WindowItem {
  const estimatedTokens = itemTokens(item);
  switch (item.type) {
    case "message": {
      const kind = item.role === "assistant" ? "assistant" : inputs.isPerson(item.id) ? "person" : "context";
      return { kind, text: messageText(item), estimatedTokens };
    }
    case "reasoning":
      return { kind: "reasoning", text: item.summary.map((part) => part.text).join("\n\n"), estimatedTokens };
    case "function_call":
      return { kind: "call", name: item.name, text: item.arguments, estimatedTokens };
    case "custom_tool_call":
      return { kind: "call", name: item.name, text: item.input, estimatedTokens };
    case "function_call_output":
    case "custom_tool_call_output":
      return { kind: "output", text: wordsOf(item.output), estimatedTokens };
    default:
      return assertNever(item);
  }
}

function wordsOf(output: CallOutput): string {
  const pictures = typeof output === "string" ? [] : output.filter((part) => part.type === "input_image");
  return [outputText(output), ...pictures.map(() => "[picture]")].join("\n");
}
