// npm run bench: the built headless program against the scripted server, on this machine, as one table. Figures are only good beside those of the
// same run: "Node's own empty start" is measured in it, so that a noisy machine shows.
import { spawnSync } from "node:child_process";
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { cpus, tmpdir } from "node:os";
import { join } from "node:path";
import { completed, callDone, messageAdded, messageDone, textDelta } from "../support/provider-events";
import { gate } from "../support/gate";
import { reply, startScriptedModel, type Chunk, type Script } from "../support/scripted-model";
import { HeadlessProcess } from "./headless-process";

interface Row {
  readonly what: string;
  readonly ours: string;
  readonly aim: string;
  readonly codex: string;
}

const STARTS = 15;
const TURNS = 100;
const SHELL_CALLS = 20;
const DELTAS = 20_000;
const PACED = 400;

function median(values: readonly number[]): number {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

function spread(values: readonly number[], unit: string): string {
  const digits = median(values) < 10 ? 2 : 0;
  return `${median(values).toFixed(digits)} ${unit} (${Math.min(...values).toFixed(digits)}–${Math.max(...values).toFixed(digits)})`;
}

const folders: string[] = [];
function tempFolder(): string {
  const folder = mkdtempSync(join(realpathSync(tmpdir()), "counterfoil-bench-"));
  folders.push(folder);
  return folder;
}

/** A headless program connected to a scripted server, with nothing asked before a command. */
async function withServer<Result>(
  script: Script,
  measure: (program: HeadlessProcess, threadId: string) => Promise<Result>,
): Promise<Result> {
  const server = await startScriptedModel(script);
  const home = tempFolder();
  writeFileSync(join(home, "settings.json"), JSON.stringify({ approvalPolicy: "never" }));
  const program = new HeadlessProcess({
    home,
    environment: { COUNTERFOIL_BASE_URL: server.baseUrl, COUNTERFOIL_MODEL: "bench-1" },
  });
  try {
    await program.initialize();
    return await measure(program, await program.startThread(tempFolder()));
  } finally {
    await program.close();
    await server.close();
  }
}

const answer = (text = "ok"): Chunk[] => [messageDone("msg_1", text), completed()];

async function start(): Promise<Row[]> {
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

async function turns(): Promise<Row[]> {
  return withServer(
    () => reply(...answer()),
    async (program, threadId) => {
      await program.turn(threadId);
      const times: number[] = [];
      for (let turn = 0; turn < TURNS; turn += 1) times.push(await program.turn(threadId));
      const half = times.length / 2;
      const growth = median(times.slice(half)) / median(times.slice(0, half));
      return [
        { what: `turn with an instant model, ${TURNS} in one thread`, ours: spread(times, "ms"), aim: "≤ 15 ms", codex: "82 ms" },
        { what: "… later half over earlier half", ours: growth.toFixed(2), aim: "≤ 1.5", codex: "–" },
        { what: "peak memory after them", ours: `${program.peakMiB().toFixed(0)} MiB`, aim: "≤ 120 MiB", codex: "143–169 MB" },
      ];
    },
  );
}

async function shellCalls(): Promise<Row[]> {
  const sentAt: number[] = [];
  const askedAt: number[] = [];
  const script: Script = (_request, index) => {
    askedAt.push(performance.now());
    sentAt.push(performance.now());
    if (index >= SHELL_CALLS) return reply(...answer());
    return reply(callDone(`call_${index}`, "shell", { command: "true" }), completed());
  };
  return withServer(script, async (program, threadId) => {
    await program.turn(threadId);
    const trips = askedAt.slice(1).map((at, index) => at - (sentAt[index] ?? at));
    const spawned = trips.map(() => {
      const at = performance.now();
      spawnSync("/bin/sh", ["-c", "true"]);
      return performance.now() - at;
    });
    return [
      { what: `shell round trip, ${SHELL_CALLS} × true`, ours: spread(trips, "ms"), aim: "≤ 25 ms", codex: "88 ms" },
      { what: "… of it: spawning /bin/sh -c true alone", ours: spread(spawned, "ms"), aim: "–", codex: "–" },
    ];
  });
}

async function deltas(): Promise<Row[]> {
  const words = Array.from({ length: DELTAS }, (_, index) => `w${index % 10} `);
  const text = words.join("");
  const body: Chunk[] = [
    messageAdded("msg_1"),
    ...words.map((word) => textDelta("msg_1", word)),
    messageDone("msg_1", text),
    completed(),
  ];
  const times: number[] = [];
  const cpu: number[] = [];
  const counts: number[] = [];
  const peak = await withServer(
    () => reply(...body),
    async (program, threadId) => {
      await program.turn(threadId);
      for (let run = 0; run < 5; run += 1) {
        let seen = 0;
        let lastAt = 0;
        const stop = program.listen((event) => {
          if (event.method !== "item/agentMessage/delta") return;
          seen += 1;
          lastAt = event.atMs;
        });
        const cpuBefore = program.cpuMs();
        const startedAt = performance.now();
        await program.turn(threadId);
        stop();
        times.push(lastAt - startedAt);
        cpu.push(((program.cpuMs() - cpuBefore) * 1000) / DELTAS);
        counts.push(seen);
      }
      return program.peakMiB();
    },
  );
  return [
    { what: `${DELTAS} deltas, turn/start → last one`, ours: spread(times, "ms"), aim: "≤ 500 ms", codex: "1852 ms" },
    { what: "… CPU per delta", ours: spread(cpu, "µs"), aim: "–", codex: "149 µs" },
    { what: "… notifications that arrived", ours: spread(counts, ""), aim: String(DELTAS), codex: String(DELTAS) },
    { what: "… peak memory", ours: `${peak.toFixed(0)} MiB`, aim: "≤ 120 MiB", codex: "160 MB" },
  ];
}

/** One delta behind each gate; the server opens one every 5 ms and notes when. */
async function latency(): Promise<Row[]> {
  const gates = Array.from({ length: PACED }, () => gate());
  const words = gates.map((_, index) => `${index} `);
  const chunks: Chunk[] = [
    messageAdded("msg_1"),
    ...gates.flatMap((door, index): Chunk[] => [door, textDelta("msg_1", words[index] ?? "")]),
    messageDone("msg_1", words.join("")),
    completed(),
  ];
  const waits: number[] = [];
  await withServer(
    () => reply(...chunks),
    async (program, threadId) => {
      let openedAt = 0;
      const stop = program.listen((event) => {
        if (event.method === "item/agentMessage/delta") waits.push(event.atMs - openedAt);
      });
      const turn = program.turn(threadId);
      for (const door of gates) {
        await door.reached;
        await new Promise((resolve) => setTimeout(resolve, 5));
        openedAt = performance.now();
        door.open();
      }
      await turn;
      stop();
    },
  );
  return [{ what: `delta latency, ${PACED} at 200/s`, ours: spread(waits, "ms"), aim: "≤ 2 ms", codex: "1.14 ms" }];
}

function print(rows: readonly Row[]): void {
  const [cpu] = cpus();
  console.log(`${cpus().length} × ${cpu?.model ?? "unknown CPU"}, Node ${process.versions.node}; median (lowest–highest)\n`);
  console.log("| measure | Counterfoil | aim | Codex 0.171.0 |");
  console.log("|---|---|---|---|");
  for (const { what, ours, aim, codex } of rows) console.log(`| ${what} | ${ours} | ${aim} | ${codex} |`);
}

const rows: Row[] = [];
for (const measure of [start, turns, shellCalls, deltas, latency]) rows.push(...(await measure()));
print(rows);
for (const folder of folders) rmSync(folder, { recursive: true, force: true });
