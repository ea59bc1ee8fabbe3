// A session of any kind as a new one of ours (protocol.md §2 thread/fork): what it looks like, what its model is sent, that it
// keeps every rule of a thread of ours.
import { describe, expect, onTestFinished, test } from "vitest";
import { requestBody } from "../../../../electron/adapters/model/request-mapping";
import { resumeThread, closingLines } from "../../../../electron/runtime/history/resume";
import type { RolloutLine } from "../../../../shared/protocol/rollout-line";
import { inputText } from "../../../../shared/protocol/user-input";
import { compactNow, FULL, reports, WINDOW, worker } from "../../../support/compaction";
import { FakeClock } from "../../../support/fake-clock";
import { createCountingIds } from "../../../support/ids";
import { MemoryRolloutStore } from "../../../support/memory-rollout-store";
import { HANGS } from "../../../support/queue";
import { requestProblems } from "../../../support/request-rules";
import { call, calls, says } from "../../../support/scripted-client";
import { modelRequests, Scenario, scenario } from "../../../support/scenario";
import { brief, countingIds, TestRuntime } from "../../../support/test-session";
import { lineBreaches } from "../../../support/transcript-invariants";
import { ThreadId } from "../../../../shared/protocol/ids";
import { FORK_ID, forked, SOURCE_ID, visible, type Forked } from "./forked";

let minute = 0;
function line(type: string, payload: object): string {
  minute += 1;
  return JSON.stringify({ timestamp: `2026-02-03T04:${String(minute % 60).padStart(2, "0")}:00.000Z`, type, payload });
}
const meta = (more: object = {}) =>
  line("session_meta", {
    id: SOURCE_ID,
    timestamp: "2026-02-03T04:00:00.000Z",
    cwd: "/project",
    originator: "codex_cli_rs",
    cli_version: "0.104.0",
    ...more,
  });
const started = (id: string) => line("event_msg", { type: "task_started", turn_id: id });
const completed = (id: string) => line("event_msg", { type: "task_complete", turn_id: id, last_agent_message: null });
const item = (payload: object) => line("response_item", payload);
const says_ = (role: string, text: string) =>
  item({ type: "message", role, content: [{ type: role === "assistant" ? "output_text" : "input_text", text }] });
const person = (text: string) => [says_("user", text), line("event_msg", { type: "user_message", message: text })].join("\n");
const callOf = (id: string, command = "ls") =>
  item({ type: "function_call", call_id: id, name: "shell", arguments: JSON.stringify({ command }) });
const outputOf = (id: string, output = `of ${id}`) => item({ type: "function_call_output", call_id: id, output });
const file = (...lines: string[]) => `${lines.join("\n")}\n`;

/** The fork as a thread of a runtime, whose model answers once. */
async function continued({ bytes }: Forked): Promise<Scenario> {
  const clock = new FakeClock();
  const store = new MemoryRolloutStore(clock);
  store.writeFromOutside(FORK_ID, bytes);
  const runtime = new TestRuntime({ clock, store, ids: countingIds("next"), tools: [worker()], scripts: [says("Going on.")] });
  const { turnId } = await runtime.until(runtime.start(FORK_ID, "go on"));
  const thread = new Scenario(runtime, { id: FORK_ID, turnId });
  thread.facts = { isReopened: true };
  await thread.end();
  return thread;
}

/** Breaches of a fork's lines, and of what its model is asked next. */
async function breaches(fork: Forked): Promise<string[]> {
  const thread = await continued(fork);
  const [request] = modelRequests(thread.runtime);
  if (request === undefined) throw new Error("nothing was asked");
  const body: unknown = JSON.parse(requestBody(request, { namespaces: false, customTools: false }));
  return [...lineBreaches(fork.lines, true), ...requestProblems(body)];
}

function view(fork: Forked): ReturnType<typeof resumeThread>["view"] {
  return resumed(fork).view;
}

function resumed({ bytes, path }: Forked): ReturnType<typeof resumeThread> {
  const lines: { line: number; offset: number; text: string }[] = [];
  let offset = 0;
  for (const text of bytes.toString("utf8").split("\n").slice(0, -1)) {
    lines.push({ line: lines.length + 1, offset, text });
    offset += Buffer.byteLength(text) + 1;
  }
  return resumeThread({
    path,
    lines,
    slices: async function* () {
      yield lines;
    },
    leftOut: null,
    repairs: [],
    updatedAtMs: 0,
    isArchived: false,
    lockedByOther: false,
  });
}

function shapes(fork: Forked): string[] {
  return fork.lines.map(brief);
}

const items = (lines: readonly RolloutLine[]) => lines.flatMap((each) => (each.type === "response_item" ? [each.payload] : []));

describe("a fork of a session of ours looks exactly like it", () => {
  const thread = async () => {
    const source = await scenario({
      contextWindow: WINDOW,
      tools: [worker(5)],
      answer: (request) => (request.kind === "command" && request.command.includes("no") ? "decline" : "accept"),
      scripts: [
        calls(call("a", "work"), call("b", "work")),
        says("One."),
        says("First summary."),
        reports(FULL, call("c", "work")),
        says("Second summary."),
        says("Two."),
        says("Mail read."),
        says("Three."),
        HANGS,
      ],
    });
    await source.end();
    await compactNow(source);
    await source.runtime.manager.rename(source.id, "Its name");
    await source.start("second", "client-2");
    await source.end();
    await source.mail("news", { triggerTurn: true });
    await source.idle();
    await source.start("third");
    await source.end();
    return source;
  };

  test("every item, with its words, status, times and outcome; but not its name", async () => {
    const source = await thread();
    const { session } = await source.runtime.manager.open(source.id);
    const fork = await forked(source.runtime.store.bytes(source.id));
    expect(visible(view(fork))).toEqual(visible(session.view));
    expect(view(fork).turns.map(({ id, status }) => [id, status])).toEqual(
      session.view.turns.map(({ id, status }) => [id, status]),
    );
    expect(view(fork).tokens).toEqual(session.view.tokens);
    expect(fork.lines.filter(({ type }) => type === "cf_name")).toEqual([]);
    expect(resumed(fork).transcript.items).toEqual(session.transcriptItems);
    expect(await breaches(fork)).toEqual([]);
  });

  test("through a turn: up to its end and nothing behind it", async () => {
    const source = await thread();
    const { session } = await source.runtime.manager.open(source.id);
    const [, , second] = session.view.turns;
    const fork = await forked(source.runtime.store.bytes(source.id), { throughTurnId: second?.id ?? "" });
    expect(view(fork).turns.map(({ id }) => id)).toEqual(session.view.turns.slice(0, 3).map(({ id }) => id));
    const until = session.view.items.findLastIndex(({ turnId }) => turnId === second?.id);
    expect(visible(view(fork))).toEqual(visible(session.view).slice(0, until + 1));
    expect(await breaches(fork)).toEqual([]);
  });

  test("a turn that is not there is refused with words, and nothing is left", async () => {
    const source = await thread();
    await expect(forked(source.runtime.store.bytes(source.id), { throughTurnId: "no-turn" })).rejects.toMatchObject({
      kind: "invalidParams",
      message: "There is no turn no-turn in this session.",
    });
  });

  test("what waits in the queue stays there; a turn that runs was interrupted here", async () => {
    const source = await scenario({ tools: [worker(1000)], scripts: [calls(call("a", "work"), call("b", "work"))] });
    await source.enqueue("later");
    await source.steer("now");
    // The source goes on as it was.
    onTestFinished(async () => void (await source.interrupt()));
    const fork = await forked(source.runtime.store.bytes(source.id));
    expect(view(fork).queue).toEqual({ data: [], paused: false });
    expect(view(fork).turns.map(({ status }) => status)).toEqual(["interrupted"]);
    expect(shapes(fork).slice(-6)).toEqual([
      "outcome a aborted",
      "output a: aborted",
      "outcome b aborted",
      "output b: aborted",
      expect.stringContaining("<turn_aborted>"),
      "turn_aborted",
    ]);
    expect(shapes(fork).filter((shape) => shape.includes("later") || shape.includes("now"))).toEqual([]);
    expect(await breaches(fork)).toEqual([]);
  });

  test("cut anywhere, its fork is a whole thread", async () => {
    const source = await thread();
    const bytes = source.runtime.store.bytes(source.id);
    for (let end = bytes.indexOf(0x0a) + 1; end < bytes.length; end = bytes.indexOf(0x0a, end) + 1) {
      const fork = await forked(bytes.subarray(0, end));
      expect([...lineBreaches(fork.lines, true)]).toEqual([]);
      expect(closingLines(resumed(fork), createCountingIds("x"))).toEqual([]);
    }
  });

  test("its header says where it comes from; the source's choices hold", async () => {
    const source = await scenario({ scripts: [says("One.")] });
    await source.end();
    const fork = await forked(source.runtime.store.bytes(source.id));
    expect(fork.lines[0]).toMatchObject({
      type: "session_meta",
      payload: {
        id: FORK_ID,
        timestamp: "2026-11-29T12:00:00.000Z",
        cwd: "/project",
        originator: "counterfoil",
        forked_from_id: SOURCE_ID,
        cf_fork: { path: `${fork.folder}/source.jsonl`, threadId: SOURCE_ID },
      },
    });
  });

  test("Codex opens it: its header names the source by a UUID, or not at all", async () => {
    const sourceId = ThreadId.parse("file-0123456789abcdef01234567");
    const words = { type: "message", role: "user", content: [{ type: "input_text", text: "Go" }] };
    const old = { id: "0c1d2e3f-0000-4000-8000-000000000009", timestamp: "2025-08-02T10:00:00.000Z", instructions: null };
    const ofOld = await forked(file(JSON.stringify(old), JSON.stringify(words)), { sourceId });
    expect(ofOld.lines[0]).toMatchObject({ payload: { forked_from_id: old.id, cf_fork: { threadId: sourceId } } });
    for (const lines of [[meta({ id: "session-1" }), person("Go")], [person("Go")]]) {
      const [header] = (await forked(file(...lines), { sourceId })).lines;
      expect(header).toMatchObject({ payload: { id: FORK_ID, cf_fork: { threadId: sourceId } } });
      expect(header?.payload).not.toHaveProperty("forked_from_id");
    }
  });

  test("what was undone is undone there too", async () => {
    const source = await scenario({ scripts: [says("One."), says("Two.")] });
    await source.end();
    const changes = [{ path: "/project/a.txt", kind: "update" as const, diff: "@@ -1 +1 @@\n-b\n+a\n" }];
    const { turnId } = source;
    const { session } = await source.runtime.manager.open(source.id);
    await session.undo(turnId, () => Promise.resolve({ outcome: "undone", changes }));
    await source.start("second");
    await source.end();
    const fork = await forked(source.runtime.store.bytes(source.id));
    expect(view(fork).items.filter(({ type }) => type === "fileChange")).toMatchObject([{ undoOf: turnId, changes }]);
    expect(visible(view(fork))).toEqual(visible(fork.source));
    expect(await breaches(fork)).toEqual([]);
  });

  test("of compactions only the last keeps its window", async () => {
    const source = await thread();
    const fork = await forked(source.runtime.store.bytes(source.id));
    const windows = fork.lines.flatMap((each) =>
      each.type === "compacted" ? [each.payload.replacement_history !== undefined] : [],
    );
    expect(windows).toEqual([false, true]);
  });
});

describe("a session of another program becomes one of ours", () => {
  test("its words and calls are the same to a person, and it goes on", async () => {
    const fork = await forked(
      file(
        meta(),
        says_("developer", "<permissions instructions>"),
        started("t1"),
        person("first"),
        callOf("call_0"),
        outputOf("call_0", "Exit code: 0\nWall time: 1 seconds\nOutput:\nfiles"),
        says_("assistant", "Done."),
        completed("t1"),
        started("t2"),
        person("second"),
        says_("assistant", "Again."),
        completed("t2"),
      ),
    );
    expect(visible(view(fork))).toEqual(visible(fork.source));
    const words = view(fork).items.flatMap((each) =>
      each.type === "userMessage" ? [inputText(each.content)] : each.type === "agentMessage" ? [each.text] : [],
    );
    expect(words).toEqual(["first", "Done.", "second", "Again."]);
    expect(items(fork.lines).flatMap((each) => (each.type === "function_call_output" ? [each.output] : []))).toEqual([
      "Exit code: 0\nWall time: 1 seconds\nOutput:\nfiles",
    ]);
    expect(await breaches(fork)).toEqual([]);
  });

  test("every call gets exactly one output, in the order in which they were issued", async () => {
    const fork = await forked(
      file(
        meta(),
        started("t1"),
        person("go"),
        ...["a", "b", "c", "d"].map((id) => callOf(id)),
        outputOf("c"),
        outputOf("a"),
        outputOf("a", "twice"),
        outputOf("nobody"),
        outputOf("d"),
        says_("assistant", "Done."),
        completed("t1"),
      ),
    );
    const pairs = items(fork.lines).flatMap((each) => (each.type === "function_call_output" ? [each.output] : []));
    expect(pairs).toEqual(["of a", "aborted", "of c", "of d"]);
    expect(await breaches(fork)).toEqual([]);
  });

  test("words between a call and its output wait for it; if the model goes on first, the call was aborted", async () => {
    const fork = await forked(
      file(
        meta(),
        started("t1"),
        person("go"),
        callOf("a"),
        person("wait"),
        outputOf("a"),
        callOf("b"),
        person("no"),
        says_("assistant", "Yes."),
        completed("t1"),
      ),
    );
    const said = shapes(fork).filter((shape) => /^(user:|assistant:|call|output)/.test(shape));
    expect(said.map((shape) => shape.replace(/\w+-at-\d+/, "#"))).toEqual([
      "user: go",
      "call #",
      "output #: of a",
      "user: wait",
      "call #",
      "output #: aborted",
      "user: no",
      "assistant: Yes.",
    ]);
    expect(await breaches(fork)).toEqual([]);
  });

  test("sealed reasoning is left out, its summary stays, in the window too", async () => {
    const sealed = {
      type: "reasoning",
      id: "rs_0123456789abcdef0123",
      summary: [{ type: "summary_text", text: "because" }],
      encrypted_content: "SEALED",
    };
    const fork = await forked(
      file(
        meta(),
        started("t1"),
        person("go"),
        item(sealed),
        says_("assistant", "Done."),
        line("compacted", {
          message: "",
          replacement_history: [
            sealed,
            { type: "message", role: "user", content: [{ type: "input_text", text: "kept" }] },
            { type: "compaction", encrypted_content: "SEALED" },
          ],
        }),
        completed("t1"),
      ),
    );
    expect(fork.bytes.toString()).not.toContain("SEALED");
    expect(view(fork).items.flatMap((each) => (each.type === "reasoning" ? [each.summary] : []))).toEqual([["because"]]);
    expect(resumed(fork).transcript.items.map(({ type }) => type)).toEqual(["reasoning", "message"]);
    expect(await breaches(fork)).toEqual([]);
  });

  test("a summary without a window gets one: the person's words and the summary", async () => {
    const fork = await forked(
      file(
        meta(),
        person("first"),
        says_("assistant", "Done."),
        line("compacted", { message: "All is done." }),
        person("second"),
        says_("assistant", "Yes."),
      ),
    );
    const window = resumed(fork).transcript.items.map((each) => brief({ timestamp: "", type: "response_item", payload: each }));
    expect(window[0]).toBe("user: first");
    expect(window[1]).toContain("All is done.");
    expect(window.slice(2)).toEqual(["user: second", "assistant: Yes."]);
    expect(await breaches(fork)).toEqual([]);
  });

  test("a compaction without summary and window leaves the person's words, and nothing of what was dropped", async () => {
    const fork = await forked(
      file(
        meta(),
        person("first"),
        says_("assistant", "Long ago."),
        line("compacted", { message: "", replacement_history: [{ type: "compaction", encrypted_content: "SEALED" }] }),
        person("second"),
        says_("assistant", "Yes."),
      ),
    );
    const window = resumed(fork).transcript.items.map((each) => brief({ timestamp: "", type: "response_item", payload: each }));
    expect(window[0]).toBe("user: first");
    expect(window[1]).toContain("(no summary available)");
    expect(window.slice(2)).toEqual(["user: second", "assistant: Yes."]);
    expect(await breaches(fork)).toEqual([]);
  });

  test("a call that an event ends behind a compaction has ended in front of it, as it is shown in the source", async () => {
    const result = { Ok: { content: [{ type: "text", text: "found" }], isError: false } };
    const ended = line("event_msg", {
      type: "mcp_tool_call_end",
      call_id: "search_0",
      invocation: { server: "docs", tool: "search", arguments: { q: "x" } },
      duration: { secs: 1, nanos: 0 },
      result,
    });
    const fork = await forked(
      file(
        meta(),
        started("t1"),
        person("look"),
        item({ type: "tool_search_call", call_id: "search_0", arguments: { query: "x" } }),
        line("compacted", { message: "All so far." }),
        line("event_msg", { type: "entered_review_mode", user_facing_hint: "changes" }),
        ended,
        says_("assistant", "Found."),
        completed("t1"),
      ),
    );
    const calls = view(fork).items.flatMap((each) => (each.type === "mcpToolCall" ? [[each.status, each.output]] : []));
    expect(calls).toEqual([["completed", "found"]]);
    expect(visible(view(fork))).toEqual(visible(fork.source));
    expect(await breaches(fork)).toEqual([]);
  });

  test("a call without an end is aborted in front of the compaction behind which the model goes on", async () => {
    const fork = await forked(
      file(
        meta(),
        started("t1"),
        person("look"),
        callOf("call_0"),
        line("compacted", { message: "All so far." }),
        says_("assistant", "On."),
        outputOf("call_0", "late"),
        completed("t1"),
      ),
    );
    const said = shapes(fork).filter((shape) => /^(assistant:|call|output|compact)/.test(shape));
    expect(said.map((shape) => shape.split(/[ :]/)[0])).toEqual(["call", "output", "compacted", "assistant"]);
    expect(await breaches(fork)).toEqual([]);
  });

  test("images stay", async () => {
    const image = { type: "input_image", image_url: "data:image/png;base64,iVBORw0KGgo=" };
    const fork = await forked(
      file(
        meta(),
        started("t1"),
        item({ type: "message", role: "user", content: [{ type: "input_text", text: "look" }, image] }),
        line("event_msg", { type: "user_message", message: "look", images: [image.image_url] }),
        says_("assistant", "Seen."),
        completed("t1"),
      ),
    );
    expect(visible(view(fork))).toEqual(visible(fork.source));
    expect(fork.bytes.toString()).toContain(image.image_url);
    expect(await breaches(fork)).toEqual([]);
  });

  test("what stands outside any turn, ids that repeat and turns without an end are put right", async () => {
    const fork = await forked(
      file(
        meta(),
        says_("assistant", "Before."),
        started("t1"),
        person("one"),
        callOf("x"),
        started("t1"),
        person("two"),
        callOf("x"),
        outputOf("x"),
        says_("assistant", "After."),
      ),
    );
    expect(new Set(view(fork).turns.map(({ id }) => id)).size).toBe(view(fork).turns.length);
    expect(await breaches(fork)).toEqual([]);
  });

  test("a line of an unknown kind is kept", async () => {
    const fork = await forked(
      file(
        meta(),
        started("t1"),
        person("one"),
        line("hologram", { of: "é\u2028" }),
        says_("assistant", "After."),
        completed("t1"),
      ),
    );
    expect(fork.unknown.map(({ lineType }) => lineType)).toEqual(["hologram"]);
    expect(view(fork).items.filter(({ type }) => type === "raw")).toHaveLength(1);
    expect(fork.bytes.every((byte) => byte < 0x80)).toBe(true);
  });

  test("without a header it works where its turns did; what is no rollout is refused", async () => {
    const fork = await forked(
      file(
        started("t1"),
        line("turn_context", { cwd: "/elsewhere", approval_policy: "never", sandbox_policy: {}, model: "m", summary: "auto" }),
        person("one"),
        says_("assistant", "After."),
        completed("t1"),
      ),
    );
    expect(fork.lines[0]).toMatchObject({ payload: { cwd: "/elsewhere", forked_from_id: SOURCE_ID } });
    await expect(forked('{"ts":1,"kind":"log"}\n')).rejects.toMatchObject({ kind: "notARollout" });
  });

  test("a session of nothing but its header is an empty one", async () => {
    const fork = await forked(file(meta()));
    expect(fork.lines.map(({ type }) => type)).toEqual(["session_meta"]);
  });
});
