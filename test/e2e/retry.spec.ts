import { expect } from "../support/app-fixture";
import { gate } from "../support/gate";
import { connectedTo, test } from "../support/model-fixture";
import type { OpenApp } from "../support/open-app";
import { completed, created, message, messageAdded, textDelta } from "../support/provider-events";
import { cut, refusal, reply, replyWith, startScriptedModel } from "../support/scripted-model";

/** Keeps every text that the line about the next try has had. */
async function watchRetries(app: OpenApp): Promise<() => Promise<string[]>> {
  await app.page.evaluate(() => {
    const said: string[] = [];
    Reflect.set(globalThis, "retries", said);
    new MutationObserver(() => {
      const text = document.querySelector(".retry")?.textContent ?? "";
      if (text !== "" && said.at(-1) !== text) said.push(text);
    }).observe(document.body, { childList: true, subtree: true, characterData: true });
  });
  return () => app.page.evaluate(() => Reflect.get(globalThis, "retries") as string[]);
}

test("a stream that is cut again and again: five tries with a countdown each, then it fails with what to do", async ({
  launch,
  model,
}) => {
  const server = await model(() => reply(created(), cut));
  const app = await launch(connectedTo(server));
  await app.openFolder();
  const retries = await watchRetries(app);
  await app.ask("go");
  await app.turnEnds(1, /^Failed: the stream from .* was cut/);
  await expect(app.thread).toContainText("Send again to go on from what is recorded.");
  await expect(app.thread.getByText("Reconnecting")).toHaveCount(0);
  const said = await retries();
  const counts = [...new Set(said.flatMap((text) => /Reconnecting (\d) of 5/.exec(text)?.[1] ?? []))];
  expect(counts).toEqual(["1", "2", "3", "4", "5"]);
  const last = said.flatMap((text) => /Reconnecting 5 of 5in (\d\.\d) s/.exec(text)?.[1] ?? []).map(Number);
  expect(Math.max(...last)).toBeLessThanOrEqual(3.6);
  expect(last).toEqual(last.toSorted((a, b) => b - a));
  expect(new Set(last).size).toBeGreaterThan(3);
  expect(server.requests).toHaveLength(6);
});

test("a server that has gone: it waits for the network, and goes on by itself when the server is back", async ({ launch }) => {
  const gone = await startScriptedModel([]);
  const port = Number(new URL(gone.baseUrl).port);
  await gone.close();
  const app = await launch(connectedTo(gone));
  await app.openFolder();
  await app.ask("go");
  await expect(app.thread.getByText("Waiting for network")).toBeVisible();
  await expect(app.thread).toContainText(/next try in \d s/);
  await expect(app.thread).toContainText("it is tried again until you stop");
  await expect(app.page.locator(".now")).toContainText("Waiting for network");
  await app.ask("and then this");
  await app.queueIs(["and then this"]);

  const back = await startScriptedModel(
    [reply(created(), ...message("Back again."), completed()), reply(created(), ...message("And this."), completed())],
    port,
  );
  await app.turnEnds(2, /^Completed in /);
  await expect(app.thread).toContainText("Back again.");
  await expect(app.thread).toContainText("And this.");
  await expect(app.thread.getByText("Waiting for network")).toHaveCount(0);
  await app.close();
  await back.close();
});

test("429 with retry-after: it says until when, counts down, and then succeeds", async ({ launch, model }) => {
  const server = await model([
    refusal(429, { error: { message: "Slow down, please." } }, { "retry-after": "4" }),
    reply(created(), ...message("Here it is."), completed()),
  ]);
  const app = await launch(connectedTo(server));
  await app.openFolder();
  const retries = await watchRetries(app);
  await app.ask("go");
  await expect(app.thread.getByText(/^Rate limited until \d\d:\d\d:\d\d$/)).toBeVisible();
  await expect(app.page.locator(".now")).toContainText("Rate limited until");
  await app.turnEnds(1, /^Completed in /);
  await expect(app.thread).toContainText("Here it is.");
  const left = (await retries()).flatMap((text) => /next try in (\d) s/.exec(text)?.[1] ?? []).map(Number);
  expect(left.length).toBeGreaterThan(1);
  expect(left).toEqual(left.toSorted((a, b) => b - a));
});

test("429 that asks for an hour: the turn fails at once and says from when it is worth another try", async ({
  launch,
  model,
}) => {
  const server = await model([refusal(429, { error: { message: "Slow down, please." } }, { "retry-after": "3600" })]);
  const app = await launch(connectedTo(server));
  await app.openFolder();
  await app.ask("go");
  await app.turnEnds(1, /^Failed/);
  await expect(app.thread).toContainText(/Worth another try from \d\d:\d\d/);
});

test("partial text of an attempt that failed is struck through, opens, and is so after a restart", async ({ launch, model }) => {
  const second = gate();
  const server = await model([
    reply(created(), messageAdded("m1"), textDelta("m1", "Half of an answer"), cut),
    replyWith({ beforeHeaders: second }, created(), ...message("The whole answer."), completed()),
  ]);
  const app = await launch(connectedTo(server));
  await app.openFolder();
  await app.ask("go");
  await expect(app.thread.locator("del")).toHaveText("Half of an answer");
  second.open();
  await app.turnEnds(1, /^Completed in /);
  await app.button("Show").click();
  await expect(app.thread).toContainText("The model does not see it again.");
  await app.close();

  const again = await launch(connectedTo(server));
  await again.sidebar.getByRole("button", { name: /go/ }).click();
  await again.turnEnds(1, /^Completed in /);
  await expect(again.thread.locator("del")).toHaveText("Half of an answer");
  await expect(again.thread).toContainText("The whole answer.");
});
