// Full text over 500 MB of sessions: how long the first index takes, and what a question costs afterwards. Through the headless program and its worker.
import { mkdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { HeadlessProcess } from "./headless-process";
import { writeBenchFile } from "./session-files";
import { type Row, spread } from "./table";
import { newHome, tempFolder } from "./with-program";

const FILES = 100;
const FILE_MEGABYTES = 5;
const QUERIES = [
  "function",
  "the file",
  '"the tests"',
  "quotes",
  "slashes here",
  "npm",
  "naive",
  "nam",
  "asked for",
  "zzzznothing",
];

interface Answer {
  readonly hits: readonly unknown[];
  readonly isComplete: boolean;
}

export async function sessionSearch(): Promise<Row[]> {
  const [home, codexHome] = [newHome(), tempFolder()];
  let bytes = 0;
  for (let number = 0; number < FILES; number += 1) {
    const folder = join(codexHome, "sessions", "2026", "01", String(number + 1).padStart(2, "0"));
    mkdirSync(folder, { recursive: true });
    const { path } = writeBenchFile(folder, number % 2 === 0 ? "codex" : "own", FILE_MEGABYTES, number + 1);
    bytes += statSync(path).size;
  }
  const program = new HeadlessProcess({ home, environment: { CODEX_HOME: codexHome } });
  await program.initialize();
  await program.ask("sessionRoot/set", { path: codexHome, isUsed: true });
  const startedAt = performance.now();
  while (!(await program.ask<Answer>("thread/search", { query: "function", limit: 1 })).isComplete);
  const indexSeconds = (performance.now() - startedAt) / 1000;
  const times: number[] = [];
  let hits = 0;
  for (let turn = 0; turn < 5; turn += 1) {
    for (const query of QUERIES) {
      const askedAt = performance.now();
      hits += (await program.ask<Answer>("thread/search", { query, limit: 20 })).hits.length;
      times.push(performance.now() - askedAt);
    }
  }
  if (hits === 0) throw new Error("the search found nothing");
  await program.close();
  const megabytes = Math.round(bytes / 1e6);
  return [
    { what: `search over ${megabytes} MB, warm`, ours: spread(times, "ms"), aim: "≤ 50 ms", codex: "178–340 ms" },
    { what: "… the first index, in the background", ours: `${indexSeconds.toFixed(0)} s`, aim: "–", codex: "–" },
  ];
}
