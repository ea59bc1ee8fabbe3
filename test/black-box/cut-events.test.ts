// The connection breaks behind every event of a long answer with several calls, in both ways of dispatch (runtime.md §5, §6).
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { eventsOf, linesOf, startHeadless, startTurn, turnEnd } from "../support/black-box";
import { call, completed, created, message, reasoning, type ProviderEvent } from "../support/provider-events";
import { cut, reply, startScriptedModel, type RecordedRequest, type Step } from "../support/scripted-model";
import { tempFolder } from "../support/temp-folder";
import { eventBreaches, lineBreaches } from "../support/transcript-invariants";

const LETTERS = ["a", "b", "c"];

/** Appends its own letter, so that a second run shows. */
const append = (letter: string, callId: string): ProviderEvent[] =>
  call(callId, "shell", { command: `echo ${letter} >> ${letter}` });

const answer = (): ProviderEvent[] => [
  created(),
  ...reasoning("What now?"),
  ...message("One.", { phase: "commentary" }),
  ...append("a", "a"),
  ...append("b", "b"),
  ...message("Two of three.", { phase: "commentary" }),
  ...append("c", "c"),
  ...message("They run."),
  completed(),
];

/** What was not run is asked for again, under another id. */
function goOn({ input }: RecordedRequest): Step {
  const ran = input.flatMap(({ call_id: id, output }) => (String(output).startsWith("Exit code: 0") ? [String(id)[0]] : []));
  const known = new Set(input.map(({ call_id: id }) => id));
  const left = LETTERS.filter((letter) => !ran.includes(letter));
  const calls = left.flatMap((letter) => append(letter, known.has(letter) ? `${letter}${known.size}` : letter));
  return reply(created(), ...(left.length === 0 ? message("Done.") : calls), completed());
}

test.each(["inStream", "afterStream"])(
  "%s: every command runs once, wherever the stream is cut",
  async (toolDispatch) => {
    const cuts = Array.from({ length: answer().length + 1 }, (_, at) => at);
    const asked = new Map<number, number>();
    const model = await startScriptedModel((request) => {
      const at = Number(/"cut (\d+)"/.exec(JSON.stringify(request.input))?.[1]);
      const step = asked.get(at) ?? 0;
      asked.set(at, step + 1);
      return step === 0 ? reply(...answer().slice(0, at), cut) : goOn(request);
    });
    const place = { home: tempFolder(), baseUrl: model.baseUrl };
    const program = await startHeadless(place);
    const outcomes = await Promise.all(
      cuts.map(async (at) => {
        const cwd = tempFolder();
        const { thread } = await program.ask("thread/start", { cwd, approvalPolicy: "never", toolDispatch });
        const threadId = (thread as { id: string }).id;
        const end = await turnEnd(program, await startTurn(program, threadId, `cut ${at}`));
        const files = LETTERS.map((letter) => path.join(cwd, letter));
        const runs = files.map((file) => (existsSync(file) ? readFileSync(file, "utf8") : ""));
        const breaches = [...lineBreaches(linesOf(place.home, threadId), true), ...eventBreaches(eventsOf(program, threadId))];
        return { at, end, runs, breaches };
      }),
    );
    expect(outcomes).toEqual(cuts.map((at) => ({ at, end: "completed", runs: ["a\n", "b\n", "c\n"], breaches: [] })));
    await model.close();
  },
  60_000,
);
