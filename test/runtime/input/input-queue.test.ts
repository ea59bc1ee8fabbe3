import { getEventListeners } from "node:events";
import { describe, expect, test } from "vitest";
import { InputId } from "../../../shared/protocol/ids";
import type { WaitingMail } from "../../../electron/runtime/history/input-projection";
import { InputQueue } from "../../../electron/runtime/input/input-queue";
import { Mailbox } from "../../../electron/runtime/input/mailbox";
import { acceptedInput } from "../../support/turn-scope";

/** Mail that waits is what the test puts here. */
function queueWith(mail: WaitingMail[] = []): InputQueue {
  return new InputQueue(new Mailbox(() => mail));
}

function mail(id: string): WaitingMail {
  return { mailId: InputId.parse(id), author: "other", text: id, triggerTurn: false };
}

function ids(queue: InputQueue): string[] {
  const { steers, mail } = queue.take();
  return [...steers.map(({ inputId }) => inputId), ...mail.map(({ mailId }) => mailId)];
}

describe("InputQueue", () => {
  test("takes in what is recorded, in the order in which it was recorded", async () => {
    const queue = queueWith();
    await queue.accept(acceptedInput("one"), Promise.resolve());
    await queue.accept(acceptedInput("two"), Promise.resolve());
    expect(queue.hasPending).toBe(true);
    expect(ids(queue)).toEqual(["one", "two"]);
    expect(queue.hasPending).toBe(false);
  });

  test("a failed record leaves nothing behind", async () => {
    const queue = queueWith();
    await expect(queue.accept(acceptedInput("one"), Promise.reject(new Error("disk")))).rejects.toThrow("disk");
    await queue.settled();
    expect(queue.hasPending).toBe(false);
  });

  test("settled waits for every input that is being written, also for one that comes meanwhile", async () => {
    const queue = queueWith();
    const writes = [1, 2].map(() => {
      let finish = (): void => undefined;
      const recorded = new Promise<void>((resolve) => (finish = resolve));
      return { recorded, finish };
    });
    const [first, second] = writes;
    if (first === undefined || second === undefined) throw new Error("unreachable");
    const accepted = [queue.accept(acceptedInput("one"), first.recorded)];
    let isSettled = false;
    const settled = queue.settled().then(() => (isSettled = true));
    accepted.push(queue.accept(acceptedInput("two"), second.recorded));
    first.finish();
    await accepted[0];
    await new Promise((resolve) => setImmediate(resolve));
    expect(isSettled).toBe(false);
    second.finish();
    await settled;
    expect(ids(queue)).toEqual(["one", "two"]);
  });

  test("activity resolves for input that waits already, and consumes nothing", async () => {
    const queue = queueWith();
    await queue.accept(acceptedInput("one"), Promise.resolve());
    expect(await queue.activity("call", new AbortController().signal)).toBe("newInput");
    expect(ids(queue)).toEqual(["one"]);
  });

  test("activity resolves for input that comes, for all who wait", async () => {
    const queue = queueWith();
    const { signal } = new AbortController();
    const waiting = [queue.activity("a", signal), queue.activity("b", signal)];
    await queue.accept(acceptedInput("one"), Promise.resolve());
    expect(await Promise.all(waiting)).toEqual(["newInput", "newInput"]);
  });

  test("wake ends the wait of its own call only", async () => {
    const queue = queueWith();
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
    const queue = queueWith();
    const stop = new AbortController();
    if (end === "aborted before") stop.abort();
    const waiting = queue.activity("a", stop.signal);
    if (end === "input") await queue.accept(acceptedInput("one"), Promise.resolve());
    if (end === "wake") queue.wake("a");
    if (end === "abort") stop.abort();
    await waiting;
    expect(getEventListeners(stop.signal, "abort")).toHaveLength(0);
    expect(queue.wake("a")).toBe(false);
  });

  test("closing is seen at once", () => {
    const queue = queueWith();
    expect(queue.isOpen).toBe(true);
    queue.close();
    expect(queue.isOpen).toBe(false);
  });
});

describe("mail in a turn", () => {
  test("is taken behind the steers, and waits on until its delivery is recorded", async () => {
    const waiting = [mail("m"), mail("n")];
    const queue = queueWith(waiting);
    expect(queue.hasPending).toBe(true);
    await queue.accept(acceptedInput("one"), Promise.resolve());
    expect(ids(queue)).toEqual(["one", "m", "n"]);
    expect(queue.hasSteers).toBe(false);
    expect(ids(queue)).toEqual(["m", "n"]);
    waiting.splice(0);
    expect(queue.hasPending).toBe(false);
  });

  test("that is for the next turn is not pending", () => {
    const queue = queueWith([mail("m")]);
    queue.mailbox.defer({ hasSteer: false });
    expect(queue.hasPending).toBe(false);
    expect(ids(queue)).toEqual([]);
  });

  test("a steer opens delivery again, once it is on disk", async () => {
    const queue = queueWith([mail("m")]);
    queue.mailbox.defer({ hasSteer: false });
    await expect(queue.accept(acceptedInput("lost"), Promise.reject(new Error("disk")))).rejects.toThrow("disk");
    expect(ids(queue)).toEqual([]);
    await queue.accept(acceptedInput("one"), Promise.resolve());
    expect(ids(queue)).toEqual(["one", "m"]);
  });

  test("that waits already is activity, deferred or not: no sleep at all", async () => {
    const queue = queueWith([mail("m")]);
    queue.mailbox.defer({ hasSteer: false });
    expect(await queue.activity("a", new AbortController().signal)).toBe("newInput");
  });

  test("that comes is activity", async () => {
    const waiting: WaitingMail[] = [];
    const queue = queueWith(waiting);
    const activity = queue.activity("a", new AbortController().signal);
    waiting.push(mail("m"));
    queue.notify();
    expect(await activity).toBe("newInput");
  });
});

describe("onSteerBeyond", () => {
  test("hears of steers beyond the known ones, also of one that waits already, and not of mail", async () => {
    const queue = queueWith([mail("m")]);
    let heard = 0;
    const stop = queue.onSteerBeyond(0, () => (heard += 1));
    queue.notify();
    expect(heard).toBe(0);
    await queue.accept(acceptedInput("one"), Promise.resolve());
    expect(heard).toBe(1);
    let late = 0;
    queue.onSteerBeyond(queue.steerCount, () => (late += 1))();
    expect(late).toBe(0);
    queue.onSteerBeyond(0, () => (late += 1))();
    expect(late).toBe(1);
    stop();
    await queue.accept(acceptedInput("two"), Promise.resolve());
    expect([heard, late]).toEqual([1, 1]);
  });

  test("does not hear of a steer that could not be written", async () => {
    const queue = queueWith();
    let heard = 0;
    queue.onSteerBeyond(0, () => (heard += 1));
    await expect(queue.accept(acceptedInput("one"), Promise.reject(new Error("disk")))).rejects.toThrow("disk");
    expect(heard).toBe(0);
  });
});
