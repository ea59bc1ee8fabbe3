// The list of 5 000 sessions, 250 MB: from nothing, from the cache, and page by page. The catalog runs in this process, as it does in its worker.
import { appendFileSync, mkdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { Catalog } from "../../electron/adapters/rollout/catalog/catalog";
import { type Row, spread } from "./table";
import { tempFolder } from "./with-program";

const SESSIONS = 5000;
const OWN_SHARE = 4;
const BYTES = 50 * 1024;
const PAGES = 20;
const PAGE = 100;

export async function sessionList(): Promise<Row[]> {
  const [home, codexHome] = [tempFolder(), tempFolder()];
  const newest = writeSessions(home, codexHome);
  const open = (): Catalog =>
    new Catalog({ home, roots: () => [codexHome], codexHomes: [], onChanged: () => undefined, nowMs: () => Date.now() });
  const cold: number[] = [];
  const whole: number[] = [];
  const again: number[] = [];
  for (let run = 0; run < 3; run += 1) {
    rmSync(join(home, "cache"), { recursive: true, force: true });
    const first = await timed(open(), cold, whole);
    await first.close();
    const second = await timed(open(), again, []);
    await second.close();
  }
  const catalog = await timed(open(), [], []);
  const { pages, searches } = await warm(catalog);
  const append: number[] = [];
  for (let turn = 0; turn < PAGES; turn += 1) {
    appendFileSync(newest, `${filler(turn)}\n`);
    append.push(await milliseconds(() => catalog.refresh()));
  }
  await catalog.close();
  return [
    row(`list of ${SESSIONS} sessions (250 MB), cold: first page`, cold, "≤ 1500 ms", "–"),
    row("… whole", whole, "≤ 3000 ms", "16.2 s"),
    row("… first page of a new start, from the cache", again, "–", "–"),
    row(`… a page of ${PAGE}, warm`, pages, "≤ 20 ms", "83–131 ms"),
    row("… a page of what holds two words, warm", searches, "–", "–"),
    row("… looking at everything again after one has grown", append, "–", "–"),
  ];
}

/** The first page, then until all is read. */
async function timed(catalog: Catalog, first: number[], whole: number[]): Promise<Catalog> {
  const startedAt = performance.now();
  const page = await catalog.list({ limit: PAGE });
  if (page.threads.length !== PAGE) throw new Error(`the first page has ${page.threads.length} sessions`);
  first.push(performance.now() - startedAt);
  const files = await catalog.listedFiles();
  if (files.length !== SESSIONS) throw new Error(`${files.length} sessions were found`);
  whole.push(performance.now() - startedAt);
  return catalog;
}

async function warm(catalog: Catalog): Promise<{ pages: number[]; searches: number[] }> {
  const pages: number[] = [];
  const searches: number[] = [];
  let cursor: string | null = null;
  for (let page = 0; page < PAGES; page += 1) {
    const from: string | null = cursor;
    pages.push(
      await milliseconds(async () => {
        cursor = (await catalog.list({ limit: PAGE, ...(from === null ? {} : { cursor: from }) })).nextCursor;
      }),
    );
    searches.push(await milliseconds(() => catalog.list({ query: `tests session-${page}`, limit: PAGE })));
  }
  return { pages, searches };
}

async function milliseconds(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

function row(what: string, values: readonly number[], aim: string, codex: string): Row {
  return { what, ours: spread(values, "ms"), aim, codex };
}

/** One in four is our own, the others are Codex's; all of them in folders of days. Returns the newest own one. */
function writeSessions(home: string, codexHome: string): string {
  let newest = "";
  let bytes = 0;
  for (let number = 0; number < SESSIONS; number += 1) {
    const isOwn = number % OWN_SHARE === 0;
    const createdAtMs = Date.UTC(2026, 0, 1) + number * 3_600_000;
    const id = idOf(createdAtMs, number);
    const [day = "", time = ""] = new Date(createdAtMs).toISOString().slice(0, 19).split("T");
    const name = `rollout-${day}T${time.replaceAll(":", "-")}-${id}.jsonl`;
    const path = join(isOwn ? home : codexHome, "sessions", ...day.split("-"), name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, sessionText({ id, isOwn, number, createdAtMs }));
    bytes += statSync(path).size;
    if (isOwn) newest = path;
  }
  if (bytes < SESSIONS * BYTES) throw new Error(`only ${bytes} bytes were written`);
  return newest;
}

interface Written {
  readonly id: string;
  readonly isOwn: boolean;
  readonly number: number;
  readonly createdAtMs: number;
}

function sessionText({ id, isOwn, number, createdAtMs }: Written): string {
  const timestamp = new Date(createdAtMs).toISOString();
  const line = (type: string, payload: object): string => JSON.stringify({ timestamp, type, payload });
  const cwd = `/home/person/project-${number % 40}`;
  const words = `session-${number}: make the tests of the parser pass, then say what was wrong`;
  const message = { type: "message", role: "user", content: [{ type: "input_text", text: words }] };
  const head = isOwn
    ? [
        line("session_meta", { id, timestamp, cwd, originator: "counterfoil", cli_version: "1", source: "cli" }),
        line("cf_input", { inputId: id, via: "start", input: [{ type: "text", text: words }] }),
      ]
    : [
        line("session_meta", {
          ...{ id, timestamp, cwd, originator: "codex_cli_rs", cli_version: "0.171.0", source: "cli", model_provider: "openai" },
          base_instructions: { text: "Rules. ".repeat(2000) },
        }),
        line("event_msg", { type: "task_started", turn_id: id }),
      ];
  const turn = [
    line("turn_context", {
      turn_id: id,
      cwd,
      approval_policy: "on-request",
      sandbox_policy: {},
      model: "model-1",
      summary: "auto",
    }),
    line("response_item", message),
    ...(isOwn ? [] : [line("event_msg", { type: "user_message", message: words })]),
  ];
  const tail = [
    line("event_msg", { type: "token_count", info: { total_token_usage: { total_tokens: number } } }),
    line("event_msg", { type: "task_complete", turn_id: id }),
  ];
  const body: string[] = [];
  let length = [...head, ...turn, ...tail].join("\n").length;
  for (let at = 0; length < BYTES; at += 1) {
    const next = filler(at);
    body.push(next);
    length += next.length + 1;
  }
  return [...head, ...turn, ...body, ...tail, ""].join("\n");
}

function filler(at: number): string {
  const output = `line ${at} of what a command printed\n`.repeat(40);
  return JSON.stringify({
    timestamp: "2026-01-01T00:00:00.000Z",
    type: "response_item",
    payload: { type: "function_call_output", call_id: `call-${at}`, output },
  });
}

function idOf(createdAtMs: number, number: number): string {
  const time = createdAtMs.toString(16).padStart(12, "0");
  return `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-${number.toString(16).padStart(12, "0")}`;
}
