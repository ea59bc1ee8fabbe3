import { expect, test } from "../support/app-fixture";
import { commandLines } from "../support/command-lines";
import type { OpenApp } from "../support/open-app";
import { LONG_STREAM } from "./long-stream";

/** The grace of runtime.md §5 for a tree of processes, and what a busy machine adds. */
const AT_ONCE_MS = 4000;

/** Stops the running turn and asks for something else afterwards. */
async function stopAndGoOn(app: OpenApp, stop: () => Promise<void>): Promise<void> {
  const stoppedAtMs = Date.now();
  await stop();
  const end = await app.turnEnds(1, "Interrupted by you");
  expect(Date.parse(end.timestamp) - stoppedAtMs).toBeLessThan(AT_ONCE_MS);
  await app.ask("what time is it");
  await app.turnEnds(2, /^Completed in /);
  await expect(app.card("Read the clock, Done")).toBeVisible();
}

test.beforeEach(async ({ app }) => app.openFolder());

test("Stop while text streams: what had arrived stays and says that it was cut", async ({ app }) => {
  await app.ask(LONG_STREAM);
  await expect(app.thread).toContainText("A heading");
  await stopAndGoOn(app, () => app.stop.click());
  await expect(app.thread).toContainText("Cut off when the turn was stopped; this is what had arrived.");
  const partial = app.lines().find(({ payload }) => payload["status"] === "incomplete");
  expect(partial?.payload["role"]).toBe("assistant");
});

test("Stop while an approval waits", async ({ app }) => {
  await app.ask("run echo never");
  await expect(app.card("Approval: Run echo never, Waiting for you")).toBeFocused();
  await stopAndGoOn(app, () => app.stop.click());
  await expect(app.card("Run echo never, Aborted")).toBeVisible();
});

test("Stop while a command runs: its processes are gone, its output so far stays", async ({ app, places }) => {
  test.skip(process.platform !== "linux", "tells whose a process is by /proc");
  const isThere = () => commandLines(places.mark).some((line) => line.startsWith("sleep 4711"));
  await app.ask("run `echo begun; sleep 4711 & sleep 4711`");
  await expect(app.card(/^Approval: Run echo begun/)).toBeFocused();
  await app.page.keyboard.press("y");
  await expect.poll(isThere).toBe(true);
  await expect(app.card(/Running$/)).toHaveAttribute("data-state", "running");
  await stopAndGoOn(app, () => app.page.keyboard.press("Escape"));
  expect(isThere()).toBe(false);
  const card = app.card(/^Ran echo begun.*, Aborted$/);
  await card.getByRole("button").first().click();
  await expect(card).toContainText("effects may stand");
  await expect(card).toContainText("begun");
});

test("Stop while it sleeps", async ({ app }) => {
  await app.ask("wait 20 minutes");
  await expect(app.thread.getByRole("timer")).toBeVisible();
  await stopAndGoOn(app, () => app.page.keyboard.press("Escape"));
  await expect(app.card(/^Waited .+ of 20 minutes/)).toContainText("Interrupted");
});
