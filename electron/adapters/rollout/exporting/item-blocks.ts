// The only switch over the kinds of items in an export: what each is made of, whatever the format.
import { assertNever } from "../../../runtime/errors";
import { type ContextKind, isToolItem, type TurnItem, type TurnItemOf } from "../../../../shared/protocol/turn-item";
import { grouped } from "../../../../shared/text/grouped";
import type { ExportBlock } from "./export-block";
import { joined } from "./export-words";
import { cutBlocks, toolBlocks } from "./tool-blocks";

const CONTEXT: Record<ContextKind, string> = {
  environment: "Context: environment",
  instructions: "Context: instructions",
  permissions: "Context: permissions",
  skills: "Context: skills",
  turnAborted: "Context: the turn was stopped",
  shellCommand: "Context: a command of the person's",
  time: "Context: time",
  other: "Context",
};

/** In the order they are read. Empty for an item that says nothing. */
export function itemBlocks(item: TurnItem): ExportBlock[] {
  if (isToolItem(item)) return toolBlocks(item);
  switch (item.type) {
    case "userMessage":
      return personBlocks(item);
    case "agentMessage":
      return answerBlocks(item);
    case "reasoning":
      return reasoningBlocks(item);
    case "approval":
      return approvalBlocks(item);
    case "notice":
      return [
        {
          type: "remark",
          text: item.level === "info" ? item.text : `${item.level === "error" ? "Error" : "Warning"}: ${item.text}`,
        },
      ];
    case "contextCompaction":
      return compactionBlocks(item);
    case "hookPrompt":
      return [{ type: "title", title: "Stop hook", detail: "asked for more" }, ...item.fragments.map(words)];
    case "mail":
      return [
        { type: "title", title: `Mail from ${item.author}`, detail: item.triggerTurn ? "asked for a turn" : "" },
        words(item.text),
      ];
    case "webSearch":
      return [
        { type: "title", title: "Searched the web", detail: item.action ?? "" },
        ...(item.query === "" ? [] : [words(item.query)]),
      ];
    case "imageView":
      return imageBlocks(item);
    case "plan":
      return [
        { type: "title", title: "Plan", detail: "" },
        ...(item.explanation === undefined || item.explanation === "" ? [] : [words(item.explanation)]),
        ...(item.steps.length === 0 ? [] : [{ type: "steps", steps: item.steps } as const]),
      ];
    case "context":
      return [{ type: "fold", title: CONTEXT[item.kind], blocks: cutBlocks({ kind: "output", language: "", text: item.text }) }];
    case "subAgent":
      return [
        {
          type: "title",
          title: `Sub-agent ${item.name ?? item.threadId ?? ""}`.trimEnd(),
          detail: joined(item.activity, item.name === undefined ? "" : (item.threadId ?? "")),
        },
        ...(item.text === undefined || item.text === "" ? [] : [words(item.text)]),
      ];
    case "raw":
      return [
        {
          type: "fold",
          title: `Not known to this version: ${item.lineType}`,
          blocks: cutBlocks({ kind: "command", language: "json", text: item.json }),
        },
      ];
    default:
      return assertNever(item);
  }
}

function words(text: string): ExportBlock {
  return { type: "words", text };
}

function personBlocks({ content, via }: TurnItemOf<"userMessage">): ExportBlock[] {
  return [
    { type: "title", title: "You", detail: via === "steer" ? "while the turn ran" : "" },
    ...content.map((part): ExportBlock => (part.type === "text" ? words(part.text) : { type: "image", source: part.url })),
  ];
}

function answerBlocks({ text, phase, incomplete, superseded }: TurnItemOf<"agentMessage">): ExportBlock[] {
  const detail = joined(
    phase === "commentary" ? "on the way" : "",
    incomplete === true ? "cut by an interrupt" : "",
    superseded === true ? "of a failed attempt, taken back" : "",
  );
  return [
    { type: "title", title: "Agent", detail },
    { type: "markdown", text },
  ];
}

function reasoningBlocks({ summary, content }: TurnItemOf<"reasoning">): ExportBlock[] {
  const texts = [...summary, ...content].filter((text) => text.trim() !== "");
  if (texts.length === 0) return [];
  return [{ type: "fold", title: "Reasoning", blocks: texts.map((text) => ({ type: "markdown", text })) }];
}

function approvalBlocks({ decision, decidedBy }: TurnItemOf<"approval">): ExportBlock[] {
  // What was allowed by itself was not asked.
  if (decidedBy === "policy" || decidedBy === "session") return [];
  const answers = {
    accept: "Allowed by you",
    acceptForSession: "Allowed by you for the session",
    decline: "Denied by you",
    cancel: "Stopped by you",
  };
  return [
    {
      type: "remark",
      text: decision === undefined ? "Asked whether the command may run; the answer is not in the file" : answers[decision],
    },
  ];
}

function compactionBlocks({
  status,
  trigger,
  tokensBefore,
  tokensAfter,
  summary,
  error,
}: TurnItemOf<"contextCompaction">): ExportBlock[] {
  const titles = {
    inProgress: "Compaction that did not end",
    completed: trigger === "newContext" ? "New context" : "Compacted",
    failed: "Compaction failed",
    aborted: "Compaction stopped",
  };
  const before = tokensBefore === undefined ? "" : grouped(tokensBefore);
  const tokens = before === "" ? "" : `${before}${tokensAfter === undefined ? "" : ` → ${grouped(tokensAfter)}`} tokens`;
  return [
    { type: "boundary", title: titles[status], detail: joined(tokens, error?.message ?? "") },
    ...(summary === undefined || summary === ""
      ? []
      : [{ type: "fold", title: "Summary for the model", blocks: [{ type: "markdown", text: summary }] } as const]),
  ];
}

function imageBlocks({ path, url, prompt }: TurnItemOf<"imageView">): ExportBlock[] {
  const source = url ?? path ?? "";
  return [
    {
      type: "title",
      title: prompt === undefined ? "Looked at an image" : "Made an image",
      detail: url === undefined ? "" : (path ?? ""),
    },
    ...(prompt === undefined || prompt === "" ? [] : [words(prompt)]),
    ...(source === "" ? [] : [{ type: "image", source } as const]),
  ];
}
