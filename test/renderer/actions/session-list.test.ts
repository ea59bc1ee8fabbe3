import { expect, test } from "vitest";
import { z } from "zod";
import type { ActionContext } from "../../../renderer/actions/action-context";
import { SessionListReader } from "../../../renderer/actions/session-list";
import { createAgentClient } from "../../../renderer/bridge/agent-client";
import { listAfter } from "../../../renderer/state/thread-list";
import { createWindowState } from "../../../renderer/state/window-state";
import type { Notification } from "../../../shared/protocol/event";
import { parseNotification } from "../../../shared/protocol/event";
import type { Thread } from "../../../shared/protocol/thread";
import { Sequence, thread } from "../scene";

const sentMessage = z.object({
  id: z.number(),
  params: z.looseObject({ cursor: z.string().exactOptional(), limit: z.number(), archived: z.boolean().exactOptional() }),
});
type Asked = z.infer<typeof sentMessage>["params"];

/** A reader over so many sessions. Each answer waits for `answer`, so that the test decides what happens before it. */
function readerOver(count: number) {
  const files = { threads: Array.from({ length: count }, (_, index) => thread({ id: `s${index}` })) };
  const asked: Asked[] = [];
  const waiting: (() => void)[] = [];
  const page = ({ cursor, limit, archived }: Asked) => {
    const from = Number(cursor ?? 0);
    const threads = files.threads.filter((known) => known.archived === (archived ?? false));
    const nextCursor = from + limit < threads.length ? String(from + limit) : null;
    return { threads: threads.slice(from, from + limit), nextCursor, hidden: {}, isComplete: true };
  };
  const state = createWindowState();
  const context: ActionContext = {
    client: createAgentClient({
      platform: "linux",
      send: async (message) => {
        const { id, params } = sentMessage.parse(message);
        asked.push(params);
        await new Promise<void>((resolve) => waiting.push(resolve));
        return { id, result: page(params) };
      },
      subscribe: () => () => undefined,
      pathOfFile: () => "",
    }),
    state,
    newId: () => "id",
    isNarrow: () => false,
    writeClipboard: async () => undefined,
  };
  return { reader: new SessionListReader(context), state, files, asked, waiting };
}

type Bench = ReturnType<typeof readerOver>;

/** Lets every answer go until the reading is done. */
async function finish(bench: Bench, reading: Promise<void>): Promise<void> {
  let isDone = false;
  const done = reading.then(() => {
    isDone = true;
  });
  while (!isDone) {
    bench.waiting.shift()?.();
    await Promise.race([done, new Promise((resolve) => setImmediate(resolve))]);
  }
}

const ids = ({ state }: Bench) => state.threads.getState().threads.map(({ id }) => id as string);
const named = (threads: readonly Thread[], from: number, to: number) => threads.slice(from, to).map(({ id }) => id as string);

function event(notification: unknown): Notification {
  const parsed = parseNotification(notification);
  if (parsed.method === "unknown") throw new Error("not an event of this version");
  return parsed;
}

test("the first page, then the next behind it, then no more", async () => {
  const bench = readerOver(150);
  await finish(bench, bench.reader.more());
  expect(ids(bench)).toEqual(named(bench.files.threads, 0, 100));
  await finish(bench, bench.reader.more());
  expect(ids(bench)).toEqual(named(bench.files.threads, 0, 150));
  await bench.reader.more();
  expect(bench.asked).toEqual([{ limit: 100 }, { limit: 200, cursor: "100" }]);
});

test("a refresh reads as many as were there, in pages, and takes their place in one step", async () => {
  const bench = readerOver(600);
  for (let page = 0; page < 3; page += 1) await finish(bench, bench.reader.more());
  expect(ids(bench)).toHaveLength(500);
  bench.files.threads = bench.files.threads.slice(1);
  const lengths = new Set<number>();
  bench.state.threads.subscribe(({ threads }) => lengths.add(threads.length));
  await finish(bench, bench.reader.refresh());
  expect(ids(bench)).toEqual(named(bench.files.threads, 0, 500));
  expect([...lengths]).toEqual([500]);
  expect(bench.asked.slice(3)).toEqual([{ limit: 200 }, { limit: 200, cursor: "200" }, { limit: 100, cursor: "400" }]);
});

test("however often it has changed while it is read, it is read once more", async () => {
  const bench = readerOver(10);
  const reading = bench.reader.more();
  const others = [bench.reader.refresh(), bench.reader.refresh(), bench.reader.refresh()];
  await finish(bench, reading);
  await Promise.all(others);
  expect(bench.asked).toHaveLength(2);
});

test("what is told while a page is on its way is not lost to the page", async () => {
  const bench = readerOver(2);
  await finish(bench, bench.reader.more());
  const reading = bench.reader.refresh();
  const started = { ...event(new Sequence(0).event("thread/started", { thread: thread({ id: "fresh" }) })) };
  bench.state.threads.setState((list) => listAfter(list, started));
  await finish(bench, reading);
  expect(ids(bench)).toEqual(["fresh", "s0", "s1"]);
  expect(bench.state.threads.getState().held).toBeNull();
});

test("an answer to an older filter is not taken", async () => {
  const bench = readerOver(3);
  bench.files.threads = bench.files.threads.map((known, index) => ({ ...known, archived: index === 2 }));
  const reading = bench.reader.more();
  const filtering = bench.reader.filter({ isArchive: true });
  await finish(bench, reading);
  await filtering;
  expect(ids(bench)).toEqual(["s2"]);
});

test("a session that has just begun stays in the list though the pages do not know of it yet", async () => {
  const bench = readerOver(2);
  await finish(bench, bench.reader.refresh());
  const told = (method: string, params: object): void => {
    const notification = event({ method, params: { threadId: "new", seq: 1, emittedAtMs: 1, ...params } });
    bench.state.threads.setState((list) => listAfter(list, notification));
  };
  told("thread/started", { thread: thread({ id: "new", preview: "" }) });
  const reading = bench.reader.refresh();
  const content = [{ type: "text", text: "list the files" }];
  const item = { type: "userMessage", id: "u1", turnId: "t1", line: 2, via: "start", content };
  told("item/completed", { turnId: "t1", item });
  await finish(bench, reading);
  expect(ids(bench)).toEqual(["new", "s0", "s1"]);
  bench.files.threads = [thread({ id: "new", sizeBytes: 100 })];
  await finish(bench, bench.reader.refresh());
  bench.files.threads = [thread({ id: "s2" })];
  await finish(bench, bench.reader.refresh());
  expect(ids(bench)).toEqual(["s2"]);
});
