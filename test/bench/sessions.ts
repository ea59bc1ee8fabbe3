// Past sessions, as a client of the built program sees them: how long until the first page, then page by page, and what the index costs meanwhile. It is
// compared with reading and parsing every line, read in turns with it, so that what else the machine does counts on both sides; and when both programs
// have passed over as many bytes, so that both are as warm. The numbers of Codex 0.171.0 were measured on other files of the same sizes: later opens,
// and the first.
import type { CommandParams, ItemPage } from "../../shared/protocol/command";
import type { HeadlessProcess } from "./headless-process";
import { type BenchFile, freshName, plainlyReadMs, writeBenchFile, writeLongLines } from "./session-files";
import { type Row, spread } from "./table";
import { newHome, type Place, tempFolder, withProgram } from "./with-program";
import { reply } from "../support/scripted-model";

/** Opens that count for the index, at least, and of a small file so many as make as much: one alone takes a few hundredths of a second. */
const OPENS = 4;
const COUNTED_MEGABYTES = 120;
/** So much is passed over before: the engine compiles meanwhile what runs often. */
const WARM_MEGABYTES = 50;
/** So many that the program is as warm as it is for somebody who reads. */
const PAGES = 100;
const PAGE = 200;
/** What the window asks of every page. */
const deferOutput = { commandExecution: true, mcpToolCall: true, toolCall: true };
const HUGE = 2000;

const sizes = [
  { megabytes: 10, aim: "≤ 60 ms", codex: "332 ms, first 2.07 s" },
  { megabytes: 100, aim: "≤ 150 ms", codex: "2.7 s, first 21.5 s" },
  { megabytes: 200, aim: "≤ 250 ms", codex: "12.9–41 s" },
] as const;

export async function sessions(): Promise<Row[]> {
  const rows: Row[] = [];
  for (const { megabytes, aim, codex } of sizes)
    for (const form of ["own", "codex"] as const) rows.push(...(await measured(megabytes, form, { aim, codex })));
  return [...rows, ...(await longLines())];
}

/** Files whose size is one line: none of it may hold up who asks for something else. */
async function longLines(): Promise<Row[]> {
  const waits: number[] = [];
  const sizes: string[] = [];
  for (const file of writeLongLines(tempFolder())) {
    const measure = async ({ program }: Place): Promise<number> => {
      let opened: unknown;
      const wait = await longestWait(program, async () => {
        opened = await program.ask("thread/resume", { path: file });
      });
      sizes.push(`${(JSON.stringify(opened).length / 1e6).toFixed(1)} MB`);
      return wait;
    };
    waits.push(await withProgram(() => reply(), measure, newHome()));
  }
  return [
    {
      what: "an answer, an image, an unknown line, an output of 60 MB in one line each: longest wait while it is opened",
      ours: waits.map((ms) => `${ms.toFixed(0)} ms`).join(", "),
      aim: "≤ 20 ms",
      codex: "–",
    },
    { what: "… and what of it is in the page", ours: sizes.join(", "), aim: "–", codex: "–" },
  ];
}

/** Only when it is asked for: it writes 2 GB. */
export function sessionsHuge(): Promise<Row[]> {
  return measured(HUGE, "codex", { aim: "–", codex: "–" });
}

interface Opened {
  readonly thread: { readonly id: string };
  readonly page: ItemPage;
  readonly index: { readonly bytes: number; readonly totalBytes: number };
}

async function measured(megabytes: number, form: BenchFile["form"], aims: Pick<Row, "aim" | "codex">): Promise<Row[]> {
  const file = writeBenchFile(tempFolder(), form, megabytes);
  const warmUps = Math.ceil(WARM_MEGABYTES / megabytes);
  const opens = megabytes >= HUGE ? 2 : warmUps + Math.max(OPENS, Math.ceil(COUNTED_MEGABYTES / megabytes));
  const name = `${megabytes} MB, ${form === "own" ? "our form" : "Codex's form"}`;
  return withProgram(
    () => reply(),
    async ({ program }) => {
      const quiet = await longestWait(program, () => pagesOf(program, null, { count: PAGES }));
      const first: number[] = [];
      const busy: number[] = [];
      const indexes: { readonly ms: number; readonly over: number }[] = [];
      for (let turn = 0; turn < opens; turn += 1) {
        const plainMs = await plainlyReadMs(file);
        const open = async (): Promise<void> => {
          const { firstMs, indexMs } = await openWhole(program, freshName(file, turn));
          first.push(firstMs);
          if (indexMs !== null) indexes.push({ ms: indexMs, over: indexMs / plainMs });
        };
        busy.push(await longestWait(program, open));
      }
      const early: number[] = [];
      const { opened } = await openWhole(program, freshName(file, opens), async (open) => {
        early.push(...(await pagesOf(program, open, { count: 3, deferOutput })));
      });
      const pages = await pagesOf(program, opened, { count: PAGES, deferOutput });
      const wholePages = await pagesOf(program, opened, { count: PAGES });
      const [cold] = indexes;
      const warm = indexes.slice(warmUps).map(({ over }) => over);
      return [
        { what: `${name}: open to first page`, ours: spread(first, "ms"), ...aims },
        {
          what: `… a page of ${PAGE}, as the window asks for it`,
          ours: spread(pages, "ms"),
          aim: "≤ 10 ms",
          codex: "7 ms – 6.4 s",
        },
        { what: "… the same with every output in it", ours: spread(wholePages, "ms"), aim: "–", codex: "–" },
        { what: "… the same before the index is there", ours: spread(early, "ms"), aim: "–", codex: "–" },
        {
          what: "… behind it the whole index, over reading and parsing every line in a program as warm",
          ours: warm.length === 0 ? "–" : spread(warm, "×"),
          aim: "≤ 1.5",
          codex: "–",
        },
        {
          what: "… the first index of a new start, over the first reading",
          ours: cold === undefined ? "–" : `${cold.ms.toFixed(0)} ms, ${cold.over.toFixed(2)} ×`,
          aim: "–",
          codex: "–",
        },
        {
          what: "… peak memory of the program",
          ours: `${program.peakMiB().toFixed(0)} MiB`,
          aim: megabytes >= HUGE ? "≤ 250 MiB" : "–",
          codex: "0.4 GB for 100 MB",
        },
        {
          what: "… longest wait for an answer meanwhile; with nothing to do",
          ours: `${Math.max(...busy).toFixed(0)} ms; ${quiet.toFixed(0)} ms`,
          aim: "≤ 20 ms",
          codex: "–",
        },
      ];
    },
    newHome(),
  );
}

interface Opening {
  readonly opened: Opened;
  readonly firstMs: number;
  /** From the first page on; null: it was there with it. */
  readonly indexMs: number | null;
}

/** Opens a file that nobody has met and waits for its index. `early`: what is done while that is made. */
async function openWhole(
  program: HeadlessProcess,
  path: string,
  early: (opened: Opened) => Promise<void> = () => Promise.resolve(),
): Promise<Opening> {
  const startedAt = performance.now();
  const whole = program.next(
    ({ method, params }) => method === "thread/index/progress" && params["bytes"] === params["totalBytes"],
  );
  const opened = await program.ask<Opened>("thread/resume", { path, deferOutput });
  const firstAt = performance.now();
  const firstMs = firstAt - startedAt;
  if (opened.index.bytes === opened.index.totalBytes) return { opened, firstMs, indexMs: null };
  await early(opened);
  const { atMs } = await whole;
  return { opened, firstMs, indexMs: atMs - firstAt };
}

interface Walk {
  readonly count: number;
  readonly deferOutput?: CommandParams<"thread/items/list">["deferOutput"];
}

/** Pages of a scattered walk, each somewhere else. Null: nothing is read, a while passes. */
async function pagesOf(program: HeadlessProcess, opened: Opened | null, { count, ...asked }: Walk): Promise<number[]> {
  const times: number[] = [];
  for (let turn = 0; turn < count; turn += 1) {
    const startedAt = performance.now();
    if (opened === null) await new Promise((resolve) => setTimeout(resolve, 10));
    else {
      const cursor = `@${Math.floor((opened.index.totalBytes * ((turn * 7) % count)) / count)}`;
      await program.ask("thread/items/list", { threadId: opened.thread.id, cursor, direction: "forward", limit: PAGE, ...asked });
    }
    times.push(performance.now() - startedAt);
  }
  return times;
}

/** Milliseconds that the program itself let a client wait, at most, while something was done. */
async function longestWait(program: HeadlessProcess, task: () => Promise<unknown>): Promise<number> {
  let longest = 0;
  let isDone = false;
  const pings = async (): Promise<void> => {
    while (!isDone) {
      const startedAt = performance.now();
      await program.ask("no/such/command", {}).catch((error: unknown) => error);
      longest = Math.max(longest, performance.now() - startedAt);
      await new Promise((resolve) => setTimeout(resolve, 2));
    }
  };
  const running = pings();
  await task();
  isDone = true;
  await running;
  return longest;
}
