import { expect, test } from "../support/app-fixture";
import { gate } from "../support/gate";
import { connectedTo, test as testWithModel } from "../support/model-fixture";
import type { OpenApp } from "../support/open-app";
import { completed, created, message } from "../support/provider-events";
import { isTurnEnd, kindOf, queuedInFile } from "../support/rollout-lines";
import { reply, replyWith } from "../support/scripted-model";

/** A turn that lasts until it is stopped or woken. */
async function waitLong(app: OpenApp): Promise<void> {
  await app.openFolder();
  await app.ask("wait 20 minutes");
  await expect(app.thread.getByRole("timer")).toBeVisible();
}

async function queueAll(app: OpenApp, texts: readonly string[]): Promise<void> {
  for (const [index, text] of texts.entries()) {
    await app.ask(text);
    await app.queueIs(texts.slice(0, index + 1));
  }
}

/** The person's words in the order in which they reached the model. */
function said(app: OpenApp): string[] {
  return app
    .lines()
    .filter(({ payload }) => payload["type"] === "user_message")
    .map(({ payload }) => String(payload["message"]));
}

test("two that are queued while a turn runs start one after the other, each when the one before has ended", async ({ app }) => {
  await waitLong(app);
  await queueAll(app, ["what time is it", "list the files here"]);
  await expect(app.queue).toContainText("Queue 2");
  await expect(app.queue).toContainText("sent one by one when this turn ends");
  await expect(app.composer).toHaveValue("");
  expect(app.lines().filter(isTurnEnd)).toHaveLength(0);

  await app.button("Wake now").click();
  await app.turnEnds(3, /^Completed in /);
  await expect(app.queue).toHaveCount(0);
  expect(queuedInFile(app.lines())).toEqual([]);
  expect(said(app)).toEqual(["wait 20 minutes", "what time is it", "list the files here"]);
  const marks = app.lines().flatMap((line) => (isTurnEnd(line) ? ["end"] : kindOf(line) === "task_started" ? ["start"] : []));
  expect(marks).toEqual(["start", "end", "start", "end", "start", "end"]);
  await expect(app.thread.getByText("queued", { exact: true })).toHaveCount(2);
});

test("by keyboard: an entry is changed, moved and removed, and the file says what the strip shows", async ({ app }) => {
  const { keyboard } = app.page;
  await waitLong(app);
  await queueAll(app, ["what time is it", "list the files here", "say 3 words"]);

  await app.queued("Edit", "what time is it").focus();
  await keyboard.press("Enter");
  await expect(app.page.getByRole("textbox", { name: "Queued entry 1" })).toBeFocused();
  await keyboard.type(", please");
  await keyboard.press("Enter");
  await app.queueIs(["what time is it, please", "list the files here", "say 3 words"]);
  await expect(app.queued("Edit", "what time is it, please")).toBeFocused();

  await app.queued("Move up", "say 3 words").focus();
  await keyboard.press("Enter");
  await app.queueIs(["what time is it, please", "say 3 words", "list the files here"]);
  await expect(app.queued("Move up", "say 3 words")).toBeFocused();
  await keyboard.press("Enter");
  await app.queueIs(["say 3 words", "what time is it, please", "list the files here"]);

  await app.queued("Remove", "what time is it, please").focus();
  await keyboard.press("Space");
  await app.queueIs(["say 3 words", "list the files here"]);
  await expect(app.queued("Remove", "list the files here")).toBeFocused();
  await keyboard.press("Space");
  await app.queueIs(["say 3 words"]);
  await expect(app.queued("Remove", "say 3 words")).toBeFocused();

  await app.button("Wake now").click();
  await app.turnEnds(2, /^Completed in /);
  expect(said(app)).toEqual(["wait 20 minutes", "say 3 words"]);
});

test("Esc in an entry that is being changed leaves it as it was, and the turn runs on", async ({ app }) => {
  await waitLong(app);
  await queueAll(app, ["what time is it"]);
  await app.queued("Edit", "what time is it").click();
  await app.page.keyboard.type("!!!");
  await app.page.keyboard.press("Escape");
  await app.queueIs(["what time is it"]);
  await expect(app.thread.getByRole("timer")).toBeVisible();
  expect(app.lines().filter(isTurnEnd)).toHaveLength(0);
});

test("Stop pauses the queue, nothing starts by itself, and Resume goes on with it", async ({ app }) => {
  await waitLong(app);
  await queueAll(app, ["what time is it", "list the files here"]);
  await app.page.keyboard.press("Escape");
  await app.turnEnds(1, "Interrupted by you");
  await expect(app.queue).toContainText("Paused after Stop");
  await app.queueIs(["what time is it", "list the files here"]);

  await app.ask("say 3 words");
  await app.turnEnds(2, /^Completed in /);
  await app.queueIs(["what time is it", "list the files here"]);
  await expect(app.queue).toContainText("Paused");

  await app.button("Resume").click();
  await app.turnEnds(4, /^Completed in /);
  await expect(app.queue).toHaveCount(0);
  expect(said(app)).toEqual(["wait 20 minutes", "say 3 words", "what time is it", "list the files here"]);
});

for (const { name, end } of [
  { name: "closed", end: (app: OpenApp) => app.close() },
  { name: "killed", end: (app: OpenApp) => app.kill() },
]) {
  test(`${name} and opened again: the queue is there, paused, as the file has it, and goes on`, async ({ app, launch }) => {
    await waitLong(app);
    await queueAll(app, ["what time is it", "list the files here"]);
    await app.queued("Move down", "what time is it").click();
    await app.queueIs(["list the files here", "what time is it"]);
    await end(app);

    const again = await launch();
    await again.sidebar.getByRole("button", { name: /wait 20 minutes/ }).click();
    await again.queueIs(["list the files here", "what time is it"]);
    await expect(again.queue).toContainText("Paused after a restart");
    await expect(again.button(/^Send Enter/)).toBeVisible();
    const before = again.lines().length;
    await again.queued("Remove", "what time is it").click();
    await again.queueIs(["list the files here"]);
    expect(again.lines().length).toBeGreaterThan(before);
    await again.button("Resume").click();
    await again.turnEnds(2, /^Completed in /);
    await expect(again.card("Listed ., Done")).toBeVisible();
    await expect(again.queue).toHaveCount(0);
  });
}

test("Send now puts an entry into the turn that runs", async ({ app }) => {
  await waitLong(app);
  await queueAll(app, ["say 3 words", "what time is it"]);
  await app.queued("Send now", "what time is it").click();
  await app.turnEnds(2, /^Completed in /);
  await expect(app.card(/^Waited .+ of 20 minutes/)).toContainText("Ended by your input");
  expect(said(app)).toEqual(["wait 20 minutes", "what time is it", "say 3 words"]);
  await expect(app.thread.getByText("steered", { exact: true })).toHaveCount(1);
  expect(queuedInFile(app.lines())).toEqual([]);
});

testWithModel("what is queued is in no request before its turn", async ({ launch, model }) => {
  const first = gate();
  const server = await model([
    replyWith({ beforeHeaders: first }, created(), ...message("One."), completed()),
    reply(created(), ...message("Two."), completed()),
  ]);
  const app = await launch(connectedTo(server));
  await app.openFolder();
  await app.ask("first");
  await server.request(0);
  await app.ask("second");
  await app.queueIs(["second"]);
  first.open();
  await app.turnEnds(2, /^Completed in /);
  expect(server.requests.map(({ input }) => JSON.stringify(input).includes("second"))).toEqual([false, true]);
});
