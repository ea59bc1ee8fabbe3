// From turn/interrupt to turn/completed, in each phase of a turn (I14).
import { spawnSync } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { gate } from "../support/gate";
import { callDone, completed, messageAdded, textDelta } from "../support/provider-events";
import { asksForSummary, cut, hang, reply, replyWith, type Script } from "../support/scripted-model";
import { atMost, median, type Row } from "./table";
import { answer, newHome, tempFolder, withProgram, type Place } from "./with-program";

const RUNS = 5;

interface Phase {
  readonly name: string;
  readonly script: Script;
  /** Resolves once the turn that is started next is in the phase. */
  readonly reached: (place: Place) => Promise<unknown>;
  readonly settings?: object;
  readonly isCompaction?: boolean;
}

const neverAnswered: Script = (request) =>
  asksForSummary(request) ? replyWith({ beforeHeaders: gate() }, ...answer()) : reply(...answer());

/** A named pipe: whoever writes into it says that the hook runs. */
function stopHook(): Pick<Phase, "settings" | "reached"> {
  const pipe = join(tempFolder(), "pipe");
  spawnSync("mkfifo", [pipe]);
  const command = `echo runs > '${pipe}'; exec sleep 60`;
  return { settings: { hooks: { stop: [{ command }] } }, reached: () => readFile(pipe) };
}

const phases: readonly Phase[] = [
  {
    name: "before the headers",
    script: () => replyWith({ beforeHeaders: gate() }, ...answer()),
    reached: nextRequest,
  },
  {
    name: "in the text",
    script: () => reply(messageAdded("msg_1"), textDelta("msg_1", "One "), hang),
    reached: hears("item/agentMessage/delta"),
  },
  {
    name: "in a command",
    script: calls("shell", { command: "echo ready; sleep 60" }),
    reached: hears("item/commandExecution/outputDelta"),
  },
  { name: "in clock.sleep", script: calls("clock.sleep", { seconds: 60 }), reached: hears("item/running") },
  {
    name: "at a question",
    script: calls("shell", { command: "true" }),
    reached: hears("item/commandExecution/requestApproval"),
    settings: { approvalPolicy: "always" },
  },
  { name: "before a retry", script: () => reply(messageAdded("msg_1"), cut), reached: hears("error") },
  { name: "in a compaction", script: neverAnswered, reached: nextRequest, isCompaction: true },
  { name: "in a stop hook", script: () => reply(...answer()), ...stopHook() },
];

const stubborn: Phase = {
  name: "in a command that ignores TERM, and its child",
  script: calls("shell", { command: "trap '' TERM; echo ready; sleep 60 & sleep 60; wait" }),
  reached: hears("item/commandExecution/outputDelta"),
};

export async function interrupt(): Promise<Row[]> {
  const times = new Map<string, readonly number[]>();
  for (const phase of phases) times.set(phase.name, await measured(phase));
  const all = [...times.values()].flat();
  const [slowest] = [...times].sort(([, one], [, other]) => median(other) - median(one));
  const tree = await measured(stubborn);
  return [
    { what: `Stop → turn ended, ${times.size} phases × ${RUNS}`, ours: atMost(all, "ms"), aim: "≤ 200 ms", codex: "14–31 ms" },
    ...(slowest === undefined
      ? []
      : [{ what: `… the slowest phase: ${slowest[0]}`, ours: atMost(slowest[1], "ms"), aim: "≤ 200 ms", codex: "–" }]),
    { what: `… ${stubborn.name}`, ours: atMost(tree, "ms"), aim: "≤ 2000 ms", codex: "–" },
  ];
}

async function measured(phase: Phase): Promise<number[]> {
  const times: number[] = [];
  await withProgram(
    phase.script,
    async (place) => {
      const { program } = place;
      const threadId = await program.startThread(tempFolder());
      if (phase.isCompaction === true) await program.turn(threadId);
      for (let run = 0; run < RUNS; run += 1) {
        const isReached = phase.reached(place);
        const turnId = await (phase.isCompaction === true ? program.startCompaction(threadId) : program.startTurn(threadId));
        await isReached;
        const ended = program.next((event) => event.method === "turn/completed");
        const stoppedAt = performance.now();
        await program.ask("turn/interrupt", { threadId, turnId });
        times.push((await ended).atMs - stoppedAt);
      }
    },
    newHome(phase.settings),
  );
  return times;
}

function nextRequest({ model }: Place): Promise<unknown> {
  return model.request(model.requests.length);
}

function hears(method: string): Phase["reached"] {
  return ({ program }) => program.next((event) => event.method === method);
}

function calls(name: string, args: object): Script {
  return (_request, index) => reply(callDone(`call_${index}`, name, args), completed());
}
