// What tools did, as blocks: what was asked, the facts of the run, and its output, cut where it is long.
import type { FileChange, ToolItem, TurnItemOf } from "../../../../shared/protocol/turn-item";
import { beginningOf } from "../../../../shared/text/beginning-of";
import { durationWords } from "../../../../shared/text/duration-words";
import { grouped } from "../../../../shared/text/grouped";
import type { ExportBlock } from "./export-block";
import { joined } from "./export-words";

/** UTF-16 units of one output or diff that an export holds. */
export const MAX_OUTPUT_LENGTH = 40_000;

export function toolBlocks(item: ToolItem): ExportBlock[] {
  return [...callBlocks(item), ...(item.notes ?? []).map((text): ExportBlock => ({ type: "remark", text }))];
}

function callBlocks(item: ToolItem): ExportBlock[] {
  switch (item.type) {
    case "commandExecution":
      return commandBlocks(item);
    case "toolCall":
      return [
        {
          type: "title",
          title: `Called ${item.namespace === undefined ? "" : `${item.namespace}.`}${item.tool}`,
          detail: runFacts(item),
        },
        ...argumentBlocks(item.arguments),
        ...outputBlocks(item.output),
      ];
    case "mcpToolCall":
      return [
        { type: "title", title: `Called ${item.tool} of ${item.server}`, detail: runFacts(item) },
        ...argumentBlocks(item.arguments),
        ...outputBlocks(item.output),
      ];
    case "fileChange":
      return [
        { type: "title", title: "Changed files", detail: runFacts(item) },
        ...item.changes.flatMap(changeBlocks),
        ...outputBlocks(item.output),
      ];
    case "sleep":
      return [
        {
          type: "title",
          title: `Waited, asked for ${durationWords(item.seconds * 1000)}`,
          detail: joined(sleepWords(item), runFacts(item)),
        },
      ];
  }
}

function commandBlocks(item: TurnItemOf<"commandExecution">): ExportBlock[] {
  const exit = item.exitCode === undefined || item.exitCode === null ? "" : `exit code ${item.exitCode}`;
  const output = item.aggregatedOutput;
  const left =
    item.outputBytes !== undefined && item.outputFile !== undefined
      ? `All ${grouped(item.outputBytes)} bytes are in ${item.outputFile}.`
      : "";
  return [
    { type: "title", title: "Ran a command", detail: joined(item.cwd === "" ? "" : `in ${item.cwd}`, exit, runFacts(item)) },
    { type: "code", kind: "command", language: "sh", text: item.command },
    ...outputBlocks(output),
    ...(left === "" ? [] : [{ type: "remark", text: left } as const]),
  ];
}

function argumentBlocks(text: string): ExportBlock[] {
  if (text.trim() === "" || text.trim() === "{}") return [];
  return cutBlocks({ kind: "command", language: text.trimStart().startsWith("{") ? "json" : "", text });
}

export function outputBlocks(output: string | undefined): ExportBlock[] {
  if (output === undefined || output === "") return [];
  return cutBlocks({ kind: "output", language: "", text: output });
}

/** A text as code, with a remark where it was cut. */
export function cutBlocks({ kind, language, text }: Omit<Extract<ExportBlock, { type: "code" }>, "type">): ExportBlock[] {
  const kept = beginningOf(text, MAX_OUTPUT_LENGTH);
  const block = { type: "code", kind, language, text: kind === "output" ? plainOutput(kept) : kept } as const;
  if (kept.length === text.length) return [block];
  const rest = text.length - kept.length;
  return [block, { type: "remark", text: `Cut here: ${grouped(rest)} of ${grouped(text.length)} characters are left out.` }];
}

// Colours and cursor moves (CSI), titles and links (OSC), and the two-character forms. Each part excludes what ends it.

const TERMINAL_CODES = /\u001b(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001b]*(?:\u0007|\u001b\\)?|[()][0-9A-Za-z]|[@-Z\\^_=>78])/g;

/** Output without what is meant for a terminal. A line that was written over and over is one line each time. */
function plainOutput(text: string): string {
  return text.replace(TERMINAL_CODES, "").replace(/\r+\n/g, "\n").replaceAll("\r", "\n");
}

function changeBlocks({ path, kind, diff, movePath }: FileChange): ExportBlock[] {
  const what = { add: "Added", delete: "Deleted", update: movePath === undefined ? "Edited" : "Edited and moved" }[kind];
  return [
    { type: "remark", text: `${what} ${path}${movePath === undefined ? "" : ` to ${movePath}`}` },
    ...(diff === "" ? [] : cutBlocks({ kind: "diff", language: "diff", text: asDiff(kind, diff) })),
  ];
}

function asDiff(kind: FileChange["kind"], diff: string): string {
  if (kind === "update") return diff;
  const sign = kind === "add" ? "+" : "-";
  return diff
    .replace(/\n$/, "")
    .split("\n")
    .map((line) => sign + line)
    .join("\n");
}

function runFacts(item: ToolItem): string {
  return joined(statusWords(item), item.durationMs === undefined ? "" : durationWords(item.durationMs));
}

function statusWords({ status }: ToolItem): string {
  switch (status) {
    case "completed":
      return "";
    case "failed":
      return "failed";
    case "denied":
      return "not allowed";
    case "aborted":
      return "stopped";
    case "inProgress":
    case "returned":
      return "its output is not in the file";
  }
}

function sleepWords({ outcome }: TurnItemOf<"sleep">): string {
  if (outcome === undefined) return "";
  switch (outcome) {
    case "elapsed":
      return "";
    case "newInput":
      return "ended by input";
    case "woken":
      return "woken";
    case "interrupted":
      return "interrupted";
    case "appStopped":
      return "stopped with the app";
  }
}
