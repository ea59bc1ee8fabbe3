// What is asked for in the moments in which a stopped turn ends (runtime.md §8). Many changes of the queue at once, so that the last of them are
// made when the end is written.
import { expect, test } from "vitest";
import { HANGS, sent } from "../support/queue";
import { says } from "../support/scripted-client";
import { scenario, type Scenario } from "../support/scenario";
import { lineBreaches } from "../support/transcript-invariants";

const CHANGES = 12;

function entries(thread: Scenario): Promise<unknown>[] {
  return Array.from({ length: CHANGES }, (_, at) => thread.runtime.enqueue(thread.id, `${at}`));
}

test("§8 trigger mail that was accepted before the turn was stopped waits, however much is done meanwhile", async () => {
  const thread = await scenario({ scripts: [HANGS, says("Two.")] });
  const { session } = await thread.runtime.manager.open(thread.id);
  const mail = thread.runtime.mail(thread.id, { text: "from afar", triggerTurn: true });
  await thread.runtime.until(Promise.all([mail, ...entries(thread), session.interrupt()]));
  await thread.idle();
  expect(thread.events("turn/started")).toHaveLength(1);
  expect(sent(thread)).toEqual(["user: go"]);
  expect((await thread.queue()).paused).toBe(true);
});

test("§8 the queue is either sent or paused when the person ends its pause in the moment in which a stopped turn ends", async () => {
  const ends = new Set<boolean>();
  for (let ticks = 0; ticks < 80; ticks += 1) {
    const thread = await scenario({ scripts: [HANGS, HANGS] });
    const { session } = await thread.runtime.manager.open(thread.id);
    await thread.enqueue("a");
    await thread.enqueue("b");
    const stopped = session.interrupt();
    for (let tick = 0; tick < ticks; tick += 1) await Promise.resolve();
    await thread.runtime.until(Promise.all([stopped, session.doors.resumeQueue()]));
    await thread.advance(0);
    const { texts, paused } = await thread.queue();
    expect([ticks, texts, paused]).toEqual([ticks, ...(paused ? [["a", "b"], true] : [["b"], false])]);
    ends.add(paused);
    await session.interrupt();
    expect(lineBreaches(thread.runtime.lines(thread.id), true)).toEqual([]);
  }
  expect([...ends].sort()).toEqual([false, true]);
});
