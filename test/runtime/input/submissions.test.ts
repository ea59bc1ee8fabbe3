import { describe, expect, test } from "vitest";
import { ClientMessageId, InputId, TurnId } from "../../../shared/protocol/ids";
import { Submissions, type Acceptance } from "../../../electron/runtime/input/submissions";

const clientId = ClientMessageId.parse("c");
const acceptance: Acceptance = { inputId: InputId.parse("i"), turnId: TurnId.parse("t") };

describe("runtime.md §8 the same client id twice is accepted once", () => {
  test("the second one gets the first one's reply, even while that is still being written", async () => {
    const submissions = new Submissions(new Map());
    let accept: (acceptance: Acceptance) => void = () => undefined;
    const reply = new Promise<Acceptance>((resolve) => (accept = resolve));
    expect(submissions.earlier(clientId)).toBeNull();
    const first = submissions.remember(clientId, reply);
    const second = submissions.earlier(clientId);
    expect(second).not.toBeNull();
    accept(acceptance);
    expect(await Promise.all([first, second])).toEqual([acceptance, acceptance]);
  });

  test("what the file says was accepted is remembered", async () => {
    const submissions = new Submissions(new Map([[clientId, acceptance]]));
    expect(await submissions.earlier(clientId)).toEqual(acceptance);
    expect(submissions.earlier(ClientMessageId.parse("other"))).toBeNull();
  });

  test("one that failed may be tried again under the same id; whoever asked meanwhile is refused too", async () => {
    const submissions = new Submissions(new Map());
    const first = submissions.remember(clientId, Promise.reject(new Error("disk")));
    const second = submissions.earlier(clientId);
    await expect(first).rejects.toThrow("disk");
    await expect(second).rejects.toThrow("disk");
    expect(submissions.earlier(clientId)).toBeNull();
  });

  test("a failure takes away its own reply only", async () => {
    const submissions = new Submissions(new Map());
    let fail: (error: Error) => void = () => undefined;
    const failing = submissions.remember(clientId, new Promise((_resolve, reject) => (fail = reject)));
    await submissions.remember(ClientMessageId.parse("other"), Promise.resolve(acceptance));
    fail(new Error("disk"));
    await expect(failing).rejects.toThrow("disk");
    expect(await submissions.earlier(ClientMessageId.parse("other"))).toEqual(acceptance);
  });

  test("without an id nothing is remembered", async () => {
    const submissions = new Submissions(new Map());
    expect(await submissions.remember(undefined, Promise.resolve(acceptance))).toEqual(acceptance);
    expect(submissions.earlier(undefined)).toBeNull();
  });
});
