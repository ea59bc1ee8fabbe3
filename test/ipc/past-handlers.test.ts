// Commands about sessions as files, on real files: what they do, and each refusal with its kind.
import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import type { ThreadId, TurnId } from "../../shared/protocol/ids";
import { tempFolder } from "../support/temp-folder";
import { says, type Script } from "../support/scripted-client";
import { TestServer, type ServerOptions, type TestClient } from "../support/test-server";

const HANGS: Script = { steps: [], end: { type: "hang" } };

/** A session of one turn on disk, that is live. */
async function session(options: ServerOptions = {}) {
  const server = new TestServer({ onDisk: true, scripts: [says("One."), says("Two.")], ...options });
  const client = await server.client();
  const { thread } = await client.ask("thread/start", { cwd: "/project" });
  const threadId = thread.id;
  const turnId = await turn({ server, client, threadId });
  return { server, client, threadId, turnId, path: thread.path };
}

async function turn(of: { server: TestServer; client: TestClient; threadId: ThreadId }): Promise<TurnId> {
  const { server, client, threadId } = of;
  const input = [{ type: "text" as const, text: "fix the parser" }];
  const { turn: started } = await client.ask("turn/start", { threadId, input });
  await server.runtime.turnEnd(threadId, started.id);
  return started.id;
}

/** Anybody's file, outside of our home. */
function foreignFile({ home }: TestServer): string {
  const path = join(home, "elsewhere", "rollout-of-another.jsonl");
  mkdirSync(dirname(path), { recursive: true });
  const line = (type: string, payload: object): string =>
    `${JSON.stringify({ timestamp: "2026-01-02T03:04:05.000Z", type, payload })}\n`;
  const words = { type: "message", role: "user", content: [{ type: "input_text", text: "their words" }] };
  const meta = { id: "0197f000-0000-7000-8000-000000000001", timestamp: "2026-01-02T03:04:05.000Z", cwd: "/theirs" };
  writeFileSync(
    path,
    line("session_meta", { ...meta, originator: "codex", cli_version: "0", source: "cli" }) + line("response_item", words),
  );
  return path;
}

describe("protocol.md §2 names and pins", () => {
  test("thread/name/set is a line of the rollout, told to those who look, and in the list", async () => {
    const { client, threadId, path } = await session();
    expect(await client.ask("thread/name/set", { threadId, name: " The parser " })).toEqual({});
    expect(readFileSync(path, "utf8")).toContain('"cf_name"');
    expect(client.log()).toContain("thread/name/updated");
    expect((await client.ask("thread/list", {})).threads).toMatchObject([{ id: threadId, name: "The parser" }]);
  });

  test("a session of another program cannot be named: readOnly", async () => {
    const { server, client } = await session();
    const { thread } = await client.ask("thread/resume", { path: foreignFile(server) });
    const before = readFileSync(thread.path);
    expect((await client.errorOf("thread/name/set", { threadId: thread.id, name: "x" })).data.kind).toBe("readOnly");
    expect(readFileSync(thread.path)).toEqual(before);
  });

  test("thread/pin/set puts a session in front, and takes it back", async () => {
    const { client, threadId } = await session();
    await client.ask("thread/pin/set", { threadId, isPinned: true });
    expect((await client.ask("thread/list", {})).threads).toMatchObject([{ id: threadId, pinned: true }]);
    // Of a live one too.
    expect((await client.ask("thread/read", { threadId })).thread.pinned).toBe(true);
    expect((await client.ask("thread/resume", { threadId })).thread.pinned).toBe(true);
    await client.ask("thread/pin/set", { threadId, isPinned: false });
    expect((await client.ask("thread/list", {})).threads).toMatchObject([{ pinned: false }]);
  });
});

describe("protocol.md §2 archive and delete", () => {
  test("thread/archive moves the file out of the list, thread/unarchive back", async () => {
    const { client, threadId, path } = await session();
    await client.ask("thread/archive", { threadId });
    expect(existsSync(path)).toBe(false);
    expect((await client.ask("thread/list", {})).threads).toEqual([]);
    expect((await client.ask("thread/list", { archived: true })).threads).toMatchObject([{ id: threadId, archived: true }]);
    await client.ask("thread/unarchive", { threadId });
    expect(existsSync(path)).toBe(true);
    expect((await client.ask("thread/list", {})).threads).toMatchObject([{ id: threadId, archived: false }]);
  });

  test("while a turn runs nothing is moved or deleted: turnMismatch", async () => {
    const { server, client, threadId, path } = await session({ scripts: [says("One."), HANGS] });
    const { turn: running } = await client.ask("turn/start", { threadId, input: [{ type: "text", text: "more" }] });
    for (const method of ["thread/archive", "thread/delete"])
      expect((await client.errorOf(method, { threadId, isForGood: true })).data.kind).toBe("turnMismatch");
    expect(existsSync(path)).toBe(true);
    await client.ask("turn/interrupt", { threadId, turnId: running.id });
    expect(server.errors).toEqual([]);
  });

  test("a session of another program is neither moved nor deleted: readOnly", async () => {
    const { server, client } = await session();
    const { thread } = await client.ask("thread/resume", { path: foreignFile(server) });
    for (const method of ["thread/archive", "thread/unarchive", "thread/delete"])
      expect((await client.errorOf(method, { threadId: thread.id, isForGood: true })).data.kind).toBe("readOnly");
    expect(existsSync(thread.path)).toBe(true);
  });

  test("thread/delete puts the files into the bin", async () => {
    const binned: string[] = [];
    const trash = async (paths: readonly string[]): Promise<null> => {
      for (const path of paths) await rm(path);
      binned.push(...paths);
      return null;
    };
    const { client, threadId, path } = await session({ trash });
    expect(await client.ask("thread/delete", { threadId })).toEqual({ where: "bin" });
    expect(binned).toEqual([path]);
    expect((await client.ask("thread/list", {})).threads).toEqual([]);
    expect((await client.errorOf("thread/resume", { threadId })).data.kind).toBe("threadNotFound");
  });

  test("where there is no bin, or it takes nothing, nothing is deleted unless it is meant for good", async () => {
    const { client, threadId, path } = await session();
    expect(await client.ask("thread/delete", { threadId })).toMatchObject({ where: "noBin" });
    expect(existsSync(path)).toBe(true);
    expect(await client.ask("thread/delete", { threadId, isForGood: true })).toEqual({ where: "nowhere" });
    expect(existsSync(path)).toBe(false);
  });
});

describe("protocol.md §2 fork, export, import", () => {
  test("thread/fork makes a session of its own from a foreign file, and leaves that as it is", async () => {
    const { server, client } = await session();
    const path = foreignFile(server);
    const before = readFileSync(path);
    const { thread } = await client.ask("thread/fork", { path });
    expect(thread).toMatchObject({ origin: "own", readOnly: false, preview: "their words" });
    expect(readFileSync(path)).toEqual(before);
    await turn({ server, client, threadId: thread.id });
    const { items } = await client.ask("thread/read", { threadId: thread.id, includeItems: true });
    expect(items?.filter(({ type }) => type === "userMessage")).toHaveLength(2);
  });

  test("thread/fork up to a turn; one that is not there is refused", async () => {
    const { server, client, threadId, turnId } = await session();
    await turn({ server, client, threadId });
    const { thread } = await client.ask("thread/fork", { threadId, throughTurnId: turnId });
    const { items } = await client.ask("thread/read", { threadId: thread.id, includeItems: true });
    expect(items?.flatMap((item) => (item.type === "agentMessage" ? [item.text] : []))).toEqual(["One."]);
    expect((await client.errorOf("thread/fork", { threadId, throughTurnId: "ghost" })).data.kind).toBe("invalidParams");
  });

  test("thread/export writes a file, and one that is there only when it is meant", async () => {
    const { client, threadId, path } = await session();
    const file = join(tempFolder(), "session.jsonl");
    expect(await client.ask("thread/export/check", { threadId })).toEqual({
      findings: [],
      isWhole: true,
      title: "fix the parser",
    });
    expect(await client.ask("thread/export", { threadId, format: "jsonl", file })).toMatchObject({ outcome: "written", file });
    expect(readFileSync(file)).toEqual(readFileSync(path));
    expect(await client.ask("thread/export", { threadId, format: "markdown", file })).toEqual({ outcome: "exists", file });
    expect(readFileSync(file)).toEqual(readFileSync(path));
    await client.ask("thread/export", { threadId, format: "markdown", file, canReplace: true });
    expect(readFileSync(file, "utf8")).toContain("fix the parser");
    const { markdown } = await client.ask("thread/markdown/read", { threadId });
    expect(markdown).toContain("One.");
  });

  test("any rollout is exported by its path, and what a page has no room for is in the export", async () => {
    const { server, client } = await session();
    const path = foreignFile(server);
    const long = `begin ${"word ".repeat(600_000)}end`;
    const answer = { type: "message", role: "assistant", content: [{ type: "output_text", text: long }] };
    appendFileSync(
      path,
      `${JSON.stringify({ timestamp: "2026-01-02T03:04:06.000Z", type: "response_item", payload: answer })}\n`,
    );
    const { page } = await client.ask("thread/resume", { path });
    expect(page.items[1]?.leftOut).toBeGreaterThan(1_900_000);
    const file = join(tempFolder(), "session.md");
    expect(await client.ask("thread/export/check", { path })).toMatchObject({ findings: [], title: "their words" });
    expect(await client.ask("thread/export", { path, format: "markdown", file })).toMatchObject({ outcome: "written", file });
    expect(readFileSync(file, "utf8").includes(long)).toBe(true);
    expect((await client.ask("thread/markdown/read", { path })).markdown.includes(long)).toBe(true);
  });

  test("thread/export of the session onto itself is refused", async () => {
    const { client, threadId, path } = await session();
    const before = readFileSync(path);
    const error = await client.errorOf("thread/export", { threadId, format: "jsonl", file: path, canReplace: true });
    expect(error.data.kind).toBe("invalidParams");
    expect(readFileSync(path)).toEqual(before);
  });

  test("thread/import makes a session of an export; what is no export is refused", async () => {
    const { client, threadId } = await session();
    const file = join(tempFolder(), "session.jsonl");
    await client.ask("thread/export", { threadId, format: "jsonl", file });
    const { thread } = await client.ask("thread/import", { path: file });
    expect(thread).toMatchObject({ origin: "own", readOnly: false, preview: "fix the parser" });
    expect(thread.id).not.toBe(threadId);
    const empty = join(tempFolder(), "empty.jsonl");
    writeFileSync(empty, "");
    expect((await client.errorOf("thread/import", { path: empty })).data.kind).toBe("notARollout");
  });

  test.each([
    ["thread/archive", {}],
    ["thread/unarchive", {}],
    ["thread/delete", { isForGood: true }],
    ["thread/name/set", { name: "x" }],
    ["thread/pin/set", { isPinned: true }],
    ["thread/fork", {}],
    ["thread/export/check", {}],
    ["thread/export", { format: "html", file: "/nowhere/x.html" }],
    ["thread/markdown/read", {}],
  ])("%s of a thread that does not exist: threadNotFound", async (method, params) => {
    const client = await new TestServer({ onDisk: true }).client();
    expect((await client.errorOf(method, { threadId: "ghost", ...params })).data.kind).toBe("threadNotFound");
  });
});

describe("protocol.md §2 roots", () => {
  test("sessionRoot/list tells our own, sessionRoot/set takes one up", async () => {
    const { server, client } = await session();
    const root = join(server.home, "elsewhere", "sessions");
    mkdirSync(root, { recursive: true });
    const paths = async (): Promise<string[]> => (await client.ask("sessionRoot/list", {})).roots.map(({ path }) => path);
    expect(await paths()).toEqual([server.home]);
    expect((await client.errorOf("sessionRoot/set", { path: "relative", isUsed: true })).data.kind).toBe("invalidParams");
  });
});
