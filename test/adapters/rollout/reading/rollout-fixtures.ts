// Small rollouts of every era, and the bytes that damage makes of lines. Written for these tests; the form is docs/rollout-format.md's.
import { openSource, type OpenedSource } from "../../../../electron/adapters/rollout/reading/open-source";
import { memoryBytes } from "../../../../electron/adapters/rollout/reading/file-bytes";
import { scanRecords, type ScannedLine } from "../../../../electron/adapters/rollout/reading/record-scanner";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { tempFolder } from "../../../support/temp-folder";

export const ID = "0c1d2e3f-0000-4000-8000-000000000001";

/** A line of the eras that have an envelope. */
export function wrapped(type: string, payload: object, second = 0, ordinal?: number): string {
  const timestamp = `2026-02-03T10:00:${String(second).padStart(2, "0")}.000Z`;
  return JSON.stringify({ timestamp, ...(ordinal === undefined ? {} : { ordinal }), type, payload });
}

export const meta = (more: object = {}): object => ({
  id: ID,
  timestamp: "2026-02-03T10:00:00.000Z",
  cwd: "/home/u/garden",
  originator: "codex_cli_rs",
  cli_version: "0.90.0",
  ...more,
});
export const said = (role: string, text: string): object => ({
  type: "message",
  role,
  content: [{ type: role === "assistant" ? "output_text" : "input_text", text }],
});
export const called = (id: string): object => ({ type: "function_call", name: "shell", arguments: "{}", call_id: id });
export const answered = (id: string): object => ({ type: "function_call_output", call_id: id, output: "4 files" });

const turn = [
  ["event_msg", { type: "task_started", turn_id: "t1" }],
  ["response_item", said("user", "<environment_context>\n<cwd>/home/u/garden</cwd>\n</environment_context>")],
  ["response_item", said("user", "How tall do sunflowers grow?")],
  ["event_msg", { type: "user_message", message: "How tall do sunflowers grow?" }],
  ["response_item", { type: "reasoning", summary: [], content: null }],
  ["response_item", called("call_a")],
  ["response_item", answered("call_a")],
  ["event_msg", { type: "agent_message", message: "Up to three metres." }],
  ["response_item", said("assistant", "Up to three metres.")],
  ["event_msg", { type: "task_complete", turn_id: "t1", last_agent_message: "Up to three metres." }],
] as const;

export const eras = {
  wrapped: [wrapped("session_meta", meta()), ...turn.map(([type, payload], at) => wrapped(type, payload, at + 1))],
  paginated: [
    wrapped("session_meta", meta({ history_mode: "paginated" }), 0, 0),
    ...turn.map(([type, payload], at) => wrapped(type, payload, at + 1, at + 1)),
  ],
  own: [
    wrapped("session_meta", meta({ originator: "counterfoil" })),
    ...turn.map(([type, payload], at) => wrapped(type, payload, at + 1)),
  ],
  bare: [
    JSON.stringify({ id: ID, timestamp: "2025-08-02T10:00:00.000Z", instructions: null }),
    JSON.stringify({ record_type: "state" }),
    ...turn.filter(([type]) => type === "response_item").map(([, payload]) => JSON.stringify(payload)),
  ],
} as const;

export const single = JSON.stringify(
  {
    session: { id: ID, timestamp: "2025-04-02T10:00:00.000Z", instructions: "" },
    items: [said("user", "How tall do sunflowers grow?"), said("assistant", "Up to three metres.")],
  },
  null,
  2,
);

/** Every line with its newline. */
export function linesOf(lines: readonly string[]): string {
  return lines.map((line) => `${line}\n`).join("");
}

export async function scan(bytes: string | Uint8Array, range = {}): Promise<ScannedLine[]> {
  const found: ScannedLine[] = [];
  for await (const batch of scanRecords(memoryBytes(Buffer.from(bytes)), { offset: 0, line: 1, ...range })) found.push(...batch);
  return found;
}

/** In a folder of its own. */
export function written(name: string, bytes: string | Uint8Array, folder = tempFolder()): string {
  const path = join(folder, name);
  writeFileSync(path, bytes);
  return path;
}

export function opened(path: string, find: (rolloutId: string) => string | null = () => null): Promise<OpenedSource> {
  return openSource(path, { cacheFolder: join(path, "..", "cache"), findRollout: (id) => Promise.resolve(find(id)) });
}

export async function bytesOf(source: OpenedSource): Promise<string> {
  return Buffer.from(await source.read(0, source.size)).toString("utf8");
}

/** A zstd frame whose blocks are stored as they are, the shortest that is one. */
export function stored(bytes: Uint8Array): Buffer {
  return Buffer.concat([frameHead, blockHead({ isLast: true, kind: 0, size: bytes.length }), bytes]);
}

/** One byte again and again: `blocks` times 128 KiB out of four bytes each. */
export function repeated(blocks: number): Buffer {
  const block = (at: number): Buffer =>
    Buffer.concat([blockHead({ isLast: at === blocks - 1, kind: 1, size: 128 * 1024 }), Buffer.from("\n")]);
  return Buffer.concat([frameHead, ...Array.from({ length: blocks }, (_, at) => block(at))]);
}

/** Magic, no checksum, a window of 128 KiB. */
const frameHead = Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0x00, 0x38]);

function blockHead({ isLast, kind, size }: { isLast: boolean; kind: number; size: number }): Buffer {
  const head = Buffer.alloc(3);
  head.writeUIntLE((isLast ? 1 : 0) + kind * 2 + size * 8, 0, 3);
  return head;
}
