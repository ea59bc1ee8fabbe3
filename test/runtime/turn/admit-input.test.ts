import { describe, expect, test } from "vitest";
import { InputId } from "../../../shared/protocol/ids";
import type { LineBody } from "../../../shared/protocol/rollout-line";
import type { WaitingMail } from "../../../electron/runtime/history/input-projection";
import { contextLine, inputLines, mailLines } from "../../../electron/runtime/history/turn-lines";
import type { AcceptedInput } from "../../../electron/runtime/input/input-queue";
import { admitInput } from "../../../electron/runtime/turn/admit-input";
import { FakeClock } from "../../support/fake-clock";
import { ScriptedHooks, type ScriptedAnswer } from "../../support/scripted-hooks";
import { acceptedInput, testTurn } from "../../support/turn-scope";

const letter: WaitingMail = { mailId: InputId.parse("m"), author: "other", text: "news", triggerTurn: false };

/** Inputs on their way, past hooks that answer each by its text. */
function admitting(answer?: (prompt: string) => readonly ScriptedAnswer[]) {
  const clock = new FakeClock();
  const count = answer?.("").length ?? 0;
  const hooks = new ScriptedHooks(clock, {
    userPromptSubmit: Array.from({ length: count }, (_, index) => (call) => {
      const answers = call.event === "userPromptSubmit" ? answer?.(call.prompt) : undefined;
      return answers?.[index] ?? { type: "pass" };
    }),
  });
  const test = testTurn({ clock, hooks });
  const admit = (inputs: readonly AcceptedInput[], mail: readonly WaitingMail[] = []) => {
    for (const { inputId, via, input } of inputs) {
      test.given({ type: "cf_input", payload: { inputId, via, input: [...input] } });
    }
    return admitInput({ inputs, mail }, test.turn);
  };
  return { ...test, hooks, admit };
}

function notice(reason: string): LineBody {
  return {
    type: "cf_notice",
    payload: { level: "warning", code: "hookBlocked", text: `A hook held back your input: ${reason}` },
  };
}

/** The lines by which an input goes back to the front of the queue. */
function requeued(id: string, entryId: string, index = 0): LineBody[] {
  const { inputId, input } = acceptedInput(id);
  const entry = InputId.parse(entryId);
  return [
    { type: "cf_input", payload: { inputId: entry, via: "queue", input: [...input], returnedFrom: inputId } },
    { type: "cf_queue", payload: { op: "add", inputId: entry, index } },
    { type: "cf_input_end", payload: { inputId, how: "returned" } },
  ];
}

const PAUSE: LineBody = { type: "cf_queue", payload: { op: "pause" } };
const a = acceptedInput("a");
const b = acceptedInput("b");

describe("without hooks", () => {
  test("the person's words in order, then the mail, in one record", async () => {
    const { admit, lines, hooks } = admitting();
    expect(await admit([a, b], [letter])).toBe(true);
    expect(lines).toEqual([...inputLines(a), ...inputLines(b), ...mailLines(letter)]);
    expect(hooks.calls).toEqual([]);
  });

  test("of nothing, nothing is recorded", async () => {
    const { admit, lines } = admitting();
    await admit([]);
    expect(lines).toEqual([]);
  });
});

describe("userPromptSubmit", () => {
  test("each of the person's is shown to the hooks, mail is not", async () => {
    const { admit, hooks, lines } = admitting(() => [{ type: "pass" }]);
    expect(await admit([a, b], [letter])).toBe(true);
    expect(hooks.calls).toEqual(["a", "b"].map((prompt) => ({ event: "userPromptSubmit", prompt })));
    expect(lines).toEqual([...inputLines(a), ...inputLines(b), ...mailLines(letter)]);
  });

  test("what a hook wants the model to know stands in front of the input it is about", async () => {
    const { admit, lines } = admitting((prompt) => [{ type: "pass", context: `about ${prompt}` }]);
    await admit([a, b]);
    expect(lines).toEqual([contextLine("about a"), ...inputLines(a), contextLine("about b"), ...inputLines(b)]);
  });

  test.each<[string, ScriptedAnswer[], string]>([
    ["a block", [{ type: "block", reason: "no secrets" }], "no secrets"],
    [
      "two blocks",
      [
        { type: "block", reason: "one" },
        { type: "block", reason: "two" },
      ],
      "one\ntwo",
    ],
    ["a stop", [{ type: "stop", reason: "not now" }], "not now"],
    ["a stop without a reason", [{ type: "stop", reason: null }], "a hook stopped it"],
  ])(
    "%s: nothing is lost, it goes to the front of the queue, which is paused, and the reason is said",
    async (_name, no, reason) => {
      const { admit, lines, turn } = admitting(() => no);
      expect(await admit([a])).toBe(false);
      expect(lines).toEqual([...requeued("a", "id-00000001"), PAUSE, notice(reason)]);
      expect(turn.inputs.queue).toEqual({ data: [{ id: "id-00000001", input: a.input }], paused: true });
      expect(turn.transcript.items).toEqual([]);
    },
  );

  test("one of two is held back: the other one is said", async () => {
    const { admit, lines } = admitting((prompt) => [prompt === "a" ? { type: "block", reason: "no" } : { type: "pass" }]);
    expect(await admit([a, b])).toBe(true);
    expect(lines).toEqual([...requeued("a", "id-00000001"), PAUSE, ...inputLines(b), notice("no")]);
  });

  test("both are held back: they keep their order", async () => {
    const { admit, lines } = admitting(() => [{ type: "block", reason: "no" }]);
    expect(await admit([a, b])).toBe(false);
    const back = [...requeued("a", "id-00000001"), ...requeued("b", "id-00000002", 1)];
    expect(lines).toEqual([...back, PAUSE, notice("no"), notice("no")]);
  });

  test("mail is delivered beside what is held back", async () => {
    const { admit, lines, turn } = admitting(() => [{ type: "block", reason: "no" }]);
    await admit([a], [letter]);
    expect(lines).toEqual([...requeued("a", "id-00000001"), PAUSE, ...mailLines(letter), notice("no")]);
    expect(turn.transcript.items).toMatchObject([{ id: "m" }]);
  });

  test("mail that asks for a turn is to be answered, whatever a hook holds back", async () => {
    const { admit } = admitting(() => [{ type: "block", reason: "no" }]);
    expect(await admit([a], [{ ...letter, triggerTurn: true }])).toBe(true);
    expect(await admit([b], [letter])).toBe(false);
  });

  test("a hook that failed is a warning; the input is said", async () => {
    const { admit, lines, events } = admitting(() => [{ type: "warning", message: "it crashed" }]);
    expect(await admit([a])).toBe(true);
    expect(lines).toEqual([
      { type: "cf_notice", payload: { level: "warning", code: "hook", text: "it crashed" } },
      ...inputLines(a),
    ]);
    expect(events).toEqual([{ method: "warning", params: { message: "it crashed" } }]);
  });

  test("Stop while a hook thinks: nothing is recorded, so that all of it goes back with the turn's end", async () => {
    const { admit, lines, stop, turn, hooks } = admitting((prompt) => [prompt === "b" ? { type: "hang" } : { type: "pass" }]);
    const admitted = admit([a, b], [letter]);
    await new Promise((resolve) => setImmediate(resolve));
    expect(hooks.calls).toHaveLength(2);
    stop.abort();
    expect(await admitted).toBe(false);
    expect(lines).toEqual([]);
    expect(turn.inputs.unsampled.map(({ inputId }) => inputId)).toEqual(["a", "b"]);
  });
});
