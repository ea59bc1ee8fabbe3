// `turn/changes/undo` through the router: what it replies, what it records, what the model reads next (protocol.md §2, §5).
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { createApplyPatchTool } from "../../../../electron/adapters/tools/patch/apply-patch";
import { PatchSnapshots } from "../../../../electron/adapters/tools/patch/patch-snapshots";
import type { ThreadId, TurnId } from "../../../../shared/protocol/ids";
import { parseLine } from "../../../../shared/protocol/rollout-line";
import { controllableTool } from "../../../support/controllable-tool";
import { rolloutFiles } from "../../../support/rollout-lines";
import { modelRequests } from "../../../support/scenario";
import { call, calls, itemDone, says, type Script } from "../../../support/scripted-client";
import { tempFolder } from "../../../support/temp-folder";
import { TestServer, type TestClient } from "../../../support/test-server";
import { patch, update } from "./patch-bench";

/** A program with real files: its sessions, the workspace and what is kept. */
class Program {
  readonly server: TestServer;
  readonly cwd: string;

  constructor(
    readonly folder: string,
    scripts: readonly Script[],
  ) {
    this.cwd = join(folder, "work");
    const home = join(folder, "home");
    mkdirSync(this.cwd, { recursive: true });
    mkdirSync(home, { recursive: true });
    const hanging = controllableTool({ name: "hangs", behaviour: () => ({ type: "untilAbort", afterMs: 0 }) });
    const tool = createApplyPatchTool({ snapshots: new PatchSnapshots(join(home, "snapshots")), home });
    this.server = new TestServer({ home, onDisk: true, scripts, tools: [tool, hanging], settings: { policy: "never" } });
  }

  async client(): Promise<TestClient> {
    const client = this.server.stranger();
    await client.ask("initialize", { clientInfo: { name: "test", version: "1" } });
    return client;
  }

  async turn(client: TestClient, threadId: ThreadId): Promise<TurnId> {
    const { turn } = await client.ask("turn/start", { threadId, input: [{ type: "text", text: "go" }] });
    const isOver = () =>
      client.got.some(
        (message) => JSON.stringify(message).includes(`"method":"turn/completed"`) && JSON.stringify(message).includes(turn.id),
      );
    await expect.poll(isOver, { timeout: 20_000 }).toBe(true);
    return turn.id;
  }

  async thread(client: TestClient): Promise<ThreadId> {
    return (await client.ask("thread/start", { cwd: this.cwd, approvalPolicy: "never" })).thread.id;
  }

  lines() {
    const [file = ""] = rolloutFiles(this.server.home);
    return readFileSync(file, "utf8")
      .trimEnd()
      .split("\n")
      .map((line) => parseLine(line));
  }

  async end(): Promise<void> {
    await this.server.runtime.manager.closeAll();
  }
}

const changesF = calls(call("c1", "apply_patch", { patch: update("f", "@@", "-a", "+b") }));

describe("turn/changes/undo", () => {
  test("puts the files back, records it with the words for the model, shows it, and is no second time possible", async () => {
    const program = new Program(tempFolder(), [changesF, says("Done."), says("I see.")]);
    writeFileSync(join(program.cwd, "f"), "a\n");
    const client = await program.client();
    const threadId = await program.thread(client);
    const turnId = await program.turn(client, threadId);
    expect(readFileSync(join(program.cwd, "f"), "utf8")).toBe("b\n");
    const changes = [{ path: "f", kind: "update", diff: "@@ -1,1 +1,1 @@\n-b\n+a" }];
    expect(await client.ask("turn/changes/undo", { threadId, turnId })).toEqual({ outcome: "undone", changes });
    expect(readFileSync(join(program.cwd, "f"), "utf8")).toBe("a\n");
    const [undo, words] = program.lines().slice(-2);
    expect(undo).toMatchObject({ type: "cf_undo", payload: { undoOf: turnId, changes } });
    expect(undo?.timestamp).toBe(words?.timestamp);
    const { items = [] } = await client.ask("thread/read", { threadId, includeItems: true });
    expect(items.find((item) => item.type === "fileChange" && item.undoOf === turnId)).toMatchObject({
      status: "completed",
      changes,
    });
    expect(await client.ask("turn/changes/undo", { threadId, turnId })).toMatchObject({ outcome: "nothing" });
    expect(existsSync(join(program.server.home, "snapshots", threadId, "c1"))).toBe(false);
    await program.turn(client, threadId);
    const told = JSON.stringify(modelRequests(program.server.runtime).at(-1)?.input);
    expect(told).toContain("The person has undone the patches of an earlier turn");
    expect(told).toContain("as before: f");
  });

  test("works after a restart, and without git", async () => {
    const folder = tempFolder();
    const before = new Program(folder, [changesF, says("Done.")]);
    writeFileSync(join(before.cwd, "f"), "a\n");
    const client = await before.client();
    const threadId = await before.thread(client);
    const turnId = await before.turn(client, threadId);
    await before.end();
    const after = new Program(folder, []);
    expect(await (await after.client()).ask("turn/changes/undo", { threadId, turnId })).toMatchObject({ outcome: "undone" });
    expect(readFileSync(join(after.cwd, "f"), "utf8")).toBe("a\n");
    expect(after.lines().some((line) => line?.type === "cf_undo")).toBe(true);
    await after.end();
  });

  test("names what was changed since, changes nothing and records nothing", async () => {
    const program = new Program(tempFolder(), [changesF, says("Done.")]);
    writeFileSync(join(program.cwd, "f"), "a\n");
    const client = await program.client();
    const threadId = await program.thread(client);
    const turnId = await program.turn(client, threadId);
    writeFileSync(join(program.cwd, "f"), "mine\n");
    expect(await client.ask("turn/changes/undo", { threadId, turnId })).toEqual({ outcome: "changed", paths: ["f"] });
    expect(readFileSync(join(program.cwd, "f"), "utf8")).toBe("mine\n");
    expect(program.lines().some((line) => line?.type === "cf_undo")).toBe(false);
  });

  test("is refused while a turn runs", async () => {
    const program = new Program(tempFolder(), [calls(call("c1", "hangs"))]);
    const client = await program.client();
    const threadId = await program.thread(client);
    const { turn } = await client.ask("turn/start", { threadId, input: [{ type: "text", text: "go" }] });
    expect(await client.errorOf("turn/changes/undo", { threadId, turnId: turn.id })).toMatchObject({
      data: { kind: "turnMismatch" },
    });
    await program.end();
  });

  test("a turn without patches has nothing to undo", async () => {
    const program = new Program(tempFolder(), [says("Done.")]);
    const client = await program.client();
    const threadId = await program.thread(client);
    const turnId = await program.turn(client, threadId);
    const { outcome, why } = (await client.ask("turn/changes/undo", { threadId, turnId })) as { outcome: string; why: string };
    expect([outcome, why]).toEqual(["nothing", "no file changes of this turn are kept; what commands change never is"]);
  });

  test("what is kept goes with the thread", async () => {
    const program = new Program(tempFolder(), [changesF, says("Done.")]);
    writeFileSync(join(program.cwd, "f"), "a\n");
    const client = await program.client();
    const threadId = await program.thread(client);
    await program.turn(client, threadId);
    const kept = join(program.server.home, "snapshots", threadId);
    expect(existsSync(kept)).toBe(true);
    await client.ask("thread/delete", { threadId, isForGood: true });
    expect(existsSync(kept)).toBe(false);
  });
});

describe("a call of apply_patch", () => {
  test.each([
    ["as a function", call("c1", "apply_patch", { patch: update("f", "@@", "-a", "+b") })],
    [
      "as free text",
      itemDone({ type: "custom_tool_call", call_id: "c1", name: "apply_patch", input: update("f", "@@", "-a", "+b") }),
    ],
  ])("%s changes the file, and is shown as the change that it made", async (_, step) => {
    const program = new Program(tempFolder(), [calls(step), says("Done.")]);
    writeFileSync(join(program.cwd, "f"), "x\na\n");
    const client = await program.client();
    const threadId = await program.thread(client);
    await program.turn(client, threadId);
    const { items = [] } = await client.ask("thread/read", { threadId, includeItems: true });
    expect(items.find((item) => item.type === "fileChange")).toMatchObject({
      status: "completed",
      changes: [{ path: "f", kind: "update", diff: "@@ -1,2 +1,2 @@\n x\n-a\n+b" }],
      output: "Success. Updated the following files:\nM f",
    });
    await program.end();
  });

  test("that cannot be read fails with the line, and the turn goes on", async () => {
    const program = new Program(tempFolder(), [
      calls(call("c1", "apply_patch", { patch: patch("*** Frobnicate: f") })),
      says("Done."),
    ]);
    const client = await program.client();
    const threadId = await program.thread(client);
    await program.turn(client, threadId);
    const told = JSON.stringify(modelRequests(program.server.runtime).at(-1)?.input);
    expect(told).toContain("the patch cannot be read, and no file was changed: line 2");
  });
});
