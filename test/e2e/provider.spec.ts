import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { once } from "node:events";
import path from "node:path";
import { expect } from "../support/app-fixture";
import { gate } from "../support/gate";
import { connectedTo, test, writeSettings } from "../support/model-fixture";
import type { OpenApp } from "../support/open-app";
import { call, completed, created, message, messageAdded, textDelta } from "../support/provider-events";
import { isTurnEnd, kindOf } from "../support/rollout-lines";
import { cut, hang, refusal, reply, replyWith } from "../support/scripted-model";

const KEY = "sk-e2e-5e6b2f-not-to-be-seen";

function variables(baseUrl: string): Record<string, string> {
  return { ...connectedTo({ baseUrl }), COUNTERFOIL_API_KEY: KEY };
}

/** All that the app has written, as one text. */
function everythingIn(home: string): string {
  return readdirSync(home, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(path.join(entry.parentPath, entry.name), "latin1"))
    .join("\n");
}

async function expectNoKey(app: OpenApp): Promise<void> {
  const places = [await app.page.content(), everythingIn(app.home), app.stderr];
  expect(places.map((text) => text.includes(KEY))).toEqual([false, false, false]);
}

test("a server named in the environment does the main job, and nothing is sent before the person asks", async ({
  launch,
  model,
}) => {
  const server = await model([
    reply(created(), ...message("I look.", { phase: "commentary" }), ...call("c1", "list_dir", { path: "." }), completed()),
    reply(created(), ...message("There are two files."), completed({ usage: { input: 900, output: 70 } })),
  ]);
  const app = await launch(variables(server.baseUrl));
  await expect(app.page.getByText("Nothing of this session has been sent yet.")).toBeVisible();
  await app.openFolder();
  expect(server.requests).toHaveLength(0);
  await app.ask("what is here?");
  await app.turnEnds(1, /^Completed in /);
  await expect(app.thread).toContainText("There are two files.");
  await expect(app.card("Listed ., Done")).toBeVisible();
  await expect(app.thread.getByText(/tokens, reported/)).toBeVisible();
  expect(server.requests.map(({ path: asked, headers, body }) => [asked, headers["authorization"], body["model"]])).toEqual(
    Array(2).fill(["/v1/responses", `Bearer ${KEY}`, "scripted-1"]),
  );
  await expectNoKey(app);
});

test("text is on screen while the stream is still open", async ({ launch, model }) => {
  const rest = gate();
  const server = await model([
    reply(
      created(),
      messageAdded("m1"),
      textDelta("m1", "The first half"),
      rest,
      ...message("The first half and the second", { id: "m1" }).slice(2),
      completed(),
    ),
  ]);
  const app = await launch(variables(server.baseUrl));
  await app.openFolder();
  await app.ask("go");
  await expect(app.thread).toContainText("The first half");
  await expect(app.thread.getByText("writing", { exact: true })).toBeVisible();
  expect(app.lines().some(({ payload }) => payload["role"] === "assistant")).toBe(false);
  rest.open();
  await app.turnEnds(1, /^Completed in /);
  await expect(app.thread).toContainText("The first half and the second");
  await expect(app.thread.getByText("writing", { exact: true })).toHaveCount(0);
});

test("a call starts while the stream is open, and a later one that is first to finish says so", async ({
  launch,
  model,
  places,
}) => {
  writeSettings(places, { approvalPolicy: "never" });
  const rest = gate();
  const server = await model([
    reply(
      created(),
      ...call("c1", "shell", { command: "until [ -e go ]; do sleep 0.02; done; echo one" }),
      ...call("c2", "shell", { command: "echo two" }),
      rest,
      completed(),
    ),
    reply(created(), ...message("Both are done."), completed()),
  ]);
  const app = await launch(variables(server.baseUrl));
  await app.openFolder();
  await app.ask("go");
  await expect(app.card("Run echo two, Returned")).toBeVisible();
  await expect(app.card(/^Run until .*, Running$/)).toHaveAttribute("data-state", "running");
  expect(app.kinds()).not.toContain("function_call_output");
  writeFileSync(path.join(app.workspace, "go"), "");
  rest.open();
  await app.turnEnds(1, /^Completed in /);
  await expect(app.card(/^Ran until/)).toContainText("finished 2nd");
  await expect(app.card("Ran echo two, Exit 0")).toContainText("finished 1st");
  const outputs = app.lines().filter((line) => kindOf(line) === "function_call_output");
  expect(outputs.map(({ payload }) => payload["call_id"])).toEqual(["c1", "c2"]);
});

test("a wrong key: the turn fails with what to do, and the key is nowhere", async ({ launch, model }) => {
  const server = await model([
    refusal(401, { error: { message: `Incorrect API key provided: ${KEY}.`, code: "invalid_api_key" } }),
  ]);
  const app = await launch(variables(server.baseUrl));
  await app.openFolder();
  await app.ask("go");
  await app.turnEnds(1, "Failed");
  await expect(app.thread).toContainText("answered 401");
  await expect(app.thread).toContainText("Put a valid one into COUNTERFOIL_API_KEY");
  await expectNoKey(app);
});

test("a model that is not there: the turn fails, names the model and what to check", async ({ launch, model }) => {
  const server = await model([
    refusal(404, { error: { message: "The model does not exist", code: "model_not_found" } }),
    reply(created(), ...message("Now it is."), completed()),
  ]);
  const app = await launch(variables(server.baseUrl));
  await app.openFolder();
  await app.ask("go");
  await app.turnEnds(1, "Failed");
  await expect(app.thread).toContainText("(model scripted-1)");
  await expect(app.thread).toContainText("Check the base URL and the model");
  await app.ask("again");
  await app.turnEnds(2, /^Completed in /);
});

test("a server that cannot be reached: it says that it waits for the network, and Stop ends that at once", async ({ launch }) => {
  const app = await launch(variables(`http://127.0.0.1:${await freePort()}/v1`));
  await app.openFolder();
  await app.ask("go");
  await expect(app.thread.getByText("Waiting for network")).toBeVisible();
  const stoppedAtMs = Date.now();
  await app.stop.click();
  const end = await app.turnEnds(1, "Interrupted by you");
  expect(Date.parse(end.timestamp) - stoppedAtMs).toBeLessThan(2000);
  await expectNoKey(app);
});

/** A port on which nobody listens. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  return typeof address === "object" && address !== null ? address.port : 0;
}

test("a stream that is cut: it reconnects, the tool ran once, the partial text is struck through", async ({
  launch,
  model,
  places,
}) => {
  writeSettings(places, { approvalPolicy: "never" });
  const second = gate();
  const server = await model([
    reply(
      created(),
      ...call("c1", "shell", { command: "echo ran >> ran.txt" }),
      messageAdded("m1"),
      textDelta("m1", "Half of an answer"),
      cut,
    ),
    replyWith({ beforeHeaders: second }, created(), ...message("The whole answer."), completed()),
  ]);
  const app = await launch(variables(server.baseUrl));
  await app.openFolder();
  await app.ask("go");
  await expect(app.thread.getByText("Reconnecting 1 of 5")).toBeVisible();
  await expect(app.thread.locator("del")).toHaveText("Half of an answer");
  await server.request(1);
  second.open();
  await app.turnEnds(1, /^Completed in /);
  await expect(app.thread).toContainText("The whole answer.");
  await expect(app.thread.locator("del")).toHaveText("Half of an answer");
  await expect(app.thread.getByText("Reconnecting")).toHaveCount(0);
  expect(readFileSync(path.join(app.workspace, "ran.txt"), "utf8")).toBe("ran\n");
  const repeated = JSON.stringify(server.requests[1]?.input);
  expect([repeated.includes("function_call_output"), repeated.includes("Half of an answer")]).toEqual([true, false]);
});

test("Stop in the middle of a real stream keeps what had arrived and closes the connection", async ({ launch, model }) => {
  const server = await model([
    reply(created(), messageAdded("m1"), textDelta("m1", "What had arrived"), hang),
    reply(created(), ...message("Going on."), completed()),
  ]);
  const app = await launch(variables(server.baseUrl));
  await app.openFolder();
  await app.ask("go");
  await expect(app.thread).toContainText("What had arrived");
  await app.page.keyboard.press("Escape");
  await app.turnEnds(1, "Interrupted by you");
  await (
    await server.request(0)
  ).closed;
  await expect(app.thread).toContainText("What had arrived");
  await app.ask("go on");
  await app.turnEnds(2, /^Completed in /);
  expect(JSON.stringify(server.requests[1]?.input)).toContain("What had arrived");
});

test("events that are malformed, unknown or split at any byte do not harm the turn", async ({ launch, model }) => {
  const server = await model([
    replyWith(
      { bytesPerWrite: 7, lineEnd: "\r\n" },
      "\ufeff: a comment\r\n\r\n",
      created(),
      "event: response.output_text.delta\r\ndata: {not json\r\n\r\n",
      "data: \r\n\r\n",
      "data: null\r\n\r\n",
      'event: response.brand_new\r\ndata: {"type":"response.brand_new","what":1}\r\n\r\n',
      'data: {"type":"response.output_item.done","item":{"type":"hologram"}}\r\n\r\n',
      ...message("Grüße, 你好 👋"),
      completed(),
    ),
  ]);
  const app = await launch(variables(server.baseUrl));
  await app.openFolder();
  await app.ask("go");
  await app.turnEnds(1, /^Completed in /);
  await expect(app.thread).toContainText("Grüße, 你好 👋");
});

test("settings that break while the app runs: a notice with the line, the last good ones stay, the mended file counts at once", async ({
  launch,
  model,
  places,
}) => {
  const server = await model(() => reply(created(), ...message("Answered."), completed()));
  const settings = (name: string) => ({ provider: "mine", model: name, providers: { mine: { baseUrl: server.baseUrl } } });
  writeSettings(places, settings("model-a"));
  const app = await launch();
  await app.openFolder();
  await app.ask("one");
  await app.turnEnds(1, /^Completed in /);

  writeSettings(places, '{\n  "provider": "mine",\n  "model" "model-b"\n}\n');
  await app.ask("two");
  await app.turnEnds(2, /^Completed in /);
  await returnToWindow(app);
  await expect(app.page.getByRole("main")).toContainText(/settings\.json line 3: .*last good settings stay in force/);

  writeSettings(places, settings("model-c"));
  await app.ask("three");
  await app.turnEnds(3, /^Completed in /);
  await returnToWindow(app);
  await expect(app.page.getByRole("main").getByText("settings.json line 3")).toHaveCount(0);
  expect(server.requests.map(({ body }) => body["model"])).toEqual(["model-a", "model-a", "model-c"]);
  expect(app.lines().filter(isTurnEnd)).toHaveLength(3);
});

/** The person comes back from their editor. */
async function returnToWindow(app: OpenApp): Promise<void> {
  await app.page.evaluate(() => window.dispatchEvent(new Event("focus")));
}

test("settings that are broken at the start: a notice with the line, and the demo goes on", async ({ places, launch }) => {
  writeSettings(places, '{\n  "approvalPolicy": "sometimes"\n}\n');
  const app = await launch();
  await expect(app.page.getByRole("main")).toContainText(/settings\.json line 2: .*the defaults are in force/);
  await expect(app.page.getByRole("main")).toContainText(path.join(places.home, "settings.json"));
  await app.openFolder();
  await app.ask("list the files here");
  await app.turnEnds(1, /^Completed in /);
  expect(readFileSync(path.join(places.home, "settings.json"), "utf8")).toContain("sometimes");
});
