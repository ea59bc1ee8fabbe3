// A thread of which only what matters is read: from the last compaction on, and the facts in front of it (runtime.md §12). It goes on as if all of it
// had been read.
import { describe, expect, test } from "vitest";
import type { InputId, ThreadId } from "../../shared/protocol/ids";
import type { LineBody } from "../../shared/protocol/rollout-line";
import { closingLines, resumeThread } from "../../electron/runtime/history/resume";
import type { ResumedThread } from "../../electron/runtime/history/thread-fold";
import { compactNow, FULL, WINDOW, answers, reports, worker } from "../support/compaction";
import { createCountingIds } from "../support/ids";
import type { MemoryRolloutStore } from "../support/memory-rollout-store";
import { HANGS } from "../support/queue";
import { call, says } from "../support/scripted-client";
import { modelRequests, Scenario, scenario } from "../support/scenario";
import { TestRuntime, countingIds } from "../support/test-session";

/** Two compactions, by hand and within a turn; mail, a name, a queue that waits; and a turn behind them. */
async function longThread(): Promise<Scenario> {
  const thread = await scenario({
    contextWindow: WINDOW,
    tools: [worker()],
    scripts: [
      says("One."),
      says("First summary."),
      reports(FULL, call("a", "work"), call("b", "work")),
      says("Second summary."),
      says("Two."),
      says("Three."),
      HANGS,
    ],
  });
  await thread.end();
  await thread.mail("news", { clientId: "mail-1" });
  await compactNow(thread);
  await thread.runtime.manager.rename(thread.id, "  A name ");
  await thread.start("second", "client-2");
  await thread.end();
  await thread.start("third");
  await thread.end();
  await thread.start("fourth");
  await thread.advance(0);
  await thread.enqueue("later", "client-later");
  await thread.interrupt();
  return thread;
}

async function read(store: MemoryRolloutStore, id: ThreadId, wholeBytes: number): Promise<ResumedThread> {
  store.wholeBytes = wholeBytes;
  const stored = await store.open(id);
  if (stored === null) throw new Error("no rollout");
  return resumeThread(stored.rollout);
}

/** What continuing goes by. Of the view, what begins with the line. */
function known(thread: ResumedThread, fromLine: number): Record<string, unknown> {
  const { meta, createdAtMs, transcript, projection, view, acceptedBy } = thread;
  const { items, turns, tokens, queue } = view;
  const shown = items.filter(({ line }) => line !== undefined && line >= fromLine);
  const turnIds = new Set(shown.map(({ turnId }) => turnId));
  return {
    meta,
    createdAtMs,
    window: transcript.items,
    openCalls: transcript.openCalls,
    tokens: [transcript.tokens.count, transcript.tokens.source],
    closing: closingLines(thread, createCountingIds("new")),
    name: projection.name,
    preview: projection.inputs.first,
    mail: projection.inputs.waitingMail,
    turn: projection.activeTurn,
    shown,
    turns: turns.filter(({ id }) => turnIds.has(id)),
    counted: tokens,
    queue,
    acceptedBy: [...acceptedBy],
  };
}

describe("runtime.md §12 a big file is read from its last compaction on", () => {
  test("§12 wherever the file ends, going on finds what reading all of it finds", async () => {
    const { id, runtime } = await longThread();
    const bytes = runtime.store.bytes(id);
    const ids = runtime
      .lines(id)
      .flatMap((line) => (line.type === "response_item" && "id" in line.payload ? [line.payload.id] : []));
    let partly = 0;
    for (let end = 0; end <= bytes.length; end = bytes.indexOf(0x0a, end) + 1 || bytes.length + 1) {
      // Whole lines, and the next one torn.
      for (const cut of [end, Math.min(end + 20, bytes.length)]) {
        const store = runtime.store.crashedAt(id, cut);
        const whole = await read(store, id, Infinity);
        const part = await read(store, id, 0);
        const fromLine = part.olderCursor === null ? 0 : Number(part.olderCursor.slice("line:".length));
        expect(known(part, fromLine)).toEqual(known(whole, fromLine));
        expect(part.repairs).toEqual(whole.repairs);
        for (const used of [...ids, "a", "b"])
          expect(part.transcript.isUsed(String(used))).toBe(whole.transcript.isUsed(String(used)));
        if (fromLine > 0) partly += 1;
      }
    }
    expect(partly).toBeGreaterThan(50);
  });

  test("§12 the view begins with the compaction and says where the older items are; name and preview are those of the file", async () => {
    const first = await longThread();
    const { session: before } = await first.runtime.manager.open(first.id);
    const { thread } = await reopened(first);
    const { session } = await thread.runtime.manager.open(thread.id);
    const compactions = before.view.items.filter(({ type }) => type === "contextCompaction");
    const line = compactions.at(-1)?.line;
    expect(session.olderCursor).toBe(`line:${line}`);
    expect(session.view.items).toEqual(before.view.items.filter((item) => (item.line ?? 0) >= (line ?? Infinity)));
    const { id, name, preview, cwd, createdAtMs } = session.thread(false);
    const told = before.thread(false);
    expect({ id, name, preview, cwd, createdAtMs }).toEqual({
      id: told.id,
      name: "A name",
      preview: "go",
      cwd: told.cwd,
      createdAtMs: told.createdAtMs,
    });
    expect(session.queue.state.paused).toBe(true);
  });

  test("I13 a client's id from before the compaction has no second effect", async () => {
    const first = await longThread();
    const { thread, lines } = await reopened(first);
    const again = await thread.runtime.until(thread.runtime.start(thread.id, "second", "client-2"));
    expect(again.turnId).toBe(inputTurn(first, "second"));
    expect(await thread.runtime.until(thread.runtime.enqueue(thread.id, "later", "client-later"))).toBe(inputOf(first, "later"));
    await thread.runtime.until(thread.runtime.mail(thread.id, { text: "news", clientId: "mail-1" }));
    expect(thread.runtime.store.lines(thread.id)).toHaveLength(lines);
  });

  test("I5 a turn goes on with the window of the last compaction and every pair of it", async () => {
    const first = await longThread();
    const { thread } = await reopened(first, [answers("Five.", 40)]);
    await thread.start("fifth");
    expect((await thread.end()).status).toBe("completed");
    const whole = await read(first.runtime.store, first.id, Infinity);
    const [request] = modelRequests(thread.runtime);
    expect(request?.input.slice(0, whole.transcript.items.length)).toEqual(whole.transcript.items);
  });
});

/** The next start of the program, which reads no more than it must. */
async function reopened(first: Scenario, scripts: ReturnType<typeof says>[] = []): Promise<{ thread: Scenario; lines: number }> {
  const { store, clock } = first.runtime;
  const next = store.crashedAt(first.id, store.bytes(first.id).length);
  next.wholeBytes = 0;
  const runtime = new TestRuntime({
    clock,
    store: next,
    ids: countingIds("next"),
    contextWindow: WINDOW,
    tools: [worker()],
    scripts,
  });
  const thread = new Scenario(runtime, { id: first.id, turnId: first.turnId });
  thread.facts = { isReopened: true };
  return { thread, lines: next.lines(first.id).length };
}

function accepted(thread: Scenario, text: string): Extract<LineBody, { type: "cf_input" }>["payload"] {
  const line = thread.runtime
    .lines(thread.id)
    .find((entry) => entry.type === "cf_input" && entry.payload.input.some((part) => part.type === "text" && part.text === text));
  if (line?.type !== "cf_input") throw new Error(`nobody said ${text}`);
  return line.payload;
}

function inputTurn(thread: Scenario, text: string): string | undefined {
  return accepted(thread, text).turnId;
}

function inputOf(thread: Scenario, text: string): InputId {
  return accepted(thread, text).inputId;
}

describe("a name is a line", () => {
  test("it is told, kept, and taken away by an empty one; also while a turn runs", async () => {
    const thread = await scenario({ scripts: [HANGS] });
    const name = async () => (await thread.runtime.manager.open(thread.id)).session.thread(false).name;
    await thread.runtime.manager.rename(thread.id, "One");
    expect(await name()).toBe("One");
    await thread.interrupt();
    await thread.runtime.manager.rename(thread.id, "Two");
    await thread.runtime.manager.rename(thread.id, "");
    expect(await name()).toBeUndefined();
    expect(thread.events("thread/name/updated").map(({ params }) => "name" in params && params.name)).toEqual(["One", "Two", ""]);
    expect(thread.runtime.lines(thread.id).filter(({ type }) => type === "cf_name")).toHaveLength(3);
  });

  test("a thread that is not open is opened for it; one that another process writes is refused with words", async () => {
    const first = await scenario({ scripts: [says("One.")] });
    await first.end();
    const { thread } = await reopened(first);
    const unlock = thread.runtime.store.lockFromOutside(thread.id);
    await expect(thread.runtime.manager.rename(thread.id, "Mine")).rejects.toMatchObject({ kind: "lockedByOther" });
    unlock();
    await thread.runtime.manager.rename(thread.id, "Mine");
    expect((await thread.runtime.manager.open(thread.id)).session.thread(false).name).toBe("Mine");
  });
});
