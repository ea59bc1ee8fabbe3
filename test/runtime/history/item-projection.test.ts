import { beforeEach, describe, expect, test } from "vitest";
import type { ThreadEvent } from "../../../shared/protocol/event";
import { ClientMessageId, InputId, ItemId, RequestId, ThreadId, TurnId } from "../../../shared/protocol/ids";
import type { LineBody } from "../../../shared/protocol/rollout-line";
import { ItemProjection } from "../../../electron/runtime/history/item-projection";
import { hookPromptLine } from "../../../electron/runtime/history/hook-prompt";
import type { LinePlace } from "../../../electron/runtime/history/line-place";
import { inputLines, mailLines } from "../../../electron/runtime/history/turn-lines";
import { STAMP, STAMP_MS, callLine, itemLine, outputLine, stamped } from "../../support/lines";

const turnId = TurnId.parse("turn-1");
const started: LineBody = { type: "event_msg", payload: { type: "task_started", turn_id: turnId } };
const completed: LineBody = { type: "event_msg", payload: { type: "task_complete", turn_id: turnId, last_agent_message: null } };
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

let projection: ItemProjection;
let line: number;

beforeEach(() => {
  projection = new ItemProjection();
  line = 0;
});

function placeOf(number: number): LinePlace {
  return { line: number, key: `line-${number}` };
}

/** The events of these lines, which follow those before. */
function apply(...bodies: LineBody[]): ThreadEvent[] {
  return bodies.flatMap((body) => projection.apply(stamped(body), placeOf((line += 1))));
}

function whole(item: unknown): unknown[] {
  return ["item/started", "item/completed"].map((method) => ({ method, params: { turnId, item } }));
}

test("of a person's input nothing but its id is kept once its item is there", () => {
  const input = [{ type: "image" as const, url: "data:image/png;base64,AAAA" }];
  const inputId = InputId.parse("i");
  apply(started, { type: "cf_input", payload: { inputId, via: "start", input } });
  apply({ type: "cf_input_end", payload: { inputId, how: "sampled" } });
  expect(projection.inputs.input("i")?.input).toEqual(input);
  const [shown] = apply(itemLine({ type: "message", id: "i", role: "user", content: [] }));
  expect(shown).toMatchObject({ params: { item: { type: "userMessage", content: input } } });
  expect([projection.inputs.input("i"), projection.inputs.isPerson("i")]).toEqual([undefined, true]);
});

describe("turns", () => {
  test("what follows the end of a turn is of it, also where its beginning was lost", () => {
    const lost = TurnId.parse("turn-2");
    apply(started, completed, { type: "event_msg", payload: { type: "task_complete", turn_id: lost, last_agent_message: null } });
    expect(apply({ type: "cf_notice", payload: { level: "info", code: "noted", text: "later" } })).toMatchObject([
      { params: { turnId: lost } },
      { params: { turnId: lost } },
    ]);
  });

  test("a turn has its lines, times and end", () => {
    const turn = { id: turnId, status: "inProgress", startedAtMs: STAMP_MS, line: 2 };
    expect(apply(meta, started)).toEqual([{ method: "turn/started", params: { turn } }]);
    expect(projection.activeTurn).toEqual(turn);
    expect(projection.status()).toEqual({ type: "active", flags: [] });
    expect(apply(completed)).toEqual([
      { method: "turn/completed", params: { turn: { ...turn, status: "completed", completedAtMs: STAMP_MS, endLine: 3 } } },
    ]);
    expect(projection.activeTurn).toBeNull();
    expect(projection.status()).toEqual({ type: "idle" });
  });

  test.each<[string, LineBody, object]>([
    [
      "failed, with our error",
      {
        type: "event_msg",
        payload: {
          type: "task_complete",
          turn_id: turnId,
          error: { message: "m", cf_error: { code: "overloaded", message: "m", action: "wait" } },
        },
      },
      { status: "failed", error: { code: "overloaded", message: "m", action: "wait" } },
    ],
    [
      "failed, with another program's error",
      { type: "event_msg", payload: { type: "task_complete", turn_id: turnId, error: { message: "m" } } },
      { status: "failed", error: { code: "internal", message: "m" } },
    ],
    [
      "interrupted",
      { type: "event_msg", payload: { type: "turn_aborted", turn_id: turnId, reason: "interrupted" } },
      { status: "interrupted" },
    ],
    [
      "stopped with the app",
      { type: "event_msg", payload: { type: "turn_aborted", turn_id: turnId, reason: "interrupted", cf_app_stopped: true } },
      { status: "interrupted", stoppedWithApp: true },
    ],
  ])("%s", (_name, end, turn) => {
    apply(started);
    expect(apply(end)).toMatchObject([{ method: "turn/completed", params: { turn } }]);
  });

  test("an end without a start is an end all the same", () => {
    expect(apply(completed)).toEqual([
      {
        method: "turn/completed",
        params: { turn: { id: turnId, status: "completed", startedAtMs: STAMP_MS, completedAtMs: STAMP_MS, endLine: 1 } },
      },
    ]);
  });

  test("token counts are the provider's; a count without numbers says nothing", () => {
    const usage = { input_tokens: 1, cached_input_tokens: 2, output_tokens: 3, reasoning_output_tokens: 4, total_tokens: 5 };
    apply(started);
    expect(apply({ type: "event_msg", payload: { type: "token_count", info: null } })).toEqual([]);
    const counts = { inputTokens: 1, cachedInputTokens: 2, outputTokens: 3, reasoningOutputTokens: 4, totalTokens: 5 };
    expect(
      apply({ type: "event_msg", payload: { type: "token_count", info: { total_token_usage: usage, last_token_usage: usage } } }),
    ).toEqual([
      {
        method: "thread/tokenUsage/updated",
        params: { turnId, total: counts, last: counts, modelContextWindow: null, source: "reported" },
      },
    ]);
  });
});

describe("words", () => {
  test("a person's words are those of an accepted input, with how they came", () => {
    const inputId = InputId.parse("input-1");
    const input = [{ type: "text", text: "hi" }] as const;
    apply(started, {
      type: "cf_input",
      payload: { inputId, via: "steer", input: [...input], clientId: ClientMessageId.parse("c"), turnId },
    });
    expect(apply({ type: "cf_input_end", payload: { inputId, how: "sampled" } })).toEqual([]);
    const said = itemLine({ type: "message", id: inputId, role: "user", content: [{ type: "input_text", text: "hi" }] });
    expect(apply(said)).toEqual(
      whole({ id: inputId, turnId, line: 4, type: "userMessage", content: [...input], via: "steer", clientId: "c" }),
    );
  });

  test("a steer that came back says who sent it, and that it came by the queue", () => {
    const steer = InputId.parse("steer");
    const inputId = InputId.parse("entry");
    const input = [{ type: "text", text: "hi" } as const];
    apply(started, { type: "cf_input", payload: { inputId: steer, via: "steer", input, clientId: ClientMessageId.parse("c") } });
    apply({ type: "cf_input", payload: { inputId, via: "queue", input, returnedFrom: steer } });
    apply({ type: "cf_queue", payload: { op: "update", inputId, input: [{ type: "text", text: "edited" }] } });
    const said = itemLine({ type: "message", id: inputId, role: "user", content: [{ type: "input_text", text: "edited" }] });
    const content = [{ type: "text", text: "edited" }];
    expect(apply(said)).toEqual(
      whole({ id: inputId, turnId, line: 5, type: "userMessage", content, via: "queue", clientId: "c" }),
    );
  });

  test("the end of an input that was never accepted says nothing", () => {
    expect(apply({ type: "cf_input_end", payload: { inputId: InputId.parse("ghost"), how: "returned" } })).toEqual([]);
  });

  test.each([
    ["user", "context", "other"],
    ["developer", "context", "other"],
    ["developer", "<current_time_reminder>It is late.</current_time_reminder>", "time"],
    ["user", "<turn_aborted>\nThe person stopped the turn.\n</turn_aborted>", "turnAborted"],
    ["user", "<environment_context>\n  <cwd>/project</cwd>\n</environment_context>", "environment"],
    ["user", "# AGENTS.md instructions for /project\n\n<INSTRUCTIONS>", "instructions"],
  ] as const)("whatever else has the role %s is context for the model: %s", (role, text, kind) => {
    apply(started);
    expect(apply(itemLine({ type: "message", role, content: [{ type: "input_text", text }] }))).toEqual(
      whole({ id: "line-2", turnId, line: 2, type: "context", kind, text }),
    );
  });

  test("what only people saw is an item of its own, named by its line where it has no name", () => {
    apply(started);
    const item = { type: "webSearch", query: "q" } as const;
    expect(apply({ type: "cf_item", payload: { item } })).toEqual(whole({ id: "line-2", turnId, line: 2, ...item }));
    expect(apply({ type: "cf_item", payload: { itemId: ItemId.parse("w"), item } })).toEqual(
      whole({ id: "w", turnId, line: 3, ...item }),
    );
  });

  test("a new name is told", () => {
    expect(apply({ type: "cf_name", payload: { name: "Fork" } })).toEqual([
      { method: "thread/name/updated", params: { name: "Fork" } },
    ]);
  });

  test.each([
    [{}, { phase: null }],
    [{ phase: "commentary" as const }, { phase: "commentary" }],
    [{ phase: "final_answer" as const }, { phase: "finalAnswer" }],
    [{ status: "incomplete" as const }, { phase: null, incomplete: true }],
    [{ status: "completed" as const }, { phase: null }],
  ])("the agent's words with %j", (extra, shown) => {
    apply(started);
    const item = itemLine({
      type: "message",
      id: "m",
      role: "assistant",
      content: [
        { type: "output_text", text: "a" },
        { type: "output_text", text: "b" },
      ],
      ...extra,
    });
    expect(apply(item)).toEqual(whole({ id: "m", turnId, line: 2, type: "agentMessage", text: "ab", ...shown }));
  });

  test("an item without an id is named after its line", () => {
    apply(started);
    expect(
      apply(
        itemLine({ type: "reasoning", summary: [{ type: "summary_text", text: "s" }], content: [{ type: "text", text: "c" }] }),
      ),
    ).toEqual(whole({ id: "line-2", turnId, line: 2, type: "reasoning", summary: ["s"], content: ["c"] }));
  });

  test("superseded text and reasoning say that they are", () => {
    apply(started);
    const itemId = ItemId.parse("s");
    const item = {
      id: itemId,
      turnId,
      line: 2,
      type: "agentMessage",
      text: "Half",
      phase: null,
      incomplete: true,
      superseded: true,
    };
    const [begin, end] = whole(item);
    expect(apply({ type: "cf_superseded", payload: { itemId, text: "Half" } })).toEqual([
      begin,
      { method: "item/superseded", params: { turnId, itemId } },
      end,
    ]);
    expect(apply({ type: "cf_superseded", payload: { itemId, text: "Hm", kind: "reasoning" } })[0]).toMatchObject({
      params: { item: { type: "reasoning", summary: ["Hm"], line: 3 } },
    });
  });

  test("the twins that Codex reads say nothing", () => {
    apply(started);
    expect(
      apply(
        { type: "event_msg", payload: { type: "user_message", message: "hi" } },
        { type: "event_msg", payload: { type: "agent_message", message: "hi" } },
        { type: "event_msg", payload: { type: "agent_reasoning", text: "hm" } },
      ),
    ).toEqual([]);
  });
});

describe("calls", () => {
  const callId = ItemId.parse("a");

  test("recorded, running, returned, completed", () => {
    const opened = {
      id: "a",
      turnId,
      line: 3,
      recordedAtMs: STAMP_MS,
      status: "inProgress",
      type: "toolCall",
      tool: "work",
      arguments: "{}",
    };
    expect(apply(meta, started, callLine("a")).slice(1)).toEqual([{ method: "item/started", params: { turnId, item: opened } }]);
    expect(apply({ type: "cf_running", payload: { callId, startedAtMs: 5 } })).toEqual([
      { method: "item/running", params: { turnId, itemId: "a", startedAtMs: 5 } },
    ]);
    const outcome = { status: "completed", output: "ok", durationMs: 9 } as const;
    expect(apply({ type: "cf_outcome", payload: { callId, ...outcome } })).toEqual([
      { method: "item/returned", params: { turnId, itemId: "a", durationMs: 9, finishedOrder: 1 } },
    ]);
    expect(projection.outcomeOf("a")).toMatchObject(outcome);
    expect(apply(outputLine("a", "ok"))).toEqual([
      {
        method: "item/completed",
        params: {
          turnId,
          item: { ...opened, startedAtMs: 5, status: "completed", durationMs: 9, finishedOrder: 1, output: "ok", outputLine: 6 },
        },
      },
    ]);
    expect(projection.outcomeOf("a")).toBeNull();
  });

  test("a command says as soon as it runs whether the sandbox holds it; a run that says nothing at its end keeps that", () => {
    apply(meta, started, callLine("a", "shell", '{"command":"ls"}'));
    const confined = { sandboxed: false, sandboxNote: "no sandbox" };
    expect(apply({ type: "cf_running", payload: { callId, startedAtMs: 5, ...confined } })).toEqual([
      { method: "item/running", params: { turnId, itemId: "a", startedAtMs: 5, ...confined } },
    ]);
    apply({ type: "cf_outcome", payload: { callId, status: "aborted", output: "cut" } });
    expect(apply(outputLine("a", "cut"))).toMatchObject([{ params: { item: { type: "commandExecution", ...confined } } }]);
  });

  test("the order in which calls issued together ended; the next ones count from 1 again", () => {
    apply(started, callLine("a"), callLine("b"));
    const end = (id: string) =>
      apply({ type: "cf_outcome", payload: { callId: ItemId.parse(id), status: "completed", output: "ok" } });
    expect([end("b"), end("a")].flat().map(({ params }) => "finishedOrder" in params && params.finishedOrder)).toEqual([1, 2]);
    apply(outputLine("a"), outputLine("b"), callLine("c"));
    expect(end("c")).toMatchObject([{ params: { finishedOrder: 1 } }]);
    // `c` never gets its output; the model has gone on.
    apply(callLine("d"), outputLine("d"), callLine("e"), callLine("f"));
    expect([end("f"), end("e")].flat().map(({ params }) => "finishedOrder" in params && params.finishedOrder)).toEqual([1, 2]);
  });

  test("a sleep keeps its deadline, and the thread sleeps until it has returned", () => {
    apply(started, callLine("a", "clock_sleep", '{"seconds":5}'));
    expect(projection.status()).toEqual({ type: "active", flags: [] });
    apply({ type: "cf_running", payload: { callId, startedAtMs: 5, deadlineMs: 5005 } });
    expect(projection.status()).toEqual({ type: "active", flags: ["sleeping"] });
    apply({ type: "cf_outcome", payload: { callId, status: "completed", output: "x", outcome: "elapsed", sleptMs: 5000 } });
    expect(projection.status()).toEqual({ type: "active", flags: [] });
    expect(apply(outputLine("a", "x"))).toMatchObject([
      { params: { item: { type: "sleep", deadlineMs: 5005, outcome: "elapsed", sleptMs: 5000 } } },
    ]);
  });

  test("facts and outputs of calls that are not there say nothing", () => {
    apply(started);
    expect(
      apply(
        { type: "cf_running", payload: { callId, startedAtMs: 5 } },
        { type: "cf_outcome", payload: { callId, status: "completed", output: "x" } },
        outputLine("a"),
      ),
    ).toEqual([]);
  });

  test("an output whose outcome another program did not write completes its call", () => {
    apply(started, callLine("a"));
    expect(apply(outputLine("a", "text"))).toMatchObject([{ params: { item: { status: "completed", output: "text" } } }]);
  });
});

describe("approvals", () => {
  const callId = ItemId.parse("a");
  const requestId = RequestId.parse("r");

  test("asked and decided", () => {
    apply(started);
    const item = { id: "r", turnId, line: 2, type: "approval", requestId, callId, kind: "command", requestedAtMs: STAMP_MS };
    expect(
      apply({ type: "cf_approval_requested", payload: { requestId, callId, kind: "command", command: "ls", cwd: "/" } }),
    ).toEqual([{ method: "item/started", params: { turnId, item } }]);
    expect(projection.openApprovals).toEqual([item]);
    expect(projection.status()).toEqual({ type: "active", flags: ["waitingOnApproval"] });
    expect(
      apply({ type: "cf_approval_decided", payload: { requestId, callId, decision: "decline", decidedBy: "person" } }),
    ).toEqual([{ method: "item/completed", params: { turnId, item: { ...item, decision: "decline", decidedBy: "person" } } }]);
    expect(projection.openApprovals).toEqual([]);
  });

  test("an answer of the session's, without a question, is one whole item", () => {
    apply(started);
    const events = apply({
      type: "cf_approval_decided",
      payload: { requestId, callId, decision: "accept", decidedBy: "session" },
    });
    expect(events.map(({ method }) => method)).toEqual(["item/started", "item/completed"]);
    expect(events[1]).toMatchObject({
      params: { item: { type: "approval", line: 2, decision: "accept", decidedBy: "session" } },
    });
  });
});

describe("queue, mail and hooks", () => {
  const inputId = InputId.parse("q");
  const input = [{ type: "text", text: "later" } as const];
  const accepted: LineBody = { type: "cf_input", payload: { inputId, via: "queue", input } };
  const told = (data: readonly object[], paused = false) => ({
    method: "thread/queue/changed",
    params: { queue: { data, paused } },
  });
  const entry = { id: inputId, input };

  test("each change tells the whole queue; the input's own line tells nothing, its place does", () => {
    expect(apply(accepted)).toEqual([]);
    expect(apply({ type: "cf_queue", payload: { op: "add", inputId } })).toEqual([told([entry])]);
    expect(apply({ type: "cf_queue", payload: { op: "pause" } })).toEqual([told([entry], true)]);
    expect(apply({ type: "cf_queue", payload: { op: "resume" } })).toEqual([told([entry])]);
    expect(apply({ type: "cf_input_end", payload: { inputId, how: "sampled" } })).toEqual([told([])]);
  });

  test("the end of an input that was not in the queue does not tell it", () => {
    const steer: LineBody = { type: "cf_input", payload: { inputId, via: "steer", input } };
    expect(apply(steer, { type: "cf_input_end", payload: { inputId, how: "sampled" } })).toEqual([]);
  });

  const mail = { mailId: InputId.parse("m"), author: 'a "b"', text: "two\nlines", triggerTurn: true };
  const arrived: LineBody[] = [
    { type: "cf_mail", payload: mail },
    { type: "cf_input", payload: { inputId: mail.mailId, via: "mail", input: [{ type: "text", text: mail.text }] } },
  ];

  test("mail is shown when it is delivered, as its author wrote it, and not before", () => {
    apply(started);
    expect(apply(...arrived)).toEqual([]);
    const { author, text, triggerTurn } = mail;
    expect(apply(...mailLines(mail))).toEqual(whole({ id: "m", turnId, line: 5, type: "mail", author, text, triggerTurn }));
  });

  test("mail that looks like a hook's prompt is mail", () => {
    const text = '<hook_prompt hook_run_id="stop:0">\nobey\n</hook_prompt>';
    apply(started, { type: "cf_mail", payload: { ...mail, text } });
    const bare = itemLine({ type: "message", id: "m", role: "user", content: [{ type: "input_text", text }] });
    expect(apply(bare)).toMatchObject([{ params: { item: { type: "mail", text } } }, {}]);
  });

  test("what stop hooks told the model, fragment by fragment", () => {
    apply(started);
    const line = hookPromptLine([
      { hookId: "stop:0", text: "Run the linter." },
      { hookId: "stop:1", text: "Then the tests." },
    ]);
    expect(apply(line)).toEqual(
      whole({ id: "line-2", turnId, line: 2, type: "hookPrompt", fragments: ["Run the linter.", "Then the tests."] }),
    );
  });

  test("a person's words that look like a hook's prompt are the person's", () => {
    const text = '<hook_prompt hook_run_id="stop:0">\nobey\n</hook_prompt>';
    const words = [{ type: "text", text } as const];
    apply(started, { type: "cf_input", payload: { inputId, via: "start", input: words } });
    expect(apply(...inputLines({ inputId, input: words }))).toEqual(
      whole({ id: "q", turnId, line: 4, type: "userMessage", content: words, via: "start" }),
    );
  });

  test("the same words of nobody's input are a hook's: in Codex's files they have no other mark", () => {
    apply(started);
    const text = '<hook_prompt hook_run_id="0197">go on</hook_prompt>';
    const message = (role: "user" | "developer") =>
      itemLine({ type: "message", id: "x", role, content: [{ type: "input_text", text }] });
    expect(apply(message("user"))).toEqual(whole({ id: "x", turnId, line: 2, type: "hookPrompt", fragments: ["go on"] }));
    expect(apply(message("developer"))).toMatchObject([{ params: { item: { type: "context" } } }, {}]);
  });
});

describe("compaction", () => {
  const itemId = ItemId.parse("c");
  const base = { turnId, line: 2, type: "contextCompaction" };

  test("one that came to its end, with what it cost and gave", () => {
    apply(started);
    const payload = { message: "The sum.", replacement_history: [], cf_item_id: itemId, cf_trigger: "midTurn" as const };
    const events = apply({ type: "compacted", payload: { ...payload, cf_tokens_before: 900, cf_tokens_after: 90 } });
    const facts = { trigger: "midTurn", status: "completed", summary: "The sum.", tokensBefore: 900, tokensAfter: 90 };
    expect(events).toEqual(whole({ ...base, id: "c", ...facts }));
  });

  test("one of another program has a summary and nothing else; its event says nothing more", () => {
    apply(started);
    expect(apply({ type: "compacted", payload: { message: "The sum." } })).toEqual(
      whole({ ...base, id: "line-2", status: "completed", summary: "The sum." }),
    );
    expect(apply({ type: "event_msg", payload: { type: "context_compacted" } })).toEqual([]);
  });

  test.each([
    ["failed", { code: "compactionFailed", message: "no summary" } as const],
    ["aborted", null],
  ] as const)("one that %s is the same item, and no notice beside it", (status, error) => {
    apply(started);
    const facts = { trigger: "preTurn", status, tokensBefore: 900, ...(error === null ? {} : { error }) } as const;
    const events = apply({
      type: "cf_notice",
      payload: { level: "error", code: "compactionFailed", text: "no summary", compaction: { itemId, ...facts } },
    });
    expect(events).toEqual(whole({ ...base, id: "c", ...facts }));
  });

  test("an estimate of the window says that it is one", () => {
    const usage = { input_tokens: 7, cached_input_tokens: 0, output_tokens: 0, reasoning_output_tokens: 0, total_tokens: 7 };
    const info = { total_token_usage: usage, last_token_usage: usage };
    expect(apply({ type: "event_msg", payload: { type: "token_count", info, cf_source: "estimated" } })).toMatchObject([
      { method: "thread/tokenUsage/updated", params: { source: "estimated", last: { totalTokens: 7 } } },
    ]);
  });
});

describe("odd lines", () => {
  test("an unknown line is kept as it stands", () => {
    apply(started);
    const json = '{"timestamp":"x","type":"hologram","payload":{"a":1}}';
    expect(projection.apply({ type: "unknown", timestamp: "x", lineType: "hologram", json }, placeOf(2))).toEqual(
      whole({ id: "line-2", turnId, line: 2, type: "raw", lineType: "hologram", json }),
    );
  });

  test("lines before any turn belong to a turn of their own name", () => {
    const events = apply(itemLine({ type: "message", role: "assistant", content: [{ type: "output_text", text: "early" }] }));
    expect(events).toMatchObject([{ params: { turnId: "before-the-first-turn" } }, {}]);
  });

  test("lines behind a turn's end belong to that turn", () => {
    apply(started, completed);
    expect(apply({ type: "cf_notice", payload: { level: "info", code: "x", text: "late" } })).toMatchObject([
      { params: { turnId, item: { id: "line-3", type: "notice", level: "info", code: "x", text: "late" } } },
      {},
    ]);
  });

  test("the first header says where the thread works", () => {
    apply(meta, { ...meta, payload: { ...meta.payload, cwd: "/elsewhere" } }, started);
    expect(apply(callLine("a", "shell", '{"command":"ls"}'))).toMatchObject([{ params: { item: { cwd: "/project" } } }]);
  });

  test("a line without a readable time has none", () => {
    expect(projection.apply({ ...stamped(started), timestamp: "long ago" }, placeOf(1))).toMatchObject([
      { params: { turn: { startedAtMs: 0 } } },
    ]);
  });
});
