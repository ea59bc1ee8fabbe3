import { getEventListeners } from "node:events";
import { describe, expect, test } from "vitest";
import { InputId, TurnId } from "../../../shared/protocol/ids";
import { InputQueue, type AcceptedInput } from "../../../electron/runtime/input/input-queue";

function input(id: string): AcceptedInput {
  return { inputId: InputId.parse(id), turnId: TurnId.parse("turn"), via: "steer", input: [{ type: "text", text: id }] };
}

function ids(queue: InputQueue): string[] {
  return queue.take().map(({ inputId }) => inputId);
}

describe("InputQueue", () => {
  test("takes in what is recorded, in the order in which it was recorded", async () => {
    const queue = new InputQueue();
    await queue.accept(input("one"), Promise.resolve());
    await queue.accept(input("two"), Promise.resolve());
    expect(queue.hasPending).toBe(true);
    expect(ids(queue)).toEqual(["one", "two"]);
    expect(queue.hasPending).toBe(false);
  });

  test("a failed record leaves nothing behind", async () => {
    const queue = new InputQueue();
    await expect(queue.accept(input("one"), Promise.reject(new Error("disk")))).rejects.toThrow("disk");
    await queue.settled();
    expect(queue.hasPending).toBe(false);
  });

  test("settled waits for every input that is being written, also for one that comes meanwhile", async () => {
    const queue = new InputQueue();
    const writes = [1, 2].map(() => {
      let finish = (): void => undefined;
      const recorded = new Promise<void>((resolve) => (finish = resolve));
      return { recorded, finish };
    });
    const [first, second] = writes;
    if (first === undefined || second === undefined) throw new Error("unreachable");
    const accepted = [queue.accept(input("one"), first.recorded)];
    let isSettled = false;
    const settled = queue.settled().then(() => (isSettled = true));
    accepted.push(queue.accept(input("two"), second.recorded));
    first.finish();
    await accepted[0];
    await new Promise((resolve) => setImmediate(resolve));
    expect(isSettled).toBe(false);
    second.finish();
    await settled;
    expect(ids(queue)).toEqual(["one", "two"]);
  });

  test("activity resolves for input that waits already, and consumes nothing", async () => {
    const queue = new InputQueue();
    await queue.accept(input("one"), Promise.resolve());
    expect(await queue.activity("call", new AbortController().signal)).toBe("newInput");
    expect(ids(queue)).toEqual(["one"]);
  });

  test("activity resolves for input that comes, for all who wait", async () => {
    const queue = new InputQueue();
    const { signal } = new AbortController();
    const waiting = [queue.activity("a", signal), queue.activity("b", signal)];
    await queue.accept(input("one"), Promise.resolve());
    expect(await Promise.all(waiting)).toEqual(["newInput", "newInput"]);
  });

  test("wake ends the wait of its own call only", async () => {
    const queue = new InputQueue();
    const stop = new AbortController();
    const a = queue.activity("a", stop.signal);
    const b = queue.activity("b", stop.signal);
    expect(queue.wake("none")).toBe(false);
    expect(queue.wake("a")).toBe(true);
    expect(await a).toBe("woken");
    expect(queue.wake("a")).toBe(false);
    stop.abort();
    expect(await b).toBe("aborted");
  });

  test.each(["input", "wake", "abort", "aborted before"] as const)("leaves no listener: %s", async (end) => {
    const queue = new InputQueue();
    const stop = new AbortController();
    if (end === "aborted before") stop.abort();
    const waiting = queue.activity("a", stop.signal);
    if (end === "input") await queue.accept(input("one"), Promise.resolve());
    if (end === "wake") queue.wake("a");
    if (end === "abort") stop.abort();
    await waiting;
    expect(getEventListeners(stop.signal, "abort")).toHaveLength(0);
    expect(queue.wake("a")).toBe(false);
  });

  test("closing is seen at once", () => {
    const queue = new InputQueue();
    expect(queue.isOpen).toBe(true);
    queue.close();
    expect(queue.isOpen).toBe(false);
  });
});
