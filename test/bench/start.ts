// How long the program takes to be there, beside Node's own start, which is measured in between.
import { spawnSync } from "node:child_process";
import { HeadlessProcess } from "./headless-process";
import { median, spread, type Row } from "./table";
import { tempFolder } from "./with-program";

const STARTS = 15;

export async function start(): Promise<Row[]> {
  const empty: number[] = [];
  const ours: number[] = [];
  for (let run = 0; run < STARTS; run += 1) {
    const emptyAt = performance.now();
    spawnSync(process.execPath, ["-e", "0"]);
    empty.push(performance.now() - emptyAt);
    const startedAt = performance.now();
    const program = new HeadlessProcess({ home: tempFolder() });
    await program.initialize();
    ours.push(performance.now() - startedAt);
    await program.close();
  }
  const over = median(ours) - median(empty);
  return [
    { what: "Node's own empty start", ours: spread(empty, "ms"), aim: "–", codex: "–" },
    { what: "spawn → initialize reply, empty home", ours: spread(ours, "ms"), aim: "–", codex: "208 ms" },
    { what: "… over Node's own start", ours: `${over.toFixed(0)} ms`, aim: "≤ 70 ms", codex: "–" },
  ];
}
