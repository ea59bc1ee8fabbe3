import { describe, expect, test } from "vitest";
import { isOpen } from "../../shared/protocol/turn-item";
import { call, calls, says, streamed, wait } from "../support/scripted-client";
import { worker } from "../support/compaction";
import { scenario, type Scenario } from "../support/scenario";
import { TestRuntime, countingIds } from "../support/test-session";
import { threadBreaches } from "../support/thread-breaches";

const WORDS = ["steer one", "steer two", "entry one", "entry two", "entry three", "note", "task"];

/** A thread in which everything has come in by every door, in its worst order, and has been stopped and taken up again. */
async function eventful(): Promise<Scenario> {
  const thread = await scenario({
    tools: [worker(50)],
    scripts: [
      calls(call("a", "work"), ...streamed(["Working."], { phase: "commentary" })),
      calls(wait(50), ...streamed(["One", " more."], { gapMs: 20 })),
      says("Two."),
      calls(...streamed(["Three."]), wait(50)),
      says("Four."),
      says("Five."),
      says("Six."),
    ],
  });
  const { manager } = thread.runtime;
  await thread.enqueue("entry one", "c1");
  const second = await thread.enqueue("second");
  await thread.mail("note", { clientId: "c2" });
  await thread.steer("steer one", "c3");
  await thread.advance(60);
  await thread.steer("steer two");
  const { session } = await manager.open(thread.id);
  await session.queue.update(second, [{ type: "text", text: "entry two" }]);
  await thread.interrupt();
  const third = await thread.enqueue("entry three");
  await session.queue.reorder([third]);
  await session.queue.delete(await thread.enqueue("deleted"));
  await thread.runtime.until(session.doors.resumeQueue());
  await thread.mail("task", { triggerTurn: true });
  await thread.idle();
  return thread;
}

describe("runtime.md §8 §12 everything that was accepted, and a crash at any line", () => {
  test("§8 without a crash each is said once", async () => {
    const thread = await eventful();
    const lines = thread.runtime.lines(thread.id).filter(({ type }) => type === "response_item");
    for (const words of WORDS)
      expect([words, lines.filter((line) => JSON.stringify(line).includes(words)).length]).toEqual([words, 1]);
    expect(JSON.stringify(lines)).not.toContain("deleted");
    expect(await thread.queue()).toEqual({ texts: [], paused: false });
  });

  test("§12 killed behind or within any line: what was acknowledged is in the queue, waits as mail or was said, and is said once in the end", async () => {
    const thread = await eventful();
    const whole = thread.runtime.store.lines(thread.id);
    const said = (runtime: TestRuntime, words: string): number =>
      runtime.store.lines(thread.id).filter((line) => line.includes('"response_item"') && line.includes(words)).length;
    let end = 0;
    for (const [index, line] of whole.entries()) {
      const length = Buffer.byteLength(line) + 1;
      // Inside the very first line there is no thread yet.
      const cuts = index === 0 ? [length] : [end + Math.floor(length / 2), end + length];
      end += length;
      for (const byte of cuts) {
        const store = thread.runtime.store.crashedAt(thread.id, byte);
        const before = store.bytes(thread.id).toString("utf8");
        const next = new TestRuntime({ clock: thread.runtime.clock, store, ids: countingIds("next") });
        const { session, repairs } = await next.manager.open(thread.id);
        const openBefore = session.view.items.filter(isOpen).map(({ id }) => id);
        await next.until(next.manager.changeQueue(thread.id, (open) => open.doors.resumeQueue()));
        await next.until(session.idle());
        // Mail waits for whatever comes next.
        await next.turn(thread.id, "and now");
        const readable = before.slice(0, before.lastIndexOf("\n") + 1);
        for (const words of WORDS) {
          // Accepted is what has its line; of mail, whose two lines are one record, the second counts.
          const isAccepted = readable.split("\n").some((text) => text.includes('"cf_input"') && text.includes(words));
          const isUpdated = words !== "entry two" || readable.includes('"update"');
          if (isAccepted && isUpdated) expect([byte, words, said(next, words)]).toEqual([byte, words, 1]);
        }
        if (repairs.length === 0) expect(await threadBreaches(next, thread.id, { isReopened: true, openBefore })).toEqual([]);
        expect(session.queue.state.data).toEqual([]);
        expect(store.bytes(thread.id).toString("utf8").startsWith(before)).toBe(true);
      }
    }
  });
});
