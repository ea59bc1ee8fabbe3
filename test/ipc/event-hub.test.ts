import { describe, expect, test } from "vitest";
import { ThreadId } from "../../shared/protocol/ids";
import { EventHub } from "../../electron/ipc/event-hub";

const thread = ThreadId.parse("t");

function client(hub: EventHub, ...threads: ThreadId[]) {
  const got: unknown[] = [];
  const connected = hub.connect((message) => got.push(message));
  for (const id of threads) connected.subscribe(id);
  return { got, connected };
}

describe("EventHub", () => {
  test("a thread's events go to who is subscribed, in order", () => {
    const hub = new EventHub();
    const one = client(hub, thread);
    const other = client(hub, ThreadId.parse("other"));
    hub.publish({ method: "warning", params: { message: "one", threadId: thread, seq: 1, emittedAtMs: 0 } });
    hub.send(thread, "two");
    expect(one.got).toEqual([expect.objectContaining({ method: "warning" }), "two"]);
    expect(other.got).toEqual([]);
    one.connected.unsubscribe(thread);
    hub.send(thread, "three");
    expect(one.got).toHaveLength(2);
  });

  test("who is disconnected gets nothing and is not heard of", () => {
    const hub = new EventHub();
    const one = client(hub, thread);
    expect(hub.isHeard(thread)).toBe(true);
    hub.disconnect(one.connected);
    expect(hub.isHeard(thread)).toBe(false);
    hub.send(thread, "late");
    expect(one.got).toEqual([]);
  });

  test("what is held comes in order once all holds are released", () => {
    const hub = new EventHub();
    const { got, connected } = client(hub, thread);
    const releases = [connected.hold(), connected.hold()];
    hub.send(thread, 1);
    hub.send(thread, 2);
    releases[0]?.();
    hub.send(thread, 3);
    expect(got).toEqual([]);
    releases[1]?.();
    hub.send(thread, 4);
    expect(got).toEqual([1, 2, 3, 4]);
  });

  test("a hold for one thread holds nothing of another, and each comes in its order", () => {
    const hub = new EventHub();
    const { got, connected } = client(hub, thread);
    const about = (threadId: string, seq: number) => ({ method: "warning", params: { threadId, seq } });
    const releases = [connected.hold({ threadId: "a" }), connected.hold({ threadId: "b" })];
    for (const message of [about("a", 1), about("b", 1), about("c", 1), about("a", 2), about("b", 2)]) hub.send(thread, message);
    expect(got).toEqual([about("c", 1)]);
    releases[1]?.();
    expect(got.slice(1)).toEqual([about("b", 1), about("b", 2)]);
    releases[0]?.();
    expect(got.slice(3)).toEqual([about("a", 1), about("a", 2)]);
  });

  test("one client's hold does not hold another's", () => {
    const hub = new EventHub();
    const one = client(hub, thread);
    const other = client(hub, thread);
    one.connected.hold();
    hub.send(thread, 1);
    expect([one.got, other.got]).toEqual([[], [1]]);
  });
});
