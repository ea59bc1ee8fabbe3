// Past sessions, as a client of the built program sees them: how long until the first page, then page by page, and what the index costs meanwhile. The
// numbers of Codex 0.171.0 were measured on other files of the same sizes: later opens, and the first.
import type { ItemPage } from "../../shared/protocol/command";
import type { HeadlessProcess } from "./headless-process";
import { type BenchFile, freshName, plainlyReadMs, writeBenchFile } from "./session-files";
import { type Row, median, spread } from "./table";
import { newHome, tempFolder, withProgram } from "./with-program";
import { reply } from "../support/scripted-model";

const OPENS = 5;
const PAGES = 40;
const PAGE = 200;
const PLAIN_READS = 3;
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
  return rows;
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
  const plain: number[] = [];
  for (let turn = 0; turn < (megabytes >= HUGE ? 1 : PLAIN_READS); turn += 1) plain.push(await plainlyReadMs(file));
  const plainMs = median(plain);
  const name = `${megabytes} MB, ${form === "own" ? "our form" : "Codex's form"}`;
  return withProgram(
    () => reply(),
    async ({ program }) => {
      const quiet = await longestWait(program, () => pagesOf(program, null));
      const first: number[] = [];
      const early: number[] = [];
      const index: number[] = [];
      let opened: Opened | null = null;
      const busy = await longestWait(program, async () => {
        for (let turn = 0; turn < OPENS; turn += 1) {
          const path = freshName(file, turn);
          const startedAt = performance.now();
          const whole = program.next(
            ({ method, params }) => method === "thread/index/progress" && params["bytes"] === params["totalBytes"],
          );
          opened = await program.ask<Opened>("thread/resume", { path });
          first.push(performance.now() - startedAt);
          if (turn === 0) early.push(...(await pagesOf(program, opened, 3)));
          if (opened.index.bytes < opened.index.totalBytes) {
            const { atMs } = await whole;
            if (turn > 0) index.push(atMs - startedAt);
          }
        }
      });
      const pages = await pagesOf(program, opened, PAGES);
      const ratio = index.map((ms) => ms / plainMs);
      return [
        { what: `${name}: open to first page`, ours: spread(first, "ms"), ...aims },
        { what: `… a page of ${PAGE}`, ours: spread(pages, "ms"), aim: "≤ 10 ms", codex: "7 ms – 6.4 s" },
        { what: "… the same before the index is there", ours: spread(early, "ms"), aim: "–", codex: "–" },
        {
          what: "… whole index, over reading and parsing every line",
          ours: ratio.length === 0 ? "–" : spread(ratio, "×"),
          aim: "≤ 1.5",
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
          ours: `${busy.toFixed(0)} ms; ${quiet.toFixed(0)} ms`,
          aim: "≤ 20 ms",
          codex: "–",
        },
      ];
    },
    newHome(),
  );
}

/** Pages of a scattered walk, each somewhere else. Null: nothing is read, a while passes. */
async function pagesOf(program: HeadlessProcess, opened: Opened | null, count = PAGES): Promise<number[]> {
  const times: number[] = [];
  for (let turn = 0; turn < count; turn += 1) {
    const startedAt = performance.now();
    if (opened === null) await new Promise((resolve) => setTimeout(resolve, 10));
    else {
      const cursor = `@${Math.floor((opened.index.totalBytes * ((turn * 7) % count)) / count)}`;
      await program.ask("thread/items/list", { threadId: opened.thread.id, cursor, direction: "forward", limit: PAGE });
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
