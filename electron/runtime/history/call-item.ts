// What a recorded call looks like to a person: the normal name of its tool, and the TurnItem it opens.
import { ItemId, type TurnId } from "../../../shared/protocol/ids";
import type { CallItem } from "../../../shared/protocol/response-item";
import { ShellArguments, checkSleepArguments } from "../../../shared/protocol/tool-arguments";
import type { ToolOutcome } from "../../../shared/protocol/rollout-line";
import type { ToolItem, TurnItemOf } from "../../../shared/protocol/turn-item";
import { assertNever } from "../errors";

export interface ToolName {
  readonly namespace?: string;
  readonly name: string;
}

const NAMESPACES = ["clock"];

/** A call is accepted as {namespace:"clock",name:"sleep"}, `clock.sleep` or `clock_sleep` (protocol.md §7). */
export function normalName(call: { readonly name: string; readonly namespace?: string }): ToolName {
  if (call.namespace !== undefined && call.namespace !== "") return { namespace: call.namespace, name: call.name };
  for (const namespace of NAMESPACES) {
    for (const separator of [".", "_"]) {
      const prefix = namespace + separator;
      if (call.name.startsWith(prefix)) return { namespace, name: call.name.slice(prefix.length) };
    }
  }
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

/** The item that a recorded call opens. A sleep with invalid arguments is a plain call: no Sleep item without a sleep (runtime.md §9). */
export function openItem({ call, turnId, cwd, line, recordedAtMs }: RecordedCall): ToolItem {
  // The item's id is the model's call id (protocol.md §4).
  const place = line === null ? {} : { line };
  const base = { id: ItemId.parse(call.call_id), turnId, ...place, recordedAtMs, status: "inProgress" } as const;
  const name = normalName(call);
  const args = parseCallArguments(call);
  if (nameText(name) === "shell") {
    const shell = ShellArguments.safeParse(args);
    if (shell.success)
      return { ...base, type: "commandExecution", command: shell.data.command, cwd: folderOf(shell.data.workdir, cwd) };
  }
  if (nameText(name) === "clock.sleep") {
    const sleep = checkSleepArguments(args);
    if (sleep.ok) return { ...base, type: "sleep", seconds: sleep.args.seconds };
  }
  return {
    ...base,
    type: "toolCall",
    ...(name.namespace === undefined ? {} : { namespace: name.namespace }),
    tool: name.name,
    arguments: call.type === "custom_tool_call" ? call.input : call.arguments,
  };
}

/** The item once its output is recorded at `line`. Without an outcome (an output that another program wrote) it counts as completed. */
export function closeItem(item: ToolItem, end: { outcome: ToolOutcome | null; output: string; line: number | null }): ToolItem {
  const { outcome } = end;
  const status = outcome?.status ?? "completed";
  const duration = outcome?.durationMs === undefined ? {} : { durationMs: outcome.durationMs };
  const notes = outcome?.notes === undefined ? {} : { notes: outcome.notes };
  const outputLine = end.line === null ? {} : { outputLine: end.line };
  const base = { status, ...outputLine, ...duration, ...notes };
  switch (item.type) {
    case "commandExecution":
      return {
        ...item,
        ...base,
        aggregatedOutput: end.output,
        ...(outcome?.exitCode === undefined ? {} : { exitCode: outcome.exitCode }),
        ...(outcome?.outputBytes === undefined ? {} : { outputBytes: outcome.outputBytes }),
        ...(outcome?.outputFile === undefined ? {} : { outputFile: outcome.outputFile }),
      };
    case "toolCall":
    case "fileChange":
    case "mcpToolCall":
      return { ...item, ...base, output: end.output };
    case "sleep":
      return {
        ...item,
        ...base,
        ...sleepOutcome(outcome),
        ...(outcome?.sleptMs === undefined ? {} : { sleptMs: outcome.sleptMs }),
      };
    default:
      return assertNever(item);
  }
}

/** A sleep that was stopped before it began was interrupted too. */
function sleepOutcome(outcome: ToolOutcome | null): Pick<TurnItemOf<"sleep">, "outcome"> {
  if (outcome?.outcome !== undefined) return { outcome: outcome.outcome };
  return outcome?.status === "aborted" ? { outcome: "interrupted" } : {};
}

function folderOf(workdir: string | undefined, cwd: string): string {
  if (workdir === undefined || workdir === "" || workdir === ".") return cwd;
  return /^([/\\~]|[A-Za-z]:)/.test(workdir) ? workdir : `${cwd}/${workdir}`;
}
