// From a call that is sent to the request that brings its output, for a command that does nothing; and the memory that a flood of output costs.
import { spawnSync } from "node:child_process";
import { callDone, completed } from "../support/provider-events";
import { reply, type Script } from "../support/scripted-model";
import { spread, type Row } from "./table";
import { answer, newHome, tempFolder, withProgram } from "./with-program";

const SHELL_CALLS = 20;
const FLOOD_MS = 5000;
const MANY = 20;

export async function shellCalls(): Promise<Row[]> {
  const open = await roundTrips("dangerFullAccess");
  const spawned = open.map(() => {
    const at = performance.now();
    spawnSync("/bin/sh", ["-c", "true"]);
    return performance.now() - at;
  });
  return [
    { what: `shell round trip, ${SHELL_CALLS} × true`, ours: spread(open, "ms"), aim: "≤ 25 ms", codex: "88 ms" },
    { what: "… of it: spawning /bin/sh -c true alone", ours: spread(spawned, "ms"), aim: "–", codex: "–" },
    { what: "… in the sandbox", ours: spread(await roundTrips("workspaceWrite"), "ms"), aim: "≤ 60 ms", codex: "–" },
    ...(await floods()),
  ];
}

/** One after the other, in milliseconds. The first, before which the sandbox may not have been tried, does not count. */
async function roundTrips(sandbox: string): Promise<number[]> {
  const askedAt: number[] = [];
  const script: Script = (_request, index) => {
    askedAt.push(performance.now());
    if (index > SHELL_CALLS) return reply(...answer());
    return reply(callDone(`call_${index}`, "shell", { command: "true" }), completed());
  };
  return withProgram(
    script,
    async ({ program }) => {
      await program.turn(await program.startThread(tempFolder()));
      return askedAt.slice(2).map((at, index) => at - (askedAt[index + 1] ?? at));
    },
    newHome({ sandbox }),
  );
}

async function floods(): Promise<Row[]> {
  const row = (what: string, mib: number, aim: string): Row => ({ what, ours: `${mib.toFixed(0)} MiB`, aim, codex: "–" });
  const seconds = FLOOD_MS / 1000;
  return [
    row(`\`yes\` for ${seconds} s: peak memory above that before`, await floodMiB("dangerFullAccess", 1), "≤ 50 MiB"),
    row("… in the sandbox", await floodMiB("workspaceWrite", 1), "≤ 50 MiB"),
    row(`… ${MANY} of them at once`, await floodMiB("dangerFullAccess", MANY), "≤ 64 MiB"),
  ];
}

/** Before them as many commands run that print nothing. */
async function floodMiB(sandbox: string, count: number): Promise<number> {
  const script: Script = (_request, index) => {
    if (index % 2 === 1) return reply(...answer());
    const command = index === 0 ? "true" : "yes";
    const calls = Array.from({ length: count }, (_, at) =>
      callDone(`call_${index}_${at}`, "shell", { command, timeoutMs: FLOOD_MS }),
    );
    return reply(...calls, completed());
  };
  return withProgram(
    script,
    async ({ program }) => {
      const threadId = await program.startThread(tempFolder());
      await program.turn(threadId);
      const before = program.peakMiB();
      await program.turn(threadId);
      return program.peakMiB() - before;
    },
    newHome({ sandbox }),
  );
}
