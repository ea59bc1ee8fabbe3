// What one file says of itself: every era, every damage, from bounded reads (bug reports 76, 77, 87).
import { appendFileSync, statSync, truncateSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { factsOfFile } from "../../../../electron/adapters/rollout/catalog/facts-of-file";
import type { FileFacts } from "../../../../electron/adapters/rollout/catalog/file-facts";
import { anyRolloutName } from "../../../../electron/adapters/rollout/catalog/rollout-name";
import { tempFolder } from "../../../support/temp-folder";
import {
  AT,
  codexSession,
  context,
  event,
  filler,
  header,
  idOf,
  item,
  line,
  lines,
  message,
  nameLine,
  ownSession,
  put,
  zstdOf,
} from "./rollouts";

const id = idOf(1);

function read(path: string, isOwn = false): Promise<FileFacts> {
  return factsOfFile({ path, form: anyRolloutName(path).form, size: statSync(path).size, isOwn });
}

function factsOf(content: string | Uint8Array, { isOwn = false, name = "a.jsonl" } = {}): Promise<FileFacts> {
  return read(put(join(tempFolder(), name), content), isOwn);
}

const session = {
  kind: "session",
  sessionId: id,
  createdAtMs: Date.parse(AT),
  cwd: "/work place",
  preview: "hello",
  provider: "openai",
  model: "model-1",
  approvalPolicy: "onRequest",
  choice: null,
  source: "codex_cli_rs",
  sourceVersion: "0.171.0",
  name: null,
  totalTokens: 1234,
  lastTurn: "completed",
  isAsking: false,
  forkedFromId: null,
  parentThreadId: null,
  isSubAgent: false,
  baseId: null,
};

describe("facts of a file of each era", () => {
  test("wrapped, 2026", async () => {
    expect(await factsOf(codexSession(id, "hello"))).toEqual(session);
  });

  test("paginated: ordinals, and items instead of events", async () => {
    const item = { type: "UserMessage", id: "u1", content: [{ type: "text", text: "hello" }] };
    const text = lines(
      header(id, { history_mode: "paginated" }),
      context(),
      line("response_item", message("user", "a text that nobody has named yet")),
      event("item_completed", { item }),
      event("token_count", { info: { total_token_usage: { total_tokens: 1234 } } }),
      event("turn_complete", { turn_id: "t" }),
    )
      .split("\n")
      .map((one, ordinal) => one.replace('"type"', `"ordinal":${ordinal},"type"`))
      .join("\n");
    expect(await factsOf(text)).toEqual(session);
  });

  test("bare lines of 2025: the folder is in the context only, and nothing tells the rest", async () => {
    const text = lines(
      JSON.stringify({ id, timestamp: AT, instructions: null }),
      '{"record_type":"state"}',
      JSON.stringify(message("user", "<environment_context>\n<cwd>/work place</cwd>\n</environment_context>")),
      JSON.stringify(message("user", "hello")),
    );
    const unknown = {
      provider: "",
      model: "",
      approvalPolicy: null,
      source: "codex",
      sourceVersion: null,
      totalTokens: null,
      lastTurn: null,
    };
    expect(await factsOf(text)).toEqual({ ...session, ...unknown });
  });

  test("one JSON of 2025, written with or without line breaks, whole or longer than is read", async () => {
    const unknown = {
      cwd: "",
      provider: "",
      model: "",
      approvalPolicy: null,
      source: "codex",
      sourceVersion: null,
      totalTokens: null,
      lastTurn: null,
    };
    const file = { session: { timestamp: AT, id, instructions: "" }, items: [message("user", "hello")] };
    const long = { ...file, items: [...file.items, ...Array<object>(900).fill(message("assistant", "y".repeat(1000)))] };
    for (const text of [JSON.stringify(file), JSON.stringify(file, null, 2), JSON.stringify(long, null, 2), JSON.stringify(long)])
      expect(await factsOf(text, { name: "rollout-2025-04-20-x.json" })).toEqual({ ...session, ...unknown });
  });

  test("our own: the first input, not mail; the model of the last turn", async () => {
    const mail = line("cf_input", { inputId: "m", via: "mail", input: [{ type: "text", text: "from a program" }] });
    const [first = "", ...rest] = ownSession(id, "hello").trimEnd().split("\n");
    const own = {
      ...session,
      source: "counterfoil",
      model: "model-2",
      choice: { model: "model-2", sandbox: "readOnly" },
      totalTokens: null,
    };
    expect(await factsOf(lines(first, mail, ...rest), { isOwn: true })).toEqual(own);
  });

  test("compressed", async () => {
    expect(await factsOf(zstdOf(codexSession(id, "hello")), { name: "a.jsonl.zst" })).toEqual(session);
    const long = codexSession(id, "hello").replace(
      /\n(?=[^\n]*"token_count")/,
      `\n${lines(...Array<string>(20).fill(filler(60_000)))}`,
    );
    expect(await factsOf(zstdOf(long), { name: "a.jsonl.zst" })).toEqual(session);
  });

  test("a compressed file that breaks off says what its beginning says", async () => {
    const whole = zstdOf(codexSession(id, `hello${" and more".repeat(20_000)}`));
    const facts = await factsOf(whole.subarray(0, 100_000), { name: "a.jsonl.zst" });
    expect(facts).toMatchObject({ kind: "session", sessionId: id, lastTurn: "started" });
    const nothing = await factsOf(Buffer.from("no archive"), { name: "a.jsonl.zst" });
    expect(nothing).toMatchObject({ kind: "broken", reason: "unreadable" });
  });
});

describe("the person's first words", () => {
  const previewOf = async (...all: string[]): Promise<unknown> => {
    const facts = await factsOf(lines(header(id), ...all));
    return facts.kind === "session" ? facts.preview : facts;
  };

  test("context that programs put in their place is passed over", async () => {
    const blocks = ["# AGENTS.md instructions for /x", "<user_instructions>", "<permissions instructions>", "<turn_aborted>"];
    expect(await previewOf(...blocks.map((text) => item(message("user", text))), item(message("user", "hello")))).toBe("hello");
  });

  test("of a message that an editor wrapped, those behind its mark", async () => {
    const wrapped = "# Context from my IDE setup:\n\n## Open tabs:\n- a.ts\n\n## My request for Codex:\n  hello\n";
    expect(await previewOf(item(message("user", wrapped)))).toBe("hello");
  });

  test("a wrapper around nothing is passed over, and an image alone is told", async () => {
    const empty = event("user_message", { message: "# Context\n## My request for Codex:\n" });
    expect(await previewOf(empty, event("user_message", { message: "hello" }))).toBe("hello");
    expect(await previewOf(event("user_message", { message: "", images: ["data:image/png;base64,AA"] }))).toBe("[Image]");
    const parts = [
      { type: "input_text", text: "<image name=[Image #1]>" },
      { type: "input_image", image_url: { url: "x" } },
    ];
    expect(await previewOf(item({ type: "message", role: "user", content: parts }))).toBe("[Image]");
  });

  test("a long text is its beginning on one line", async () => {
    expect(await previewOf(event("user_message", { message: `a\n\n b${"c".repeat(500)}` }))).toBe(`a b${"c".repeat(116)}…`);
  });

  test("behind a header longer than the first read they are still found", async () => {
    const text = lines(
      header(id, { base_instructions: { text: "r".repeat(100_000) } }),
      ...Array<string>(12).fill(filler(50_000)),
    );
    const long = text.replace("\n", `\n${event("user_message", { message: "hello" })}\n`);
    expect(await factsOf(long)).toMatchObject({ sessionId: id, preview: "hello", cwd: "/work place" });
  });
});

describe("names", () => {
  test("the last line that names it counts, and an empty one takes the name away", async () => {
    const named = ownSession(id, "hello", nameLine("one"), nameLine("two"));
    expect(await factsOf(named, { isOwn: true })).toMatchObject({ name: "two" });
    expect(await factsOf(named + lines(nameLine("")), { isOwn: true })).toMatchObject({ name: null });
  });

  test("a text that looks like a name is none", async () => {
    const quoted = item(message("assistant", nameLine("not this")));
    expect(await factsOf(ownSession(id, "hello", nameLine("this"), quoted), { isOwn: true })).toMatchObject({ name: "this" });
  });

  test("a rename that much work followed is found between head and tail, also where two reads meet", async () => {
    const work = lines(...Array<string>(40).fill(filler(30_000)));
    for (const lead of [0, 1, 600_000, 1_048_000, 1_048_500]) {
      const before = lead < 200 ? "" : lines(filler(lead));
      const text = ownSession(id, "hello") + before + lines(nameLine("mine")) + work + work;
      expect(await factsOf(text, { isOwn: true }), `${lead}`).toMatchObject({ name: "mine", preview: "hello" });
    }
  });

  test("of a file that has grown only what was added is searched", async () => {
    const path = put(join(tempFolder(), "a.jsonl"), ownSession(id, "hello") + lines(...Array<string>(40).fill(filler(30_000))));
    const { size } = statSync(path);
    const again = async (name: string): Promise<FileFacts> =>
      factsOfFile({ path, form: "lines", size: statSync(path).size, isOwn: true, before: { size, name } });
    expect(await again("kept")).toMatchObject({ name: "kept" });
    appendFileSync(path, lines(nameLine("new")));
    expect(await again("kept")).toMatchObject({ name: "new" });
    appendFileSync(path, lines(nameLine("")));
    expect(await again("kept")).toMatchObject({ name: null });
  });

  test("early files of 2026 hold it as an event", async () => {
    const text = codexSession(id, "hello") + lines(event("thread_name_updated", { thread_id: id, thread_name: "theirs" }));
    expect(await factsOf(text)).toMatchObject({ name: "theirs" });
  });
});

describe("how it ended", () => {
  test.each([
    [[event("task_started")], "started"],
    [[event("task_started"), event("task_complete", { error: null })], "completed"],
    [[event("task_started"), event("task_complete", { error: { message: "no" } })], "failed"],
    [[event("task_complete"), event("task_started"), event("turn_aborted")], "interrupted"],
    [[event("turn_aborted"), event("turn_started")], "started"],
    [[event("task_complete"), item(message("assistant", event("task_started")))], "completed"],
    [[], null],
  ])("%# the last of start, end and abort counts", async (events, lastTurn) => {
    expect(await factsOf(lines(header(id), ...events))).toMatchObject({ lastTurn });
  });

  const asked = (requestId: string) => line("cf_approval_requested", { requestId, callId: `of ${requestId}`, kind: "command" });
  const answered = (requestId: string) =>
    line("cf_approval_decided", { requestId, callId: `of ${requestId}`, decision: "accept" });
  test.each([
    ["is open", [event("task_started"), asked("a")], true],
    ["is open behind much else", [asked("a"), filler(20_000)], true],
    ["has its answer", [event("task_started"), asked("a"), answered("a")], false],
    ["beside one that has its answer", [event("task_started"), asked("a"), asked("b"), answered("b")], true],
    ["of a turn that has ended", [event("task_started"), asked("a"), event("turn_aborted")], false],
    ["of the turn before", [event("task_started"), asked("a"), event("task_started")], false],
    ["that is only words", [event("task_started"), item(message("assistant", asked("a")))], false],
  ])("a question to the person %s", async (_which, after, isAsking) => {
    expect(await factsOf(lines(header(id), ...after), { isOwn: true })).toMatchObject({ isAsking });
  });

  test("the last count that says anything is what it has used", async () => {
    const count = (total: number): string => event("token_count", { info: { total_token_usage: { total_tokens: total } } });
    const text = lines(header(id), count(1), count(20), event("token_count", { info: null }));
    expect(await factsOf(text)).toMatchObject({ totalTokens: 20 });
  });
});

describe("lineage", () => {
  test("the first header counts: that of a parent whose lines were copied does not (bug report 87)", async () => {
    const text = lines(header(id, { forked_from_id: "parent" })) + codexSession("parent", "hello");
    expect(await factsOf(text)).toMatchObject({ sessionId: id, forkedFromId: "parent" });
  });

  test("sub-agents name the thread that started them, in each form", async () => {
    const spawn = { subagent: { thread_spawn: { parent_thread_id: "p", depth: 1 } } };
    expect(await factsOf(codexSession(id, "x", { source: spawn }))).toMatchObject({ isSubAgent: true, parentThreadId: "p" });
    const review = { source: { subagent: "review" }, parent_thread_id: "p" };
    expect(await factsOf(codexSession(id, "x", review))).toMatchObject({ isSubAgent: true, parentThreadId: "p" });
    expect(await factsOf(codexSession(id, "x", { thread_source: "subagent" }))).toMatchObject({ isSubAgent: true });
    expect(await factsOf(codexSession(id, "x", { source: { custom: "y" } }))).toMatchObject({ isSubAgent: false });
  });

  test("a file that continues another by reference names it", async () => {
    const base = { history_base: { thread_id: "base", end_ordinal_exclusive: 5, end_byte_offset: 9 } };
    expect(await factsOf(codexSession(id, "x", base))).toMatchObject({ baseId: "base" });
  });
});

describe("damage", () => {
  test("an empty file, and files that are no rollouts, are told apart", async () => {
    expect(await factsOf("")).toEqual({ kind: "broken", reason: "empty", problem: "The file is empty." });
    const others = [
      "words\n",
      "\0".repeat(1000),
      lines('{"ts":"2026","dir":"meta","kind":"session_start"}'),
      lines(JSON.stringify({ id: "x", thread_name: "y", updated_at: AT })),
      lines(JSON.stringify({ session_id: "x", ts: 1, text: "hi" })),
      lines(JSON.stringify({ type: "user", message: { role: "user", content: "hi" } })),
      lines("[]", "1", "null", '{"type":"message"}'),
    ];
    for (const text of others) expect(await factsOf(text)).toMatchObject({ kind: "broken", reason: "notRollout" });
  });

  test("UTF-16 is named", async () => {
    const facts = await factsOf(Buffer.from(`\ufeff${codexSession(id, "hello")}`, "utf16le"));
    expect(facts).toEqual({ kind: "broken", reason: "notRollout", problem: "It is UTF-16 text; sessions are UTF-8." });
  });

  test("a byte order mark, CRLF, NULs, torn and glued lines take nothing away", async () => {
    const text = codexSession(id, "hello");
    const [first = ""] = text.split("\n");
    expect(await factsOf(`\ufeff${text}`)).toEqual(session);
    expect(await factsOf(text.replaceAll("\n", "\r\n"))).toEqual(session);
    expect(await factsOf(text + "\0".repeat(1206))).toEqual(session);
    expect(await factsOf(first.slice(0, 60) + text)).toEqual(session);
    expect(await factsOf(text + first.slice(0, 60))).toEqual(session);
    expect(await factsOf(`damage\n${text}`)).toEqual(session);
  });

  test("without a header it is a session all the same, once records follow", async () => {
    const [, ...rest] = codexSession(id, "hello").split("\n");
    expect(await factsOf(rest.join("\n"))).toEqual({
      ...session,
      sessionId: null,
      provider: "",
      source: "codex",
      sourceVersion: null,
    });
  });

  test("a header alone is a session", async () => {
    expect(await factsOf(lines(header(id)))).toMatchObject({ kind: "session", preview: "", lastTurn: null });
  });

  test("what the system refuses is told in its words", async () => {
    const facts = await factsOfFile({ path: join(tempFolder(), "gone.jsonl"), form: "lines", size: 9, isOwn: false });
    expect(facts).toMatchObject({ kind: "broken", reason: "unreadable", problem: expect.stringContaining("gone.jsonl") });
  });
});

describe("size does not matter (bug reports 76, 77)", () => {
  const MANY = 700 * 1024 * 1024;

  test("a line of 700 MB: its beginning is enough", async () => {
    const start =
      '{"timestamp":"2026-03-01T10:00:00.000Z","type":"event_msg","payload":{"type":"user_message","message":"hello there ';
    const path = put(join(tempFolder(), "a.jsonl"), lines(header(id)) + start);
    truncateSync(path, MANY);
    expect(await read(path)).toMatchObject({ sessionId: id, preview: "hello there" });
  });

  test("a header of 700 MB names the session", async () => {
    const path = put(join(tempFolder(), "a.jsonl"), header(id, { base_instructions: { text: "" } }).slice(0, -4));
    truncateSync(path, MANY);
    expect(await read(path)).toMatchObject({ sessionId: id, cwd: "/work place" });
  });
});
