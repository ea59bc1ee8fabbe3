// Cost does not grow with the past: a turn in a thread of 10 000 items beside one in an empty thread, turn by turn in the same run. The long thread is
// compacted first, so that both send a small request: whatever the past costs then is not the request body.
import { randomUUID } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { call, completed, message, reasoning } from "../support/provider-events";
import { asksForSummary, reply, type Script } from "../support/scripted-model";
import type { HeadlessProcess } from "./headless-process";
import { median, spread, type Row } from "./table";
import { answer, newHome, tempFolder, withProgram, writeSettings, type Place } from "./with-program";

const ITEMS = 10_000;
const WARM_UP = 20;
const TURNS = 100;
/** Some 50 tokens. */
const WORDS =
  "Look at what is in this folder and tell me in one sentence what it is for, what has been done in it so far, which of its files matter most, and what should be done next; then say how you would go about it and what could go wrong.";
const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

export async function past(): Promise<Row[]> {
  const { home, threadId, fileMiB } = await longThread();
  const measure = async ({ program: long, model }: Place): Promise<Row[]> => {
    const openedAt = performance.now();
    await long.ask("thread/resume", { threadId });
    const openMs = performance.now() - openedAt;
    const whole: number[] = [];
    for (let turn = 0; turn < 15; turn += 1) whole.push(await long.turn(threadId));
    const requestMiB = mebibytes(JSON.stringify(model.requests.at(-1)?.body));
    // Of the person's words a compaction keeps as much as half of the limit.
    writeSettings(home, { autoCompactTokenLimit: 1000 });
    await long.compact(threadId);
    writeSettings(home);
    const figures = await withProgram(script, async ({ program: empty }) =>
      compared({ program: long, threadId }, { program: empty, threadId: await empty.startThread(tempFolder()) }),
    );
    return [
      {
        what: `opening a thread of ${ITEMS} items (${fileMiB})`,
        ours: `${openMs.toFixed(0)} ms`,
        aim: "–",
        codex: "666 ms (10 MB)",
      },
      { what: `a turn in it, all of it sent (${requestMiB})`, ours: spread(whole, "ms"), aim: "–", codex: "201 ms (3.5 MB)" },
      ...figures,
    ];
  };
  return withProgram(script, measure, home);
}

const script: Script = (request) => reply(...answer(asksForSummary(request) ? "All is done." : "ok"));

interface Side {
  readonly program: HeadlessProcess;
  readonly threadId: string;
}

async function compared(long: Side, empty: Side): Promise<Row[]> {
  const sides = [long, empty].map((side) => ({ ...side, times: [] as number[], cpuMs: 0 }));
  for (let turn = 0; turn < WARM_UP; turn += 1) for (const side of sides) await side.program.turn(side.threadId);
  for (const side of sides) side.cpuMs = side.program.cpuMs();
  for (let turn = 0; turn < TURNS; turn += 1) {
    for (const side of turn % 2 === 0 ? sides : sides.toReversed()) side.times.push(await side.program.turn(side.threadId));
  }
  const [one, other] = sides.map(({ program, times, cpuMs }) => ({ times, cpu: (program.cpuMs() - cpuMs) / TURNS }));
  if (one === undefined || other === undefined) throw new Error("two sides are compared");
  const timeRatio = median(one.times) / median(other.times);
  return [
    { what: "a turn in it, compacted", ours: spread(one.times, "ms"), aim: "–", codex: "–" },
    { what: "… in an empty thread, in turns with it", ours: spread(other.times, "ms"), aim: "–", codex: "–" },
    { what: "… the one over the other", ours: timeRatio.toFixed(2), aim: "≤ 1.5", codex: "–" },
    { what: "… CPU of both", ours: `${one.cpu.toFixed(1)} and ${other.cpu.toFixed(1)} ms`, aim: "–", codex: "–" },
    { what: "… CPU, the one over the other", ours: (one.cpu / other.cpu).toFixed(2), aim: "≤ 1.5", codex: "–" },
  ];
}

/** One turn of the program, and its lines again and again under ids of their own, until the thread has as many items. */
async function longThread(): Promise<{ readonly home: string; readonly threadId: string; readonly fileMiB: string }> {
  const home = newHome();
  const first: Script = (_request, index) =>
    index === 0
      ? reply(
          reasoning("What is there?", { id: randomUUID() }),
          message("I will look.", { id: randomUUID(), phase: "commentary" }),
          call(randomUUID(), "list_dir", { path: "." }),
          call(randomUUID(), "shell", { command: "echo one; echo two" }),
          completed(),
        )
      : reply(message("It is an empty folder. Put something into it.", { id: randomUUID() }), completed());
  const made = await withProgram(
    first,
    async ({ program }) => {
      const { thread } = await program.ask<{ thread: { id: string; path: string } }>("thread/start", { cwd: tempFolder() });
      await program.turn(thread.id, WORDS);
      const { items } = await program.ask<{ items: unknown[] }>("thread/read", { threadId: thread.id, includeItems: true });
      return { ...thread, itemCount: items.length };
    },
    home,
  );
  const [header = "", ...lines] = readFileSync(made.path, "utf8").trimEnd().split("\n");
  const turns = Array.from({ length: Math.ceil(ITEMS / made.itemCount) }, () => withFreshIds(lines.join("\n"), made.id));
  const text = [header, ...turns, ""].join("\n");
  writeFileSync(made.path, text);
  return { home, threadId: made.id, fileMiB: mebibytes(text) };
}

function mebibytes(text: string): string {
  return `${(text.length / 1024 / 1024).toFixed(1)} MiB`;
}

function withFreshIds(turn: string, threadId: string): string {
  const fresh = new Map([[threadId, threadId]]);
  return turn.replace(UUID, (id) => {
    const known = fresh.get(id) ?? randomUUID();
    fresh.set(id, known);
    return known;
  });
}
