import { expect } from "../support/app-fixture";
import { commandLines } from "../support/command-lines";
import { fileBreaches } from "../support/file-breaches";
import { connectedTo, test, writeSettings } from "../support/model-fixture";
import type { OpenApp } from "../support/open-app";
import { outputs } from "../support/permission-facts";
import { call, completed, created, message } from "../support/provider-events";
import { reply } from "../support/scripted-model";
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

test("Stop while text streams: what had arrived stays and says that it was cut", async ({ app }) => {
  await app.openFolder();
  await app.ask(LONG_STREAM);
  await expect(app.thread).toContainText("A heading");
  await stopAndGoOn(app, () => app.stop.click());
  await expect(app.thread).toContainText("Cut off when the turn was stopped; this is what had arrived.");
  const partial = app.lines().find(({ payload }) => payload["status"] === "incomplete");
  expect(partial?.payload["role"]).toBe("assistant");
});

test("Stop while an approval waits", async ({ app }) => {
  await app.openFolder();
  await app.ask("run echo never");
  await expect(app.card("Approval: Run echo never, Waiting for you")).toBeFocused();
  await stopAndGoOn(app, () => app.stop.click());
  await expect(app.card("Run echo never, Aborted")).toBeVisible();
});

test("Stop while a command runs: its processes are gone, its output so far stays", async ({ app, places }) => {
  await app.openFolder();
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
  await app.openFolder();
  await app.ask("wait 20 minutes");
  await expect(app.thread.getByRole("timer")).toBeVisible();
  await stopAndGoOn(app, () => app.page.keyboard.press("Escape"));
  await expect(app.card(/^Waited .+ of 20 minutes/)).toContainText("Interrupted");
});

test("one of two commands is stopped alone: its processes are gone, the other one and the turn go on", async ({
  places,
  launch,
  model,
}) => {
  test.skip(process.platform !== "linux", "tells whose a process is by /proc");
  const server = await model([
    reply(
      created(),
      ...call("c1", "shell", { command: "sleep 4711" }),
      ...call("c2", "shell", { command: "sleep 4712" }),
      completed(),
    ),
    reply(created(), ...message("Both were stopped."), completed()),
  ]);
  const isThere = (line: string) => commandLines(places.mark).some((running) => running.startsWith(line));
  writeSettings(places, { approvalPolicy: "never" });
  const app = await launch(connectedTo(server));
  await app.openFolder();
  await app.ask("two at once");
  const [first, second] = [app.card("Run sleep 4711, Running"), app.card("Run sleep 4712, Running")];
  await expect(first).toBeVisible();
  await expect(second).toBeVisible();
  await expect.poll(() => [isThere("sleep 4711"), isThere("sleep 4712")]).toEqual([true, true]);
  await first.getByRole("button", { name: "Stop this command" }).click();
  await expect.poll(() => isThere("sleep 4711")).toBe(false);
  await expect(second).toBeVisible();
  expect(isThere("sleep 4712")).toBe(true);
  await second.getByRole("button", { name: "Stop this command" }).click();
  await app.turnEnds(1, /^Completed in /);
  await expect(app.card("Ran sleep 4711, Aborted")).toBeVisible();
  await expect(app.card("Ran sleep 4712, Aborted")).toBeVisible();
  const stopped = /^aborted by user after .*effects may stand/;
  expect(outputs(app)).toEqual([expect.stringMatching(stopped), expect.stringMatching(stopped)]);
  expect(fileBreaches(app.rollout())).toEqual([]);
});
