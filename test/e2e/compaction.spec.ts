import { expect } from "../support/app-fixture";
import { gate } from "../support/gate";
import { connectedTo, test, writeSettings } from "../support/model-fixture";
import type { OpenApp } from "../support/open-app";
import { call, completed, created, message } from "../support/provider-events";
import { isTurnEnd } from "../support/rollout-lines";
import { asksForSummary, refusal, reply, replyWith } from "../support/scripted-model";

const SUMMARY = "The ring holds **4 096** samples. Next: test the gauge.";

function card(app: OpenApp) {
  return app.page.getByRole("dialog", { name: "What the model sees now" });
}

async function openCard(app: OpenApp): Promise<void> {
  await app.button(/^Context: /).click();
  await expect(card(app).getByRole("listitem").first()).toBeVisible();
}

async function compactNow(app: OpenApp): Promise<void> {
  await openCard(app);
  await card(app).getByRole("button", { name: "Compact now" }).click();
}

function compacted(app: OpenApp) {
  return app.lines().find(({ type }) => type === "compacted");
}

test("Compact now, on the demo: a boundary with numbers and a summary, another window, older turns readable, and it goes on", async ({
  launch,
}) => {
  const app = await launch();
  await app.openFolder();
  await app.ask("read README.md and summarise it");
  await app.turnEnds(1, /^Completed in /);
  await openCard(app);
  await expect(card(app)).toContainText(
    "as reported by the provider, of 128\u202f000. Compacted by itself from 115\u202f200 on.",
  );
  await expect(card(app).getByRole("listitem").filter({ hasText: "read_file" })).toHaveCount(1);
  await card(app).getByRole("button", { name: "Compact now" }).click();
  await app.turnEnds(2, /^Completed in /);

  const line = compacted(app);
  expect(line?.payload["cf_trigger"]).toBe("manual");
  await expect(card(app)).toContainText("estimated from their length");
  await expect(card(app).getByRole("listitem").filter({ hasText: "read_file" })).toHaveCount(0);
  await expect(card(app).getByRole("listitem")).toHaveText([
    /^Instructions/,
    /^Context.*<permissions instructions>/,
    /^Context.*<environment_context>/,
    /^You.*read README\.md and summarise it/,
    /^Context.*The conversation so far was compacted\./,
  ]);
  await app.page.keyboard.press("Escape");
  await expect(app.entry(line?.number ?? 0)).toContainText(
    /Compacted[\d\u202f]+ → [\d\u202f]+ tokens, estimated · asked for by you/,
  );
  await app.button("Summary the model went on with").click();
  await expect(app.thread).toContainText("The person asked for: “read README.md and summarise it”.");
  await expect(app.thread).toContainText("It is titled Tide table");
  await app.ask("what time is it");
  await app.turnEnds(3, /^Completed in /);
});

test("a window that is full as a turn begins is compacted by itself, before the person's words are sent", async ({
  launch,
  model,
  places,
}) => {
  writeSettings(places, { autoCompactTokenLimit: 5000 });
  const server = await model([
    reply(created(), ...message("A long story."), completed({ usage: { input: 6000, output: 20 } })),
    reply(created(), ...message(SUMMARY), completed()),
    reply(created(), ...message("The gauge is tested."), completed()),
  ]);
  const app = await launch(connectedTo(server));
  await app.openFolder();
  await app.ask("tell me");
  await app.turnEnds(1, /^Completed in /);
  await app.ask("test the gauge");
  await app.turnEnds(2, /^Completed in /);

  expect(server.requests.map(asksForSummary)).toEqual([false, true, false]);
  const sent = JSON.stringify(server.requests[2]?.input);
  expect([sent.includes("4 096"), sent.includes("test the gauge"), sent.includes("A long story.")]).toEqual([true, true, false]);
  expect(JSON.stringify(server.requests[1]?.input)).not.toContain("test the gauge");
  const line = compacted(app);
  await expect(app.entry(line?.number ?? 0)).toContainText(/Compacted automatically6\u202f0\d\d → \d+ tokens, estimated/);
  await expect(app.entry(line?.number ?? 0)).toContainText("the window was full as the turn began");
  await expect(app.thread).toContainText("A long story.");
  await expect(app.thread).toContainText("The gauge is tested.");
});

test("a window that fills up within a turn is compacted after the outputs, and the model goes on", async ({
  launch,
  model,
  places,
}) => {
  writeSettings(places, { autoCompactTokenLimit: 5000 });
  const summary = gate();
  const server = await model([
    reply(created(), ...call("c1", "list_dir", { path: "." }), completed({ usage: { input: 6000, output: 20 } })),
    replyWith({ beforeHeaders: summary }, created(), ...message(SUMMARY), completed()),
    reply(created(), ...message("Two files."), completed()),
  ]);
  const app = await launch(connectedTo(server));
  await app.openFolder();
  await app.ask("what is here?");
  await summary.reached;
  await expect(app.thread).toContainText("Compacting…");
  await expect(app.thread).toContainText("the window was full within the turn");
  await expect(app.page.getByText("Compacting the window", { exact: true })).toBeVisible();
  await app.ask("and then the gauge");
  await app.queueIs(["and then the gauge"]);
  await app.queued("Remove", "and then the gauge").click();
  await expect(app.queue).toHaveCount(0);
  summary.open();
  await app.turnEnds(1, /^Completed in /);
  await expect(app.card("Listed ., Done")).toBeVisible();
  await expect(app.thread).toContainText("Compacted automatically");
  expect(JSON.stringify(server.requests[2]?.input)).not.toContain("function_call");
});

test("the model itself asks for a new context, and finds its summary there", async ({ launch }) => {
  const app = await launch();
  await app.openFolder();
  await app.ask("list the files here");
  await app.turnEnds(1, /^Completed in /);
  await app.ask("start a new context then what time is it");
  await app.turnEnds(2, /^Completed in /);
  const line = compacted(app);
  expect(line?.payload["cf_trigger"]).toBe("newContext");
  await expect(app.entry(line?.number ?? 0)).toContainText("New context");
  await expect(app.entry(line?.number ?? 0)).toContainText("the model asked for a new context");
  await expect(app.card("Read the clock, Done")).toBeVisible();
});

test("a compaction that fails says why and what to do, changes nothing, and looks the same after a restart", async ({
  launch,
  model,
}) => {
  const server = await model([
    reply(created(), ...message("A long story."), completed()),
    refusal(400, { error: { message: "This model writes no summaries." } }),
    reply(created(), ...message("It goes on."), completed()),
  ]);
  const app = await launch(connectedTo(server));
  await app.openFolder();
  await app.ask("tell me");
  await app.turnEnds(1, /^Completed in /);
  await compactNow(app);
  await app.turnEnds(2, /^Failed/);
  await app.page.keyboard.press("Escape");
  await expect(app.thread).toContainText("Compaction failedasked for by you · the window is as it was");
  await expect(app.thread).toContainText("The session could not be compacted");
  await expect(app.thread).toContainText("This model writes no summaries.");
  expect(compacted(app)).toBeUndefined();
  await app.close();

  const again = await launch(connectedTo(server));
  await again.sidebar.getByRole("button", { name: /tell me/ }).click();
  await expect(again.thread).toContainText("Compaction failedasked for by you · the window is as it was");
  await again.ask("go on");
  await again.turnEnds(3, /^Completed in /);
  expect(JSON.stringify(server.requests[2]?.input)).toContain("A long story.");
});

test("Stop while the summary is written: the window is as it was, and it can be compacted again", async ({ launch, model }) => {
  const never = gate();
  const server = await model((request, index) => {
    if (!asksForSummary(request)) return reply(created(), ...message("A long story."), completed());
    return index === 1 ? replyWith({ beforeHeaders: never }) : reply(created(), ...message(SUMMARY), completed());
  });
  const app = await launch(connectedTo(server));
  await app.openFolder();
  await app.ask("tell me");
  await app.turnEnds(1, /^Completed in /);
  await compactNow(app);
  await never.reached;
  await app.page.keyboard.press("Escape");
  await expect(card(app)).toHaveCount(0);
  await app.page.keyboard.press("Escape");
  await app.turnEnds(2, "Interrupted by you");
  await expect(app.thread).toContainText("Compaction stopped");
  expect(compacted(app)).toBeUndefined();
  await compactNow(app);
  await app.turnEnds(3, /^Completed in /);
  expect(compacted(app)?.payload["message"]).toBe(SUMMARY);
  expect(app.lines().filter(isTurnEnd)).toHaveLength(3);
});
