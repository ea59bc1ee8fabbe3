import { describe, expect, test } from "vitest";
import { z } from "zod";
import type { AgentBridge } from "../../../shared/protocol/bridge";
import { ThreadId } from "../../../shared/protocol/ids";
import type { ActionContext } from "../../../renderer/actions/action-context";
import { DEFER_OUTPUT } from "../../../renderer/actions/deferred-outputs";
import { jumpToEnd, openRollout, openThread } from "../../../renderer/actions/open-thread";
import { copyMarkdown, forkThread } from "../../../renderer/actions/past-session";
import { loadNewer, loadOlder, readLines } from "../../../renderer/actions/thread-pages";
import { createAgentClient } from "../../../renderer/bridge/agent-client";
import type { ShownThread } from "../../../renderer/state/open-thread";
import { createWindowState } from "../../../renderer/state/window-state";
import { agent, resumed, type Snapshot, thread, turn } from "../scene";

const id = ThreadId.parse("thread-1");
const COUNT = 400;
const turns = [turn("t1", { status: "completed" })];

const sentMessage = z.object({
  id: z.number(),
  method: z.string(),
  params: z.looseObject({
    cursor: z.string().exactOptional(),
    direction: z.string().exactOptional(),
    limit: z.number().exactOptional(),
  }),
});
type Sent = Omit<z.infer<typeof sentMessage>, "id">;

/** A window on a session of 400 entries that is read by pages; `isNumbered`: whether its lines are known. */
function windowOn({ isNumbered = true, snapshot = {} }: { isNumbered?: boolean; snapshot?: Partial<Snapshot> } = {}) {
  const file = { isNumbered };
  const sent: Sent[] = [];
  const copied: string[] = [];
  const items = (from: number, to: number) =>
    Array.from({ length: to - from }, (_, index) =>
      agent("t1", file.isNumbered ? from + index + 1 : undefined, "text", `item-${from + index}`),
    );
  const page = ({ cursor, direction, limit = 100 }: Sent["params"]) => {
    const place = cursor === undefined ? (direction === "forward" ? 0 : COUNT) : Number(cursor.slice(1));
    const [from, to] = direction === "forward" ? [place, Math.min(COUNT, place + limit)] : [Math.max(0, place - limit), place];
    const edge = direction === "forward" ? (to === COUNT ? null : `@${to}`) : from === 0 ? null : `@${from}`;
    return { items: items(from, to), turns, nextCursor: edge };
  };
  const results: Record<string, (params: Sent["params"]) => unknown> = {
    "thread/resume": () => resumed({ ...page({ direction: "backward" }), ...snapshot }),
    "thread/items/list": page,
    "thread/fork": () => ({ thread: thread({ id: "copy", preview: "copied" }) }),
    "thread/markdown/read": () => ({ markdown: "# Turn" }),
    "thread/unsubscribe": () => ({}),
  };
  const bridge: AgentBridge = {
    platform: "linux",
    send: async (message) => {
      const { id: rpcId, method, params } = sentMessage.parse(message);
      sent.push({ method, params });
      const answer = results[method];
      if (answer === undefined) throw new Error(`no answer for ${method}`);
      return { id: rpcId, result: answer(params) };
    },
    subscribe: () => () => undefined,
    pathOfFile: () => "",
  };
  const context: ActionContext = {
    client: createAgentClient(bridge),
    state: createWindowState(),
    newId: () => "new",
    isNarrow: () => false,
    writeClipboard: async (text) => void copied.push(text),
  };
  const shown = (threadId = id): ShownThread => {
    const open = context.state.open.getState()[threadId];
    if (open?.type !== "shown") throw new Error("not shown");
    return open;
  };
  return { context, sent, copied, shown, file };
}

const range = ({ view }: ShownThread) => [view.items[0]?.id, view.items.at(-1)?.id];

describe("opening a past session", () => {
  test("asked for by the id in its file's header it is shown as the thread it is", async () => {
    const bench = windowOn({ snapshot: { thread: thread({ id: "file-1", sessionId: "header-1", readOnly: true }) } });
    await openThread(bench.context, ThreadId.parse("header-1"));
    const real = ThreadId.parse("file-1");
    expect(bench.context.state.ui.getState().route).toEqual({ type: "thread", threadId: real });
    expect(Object.keys(bench.context.state.open.getState())).toEqual([real]);
    expect(bench.shown(real).view.items).not.toHaveLength(0);
    await openThread(bench.context, real);
    expect(bench.sent.filter(({ method }) => method === "thread/resume")).toHaveLength(1);
  });

  test("only reads: nothing is started, nothing is written", async () => {
    const { context, sent } = windowOn({ snapshot: { thread: thread({ readOnly: true, origin: "root" }) } });
    await openThread(context, id);
    await openThread(context, id, { at: "@120" });
    await loadNewer(context, id);
    await loadOlder(context, id);
    expect(new Set(sent.map(({ method }) => method))).toEqual(new Set(["thread/resume", "thread/items/list"]));
    expect(context.state.ui.getState().announcement.text).toBe("Opened read-only. Nothing starts, nothing is written.");
  });

  test("by the path of its file shows it under its own id", async () => {
    const { context, sent, shown } = windowOn({ snapshot: { thread: thread({ id: "file-abc" }) } });
    await openRollout(context, "/tmp/a.jsonl");
    expect(sent.map(({ params }) => params)).toEqual([{ path: "/tmp/a.jsonl", deferOutput: DEFER_OUTPUT }]);
    expect(context.state.ui.getState().route).toEqual({ type: "thread", threadId: "file-abc" });
    expect(range(shown(ThreadId.parse("file-abc")))).toEqual(["item-300", "item-399"]);
  });

  test("a file that is none leaves what is shown and says why", async () => {
    const { context } = windowOn();
    const refusing = { ...context, client: createAgentClient({ ...noBridge, send: async () => refusal("not a rollout") }) };
    await openRollout(refusing, "/tmp/notes.txt");
    expect(context.state.ui.getState().route).toEqual({ type: "new", cwd: null });
    expect(context.state.ui.getState().notices[0]?.text).toBe("/tmp/notes.txt could not be opened: not a rollout");
  });

  test("at an item: pages on both sides of it, and the item is marked", async () => {
    const { context, shown } = windowOn();
    await openThread(context, id, { at: "@120" });
    expect(range(shown())).toEqual(["item-20", "item-219"]);
    expect(shown()).toMatchObject({ markedId: "item-120", newerCursor: "@220", olderCursor: "@20" });
  });

  test("newer pages come until the end; then a snapshot makes it live", async () => {
    const { context, shown, sent } = windowOn();
    await openThread(context, id, { at: "@120" });
    await loadNewer(context, id);
    expect(range(shown())).toEqual(["item-20", "item-319"]);
    await loadNewer(context, id);
    expect(range(shown())).toEqual(["item-20", "item-399"]);
    expect(shown()).toMatchObject({ newerCursor: null, olderCursor: "@20", sync: "live", isLoadingNewer: false });
    expect(sent.at(-1)?.method).toBe("thread/resume");
  });

  test("the end can be jumped to", async () => {
    const { context, shown } = windowOn();
    await openThread(context, id, { at: "@120" });
    await jumpToEnd(context, id);
    expect(range(shown())).toEqual(["item-300", "item-399"]);
    expect(shown()).toMatchObject({ newerCursor: null, markedId: null, sync: "live" });
  });
});

test("once the file is read, every entry on screen gets its line, wherever the window stands", async () => {
  for (const at of ["@120", "@390"]) {
    const { context, shown, file } = windowOn({ isNumbered: false });
    await openThread(context, id, { at });
    await loadOlder(context, id);
    expect(shown().view.items.every(({ line }) => line === undefined)).toBe(true);
    file.isNumbered = true;
    const before = range(shown());
    await readLines(context, id);
    expect(range(shown())).toEqual(before);
    expect(shown().view.items.map(({ id: itemId, line }) => [itemId, line])).toEqual(
      shown().view.items.map(({ id: itemId }) => [itemId, Number(itemId.slice(5)) + 1]),
    );
  }
});

test("a new session goes on from a copy, up to a turn or as a whole", async () => {
  const { context, sent } = windowOn();
  await openThread(context, id);
  const turnId = turns[0]?.id;
  await forkThread(context, id, turnId);
  expect(sent.find(({ method }) => method === "thread/fork")?.params).toEqual({ threadId: id, throughTurnId: "t1" });
  expect(context.state.ui.getState()).toMatchObject({ route: { type: "thread", threadId: "copy" }, forkingId: null });
  expect(context.state.threads.getState().threads[0]?.id).toBe("copy");
});

test("a turn is copied as Markdown", async () => {
  const { context, sent, copied } = windowOn();
  await copyMarkdown(context, id, turns[0]?.id);
  expect(sent[0]?.params).toEqual({ threadId: id, turnId: "t1" });
  expect(copied).toEqual(["# Turn"]);
});

const noBridge = { platform: "linux", subscribe: () => () => undefined, pathOfFile: () => "" };
const refusal = (message: string) => ({ id: 1, error: { code: -32000, message, data: { kind: "notARollout" } } });
