import { describe, expect, test } from "vitest";
import { ClientMessageId, InputId, ItemId, RequestId, ThreadId, TurnId } from "../../../shared/protocol/ids";
import type { LineBody } from "../../../shared/protocol/rollout-line";
import { closingLines, resumeThread } from "../../../electron/runtime/history/resume";
import { APP_STOPPED, inputLines, mailLines } from "../../../electron/runtime/history/turn-lines";
import { inputText } from "../../../shared/protocol/user-input";
import { createCountingIds } from "../../support/ids";
import { STAMP, STAMP_MS, callLine, itemLine, outputLine, stored } from "../../support/lines";

const turnId = TurnId.parse("turn-1");
const callId = ItemId.parse("a");
const meta: LineBody = {
  type: "session_meta",
  payload: {
    id: ThreadId.parse("t"),
    timestamp: STAMP,
    cwd: "/project",
    originator: "counterfoil",
    cli_version: "0",
    source: "unknown",
  },
};
const started: LineBody = { type: "event_msg", payload: { type: "task_started", turn_id: turnId } };
const ended: LineBody = { type: "event_msg", payload: { type: "task_complete", turn_id: turnId } };

const PAUSE: LineBody = { type: "cf_queue", payload: { op: "pause" } };

const words = (text: string) => [{ type: "text", text } as const];

/** An input whose text is its id. */
function accepted(id: string, via: "start" | "steer" | "queue"): LineBody {
  return { type: "cf_input", payload: { inputId: InputId.parse(id), via, input: words(id) } };
}

function closing(...lines: LineBody[]): LineBody[] {
  return closingLines(resumeThread(stored([meta, ...lines])), createCountingIds("new"));
}

describe("reading a file", () => {
  test("header, transcript, view and who accepted what", () => {
    const input = {
      type: "cf_input" as const,
      payload: {
        inputId: InputId.parse("i"),
        via: "start" as const,
        input: [{ type: "text" as const, text: "hi" }],
        clientId: ClientMessageId.parse("c"),
        turnId,
      },
    };
    const said = itemLine({ type: "message", id: "i", role: "user", content: [{ type: "input_text", text: "hi" }] });
    const thread = resumeThread(
      stored([meta, input, started, said, callLine("a"), outputLine("a"), ended], ["line 9 is damaged"]),
    );
    expect(thread.meta).toMatchObject({ cwd: "/project" });
    expect(thread.createdAtMs).toBe(STAMP_MS);
    expect(thread.transcript.items).toHaveLength(3);
    expect(thread.view.items.map(({ id, line }) => [id, line])).toEqual([
      ["i", 4],
      ["a", 5],
    ]);
    expect([...thread.acceptedBy]).toEqual([["c", { inputId: "i", turnId }]]);
    expect(thread.repairs).toEqual(["line 9 is damaged"]);
  });

  test("a line that is none is left out of everything and reported by number", () => {
    const thread = resumeThread(stored([meta, "not json", started, '{"a":1}', "[]"]));
    expect(thread.repairs).toEqual([2, 4, 5].map((line) => `line ${line} is not a rollout line and was left out`));
    expect(thread.view.items).toEqual([]);
  });

  test("a line of a kind that this version does not know is shown raw and is not in the transcript", () => {
    const odd = JSON.stringify({ timestamp: STAMP, type: "response_item", payload: { type: "web_search_call", id: "w" } });
    const thread = resumeThread(stored([meta, started, odd]));
    expect(thread.repairs).toEqual([]);
    expect(thread.transcript.items).toEqual([]);
    expect(thread.view.items).toMatchObject([{ type: "raw", lineType: "response_item", json: odd, line: 3 }]);
  });

  test("a file without a header has none", () => {
    const thread = resumeThread(stored([started]));
    expect([thread.meta, thread.createdAtMs]).toEqual([null, 0]);
  });

  test("of two headers the first counts", () => {
    const other: LineBody = {
      type: "session_meta",
      payload: { ...meta.payload, cwd: "/other" },
    };
    expect(resumeThread(stored([meta, other])).meta?.cwd).toBe("/project");
  });
});

describe("runtime.md §12 what continuing appends first", () => {
  test("nothing, when everything is closed", () => {
    expect(closing(started, callLine("a"), outputLine("a"), ended)).toEqual([]);
    expect(closing()).toEqual([]);
  });

  test("an open call without an outcome: the fixed words, as outcome and as output", () => {
    expect(closing(started, callLine("a"))).toEqual([
      { type: "cf_outcome", payload: { callId, status: "aborted", output: APP_STOPPED, outcome: "appStopped" } },
      { type: "response_item", payload: { type: "function_call_output", call_id: "a", output: APP_STOPPED } },
      { type: "event_msg", payload: { type: "turn_aborted", turn_id: turnId, reason: "interrupted", cf_app_stopped: true } },
    ]);
  });

  test("an open call with an outcome: the outcome's words, and no second outcome", () => {
    const outcome: LineBody = { type: "cf_outcome", payload: { callId, status: "completed", output: "real" } };
    expect(closing(started, callLine("a"), outcome)[0]).toEqual({
      type: "response_item",
      payload: { type: "function_call_output", call_id: "a", output: "real" },
    });
  });

  test("a custom call is closed in its own kind", () => {
    const custom = itemLine({ type: "custom_tool_call", call_id: "a", name: "patch", input: "x" });
    expect(closing(started, custom)[1]).toMatchObject({ payload: { type: "custom_tool_call_output", call_id: "a" } });
  });

  test("each output goes under its own call, in the order in which the calls were issued", () => {
    const outcome: LineBody = { type: "cf_outcome", payload: { callId: ItemId.parse("b"), status: "completed", output: "of b" } };
    const outputs = closing(started, callLine("a"), callLine("b"), callLine("c"), outcome).flatMap((line) =>
      line.type === "response_item" && line.payload.type === "function_call_output"
        ? [[line.payload.call_id, line.payload.output]]
        : [],
    );
    expect(outputs).toEqual([
      ["a", APP_STOPPED],
      ["b", "of b"],
      ["c", APP_STOPPED],
    ]);
  });

  test("an open call of a turn that has ended is closed too (another program's file)", () => {
    expect(closing(started, callLine("a"), ended).map(({ type }) => type)).toEqual(["cf_outcome", "response_item"]);
  });

  test("open questions are answered by policy, calls closed, accepted input goes to the queue, the turn ends last", () => {
    const requestId = RequestId.parse("r");
    const lines = closing(started, accepted("i", "steer"), callLine("a"), {
      type: "cf_approval_requested",
      payload: { requestId, callId, kind: "command", command: "ls", cwd: "/" },
    });
    expect(lines.map(({ type }) => type)).toEqual([
      "cf_approval_decided",
      "cf_outcome",
      "response_item",
      "cf_input",
      "cf_queue",
      "cf_input_end",
      "cf_queue",
      "event_msg",
    ]);
    expect(lines[0]).toEqual({
      type: "cf_approval_decided",
      payload: { requestId, callId, decision: "cancel", decidedBy: "policy" },
    });
    expect(lines.slice(3, 7)).toEqual([
      { type: "cf_input", payload: { inputId: "new-1", via: "queue", input: words("i"), returnedFrom: "i" } },
      { type: "cf_queue", payload: { op: "add", inputId: "new-1", index: 0 } },
      { type: "cf_input_end", payload: { inputId: "i", how: "returned" } },
      PAUSE,
    ]);
  });
});

describe("runtime.md §12 what waited comes back, paused", () => {
  const add = (id: string): LineBody => ({ type: "cf_queue", payload: { op: "add", inputId: InputId.parse(id) } });
  const mail: LineBody[] = [
    { type: "cf_mail", payload: { mailId: InputId.parse("m"), author: "other", text: "news", triggerTurn: true } },
    { type: "cf_input", payload: { inputId: InputId.parse("m"), via: "mail", input: words("news") } },
  ];

  test("the queue is shown paused at once, and continuing says so first", () => {
    const thread = resumeThread(stored([meta, accepted("q", "queue"), add("q")]));
    expect(thread.view.queue).toEqual({ data: [{ id: "q", input: words("q") }], paused: true });
    expect(closing(accepted("q", "queue"), add("q"))).toEqual([PAUSE]);
  });

  test("an empty queue is not paused", () => {
    expect(resumeThread(stored([meta])).view.queue).toEqual({ data: [], paused: false });
    const sent: LineBody = { type: "cf_input_end", payload: { inputId: InputId.parse("q"), how: "deleted" } };
    expect(closing(accepted("q", "queue"), add("q"), sent)).toEqual([]);
  });

  test("input of a turn that never began goes in front of what was queued, in its order", () => {
    const lines = closing(accepted("q", "queue"), add("q"), accepted("a", "start"), accepted("b", "steer"));
    const thread = resumeThread(
      stored([meta, accepted("q", "queue"), add("q"), accepted("a", "start"), accepted("b", "steer"), ...lines]),
    );
    expect(thread.view.queue.data.map(({ input }) => inputText(input))).toEqual(["a", "b", "q"]);
    expect(thread.projection.inputs.unsampled).toEqual([]);
  });

  test("mail waits on, and starts nothing", () => {
    const thread = resumeThread(stored([meta, ...mail]));
    expect(thread.projection.inputs.waitingMail.map(({ mailId }) => mailId)).toEqual(["m"]);
    expect(closing(...mail)).toEqual([]);
  });

  test("a person's words and mail that a torn record has marked as said are said", () => {
    const sampled = (id: string): LineBody => ({ type: "cf_input_end", payload: { inputId: InputId.parse(id), how: "sampled" } });
    expect(closing(started, accepted("a", "start"), sampled("a")).slice(0, 2)).toEqual(
      inputLines({ inputId: InputId.parse("a"), input: words("a") }).slice(1),
    );
    const letter = { mailId: InputId.parse("m"), author: "other", text: "news", triggerTurn: true };
    expect(closing(started, ...mail, sampled("m"))[0]).toEqual(mailLines(letter)[1]);
  });

  test("continuing closes everything: what it appends leaves nothing to append", () => {
    const before = [meta, started, accepted("q", "queue"), accepted("s", "steer"), ...mail, callLine("a")];
    const after = closingLines(resumeThread(stored(before)), createCountingIds("new"));
    const thread = resumeThread(stored([...before, ...after]));
    const { unsampled, unsaid } = thread.projection.inputs;
    expect([thread.transcript.openCalls, thread.projection.activeTurn, unsampled, unsaid]).toEqual([[], null, [], []]);
    expect(closingLines(thread, createCountingIds("again"))).toEqual([PAUSE]);
  });
});
