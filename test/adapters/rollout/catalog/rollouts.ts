// Small rollouts of every era, made up for these tests; and a zstd archive without a compressor: its blocks are stored as they are.
import { mkdirSync, utimesSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";

export const AT = "2026-03-01T10:00:00.000Z";

/** The n-th id: a UUIDv7 that was made n minutes after 2026-03-01T10:00Z. */
export function idOf(n: number): string {
  const time = (Date.parse(AT) + n * 60_000).toString(16).padStart(12, "0");
  return `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-${String(n).padStart(12, "0")}`;
}

export function line(type: string, payload: object, timestamp = AT): string {
  return JSON.stringify({ timestamp, type, payload });
}

export function header(id: string, more: object = {}): string {
  const meta = { id, timestamp: AT, cwd: "/work place", originator: "codex_cli_rs", cli_version: "0.171.0", source: "cli" };
  return line("session_meta", { ...meta, model_provider: "openai", ...more });
}

export function event(type: string, more: object = {}): string {
  return line("event_msg", { type, ...more });
}

export function message(role: string, text: string): object {
  return { type: "message", role, content: [{ type: role === "assistant" ? "output_text" : "input_text", text }] };
}

export function item(payload: object): string {
  return line("response_item", payload);
}

export function context(more: object = {}): string {
  return line("turn_context", {
    cwd: "/work place",
    approval_policy: "on-request",
    sandbox_policy: {},
    model: "model-1",
    ...more,
  });
}

export function lines(...all: readonly string[]): string {
  return all.map((one) => `${one}\n`).join("");
}

/** Of Codex, in the form of 2026 before ordinals. */
export function codexSession(id: string, words: string, more: object = {}): string {
  return lines(
    header(id, more),
    event("task_started", { turn_id: "t1" }),
    item(message("user", "<environment_context>\n  <cwd>/work place</cwd>\n</environment_context>")),
    context(),
    item(message("user", words)),
    event("user_message", { message: words, images: [] }),
    item(message("assistant", "Done.")),
    event("token_count", { info: { total_token_usage: { total_tokens: 1234 } } }),
    event("task_complete", { turn_id: "t1" }),
  );
}

/** Of our own. */
export function ownSession(id: string, words: string, ...more: readonly string[]): string {
  return lines(
    header(id, { originator: "counterfoil", cf_choice: { model: "model-2", sandbox: "readOnly" } }),
    line("cf_input", { inputId: "i1", via: "start", input: [{ type: "text", text: words }], turnId: "t1" }),
    event("task_started", { turn_id: "t1" }),
    context({ model: "model-2" }),
    line("cf_input_end", { inputId: "i1", how: "sampled" }),
    item({ ...message("user", words), id: "i1" }),
    event("task_complete", { turn_id: "t1" }),
    ...more,
  );
}

export function nameLine(name: string): string {
  return line("cf_name", { name });
}

/** A line of so many bytes. */
export function filler(bytes: number): string {
  return item({ type: "function_call_output", call_id: "call_1", output: "x".repeat(bytes - 120) });
}

export function rolloutName(id: string, segmentId?: string): string {
  return `rollout-2026-03-01T10-00-00-${id}${segmentId === undefined ? "" : `_${segmentId}`}.jsonl`;
}

/** Writes a file and its folders; `minute`: when it was written last, so that the order is known. Returns its path. */
export function put(path: string, content: string | Uint8Array, minute = 0): string {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
  utimesSync(path, timeOf(minute) / 1000, timeOf(minute) / 1000);
  return path;
}

/** Unix milliseconds. */
export function timeOf(minute: number): number {
  return Date.parse("2026-04-01T00:00:00Z") + minute * 60_000;
}

export function zstdOf(text: string): Buffer {
  const bytes = Buffer.from(text);
  const parts = [Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0x00, 0x58])];
  for (let start = 0; start === 0 || start < bytes.length; start += BLOCK_BYTES) {
    const block = bytes.subarray(start, start + BLOCK_BYTES);
    const isLast = start + BLOCK_BYTES >= bytes.length;
    const head = Buffer.alloc(3);
    head.writeUIntLE((block.length << 3) | (isLast ? 1 : 0), 0, 3);
    parts.push(head, block);
  }
  return Buffer.concat(parts);
}

const BLOCK_BYTES = 64 * 1024;
