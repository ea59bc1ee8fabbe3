import { beforeEach, describe, expect, test } from "vitest";
import { ClientMessageId, InputId, TurnId } from "../../../shared/protocol/ids";
import type { LineBody, LinePayload } from "../../../shared/protocol/rollout-line";
import { inputText } from "../../../shared/protocol/user-input";
import { InputProjection } from "../../../electron/runtime/history/input-projection";
import { inputLines, mailLines, requeueLines } from "../../../electron/runtime/history/turn-lines";
import { createCountingIds } from "../../support/ids";
import { itemLine, stamped } from "../../support/lines";

type QueueChange = LinePayload<"cf_queue">;

let inputs: InputProjection;

beforeEach(() => {
  inputs = new InputProjection();
});

/** Whether each of these lines changed the queue. */
function apply(...lines: readonly LineBody[]): boolean[] {
  return lines.map((line) => inputs.apply(stamped(line)));
}

const words = (text: string) => [{ type: "text", text } as const];

/** An accepted input; its text is its id unless told otherwise. */
function accepted(id: string, via: "start" | "steer" | "queue", extra: Partial<LinePayload<"cf_input">> = {}): LineBody {
  return { type: "cf_input", payload: { inputId: InputId.parse(id), via, input: words(id), ...extra } };
}

function change(payload: QueueChange): LineBody {
  return { type: "cf_queue", payload };
}

function ended(id: string, how: "sampled" | "returned" | "deleted"): LineBody {
  return { type: "cf_input_end", payload: { inputId: InputId.parse(id), how } };
}

function added(id: string, index?: number): LineBody[] {
  const at = index === undefined ? {} : { index };
  return [accepted(id, "queue"), change({ op: "add", inputId: InputId.parse(id), ...at })];
}

function mail(id: string, triggerTurn = false): LineBody[] {
  const mailId = InputId.parse(id);
  return [
    { type: "cf_mail", payload: { mailId, author: "other", text: id, triggerTurn } },
    { type: "cf_input", payload: { inputId: mailId, via: "mail", input: words(id) } },
  ];
}

function said(id: string): LineBody {
  return itemLine({ type: "message", id, role: "user", content: [{ type: "input_text", text: id }] });
}

/** The texts of the queue in order, `(paused)` behind them when it is. */
function queue(): string[] {
  return [...inputs.queue.data.map(({ input }) => inputText(input)), ...(inputs.queue.paused ? ["(paused)"] : [])];
}

const GHOST = InputId.parse("ghost");

describe("the queue: every change of it", () => {
  test("add: at the end, or where it says", () => {
    expect(apply(...added("a"), ...added("b"), ...added("c", 0), ...added("d", 2))).toEqual(
      Array.from({ length: 8 }, () => true),
    );
    expect(queue()).toEqual(["c", "a", "d", "b"]);
  });

  test("add: an index behind the end is the end", () => {
    apply(...added("a"), ...added("b", 9));
    expect(queue()).toEqual(["a", "b"]);
  });

  test("add: an entry keeps its client's id", () => {
    apply(accepted("a", "queue", { clientId: ClientMessageId.parse("c") }));
    expect(inputs.queue.data).toEqual([{ id: "a", input: words("a"), clientUserMessageId: "c" }]);
  });

  test("update: other words in the same place, and these are what will be said", () => {
    apply(...added("a"), ...added("b"), change({ op: "update", inputId: InputId.parse("a"), input: words("new") }));
    expect(queue()).toEqual(["new", "b"]);
    expect(inputs.input("a")?.input).toEqual(words("new"));
  });

  test("delete", () => {
    apply(...added("a"), ...added("b"));
    expect(apply(ended("a", "deleted"), change({ op: "delete", inputId: InputId.parse("a") }))).toEqual([true, true]);
    expect(queue()).toEqual(["b"]);
  });

  test("reorder: those that are named come first, the others behind them as they were", () => {
    apply(...["a", "b", "c", "d"].flatMap((id) => added(id)));
    apply(change({ op: "reorder", inputIds: ["d", "b"].map((id) => InputId.parse(id)) }));
    expect(queue()).toEqual(["d", "b", "a", "c"]);
  });

  test("pause and resume", () => {
    apply(...added("a"), change({ op: "pause" }));
    expect(queue()).toEqual(["a", "(paused)"]);
    apply(...added("b"));
    expect(queue()).toEqual(["a", "b", "(paused)"]);
    apply(change({ op: "resume" }));
    expect(queue()).toEqual(["a", "b"]);
  });

  test("an empty queue is never paused: what is put into it next is sent", () => {
    apply(change({ op: "pause" }));
    expect(queue()).toEqual([]);
    apply(...added("a"), change({ op: "pause" }), ended("a", "deleted"));
    expect(queue()).toEqual([]);
    apply(...added("b"));
    expect(queue()).toEqual(["b"]);
  });

  test("a queue that comes from a file is paused, unless it is empty", () => {
    inputs.pause();
    apply(...added("a"));
    expect(queue()).toEqual(["a"]);
    inputs.pause();
    expect(queue()).toEqual(["a", "(paused)"]);
  });

  test("started: it is no longer in the queue", () => {
    apply(...added("a"), ...added("b"));
    expect(apply(ended("a", "sampled"), said("a"))).toEqual([true, false]);
    expect(queue()).toEqual(["b"]);
    expect(inputs.unsaid).toEqual([]);
  });

  test.each<QueueChange>([
    { op: "add", inputId: GHOST },
    { op: "add", inputId: GHOST, index: 0 },
    { op: "update", inputId: GHOST, input: words("x") },
    { op: "delete", inputId: GHOST },
    { op: "reorder", inputIds: [GHOST] },
  ])("of an entry that is not there: %j changes nothing", (payload) => {
    apply(...added("a"), ...added("b"));
    const before = structuredClone(inputs.queue);
    apply(change(payload));
    expect(inputs.queue).toEqual(before);
    expect(inputs.input("ghost")).toBeUndefined();
  });

  test("an id among others that is not there is left out of the order", () => {
    apply(...added("a"), ...added("b"), change({ op: "reorder", inputIds: [GHOST, InputId.parse("b")] }));
    expect(queue()).toEqual(["b", "a"]);
  });

  test("the end of what was never accepted changes nothing", () => {
    apply(...added("a"));
    expect(apply(ended("ghost", "sampled"), ended("ghost", "deleted"))).toEqual([false, false]);
    expect(queue()).toEqual(["a"]);
    expect(inputs.unsaid).toEqual([]);
  });
});

describe("input for a turn", () => {
  test("is open until it is sampled or goes back, in the order it came", () => {
    apply(accepted("a", "start"), accepted("b", "steer"), ...added("q"), ...mail("m"));
    expect(inputs.unsampled.map(({ inputId }) => inputId)).toEqual(["a", "b"]);
    apply(ended("a", "sampled"), said("a"));
    expect(inputs.unsampled.map(({ inputId }) => inputId)).toEqual(["b"]);
  });

  test("one that comes back is a new entry at the front, under the client's id of the old one", () => {
    apply(...added("q"), accepted("s", "steer", { clientId: ClientMessageId.parse("c"), turnId: TurnId.parse("t") }));
    apply(...requeueLines(inputs.unsampled, createCountingIds("new")));
    expect(queue()).toEqual(["s", "q"]);
    expect(inputs.queue.data[0]).toEqual({ id: "new-1", input: words("s"), clientUserMessageId: "c" });
    expect(inputs.unsampled).toEqual([]);
  });

  test("in a damaged file that goes round in a circle it has no client's id", () => {
    apply(
      accepted("a", "queue", { returnedFrom: InputId.parse("b") }),
      accepted("b", "queue", { returnedFrom: InputId.parse("a") }),
    );
    expect(inputs.queue.data.map(({ clientUserMessageId }) => clientUserMessageId)).toEqual([undefined]);
  });

  test("one that comes back twice still has that client's id", () => {
    apply(accepted("s", "steer", { clientId: ClientMessageId.parse("c") }));
    apply(...requeueLines(inputs.unsampled, createCountingIds("new")));
    apply(...requeueLines([{ inputId: InputId.parse("new-1"), input: words("s") }], createCountingIds("again")));
    expect(inputs.queue).toEqual({ data: [{ id: "again-1", input: words("s"), clientUserMessageId: "c" }], paused: false });
  });

  test("several that come back keep their order", () => {
    apply(...added("q"), accepted("a", "start"), accepted("b", "steer"));
    apply(...requeueLines(inputs.unsampled, createCountingIds("new")));
    expect(queue()).toEqual(["a", "b", "q"]);
  });

  test("a person is who came by one of the person's doors", () => {
    apply(accepted("a", "start"), accepted("b", "steer"), ...added("c"), ...mail("m"));
    expect(["a", "b", "c", "m", "x", undefined].map((id) => inputs.isPerson(id))).toEqual([
      true,
      true,
      true,
      false,
      false,
      false,
    ]);
  });
});

describe("mail", () => {
  test("waits in the order it came until it is delivered", () => {
    apply(...mail("m", true), ...mail("n"));
    expect(inputs.waitingMail.map(({ mailId, triggerTurn }) => [mailId, triggerTurn])).toEqual([
      ["m", true],
      ["n", false],
    ]);
    apply(...mailLines({ mailId: InputId.parse("m"), author: "other", text: "m", triggerTurn: true }));
    expect(inputs.waitingMail.map(({ mailId }) => mailId)).toEqual(["n"]);
    expect(inputs.mail("m")).toMatchObject({ author: "other", text: "m" });
    expect(inputs.mail("x")).toBeUndefined();
  });
});

describe("runtime.md §12 a crash between the lines of one record", () => {
  /** What is known of the words after each prefix of the record, from none of its lines to all. */
  function prefixes<Seen>(before: readonly LineBody[], record: readonly LineBody[], look: () => Seen): Seen[] {
    return [...Array(record.length + 1).keys()].map((length) => {
      inputs = new InputProjection();
      apply(...before, ...record.slice(0, length));
      return look();
    });
  }

  test("input into the queue", () => {
    expect(prefixes(added("q"), added("a"), queue)).toEqual([["q"], ["q", "a"], ["q", "a"]]);
  });

  test("out of the queue", () => {
    const record = [ended("a", "deleted"), change({ op: "delete", inputId: InputId.parse("a") })];
    expect(prefixes([...added("a"), ...added("q")], record, queue)).toEqual([["a", "q"], ["q"], ["q"]]);
  });

  test("a person's words into the transcript: still in the queue, or still to be said, or said", () => {
    const look = () => [queue(), inputs.unsaid.map(({ inputId }) => inputId)];
    expect(prefixes(added("a"), inputLines({ inputId: InputId.parse("a"), input: words("a") }), look)).toEqual([
      [["a"], []],
      [[], ["a"]],
      [[], []],
      [[], []],
    ]);
  });

  test("a steer into the transcript", () => {
    const look = () => [inputs.unsampled, inputs.unsaid].map((some) => some.map(({ inputId }) => inputId));
    expect(prefixes([accepted("a", "steer")], inputLines({ inputId: InputId.parse("a"), input: words("a") }), look)).toEqual([
      [["a"], []],
      [[], ["a"]],
      [[], []],
      [[], []],
    ]);
  });

  test("mail: not accepted without the line that says so; delivered like a person's words", () => {
    const waiting = () => [inputs.waitingMail.map(({ mailId }) => mailId), inputs.unsaid.map(({ inputId }) => inputId)];
    expect(prefixes([], mail("m"), waiting)).toEqual([
      [[], []],
      [[], []],
      [["m"], []],
    ]);
    const delivery = mailLines({ mailId: InputId.parse("m"), author: "other", text: "m", triggerTurn: false });
    expect(prefixes(mail("m"), delivery, waiting)).toEqual([
      [["m"], []],
      [[], ["m"]],
      [[], []],
    ]);
  });

  test("steers back into the queue: each is in one place, never in none and never in two", () => {
    const before = [...added("q"), accepted("a", "start"), accepted("b", "steer")];
    apply(...before);
    const record = requeueLines(inputs.unsampled, createCountingIds("new"));
    const places = () => [...queue(), ...inputs.unsampled.map(({ input }) => inputText(input))].toSorted();
    expect(prefixes(before, record, places)).toEqual(Array.from({ length: 7 }, () => ["a", "b", "q"]));
    expect(queue()).toEqual(["a", "b", "q"]);
  });

  test("a queued input that a hook held back: in the queue once", () => {
    const record = requeueLines([{ inputId: InputId.parse("a"), input: words("a") }], createCountingIds("new"));
    expect(prefixes([...added("a"), ...added("q")], record, () => queue().toSorted())).toEqual(
      Array.from({ length: 4 }, () => ["a", "q"]),
    );
    expect(queue()).toEqual(["a", "q"]);
  });

  test("a queued input that a hook held back leaves a paused queue paused", () => {
    const record = requeueLines([{ inputId: InputId.parse("a"), input: words("a") }], createCountingIds("new"));
    const before = [...added("a"), change({ op: "pause" })];
    expect(prefixes(before, record, queue)).toEqual(Array.from({ length: 4 }, () => ["a", "(paused)"]));
  });
});

describe("what was said is let go", () => {
  test("only that a person said it is known, and what was said first", () => {
    apply(accepted("a", "start"), ended("a", "sampled"), said("a"), accepted("b", "steer"), ended("b", "sampled"), said("b"));
    inputs.letGo("a");
    inputs.letGo("b");
    expect(["a", "b"].map((id) => [inputs.input(id), inputs.isPerson(id)])).toEqual([
      [undefined, true],
      [undefined, true],
    ]);
    expect(inputs.first?.inputId).toBe("a");
    expect([inputs.unsampled, inputs.unsaid]).toEqual([[], []]);
  });

  test("mail is not a person's", () => {
    apply(...mail("m"), ended("m", "sampled"), said("m"));
    inputs.letGo("m");
    expect([inputs.mail("m"), inputs.input("m"), inputs.isPerson("m")]).toEqual([undefined, undefined, false]);
  });

  test("so is what came back as the entry that was said", () => {
    apply(accepted("a", "steer"), ended("a", "returned"), accepted("b", "queue", { returnedFrom: InputId.parse("a") }));
    apply(ended("b", "sampled"), said("b"));
    inputs.letGo("b");
    expect([inputs.input("a"), inputs.input("b")]).toEqual([undefined, undefined]);
  });

  test("and what was said in a part of the file that was not read", () => {
    apply(accepted("a", "start"), ended("a", "sampled"), accepted("b", "steer"), ended("b", "sampled"));
    inputs.forgetSaid((id) => id === "a");
    expect(inputs.unsaid.map(({ inputId }) => inputId)).toEqual(["b"]);
    expect([inputs.input("a"), inputs.isPerson("a"), inputs.first?.inputId]).toEqual([undefined, true, "a"]);
  });
});
