// From a call that is sent to the request that brings its output, for a command that does nothing.
import { spawnSync } from "node:child_process";
import { callDone, completed } from "../support/provider-events";
import { reply, type Script } from "../support/scripted-model";
import { spread, type Row } from "./table";
import { answer, tempFolder, withProgram } from "./with-program";

const SHELL_CALLS = 20;

export async function shellCalls(): Promise<Row[]> {
  const askedAt: number[] = [];
  const script: Script = (_request, index) => {
    askedAt.push(performance.now());
    if (index >= SHELL_CALLS) return reply(...answer());
    return reply(callDone(`call_${index}`, "shell", { command: "true" }), completed());
  };
  return withProgram(script, async ({ program }) => {
    await program.turn(await program.startThread(tempFolder()));
    const trips = askedAt.slice(1).map((at, index) => at - (askedAt[index] ?? at));
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
