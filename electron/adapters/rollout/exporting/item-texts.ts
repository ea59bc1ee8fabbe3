// Every text of an item that an export would show or hold. Images are not text.
import { assertNever } from "../../../runtime/errors";
import type { TurnItem } from "../../../../shared/protocol/turn-item";

export function itemTexts(item: TurnItem): string[] {
  const { type } = item;
  switch (type) {
    case "userMessage":
      return item.content.map((part) => (part.type === "text" ? part.text : webAddress(part.url)));
    case "agentMessage":
    case "mail":
    case "notice":
    case "context":
      return [item.text];
    case "reasoning":
      return [...item.summary, ...item.content];
    case "commandExecution":
      return [item.command, item.aggregatedOutput ?? ""];
    case "toolCall":
    case "mcpToolCall":
      return [item.arguments, item.output ?? ""];
    case "fileChange":
      return [...item.changes.map(({ diff }) => diff), item.output ?? ""];
    case "hookPrompt":
      return [...item.fragments];
    case "contextCompaction":
      return [item.summary ?? "", item.error?.message ?? ""];
    case "webSearch":
      return [item.query, item.action ?? ""];
    case "imageView":
      return [webAddress(item.url ?? ""), item.prompt ?? ""];
    case "plan":
      return [...item.steps.map(({ text }) => text), item.explanation ?? ""];
    case "subAgent":
      return [item.text ?? ""];
    case "raw":
      return [item.json];
    case "sleep":
    case "approval":
      return [];
    default:
      return assertNever(type);
  }
}

function webAddress(url: string): string {
  return /^data:/i.test(url) ? "" : url;
}
