// Text that pours in: all of it at once, and in a steady stream.
import { gate } from "../support/gate";
import { completed, messageAdded, messageDone, textDelta } from "../support/provider-events";
import { reply, type Chunk } from "../support/scripted-model";
import { spread, type Row } from "./table";
import { tempFolder, withProgram } from "./with-program";

const DELTAS = 20_000;
const FLOODS = 5;
const PACED = 400;
const PACE_MS = 5;

export async function flood(): Promise<Row[]> {
  const words = Array.from({ length: DELTAS }, (_, index) => `w${index % 10} `);
  const body = [
    messageAdded("msg_1"),
    ...words.map((word) => textDelta("msg_1", word)),
    messageDone("msg_1", words.join("")),
    completed(),
  ];
  const times: number[] = [];
  const cpu: number[] = [];
  const counts: number[] = [];
  const peak = await withProgram(
    () => reply(...body),
    async ({ program }) => {
      const threadId = await program.startThread(tempFolder());
      await program.turn(threadId);
      for (let run = 0; run < FLOODS; run += 1) {
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
    { what: "… notifications that arrived", ours: String(Math.min(...counts)), aim: String(DELTAS), codex: String(DELTAS) },
    { what: "… peak memory", ours: `${peak.toFixed(0)} MiB`, aim: "≤ 120 MiB", codex: "160 MB" },
  ];
}

/** One delta behind each gate; one is opened every few milliseconds, and its time noted. */
export async function latency(): Promise<Row[]> {
  const gates = Array.from({ length: PACED }, () => gate());
  const words = gates.map((_, index) => `${index} `);
  const chunks: Chunk[] = [
    messageAdded("msg_1"),
    ...gates.flatMap((door, index): Chunk[] => [door, textDelta("msg_1", words[index] ?? "")]),
    messageDone("msg_1", words.join("")),
    completed(),
  ];
  const waits: number[] = [];
  await withProgram(
    () => reply(...chunks),
    async ({ program }) => {
      const threadId = await program.startThread(tempFolder());
      let openedAt = 0;
      const stop = program.listen((event) => {
        if (event.method === "item/agentMessage/delta") waits.push(event.atMs - openedAt);
      });
      const turn = program.turn(threadId);
      for (const door of gates) {
        await door.reached;
        await new Promise((resolve) => setTimeout(resolve, PACE_MS));
        openedAt = performance.now();
        door.open();
      }
      await turn;
      stop();
    },
  );
  return [
    {
      what: `delta latency, ${PACED} at ${1000 / PACE_MS}/s`,
      ours: spread(waits, "ms"),
      aim: "≤ 2 ms",
      codex: "1.14 ms",
    },
  ];
}
