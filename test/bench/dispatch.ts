// When tools start (runtime.md §6): a response streams for two seconds and issues its calls early in it. With `inStream` they run meanwhile, with
// `afterStream` the turn takes as long as both.
import { gate } from "../support/gate";
import { callDone, completed, message, type ProviderEvent } from "../support/provider-events";
import { reply, type Chunk } from "../support/scripted-model";
import { median, spread, type Row } from "./table";
import { answer, tempFolder, withProgram } from "./with-program";

const RUNS = 3;
const STREAM_MS = 2000;
const PIECES = 20;

type Dispatch = "inStream" | "afterStream";
type Call = readonly [name: string, args: object];

const shell: Call = ["shell", { command: "sleep 0.5" }];
/** Exclusive, and of one second at least: nothing of the same response runs beside it. */
const sleep: Call = ["clock.sleep", { seconds: 1 }];

export async function dispatch(): Promise<Row[]> {
  return [
    ...(await compared({ what: "3 × 0.5 s side by side", calls: [shell, shell, shell], codex: "2133 ms" })),
    ...(await compared({ what: "0.5 + 1 + 0.5 s one by one", calls: [shell, sleep, shell], codex: "–" })),
  ];
}

interface Compared {
  readonly what: string;
  readonly calls: readonly Call[];
  readonly codex: string;
}

async function compared({ what, calls, codex }: Compared): Promise<Row[]> {
  const inStream: number[] = [];
  const afterStream: number[] = [];
  for (let run = 0; run < RUNS; run += 1) {
    inStream.push(await turnTime("inStream", calls));
    afterStream.push(await turnTime("afterStream", calls));
  }
  const ratio = median(afterStream.map((time, run) => time / (inStream[run] ?? Number.NaN)));
  return [
    { what: `2 s of stream with calls of ${what}, inStream`, ours: spread(inStream, "ms"), aim: "–", codex },
    { what: "… afterStream", ours: spread(afterStream, "ms"), aim: "–", codex: "–" },
    { what: "… afterStream over inStream", ours: ratio.toFixed(2), aim: "–", codex: "–" },
  ];
}

/** The calls come first, then text until the two seconds are over. */
async function turnTime(toolDispatch: Dispatch, calls: readonly Call[]): Promise<number> {
  const doors = Array.from({ length: PIECES }, () => gate());
  const words = message(doors.map((_, index) => `${index}`).join(" "));
  const chunks: Chunk[] = [
    calls.map(([name, args], index): ProviderEvent => callDone(`call_${index}`, name, args)),
    words.slice(0, 1),
    doors.map((door, index): Chunk => [door, words.slice(index + 1, index + 2)]),
    words.slice(-1),
    completed(),
  ];
  return withProgram(
    (_request, index) => (index === 1 ? reply(...chunks) : reply(...answer())),
    async ({ program, model }) => {
      const threadId = await program.startThread(tempFolder(), { toolDispatch });
      await program.turn(threadId);
      const time = program.turn(threadId);
      await model.request(1);
      const askedAt = performance.now();
      for (const [index, door] of doors.entries()) {
        const dueAt = askedAt + ((index + 1) * STREAM_MS) / PIECES;
        await new Promise((resolve) => setTimeout(resolve, dueAt - performance.now()));
        door.open();
      }
      return time;
    },
  );
}
