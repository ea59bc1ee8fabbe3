import { describe, expect, test } from "vitest";
import { ClientMessageId } from "../../shared/protocol/ids";
import { CommandRefused } from "../../electron/runtime/errors";
import { FULL, WINDOW, compactNow, reports, windows, worker } from "../support/compaction";
import { FakeClock } from "../support/fake-clock";
import { statuses, storeWithDoor } from "../support/queue";
import { call, calls, says, streamed, wait, type Script } from "../support/scripted-client";
import { scenario, type Scenario } from "../support/scenario";
import type { TestOptions } from "../support/test-session";

const slowSum: Script = { steps: [wait(1000), ...streamed(["Sum."])], end: { type: "completed", usage: 10 } };

/** How a window sends a person's words that are meant for now: into the running turn, else as a turn of their own, under one client id. */
async function sendNow(thread: Scenario, text: string): Promise<void> {
  const { runtime, id } = thread;
  const submission = { input: [{ type: "text", text } as const], clientId: ClientMessageId.parse(`client ${text}`) };
  const { session } = await runtime.manager.open(id);
  const expectedTurnId = session.activeTurnId;
  if (expectedTurnId !== null) {
    try {
      await runtime.manager.steer(id, { ...submission, expectedTurnId });
      return;
    } catch (error) {
      if (!(error instanceof CommandRefused) || error.kind !== "noActiveTurn") throw error;
    }
  }
  await runtime.manager.startTurn(id, submission);
}

/** A moment of a thread's life at which something is sent. `open`: lets go what the moment was held by. */
interface Moment {
  readonly thread: Scenario;
  readonly open?: () => void;
}

async function at(options: TestOptions, ms: number): Promise<Moment> {
  const thread = await scenario(options);
  await thread.advance(ms);
  return { thread };
}

const moments: Record<string, () => Promise<Moment>> = {
  "before the first word": () => at({ scripts: [calls(wait(100), ...streamed(["One."]))] }, 0),
  "while an answer streams": () => at({ scripts: [calls(...streamed(["One", " two."], { gapMs: 50 }))] }, 60),
  "behind the final answer": () => at({ scripts: [calls(...streamed(["One."]), wait(100))] }, 10),
  "while a tool runs and the stream goes on": () =>
    at({ tools: [worker(50)], scripts: [calls(call("a", "work"), wait(100), ...streamed(["One."]))] }, 10),
  "while the outputs are awaited": () => at({ tools: [worker(100)], scripts: [calls(call("a", "work"))] }, 10),
  "while a cut attempt is drained": () =>
    at({ tools: [worker(100)], scripts: [{ steps: [call("a", "work")], end: { type: "cut" } }] }, 10),
  "while a repetition is waited for": () => at({ scripts: [{ steps: [], end: { type: "cut" } }] }, 10),
  "while the network is waited for": () => at({ scripts: [{ steps: [], end: { type: "noConnection" } }] }, 10),
  "while it sleeps": () => at({ scripts: [calls(call("s", "clock.sleep", { seconds: 60 }))] }, 1000),
  "while a hook looks at the prompt": () => at({ hooks: { userPromptSubmit: [() => ({ type: "pass", afterMs: 100 })] } }, 10),
  "while a hook looks at a tool": () =>
    at(
      { tools: [worker()], scripts: [calls(call("a", "work"))], hooks: { preToolUse: [() => ({ type: "pass", afterMs: 100 })] } },
      10,
    ),
  "while a stop hook runs": () => at({ hooks: { stop: [() => ({ type: "pass", afterMs: 100 })] } }, 10),
  "while an after-turn hook runs": () => at({ hooks: { afterTurn: [() => ({ type: "pass", afterMs: 100 })] } }, 10),
  "while the window is compacted in the middle of a turn": () =>
    at({ tools: [worker()], contextWindow: WINDOW, scripts: [reports(FULL, call("a", "work")), slowSum] }, 10),
  "while the window is compacted before a turn": async () => {
    const thread = await scenario({ contextWindow: WINDOW, scripts: [reports(FULL, ...streamed(["One."])), slowSum] });
    await thread.end();
    await thread.start("second");
    await thread.advance(10);
    return { thread };
  },
  "while the window is compacted by hand": async () => {
    const thread = await scenario({ scripts: [says("One."), slowSum] });
    await thread.end();
    await compactNow(thread);
    return { thread };
  },
  "while the turn is writing its end": async () => {
    const clock = new FakeClock();
    const { store, door } = storeWithDoor(clock, "task_complete");
    const thread = await scenario({ clock, store });
    await door.reached;
    return { thread, open: door.open };
  },
  "just after the turn has completed": async () => {
    const thread = await scenario({});
    await thread.end();
    return { thread };
  },
};

const doors: Record<string, (thread: Scenario) => Promise<unknown>> = {
  "said for now": (thread) => sendNow(thread, "MINE"),
  queued: (thread) => thread.runtime.enqueue(thread.id, "MINE"),
  "sent as mail": (thread) => thread.runtime.mail(thread.id, { text: "MINE", triggerTurn: true }),
};

describe("bug report 51: what is sent at any moment is said to the model exactly once, or is seen in the queue", () => {
  for (const [door, send] of Object.entries(doors)) {
    test.each(Object.entries(moments))(`bug report 51: ${door} %s`, async (_moment, enter) => {
      const { thread, open } = await enter();
      const sending = send(thread);
      await thread.advance(0);
      open?.();
      await thread.runtime.until(sending);
      await thread.idle();
      const said = thread.runtime
        .lines(thread.id)
        .filter((line) => line.type === "response_item" && JSON.stringify(line).includes("MINE"));
      expect(said).toHaveLength(1);
      expect(await thread.queue()).toEqual({ texts: [], paused: false });
      expect(new Set(statuses(thread))).toEqual(new Set(["completed"]));
      // It was asked about, too: it stands in the last request.
      expect(
        thread
          .requests()
          .at(-1)
          ?.filter((item) => item.includes("MINE")),
      ).toHaveLength(1);
    });
  }

  test.each(Object.entries(moments))(
    "bug report 53: said for now %s, then Stop: it was said or is in the queue",
    async (_moment, enter) => {
      const { thread, open } = await enter();
      const sending = sendNow(thread, "MINE");
      await thread.advance(0);
      const { session } = await thread.runtime.manager.open(thread.id);
      const stopped = session.interrupt();
      open?.();
      await thread.runtime.until(Promise.all([sending, stopped]));
      await thread.idle();
      const said = thread.runtime
        .lines(thread.id)
        .filter((line) => line.type === "response_item" && JSON.stringify(line).includes("MINE"));
      const { texts, paused } = await thread.queue();
      const waiting = texts.filter((text) => text === "MINE");
      expect(said.length + waiting.length).toBe(1);
      expect(paused).toBe(texts.length > 0);
    },
  );
});

describe("bug reports: the others", () => {
  test("bug report 55: with one entry queued, a steer is said now and the entry stays where it is", async () => {
    const thread = await scenario({
      tools: [worker(100)],
      scripts: [calls(call("a", "work")), calls(wait(100), ...streamed(["One."])), says("Two.")],
    });
    await thread.enqueue("A");
    await thread.steer("B");
    await thread.advance(150);
    expect(thread.requests()[1]?.at(-1)).toBe("user: B");
    expect(await thread.queue()).toEqual({ texts: ["A"], paused: false });
    await thread.idle();
    expect(thread.requests()[2]?.at(-1)).toBe("user: A");
  });

  test("bug report 58: a steer that was answered is not new after a compaction: it stands above the summary, in its order", async () => {
    const thread = await scenario({
      tools: [worker(10)],
      scripts: [calls(call("a", "work")), says("Both done."), says("Sum."), says("Next.")],
    });
    await thread.steer("and this");
    await thread.end();
    await compactNow(thread);
    await thread.end();
    await thread.start("next");
    await thread.end();
    expect(windows(thread).at(-1)).toEqual(["user: go", "user: and this", "summary: Sum.", "user: next"]);
    expect(thread.requests().at(-1)?.[2]).toContain("have been dealt with unless the summary says otherwise");
  });

  test("bug report 59: steers around a wish to compact are neither postponed nor swallowed: refused while work goes on, and both are said in order", async () => {
    const thread = await scenario({
      tools: [worker(100)],
      scripts: [calls(call("a", "work")), says("Done."), says("Sum."), says("Next.")],
    });
    await thread.steer("A");
    await expect(thread.runtime.until(thread.runtime.manager.compact(thread.id))).rejects.toMatchObject({
      kind: "turnMismatch",
      message: expect.stringContaining(thread.turnId) as string,
    });
    await thread.steer("B");
    await thread.end();
    expect(thread.requests()[1]).toEqual(["user: go", "call a", "output a: output of a", "user: A", "user: B"]);
    await compactNow(thread);
    await thread.end();
    await thread.start("next");
    await thread.end();
    expect(windows(thread).at(-1)).toEqual(["user: go", "user: A", "user: B", "summary: Sum.", "user: next"]);
  });

  test("bug reports 59 and 61: what is said while the window is compacted by hand is not part of the summary; it is said behind it, word for word, in order", async () => {
    const thread = await scenario({ scripts: [says("One."), slowSum, says("Two."), says("Three.")] });
    await thread.end();
    await compactNow(thread);
    await thread.steer("A");
    await thread.steer("B");
    await thread.idle();
    const [, asked, first, second] = windows(thread);
    expect(asked).toEqual(["user: go", "assistant: One.", "<ask for a summary>"]);
    expect(first).toEqual(["user: go", "summary: Sum.", "user: A"]);
    expect(second).toEqual([...(first ?? []), "assistant: Two.", "user: B"]);
  });

  test("bug report 62: a turn never starts before the one before it has told its end", async () => {
    const thread = await scenario({ scripts: [calls(wait(10), ...streamed(["One."])), says("Two."), says("Three.")] });
    await thread.enqueue("a");
    await thread.mail("do this", { triggerTurn: true });
    await thread.idle();
    await thread.start("b");
    await thread.end();
    const told = thread.events().flatMap(({ method }) => (method.startsWith("turn/") ? [method] : []));
    expect(told).toEqual(Array.from({ length: 3 }, () => ["turn/started", "turn/completed"]).flat());
  });
});
