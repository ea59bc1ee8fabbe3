// What an output's text says of its run: 2025's JSON, the lines that Codex puts in front for the model, the words of an abort or a refusal.
import type { ToolOutcome } from "../../../../shared/protocol/rollout-line";
import { asText, fields, given, isFields, list, number, text } from "./foreign-value";
import type { OpenCall } from "./translator-state";

/** An output in any of its forms as text: plain, parts, one part, null. */
export function outputText(output: unknown): string {
  if (Array.isArray(output))
    return output
      .map(partText)
      .filter((part) => part !== "")
      .join("\n");
  if (!isFields(output)) return asText(output);
  if (typeof output["text"] === "string") return output["text"];
  if (typeof output["content"] === "string") return output["content"];
  return Array.isArray(output["content"]) ? outputText(output["content"]) : JSON.stringify(output);
}

function partText(part: unknown): string {
  const { type, text: words } = fields(part);
  if (typeof words === "string") return words;
  return type === "input_image" || type === "image" ? "[image]" : asText(part);
}

type Outcome = Pick<ToolOutcome, "status" | "output" | "exitCode" | "durationMs">;

export function readOutcome(kind: OpenCall["kind"], output: string): Outcome {
  const json = output.startsWith("{") ? jsonOutcome(output) : null;
  if (json !== null) return json;
  const refusal = refusedOutcome(output);
  if (refusal !== null) return refusal;
  return kind === "other" ? { status: "completed", output } : prefixedOutcome(output);
}

/** `{"output":…,"metadata":{exit_code,duration_seconds}}`. */
function jsonOutcome(output: string): Outcome | null {
  let value: unknown;
  try {
    value = JSON.parse(output);
  } catch {
    return null;
  }
  const { output: words, metadata } = fields(value);
  if (typeof words !== "string" || !isFields(metadata)) return null;
  const seconds = number(metadata["duration_seconds"]);
  return ended(words, number(metadata["exit_code"]), seconds === undefined ? undefined : Math.round(seconds * 1000));
}

const SECONDS = /([0-9.]+) ?s/;

function refusedOutcome(output: string): Outcome | null {
  const words = output.trim();
  if (/^(patch|exec command|command) rejected by user/i.test(words)) return { status: "denied", output };
  if (/^(exec_command failed.*)?rejected/i.test(words) && /by (the )?user|approval/i.test(words))
    return { status: "denied", output };
  const wall = /^Wall time: ([0-9.]+) seconds?\n(aborted by user)\s*$/.exec(words);
  if (wall !== null) return { status: "aborted", output: "aborted by user", ...given("durationMs", msOf(wall[1])) };
  if (/^aborted( by (the )?user)?\b/.test(words) && words.length < 60) {
    return { status: "aborted", output, ...given("durationMs", msOf(SECONDS.exec(words)?.[1])) };
  }
  if (
    /^(unsupported (custom tool )?call|failed to parse|failed in sandbox|exec_command failed|apply_patch verification failed)/.test(
      words,
    )
  ) {
    return { status: "failed", output };
  }
  return null;
}

/** Lines in front of the output proper, up to `Output:`. */
const PREFIX =
  /^(?:(?:Chunk ID: .*|Exit code: -?\d+|Wall time: [0-9.]+ seconds?|Process exited with code -?\d+|Process running with session ID .*|Original token count: \d+|Total output lines: \d+)\n)+(?:Output:(?:\n|$))?/;

function prefixedOutcome(output: string): Outcome {
  const prefix = PREFIX.exec(output)?.[0];
  if (prefix === undefined) return { status: "completed", output };
  const code = /^(?:Exit code:|Process exited with code) (-?\d+)$/m.exec(prefix)?.[1];
  const wall = /^Wall time: ([0-9.]+)/m.exec(prefix)?.[1];
  return ended(output.slice(prefix.length), code === undefined ? undefined : Number(code), msOf(wall));
}

function ended(output: string, exitCode: number | undefined, durationMs: number | undefined): Outcome {
  const status = exitCode === undefined || exitCode === 0 ? "completed" : "failed";
  // Rounded to tenths of a second: a nought tells nothing.
  return { status, output, ...given("exitCode", exitCode), ...given("durationMs", durationMs === 0 ? undefined : durationMs) };
}

function msOf(seconds: string | undefined): number | undefined {
  const value = seconds === undefined ? NaN : Number(seconds);
  return Number.isFinite(value) && value > 0 ? Math.round(value * 1000) : undefined;
}

/** An MCP result: `{Ok: {content}}`, `{Err: text}`, `{content}`. */
export function mcpOutcome(result: unknown, error: unknown): Outcome {
  const { Ok, Err } = fields(result);
  const problem = text(Err) ?? text(fields(error)["message"]) ?? text(error);
  if (problem !== undefined) return { status: "failed", output: problem };
  const { content, isError, is_error } = fields(Ok ?? result);
  const output = list(content).map(partText).join("\n");
  return { status: isError === true || is_error === true ? "failed" : "completed", output };
}
