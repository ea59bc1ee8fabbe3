import { existsSync } from "node:fs";
import path from "node:path";
import { expect, test } from "../support/app-fixture";
import { commandLines } from "../support/command-lines";
import { writeSettings } from "../support/model-fixture";
import { isTurnEnd, kindOf } from "../support/rollout-lines";

test.skip(process.platform === "win32", "the hooks of these tests are written for a POSIX shell");

const BLOCKS_ONCE = `grep -q '"stop_hook_active":true' || { echo 'Say when the tests ran last.' >&2; exit 2; }`;

test("a stop hook that blocks once: the turn goes on with its words, and ends the second time", async ({ launch, places }) => {
  writeSettings(places, { hooks: { stop: [{ command: BLOCKS_ONCE }] } });
  const app = await launch();
  await app.openFolder();
  await app.ask("what time is it");
  await app.turnEnds(1, /^Completed in /);
  await expect(app.thread).toContainText("A stop hook asked for morebefore the turn may end");
  await expect(app.thread).toContainText("Say when the tests ran last.");
  await expect(app.thread).toContainText("it cannot do that, and ends here");
});

test("a preToolUse hook that refuses: nothing runs, nobody is asked, the model reads why", async ({ launch, places }) => {
  writeSettings(places, { hooks: { preToolUse: [{ command: "echo 'No commands on Sundays.' >&2; exit 2" }] } });
  const app = await launch();
  await app.openFolder();
  await app.ask("run touch made.txt");
  await app.turnEnds(1, /^Completed in /);
  const card = app.card(/^Run touch made\.txt, Denied$/);
  await expect(card).toContainText("by policy");
  await card.getByRole("button").first().click();
  await expect(card).toContainText("No commands on Sundays.");
  expect(existsSync(path.join(app.workspace, "made.txt"))).toBe(false);
  expect(app.kinds()).not.toContain("cf_approval_requested");
  const output = app.lines().find(({ payload }) => payload["type"] === "function_call_output");
  expect(output?.payload["output"]).toBe("denied by policy: No commands on Sundays.");
});

test("a preToolUse hook that changes the command: the question is about what will run, and the card says what ran", async ({
  launch,
  places,
}) => {
  const answer = JSON.stringify({ hookSpecificOutput: { updatedInput: { command: "touch kept.txt" } } });
  writeSettings(places, { hooks: { preToolUse: [{ command: `echo '${answer}'` }] } });
  const app = await launch();
  await app.openFolder();
  await app.ask("run touch made.txt");
  const question = app.card("Approval: Run touch kept.txt, changed by a hook, Waiting for you");
  await expect(question).toBeFocused();
  await expect(question).toContainText("A hook changed this command.Asked for:touch made.txtWill run:touch kept.txt");
  await app.page.keyboard.press("y");
  await app.turnEnds(1, /^Completed in /);
  await expect(app.card("Ran touch made.txt, Exit 0")).toContainText(
    'arguments changed by a hook to {"command":"touch kept.txt"}',
  );
  const there = ["made.txt", "kept.txt"].map((name) => existsSync(path.join(app.workspace, name)));
  expect(there).toEqual([false, true]);
});

for (const event of ["userPromptSubmit", "preToolUse", "stop"] as const) {
  test(`Stop ends a ${event} hook that hangs, with its processes, and the session goes on`, async ({ launch, places }) => {
    test.skip(process.platform !== "linux", "tells whose a process is by /proc");
    const isThere = () => commandLines(places.mark).some((line) => line.startsWith("sleep 4711"));
    writeSettings(places, { hooks: { [event]: [{ command: "sleep 4711 & sleep 4711" }] } });
    const app = await launch();
    await app.openFolder();
    await app.ask("list the files here");
    await expect.poll(isThere).toBe(true);
    const stoppedAtMs = Date.now();
    await app.page.keyboard.press("Escape");
    const end = await app.line((lines) => lines.find(isTurnEnd));
    expect([kindOf(end), Date.parse(end.timestamp) - stoppedAtMs < 4000, isThere()]).toEqual(["turn_aborted", true, false]);
    writeSettings(places, {});
    if (event === "userPromptSubmit") {
      // What the hook was still looking at has not been said: it waits in the queue until the person says go on.
      await app.queueIs(["list the files here"]);
      await expect(app.queue).toContainText("Paused after Stop");
      await app.button("Resume").click();
    } else {
      await app.turnEnds(1, "Interrupted by you");
      await app.queueIs([]);
      await app.ask("what time is it");
    }
    await app.turnEnds(2, /^Completed in /);
  });
}

test("a userPromptSubmit hook that holds the input back: it is in the paused queue, and nothing was asked", async ({
  launch,
  places,
}) => {
  writeSettings(places, { hooks: { userPromptSubmit: [{ command: "echo 'It names a customer.' >&2; exit 2" }] } });
  const app = await launch();
  await app.openFolder();
  await app.ask("what time is it");
  await app.turnEnds(1, /^Completed in /);
  await expect(app.thread).toContainText("A hook held back your input: It names a customer.");
  await app.queueIs(["what time is it"]);
  await expect(app.queue).toContainText("Paused by a hook");
  expect(app.kinds()).not.toContain("function_call");
  writeSettings(places, {});
  await app.button("Resume").click();
  await app.turnEnds(2, /^Completed in /);
  await expect(app.card("Read the clock, Done")).toBeVisible();
});

test("a hook that fails or takes too long is told in words and changes nothing", async ({ launch, places }) => {
  writeSettings(places, {
    hooks: { stop: [{ command: "exit 7" }, { command: "sleep 4711", timeoutMs: 300 }] },
  });
  const app = await launch();
  await app.openFolder();
  await app.ask("what time is it");
  await app.turnEnds(1, /^Completed in /);
  await expect(app.thread).toContainText("The hook stop:0 (exit 7) failed with exit code 7 and was ignored.");
  await expect(app.thread).toContainText("The hook stop:1 (sleep 4711) did not end within 0.3 s and was ignored.");
});
