// What a recorded call looks like to a person: the normal name of its tool, and the TurnItem it opens.
import { ItemId, type TurnId } from "../../../shared/protocol/ids";
import type { CallItem } from "../../../shared/protocol/response-item";
import { checkSleepArguments } from "../../../shared/protocol/tool-arguments";
import type { FileChange, ToolItem, TurnItemOf } from "../../../shared/protocol/turn-item";
import { commandText } from "./command-text";
import { patchChanges, patchIn } from "./patch-text";
import { readPlan } from "./plan-text";

export interface ToolName {
  readonly namespace?: string;
  readonly name: string;
}

const NAMESPACES = ["clock"].flatMap((namespace) =>
  [".", "_"].map((separator) => ({ namespace, prefix: namespace + separator })),
);

/** A call is accepted as {namespace:"clock",name:"sleep"}, `clock.sleep` or `clock_sleep` (protocol.md §7). */
export function normalName(call: { readonly name: string; readonly namespace?: string }): ToolName {
  if (call.namespace !== undefined && call.namespace !== "") return { namespace: call.namespace, name: call.name };
  for (const { namespace, prefix } of NAMESPACES)
    if (call.name.startsWith(prefix)) return { namespace, name: call.name.slice(prefix.length) };
  return { name: call.name };
}

export function nameText({ namespace, name }: ToolName): string {
  return namespace === undefined ? name : `${namespace}.${name}`;
}

/** A call's arguments as JSON. Empty text means no arguments; anything that is not JSON is undefined. */
export function parseCallArguments(call: CallItem): unknown {
  if (call.type === "custom_tool_call") return undefined;
  if (call.arguments.trim() === "") return {};
  try {
    return JSON.parse(call.arguments);
  } catch {
    return undefined;
  }
}

export interface RecordedCall {
  readonly call: CallItem;
  readonly turnId: TurnId;
  readonly cwd: string;
  readonly line: number | null;
  readonly recordedAtMs: number;
}

/** Names under which programs let a model run a command; the arguments tell which. */
export const COMMAND_TOOLS: ReadonlySet<string> = new Set([
  "shell",
  "shell_command",
  "local_shell",
  "container.exec",
  "exec_command",
  "unified_exec",
  "exec",
]);

/** Tools whose items say more than their arguments; of all others the arguments are not even parsed. */
const SPECIAL_TOOLS = new Set(["clock.sleep", "apply_patch", "write_stdin"]);

/**
 * The item that a recorded call opens. What only looks like a command, a sleep or a patch (arguments that cannot be read) is a plain call: no Sleep
 * item without a sleep (runtime.md §9). What a plan or a look at an image is, shows once it went well: `finishedItem`.
 */
export function openItem({ call, turnId, cwd, line, recordedAtMs }: RecordedCall): ToolItem {
  // The item's id is the model's call id (protocol.md §4).
  const place = { id: ItemId.parse(call.call_id), turnId, ...(line === null ? {} : { line }) };
  const base = { ...place, recordedAtMs, status: "inProgress" } as const;
  const name = normalName(call);
  const text = nameText(name);
  const written = call.type === "custom_tool_call" ? call.input : call.arguments;
  if (COMMAND_TOOLS.has(text)) {
    const command = commandOf(call, cwd);
    const changes = command === null ? [] : patchOf(command.command);
    if (changes.length > 0) return { ...base, type: "fileChange", changes };
    if (command !== null) return { ...base, type: "commandExecution", ...command };
  } else if (SPECIAL_TOOLS.has(text)) {
    const args = parseCallArguments(call);
    const fields = isObject(args) ? args : {};
    const sleep = text === "clock.sleep" ? checkSleepArguments(args) : null;
    if (sleep?.ok === true) return { ...base, type: "sleep", seconds: sleep.args.seconds };
    if (text === "apply_patch") {
      // Ours is named `patch`, Codex's was `input`; as free text it is all there is.
      const patch = [fields["patch"], fields["input"]].find((field) => typeof field === "string") ?? written;
      const changes = patchOf(`apply_patch ${String(patch)}`);
      if (changes.length > 0) return { ...base, type: "fileChange", changes };
    }
    if (text === "write_stdin" && isObject(args)) {
      const typed = typeof fields["chars"] === "string" ? fields["chars"] : "";
      const command = `write_stdin ${String(fields["session_id"])} ${JSON.stringify(typed)}`;
      return { ...base, type: "commandExecution", command, cwd };
    }
  }
  const mcp = mcpName(name);
  if (mcp !== null) return { ...base, type: "mcpToolCall", ...mcp, arguments: written };
  return {
    ...base,
    type: "toolCall",
    ...(name.namespace === undefined ? {} : { namespace: name.namespace }),
    tool: name.name,
    arguments: written,
  };
}

function commandOf(call: CallItem, cwd: string): { command: string; cwd: string } | null {
  // Some models send the JSON of a shell call as free text.
  const written = call.type === "custom_tool_call" ? call.input : call.arguments;
  if (!written.trimStart().startsWith("{")) return null;
  const args = parseCallArguments({ type: "function_call", call_id: call.call_id, name: call.name, arguments: written });
  if (!isObject(args)) return null;
  const command = call.name === "exec_command" ? (args["cmd"] ?? args["command"]) : args["command"];
  const workdir = args["workdir"] ?? args["working_directory"];
  const folder = folderOf(typeof workdir === "string" ? workdir : undefined, cwd);
  if (typeof command === "string" && command !== "") return { command, cwd: folder };
  if (!Array.isArray(command) || command.length === 0) return null;
  return { command: commandText(command.map(String)), cwd: folder };
}

function patchOf(command: string): FileChange[] {
  if (!/\bapply_?patch\b/.test(command)) return [];
  const patch = patchIn(command);
  return patch === null ? [] : patchChanges(patch);
}

/** What a call that went well has come to, where people see that instead of the call: the plan, the image. Null: the call itself. */
export function finishedItem(item: TurnItemOf<"toolCall">): TurnItemOf<"plan" | "imageView"> | null {
  const { id, turnId, tool, line } = item;
  if (item.namespace !== undefined || (tool !== "update_plan" && tool !== "view_image")) return null;
  const place = { id, turnId, ...(line === undefined ? {} : { line }) };
  const args = parseCallArguments({ type: "function_call", call_id: id, name: tool, arguments: item.arguments });
  if (tool === "update_plan") {
    const plan = readPlan(args);
    return plan === null ? null : { ...place, type: "plan", ...plan };
  }
  const path = isObject(args) ? args["path"] : undefined;
  return typeof path === "string" ? { ...place, type: "imageView", path } : null;
}

/** `mcp__server__tool`, as one name or as a namespace and a name. */
function mcpName({ namespace, name }: ToolName): { server: string; tool: string } | null {
  if (!(namespace ?? name).startsWith("mcp")) return null;
  const parts = /^mcp__(.+?)__(.+)$/.exec(namespace === undefined ? name : `${namespace.replace(/_+$/, "")}__${name}`);
  if (parts?.[1] === undefined || parts[2] === undefined) return null;
  return { server: parts[1], tool: parts[2] };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function folderOf(workdir: string | undefined, cwd: string): string {
  if (workdir === undefined || workdir === "" || workdir === ".") return cwd;
  return /^([/\\~]|[A-Za-z]:)/.test(workdir) ? workdir : `${cwd}/${workdir}`;
}
