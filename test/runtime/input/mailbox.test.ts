import { describe, expect, test } from "vitest";
import { InputId } from "../../../shared/protocol/ids";
import type { WaitingMail } from "../../../electron/runtime/history/input-projection";
import { Mailbox } from "../../../electron/runtime/input/mailbox";

function mail(id: string, triggerTurn = false): WaitingMail {
  return { mailId: InputId.parse(id), author: "other", text: id, triggerTurn };
}

/** A mailbox, and the mail in it for the test to change. */
function mailbox(...waiting: WaitingMail[]) {
  const box = new Mailbox(() => waiting);
  const deliverable = () => box.deliverable.map(({ mailId }) => mailId);
  return { box, waiting, deliverable };
}

describe("runtime.md §4 when mail reaches the model", () => {
  test("from the start, in the order it came", () => {
    const { box, deliverable } = mailbox(mail("a"), mail("b", true));
    expect([box.hasWaiting, deliverable()]).toEqual([true, ["a", "b"]]);
  });

  test("an empty box has nothing, in any phase", () => {
    const { box, deliverable } = mailbox();
    box.defer({ hasSteer: false });
    expect([box.hasWaiting, deliverable()]).toEqual([false, []]);
  });

  test("after a final answer it waits for the next turn, whatever comes then", () => {
    const { box, waiting, deliverable } = mailbox(mail("a"));
    box.defer({ hasSteer: false });
    waiting.push(mail("b"), mail("c", true));
    expect([box.hasWaiting, deliverable()]).toEqual([true, []]);
  });

  test("a second final answer of the same response opens nothing, whatever has come in between", () => {
    const { box, waiting, deliverable } = mailbox(mail("a"));
    box.defer({ hasSteer: false });
    waiting.push(mail("b", true));
    box.defer({ hasSteer: false });
    expect(deliverable()).toEqual([]);
  });

  test("unless a steer was there already: the model goes on anyway", () => {
    const { box, deliverable } = mailbox(mail("a"));
    box.defer({ hasSteer: true });
    expect(deliverable()).toEqual(["a"]);
  });

  test("unless mail that asks for a turn was there already: all of it is delivered", () => {
    const { box, deliverable } = mailbox(mail("a"), mail("b", true));
    box.defer({ hasSteer: false });
    expect(deliverable()).toEqual(["a", "b"]);
  });

  test("what makes the model go on opens it again; the next final answer closes it again", () => {
    const { box, deliverable } = mailbox(mail("a"));
    box.defer({ hasSteer: false });
    box.reopen();
    expect(deliverable()).toEqual(["a"]);
    box.defer({ hasSteer: false });
    expect(deliverable()).toEqual([]);
  });
});
