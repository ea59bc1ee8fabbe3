// Events about runs → which call, how it ended, and the item to show where the model's history has no such call.
import type { ShownItem, ToolOutcome } from "../../../../shared/protocol/rollout-line";
import type { FileChange } from "../../../../shared/protocol/turn-item";
import { commandText } from "../../../runtime/history/command-text";
import { mcpOutcome, outputText } from "./call-outcome";
import { type Fields, asText, durationMs, fields, given, list, number, pathOf, text } from "./foreign-value";

/** `callId` undefined: the event names no call. */
export interface ToldRun {
  readonly callId: string | undefined;
  readonly outcome: ToolOutcome;
  readonly item: ShownItem;
}

/** Of an `event_msg` or the item of an `item_completed`; null: it tells of no run. */
export function toldRun(event: Fields, recordedAtMs: number): ToldRun | null {
  const callId = text(event["call_id"]) ?? text(event["id"]);
  const base = { recordedAtMs, ...given("durationMs", durationMs(event["duration"]) ?? number(event["duration_ms"])) };
  switch (event["type"]) {
    case "exec_command_end":
    case "CommandExecution":
    case "commandExecution": {
      const outcome = commandOutcome(event);
      const { command = "", cwd = "", output, outputBytes: _bytes, ...rest } = outcome;
      return { callId, outcome, item: { ...base, ...rest, type: "commandExecution", command, cwd, aggregatedOutput: output } };
    }
    case "patch_apply_end":
    case "FileChange":
    case "fileChange": {
      const changes = toldChanges(event["changes"]);
      const isOk = event["success"] !== false && statusOf(event["status"]) === "completed";
      const output = [text(event["stdout"]), text(event["stderr"])].filter((part) => part !== undefined).join("\n");
      const status = isOk ? "completed" : statusOf(event["status"]) === "denied" ? "denied" : "failed";
      return { callId, outcome: { status, output, changes }, item: { ...base, status, type: "fileChange", changes, output } };
    }
    case "mcp_tool_call_end":
    case "McpToolCall":
    case "mcpToolCall": {
      const invocation = event["type"] === "mcp_tool_call_end" ? fields(event["invocation"]) : event;
      const mcp = {
        server: asText(invocation["server"]),
        tool: asText(invocation["tool"]),
        arguments: asText(invocation["arguments"]),
      };
      const outcome = { ...mcpOutcome(event["result"], event["error"]), ...given("durationMs", base.durationMs) };
      const { status, output } = outcome;
      return { callId, outcome: { ...outcome, mcp }, item: { ...base, ...mcp, status, type: "mcpToolCall", output } };
    }
    case "dynamic_tool_call_response":
    case "DynamicToolCall":
    case "dynamicToolCall": {
      const output = text(event["error"]) ?? outputText(list(event["content_items"] ?? event["contentItems"]));
      const status = event["success"] === false ? "failed" : "completed";
      const namespace = given("namespace", text(event["namespace"]));
      const call = { tool: asText(event["tool"]), arguments: asText(event["arguments"]), ...namespace };
      return {
        callId,
        outcome: { status, output, ...given("durationMs", base.durationMs) },
        item: { ...base, ...call, status, type: "toolCall", output },
      };
    }
    default:
      return null;
  }
}

function commandOutcome(event: Fields): ToolOutcome {
  const exitCode = number(event["exit_code"]);
  const streams = [text(event["stdout"]), text(event["stderr"])].filter((part) => part !== undefined).join("");
  const told = statusOf(event["status"]);
  const status = told === "completed" && exitCode !== undefined && exitCode !== 0 ? "failed" : told;
  const argv = Array.isArray(event["command"]) ? event["command"].map(String) : text(event["command"]);
  const cwd = text(event["cwd"]);
  return {
    status,
    output: text(event["aggregated_output"]) ?? streams,
    ...given("exitCode", exitCode),
    ...given("durationMs", durationMs(event["duration"])),
    ...given("command", argv === undefined ? undefined : commandText(argv)),
    ...given("cwd", cwd === undefined ? undefined : pathOf(cwd)),
  };
}

function statusOf(status: unknown): ToolOutcome["status"] {
  switch (status) {
    case "failed":
      return "failed";
    case "declined":
      return "denied";
    case "interrupted":
    case "aborted":
      return "aborted";
    default:
      return "completed";
  }
}

/** `{path: {type, content | unified_diff, move_path}}`; of 2025 `{path: {add: {content}}}`. */
function toldChanges(changes: unknown): FileChange[] {
  return Object.entries(fields(changes)).map(([path, value]) => {
    const change = fields(value);
    const named = ["add", "delete", "update"].find((kind) => kind === change["type"] || kind in change);
    const kind = named === "add" || named === "delete" ? named : "update";
    const inner = named !== undefined && named in change ? fields(change[named]) : change;
    const diff = asText(inner["unified_diff"] ?? inner["content"]);
    return { path, kind, diff, ...given("movePath", text(inner["move_path"])) };
  });
}
