import { describe, expect, test } from "vitest";
import type { UserInput } from "../../shared/protocol/user-input";
import { FULL, WINDOW, answers, compactNow, compactions, reports, windows, worker } from "../support/compaction";
import { call, calls, itemDone, says, wait } from "../support/scripted-client";
import { modelRequests, scenario } from "../support/scenario";
import { TestRuntime, countingIds } from "../support/test-session";

describe("runtime.md §10 what the new window holds", () => {
  test("§10 the person's words and the summary; no answers, thoughts, calls, outputs, mail, hook prompts or markers", async () => {
    const thread = await scenario({
      tools: [worker(100)],
      hooks: { stop: [(_call, time) => (time === 1 ? { type: "block", reason: "Test it." } : { type: "pass" })] },
      scripts: [
        calls(itemDone({ type: "reasoning", id: "r", summary: [], encrypted_content: "sealed" }), call("a", "work")),
        says("Done."),
        says("Tested."),
        { steps: [wait(10)], end: { type: "hang" } },
        says("The summary."),
        says("Three."),
      ],
    });
    await thread.steer("more");
    await thread.mail("the build is green");
    await thread.end();
    await thread.start("then");
    await thread.interrupt();
    await compactNow(thread);
    await thread.end();
    const shown = windows(thread).at(-1)?.join("\n") ?? "";
    for (const part of ["Test it.", "the build is green", "reasoning", "call a", "Tested.", "turn_aborted"])
      expect(shown).toContain(part);
    await thread.start("next");
    await thread.end();
    expect(windows(thread).at(-1)).toEqual(["user: go", "user: more", "user: then", "summary: The summary.", "user: next"]);
  });

  test("§10 the newest words of the person, within half of the limit; the oldest that is kept is cut in its middle", async () => {
    const long = (letter: string): string => `${letter.repeat(600)} end of ${letter}`;
    const thread = await scenario({ contextWindow: WINDOW, scripts: [says("One."), says("Two."), says("Three."), says("S.")] });
    await thread.end();
    for (const letter of ["a", "b", "c", "d"]) {
      await thread.start(long(letter));
      await thread.end();
    }
    await compactNow(thread);
    await thread.end();
    await thread.start("next");
    await thread.end();
    const kept = windows(thread).at(-1) ?? [];
    expect(kept.slice(-4)).toEqual([
      `user: ${long("c")}`,
      `user: ${long("d")}`,
      expect.stringMatching(/^summary: /),
      "user: next",
    ]);
    expect(kept).toHaveLength(5);
    expect(kept[0]).toMatch(/^user: b+\n\[… cut to fit …\]\nb+ end of b$/);
  });

  const PICTURE: UserInput = { type: "image", url: "data:image/png;base64,AAAA" };

  test("bug report 67: pictures do not stay in the window; that there was one is said; the incoming one stays as it is", async () => {
    const thread = await scenario({
      contextWindow: 10_000,
      scripts: [answers("One.", 9500), says("The summary."), says("Two.")],
    });
    await thread.end();
    const send = async (text: string): Promise<void> => {
      const input: UserInput[] = [{ type: "text", text }, PICTURE];
      const { result } = await thread.runtime.until(thread.runtime.manager.startTurn(thread.id, { input }));
      if (result.turnId !== undefined) thread.turnId = result.turnId;
      await thread.end();
    };
    await send("look");
    const last = (): unknown => modelRequests(thread.runtime).at(-1)?.input;
    expect(last()).toMatchObject([
      { content: [{ text: "go" }] },
      {},
      { content: [{ type: "input_text", text: "look" }, { type: "input_image" }] },
    ]);
    await compactNow(thread);
    await thread.end();
    await thread.start("next");
    await thread.end();
    expect(JSON.stringify(last())).not.toContain("input_image");
    expect(windows(thread).at(-1)?.slice(0, 2)).toEqual(["user: go", "user: look\n[picture]"]);
  });

  test("bug report 68: the item is told as completed only once the new window is on disk", async () => {
    const thread = await scenario({ scripts: [says("One."), says("The summary.")] });
    await thread.end();
    const { store, events } = thread.runtime;
    let toldBefore: boolean | null = null;
    store.gate = ({ lines, barrier }) => {
      if (lines.some((line) => line.includes('"type":"compacted"'))) {
        expect(barrier).toBe(true);
        toldBefore = events.some(({ method, params }) => method === "item/completed" && params.item.type === "contextCompaction");
      }
      return Promise.resolve();
    };
    await compactNow(thread);
    await thread.end();
    expect(toldBefore).toBe(false);
    expect(
      events
        .filter(
          ({ method, params }) => method.startsWith("item/") && "item" in params && params.item.type === "contextCompaction",
        )
        .map(({ method }) => method),
    ).toEqual(["item/started", "item/completed"]);
  });

  test("bug report 71: where an output was cut, its pointer is in what is summed up, and the file keeps every line", async () => {
    const output = "head … 9 MB left out, the whole is in /tmp/out-a.txt … tail";
    const thread = await scenario({
      contextWindow: WINDOW,
      tools: [worker(0, output)],
      scripts: [reports(FULL, call("a", "work")), says("See /tmp/out-a.txt."), says("Done.")],
    });
    await thread.end();
    expect(windows(thread)[1]).toContain(`output a: ${output}`);
    expect(thread.requests()[1]?.at(-1)).toContain("Be exact about names and paths");
    expect(thread.lines()).toContain(`output a: ${output}`);
    const { session } = await thread.runtime.manager.open(thread.id);
    expect(session.view.items.find(({ id }) => id === "a")).toMatchObject({ output, status: "completed" });
    const inNewWindow = thread.requests()[2]?.find((item) => item.includes("See /tmp/out-a.txt."));
    expect(inNewWindow).toContain(`is still in the file ${session.thread(false).path};`);
  });

  test("thread/window/read: what the model would be sent, entry by entry, with where the number comes from", async () => {
    const thread = await scenario({
      contextWindow: WINDOW,
      scripts: [answers("One.", FULL), says("The summary."), answers("Two.", 321)],
    });
    await thread.end();
    const { session } = await thread.runtime.manager.open(thread.id);
    expect(session.window).toMatchObject({ tokens: { count: FULL, source: "reported" }, contextWindow: WINDOW, limit: 900 });
    await compactNow(thread);
    await thread.end();
    const { items } = session.window;
    expect(items).toMatchObject([
      { kind: "instructions" },
      { kind: "person", text: "go" },
      { kind: "context", text: expect.stringMatching(/The summary\.$/) },
    ]);
    expect(session.window.tokens).toEqual({
      count: items.reduce((sum, { estimatedTokens }) => sum + estimatedTokens, 0),
      source: "estimated",
    });
    expect(session.view.tokens).toMatchObject({ source: "estimated", last: { totalTokens: session.window.tokens.count } });
    await thread.start("next");
    await thread.end();
    expect(session.window.tokens).toEqual({ count: 321, source: "reported" });
  });

  test("§10 a provider that reports nothing: the number is an estimate, says so, and still compacts in time", async () => {
    const thread = await scenario({
      contextWindow: WINDOW,
      scripts: [answers("y".repeat(4 * WINDOW), false), answers("The summary.", false), answers("Two.", false)],
    });
    await thread.end();
    const { session } = await thread.runtime.manager.open(thread.id);
    expect(session.window.tokens.source).toBe("estimated");
    expect(session.view.tokens).toMatchObject({ source: "estimated", total: { totalTokens: 0 } });
    await thread.start("next");
    expect((await thread.end()).status).toBe("completed");
    expect(await compactions(thread)).toMatchObject([{ trigger: "preTurn", status: "completed" }]);
  });

  test("§12 a thread opened again after a compaction sends what the live one would have sent", async () => {
    const thread = await scenario({
      contextWindow: WINDOW,
      tools: [worker()],
      scripts: [reports(FULL, call("a", "work")), says("The summary."), calls(call("b", "work")), says("Done."), says("Live.")],
    });
    await thread.end();
    const { store, clock } = thread.runtime;
    const copy = store.crashedAt(thread.id, store.bytes(thread.id).length);
    await thread.start("next");
    await thread.end();
    const next = new TestRuntime({ clock, store: copy, ids: countingIds("next"), contextWindow: WINDOW });
    await next.turn(thread.id, "next");
    // Ids of new inputs differ: each runtime counts its own.
    const inputs = (runtime: TestRuntime): unknown =>
      modelRequests(runtime)
        .at(-1)
        ?.input.map((item) => ({ ...item, id: "" }));
    expect(inputs(next)).toEqual(inputs(thread.runtime));
  });

  // Codex lets the model of the turn before compact, and falls back to the new one only when that is gone.
  test("§10 the model of the turn compacts, by the limit of its own turn, also right after it was changed", async () => {
    const chosen = { model: "one", autoCompactTokenLimit: 10_000 };
    const thread = await scenario({
      settings: {
        get model() {
          return chosen.model;
        },
        get autoCompactTokenLimit() {
          return chosen.autoCompactTokenLimit;
        },
      },
      scripts: [answers("One.", FULL), says("The summary."), says("Two.")],
    });
    await thread.end();
    Object.assign(chosen, { model: "two", autoCompactTokenLimit: 900 });
    await thread.start("next");
    expect((await thread.end()).status).toBe("completed");
    expect(modelRequests(thread.runtime).map(({ model }) => model)).toEqual(["one", "two", "two"]);
    expect(windows(thread).at(-1)).toEqual(["user: go", "summary: The summary.", "user: next"]);
  });

  test("§10 the summary is not shown as an answer", async () => {
    const thread = await scenario({ scripts: [says("One."), says("The summary.")] });
    await thread.end();
    await compactNow(thread);
    await thread.end();
    const { session } = await thread.runtime.manager.open(thread.id);
    expect(session.view.items.map(({ type }) => type)).toEqual(["userMessage", "agentMessage", "contextCompaction"]);
    expect(thread.events("item/agentMessage/delta")).toHaveLength(1);
  });
});
