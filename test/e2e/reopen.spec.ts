import { expect, test } from "../support/app-fixture";
import { commandLines } from "../support/command-lines";
import type { OpenApp } from "../support/open-app";
import { isTurnEnd, rolloutFiles } from "../support/rollout-lines";
import { LONG_STREAM } from "./long-stream";

/** Everything in the thread as a screen reader has it, in a window so high that all of it is drawn. */
async function shown(app: OpenApp): Promise<string> {
  await app.page.setViewportSize({ width: 1120, height: 4000 });
  await expect(app.thread.getByRole("heading", { name: /^Turn 1\./ })).toBeVisible();
  // The heading stays in the page even where its turn is not drawn; the person's words behind it do not.
  await expect(app.thread.getByText("You", { exact: true }).first()).toBeVisible();
  return app.thread.ariaSnapshot();
}

async function openSession(app: OpenApp, name: RegExp | string): Promise<void> {
  await app.sidebar.getByRole("button", { name }).click();
  await expect(app.thread).toBeVisible();
}

test("closed and reopened, the session is in the sidebar, opens exactly as it looked, and goes on", async ({ app, launch }) => {
  await app.openFolder();
  await app.ask("list the files here");
  await app.turnEnds(1, /^Completed in /);
  await app.ask("run `echo kept; exit 3`");
  await expect(app.card(/^Approval: Run echo kept/)).toBeFocused();
  await app.page.keyboard.press("y");
  await app.turnEnds(2, /^Completed in /);
  const before = await shown(app);
  const file = app.rollout();
  const linesBefore = app.lines().length;
  await app.close();

  const again = await launch();
  await openSession(again, /list the files here/);
  await again.turnEnds(2, /^Completed in /);
  await expect.poll(() => shown(again)).toBe(before);
  expect(again.lines()).toHaveLength(linesBefore);

  await again.ask("what time is it");
  await again.turnEnds(3, /^Completed in /);
  expect(rolloutFiles(again.home)).toEqual([file]);
});

test("a stopped turn and a partial answer look the same after a restart", async ({ app, launch }) => {
  await app.openFolder();
  await app.ask(LONG_STREAM);
  await expect(app.thread).toContainText("A heading");
  await app.page.keyboard.press("Escape");
  await app.turnEnds(1, "Interrupted by you");
  await app.ask("wait 20 minutes");
  await app.button("Wake now").click();
  await app.turnEnds(2, /^Completed in /);
  // A wait that was watched stays open; what is open is the window's, not the thread's.
  await app.button(/^Waited .+ of 20 minutes/).click();
  const before = await shown(app);
  await app.close();

  const again = await launch();
  await openSession(again, /show me markdown/);
  await again.turnEnds(2, /^Completed in /);
  await expect.poll(() => shown(again)).toBe(before);
});

test("killed in the middle of a command: shown as it is, closed when continued, no process left", async ({
  app,
  launch,
  places,
}) => {
  test.skip(process.platform !== "linux", "tells whose a process is by /proc");
  const isRunning = () => commandLines(places.mark).some((line) => line.startsWith("sleep 4711"));
  await app.openFolder();
  await app.ask("run sleep 4711");
  await expect(app.card("Approval: Run sleep 4711, Waiting for you")).toBeFocused();
  await app.page.keyboard.press("y");
  await expect(app.card("Run sleep 4711, Running")).toBeVisible();
  await expect.poll(isRunning).toBe(true);
  await app.kill();
  const linesAtDeath = app.lines();
  expect(linesAtDeath.some(isTurnEnd)).toBe(false);

  const again = await launch();
  await openSession(again, /run sleep 4711/);
  await expect(again.card("Run sleep 4711, No output in file")).toHaveAttribute("data-state", "missing");
  await expect(again.button(/^Send/)).toBeVisible();
  expect(again.lines()).toEqual(linesAtDeath);
  await expect.poll(isRunning).toBe(false);

  await again.ask("what time is it");
  await again.turnEnds(1, /^Stopped with the app/);
  await again.turnEnds(2, /^Completed in /);
  await expect(again.card("Ran sleep 4711, Aborted")).toContainText("effects may stand");
  const closing = again.lines().find(({ payload }) => payload["type"] === "function_call_output");
  expect(closing?.payload["output"]).toMatch(/^aborted: the app stopped before this call finished; effects may stand/);
  expect(again.lines().slice(0, linesAtDeath.length)).toEqual(linesAtDeath);
});

test("closing the window in the middle of a turn ends it in the file", async ({ app }) => {
  await app.openFolder();
  await app.ask("run sleep 4711");
  await expect(app.card("Approval: Run sleep 4711, Waiting for you")).toBeFocused();
  await app.page.keyboard.press("y");
  await expect(app.card("Run sleep 4711, Running")).toBeVisible();
  await app.close();
  expect(app.kinds().at(-1)).toBe("turn_aborted");
});

test("drafts survive a restart, that of a new session and that of an old one", async ({ app, launch }) => {
  await app.openFolder();
  await app.ask("what time is it");
  await app.turnEnds(1, /^Completed in /);
  await app.composer.fill("for the old session");
  await app.page.keyboard.press("ControlOrMeta+n");
  await app.composer.fill("for a new one\nof two lines");
  await app.close();

  const again = await launch();
  await expect(again.composer).toHaveValue("for a new one\nof two lines");
  await openSession(again, /what time is it/);
  await expect(again.composer).toHaveValue("for the old session");
});

test("one session runs in the background while another is read", async ({ app }) => {
  await app.openFolder();
  await app.ask("what time is it");
  await app.turnEnds(1, /^Completed in /);
  await app.page.keyboard.press("ControlOrMeta+n");
  await app.ask("wait 20 minutes");
  await expect(app.thread.getByRole("timer")).toBeVisible();
  await openSession(app, /what time is it/);
  await expect(app.card("Read the clock, Done")).toBeVisible();
  await expect(app.thread.getByRole("timer")).toHaveCount(0);
  await expect(app.button(/^Send/)).toBeVisible();
  await expect(app.sidebar.getByRole("button", { name: "Sleeping. wait 20 minutes" })).toBeVisible();
  // The wait ends without this window: the other session stays the one that is read.
  const call = await app.line((lines) => lines.find(({ payload }) => payload["type"] === "function_call"));
  await app.command("clock/wake", { threadId: app.threadId(), itemId: call.payload["call_id"] });
  await app.line((lines) => lines.find(isTurnEnd));
  await expect(app.sidebar.getByRole("button", { name: "Sleeping." })).toHaveCount(0);
  await expect(app.card("Read the clock, Done")).toBeVisible();
  await openSession(app, /wait 20 minutes/);
  await app.turnEnds(1, /^Completed in /);
  await expect(app.card(/^Waited .+ of 20 minutes/)).toContainText("Woken by you");
});

test("the page reloaded in the middle of a turn shows it again, the open approval included", async ({ app }) => {
  await app.openFolder();
  await app.ask("run echo once");
  await expect(app.card("Approval: Run echo once, Waiting for you")).toBeFocused();
  const before = await shown(app);
  await app.page.reload();
  await openSession(app, /run echo once/);
  await expect(app.card("Approval: Run echo once, Waiting for you")).toBeFocused();
  expect(withoutClock(await shown(app))).toBe(withoutClock(before));
  await app.page.keyboard.press("y");
  await app.turnEnds(1, /^Completed in /);
  await expect(app.card("Ran echo once, Exit 0")).toBeVisible();
});

/** A question counts the seconds it has waited. */
function withoutClock(text: string): string {
  return text.replace(/\b\d\d:\d\d\b/g, "00:00");
}
