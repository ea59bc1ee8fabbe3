// What a turn costs by itself: the model answers at once.
import { reply } from "../support/scripted-model";
import { median, spread, type Row } from "./table";
import { answer, tempFolder, withProgram } from "./with-program";

const TURNS = 100;

export async function turns(): Promise<Row[]> {
  return withProgram(
    () => reply(...answer()),
    async ({ program }) => {
      const threadId = await program.startThread(tempFolder());
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
