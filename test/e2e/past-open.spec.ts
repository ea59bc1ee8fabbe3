// Sessions of another program in the whole app: offered, listed, read with everything in them, gone on from; their files stay as they are.
import { existsSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, test, type Places } from "../support/app-fixture";
import { FOREIGN_ID, FOREIGN_TITLE, hashOfFolder, record, writeCodexHome } from "../support/codex-home";
import type { OpenApp } from "../support/open-app";
import { rolloutFiles } from "../support/rollout-lines";

const row = (app: OpenApp, name: string | RegExp) => app.sidebar.getByRole("button", { name });
const banner = (app: OpenApp) => app.page.getByRole("region", { name: "About this session’s file" });

function codexHome({ root, workspace }: Places) {
  return writeCodexHome(root, workspace);
}

test("Codex's sessions are offered; taken up they are listed by folder, and a file that is no session is listed on request", async ({
  places,
  launch,
}) => {
  const codex = codexHome(places);
  const before = hashOfFolder(codex.home);
  const app = await launch({ CODEX_HOME: codex.home });
  const offer = app.page.getByRole("region", { name: "Sessions found" });
  await expect(offer).toContainText(`Codex sessions found in ${codex.home} (5)`);
  await offer.getByRole("button", { name: "Show them" }).click();
  await expect(offer).toHaveCount(0);
  for (const title of [FOREIGN_TITLE, "Draw the spring tide", "Which stations send no height?", "Write a table of moon phases"])
    await expect(row(app, `Read-only. ${title}`)).toBeVisible();
  await expect(app.sidebar.getByRole("heading", { name: /^tidetable/ })).toBeVisible();
  await expect(app.sidebar).toContainText("1 file is not listed: 1 is not a session");
  await app.sidebar.getByRole("button", { name: "Show", exact: true }).click();
  await expect(row(app, /^Cannot be read\. rollout-2026-03-03/)).toBeVisible();
  for (const [title, answer] of [
    ["Draw the spring tide", "It is drawn."],
    ["Which stations send no height?", "Only the two inland ones."],
    ["Write a table of moon phases", "Write a table of moon phases"],
  ] as const) {
    await row(app, `Read-only. ${title}`).click();
    await expect(app.thread.getByText(answer)).toBeVisible();
  }
  // A link may name it by the id that Codex knows it by.
  await app.electron.evaluate(({ app: electronApp }, id) => {
    electronApp.emit("open-url", { preventDefault: () => undefined }, `counterfoil://thread/${id}`);
  }, FOREIGN_ID);
  await expect(app.thread.getByText("Yes: it is kept with and without a newline.")).toBeVisible();
  await expect(row(app, `Read-only. ${FOREIGN_TITLE}`)).toHaveAttribute("aria-current", "page");
  expect(hashOfFolder(codex.home)).toBe(before);
});

test("a rollout of Codex is read with everything in it; no byte of it changes and nothing is written", async ({
  places,
  launch,
}) => {
  const { home, file } = codexHome(places);
  const before = hashOfFolder(home);
  const app = await launch({}, [file]);
  await expect(banner(app)).toContainText(/Read only.*Codex 0\.104\.0 · \d+ KB.*This session’s file is damaged\. One place;/);
  await expect(app.page.getByRole("list", { name: "What is damaged" })).toContainText(/line 14/);
  await expect(app.composer).toHaveCount(0);
  const { thread } = app;
  await expect(thread.getByRole("heading", { level: 2 })).toHaveCount(3);
  await expect(thread.getByText(FOREIGN_TITLE)).toHaveCount(1);
  await expect(thread.getByRole("img")).toHaveCount(1);
  await expect(thread.getByText(/^Plan/)).toBeVisible();
  await app.button(/^Ran grep -rn pop src/).click();
  await expect(app.card(/^Ran grep -rn pop src, Exit 0/)).toContainText("src/heights.ts:12: rows.pop();");
  await expect(app.card(/^Edited src\/heights\.ts, Done/)).toContainText("+2 \u22121");
  await expect(app.card(/^Called gauges read_station, Done/)).toBeVisible();
  await expect(thread.getByText("Searched the web: tide height datum")).toBeVisible();
  await app.button(/^Run npm run soak/).click();
  await expect(app.card(/^Run npm run soak, Aborted/)).toContainText("41.2 s");
  await expect(thread.getByText("Interrupted by you")).toBeVisible();
  await expect(thread.getByText("Compacted", { exact: true })).toBeVisible();
  await app.button("Summary the model went on with").click();
  await expect(thread).toContainText("The parser keeps the last reading now.");
  await app.button(/^Ran npm test/).click();
  await expect(app.card(/^Ran npm test, Exit 3/)).toContainText("1 failed: spring tide");
  const context = app.button(/^Environment/);
  await expect(context).toHaveAttribute("aria-expanded", "false");
  await context.click();
  await expect(thread).toContainText("<shell>zsh</shell>");
  await app.close();
  expect(hashOfFolder(home)).toBe(before);
  expect(existsSync(path.join(app.home, "sessions"))).toBe(false);
});

test("an output of megabytes is read when its card is opened, as much as fits, and the card says where all of it is", async ({
  places,
  launch,
}) => {
  const at = "2026-03-05T09:15:00.000Z";
  const item = (payload: Readonly<Record<string, unknown>>) => record(at, "response_item", payload);
  const file = path.join(places.root, "rollout-large.jsonl");
  const lines = [
    record(at, "session_meta", { id: FOREIGN_ID, cwd: places.workspace, originator: "codex_cli_rs" }),
    item({ type: "message", role: "user", content: [{ type: "input_text", text: "Print it all" }] }),
    item({ type: "function_call", call_id: "c1", name: "shell", arguments: '{"command":["./print"]}' }),
    item({ type: "function_call_output", call_id: "c1", output: `first line\n${"more of it\n".repeat(300_000)}` }),
    item({ type: "message", role: "assistant", content: [{ type: "output_text", text: "It is printed." }] }),
  ];
  writeFileSync(file, lines.join(""));
  const app = await launch({}, [file]);
  await expect(app.thread.getByText("It is printed.")).toBeVisible();
  await expect(app.page.getByRole("note")).toHaveCount(0);
  await app.button(/^Ran \.\/print/).click();
  await expect(app.card(/^Ran \.\/print/)).toContainText("first line");
  await expect(app.page.getByRole("note")).toHaveText(
    "2.3 MB of this are not shown here. Line 4 of the session’s file has all of it.",
  );
});

test("Continue as a new session makes one of ours that goes on; Fork from here takes the turns up to it", async ({
  places,
  launch,
}) => {
  const { home, file } = codexHome(places);
  const before = hashOfFolder(home);
  const app = await launch({}, [file]);
  await app.button("Continue as a new session").click();
  await expect(app.composer).toBeFocused();
  await expect(banner(app)).toHaveCount(0);
  await expect(app.thread.getByText("Yes: it is kept with and without a newline.")).toBeVisible();
  await app.ask("list the files here");
  await expect(app.card("Listed ., Done")).toBeVisible();
  await app.turnEnds(4, /^Completed in /);
  expect(app.lines()[0]?.payload).toMatchObject({ originator: "counterfoil", cwd: places.workspace });
  await app.electron.evaluate(({ app: electronApp }, opened) => {
    electronApp.emit("open-file", { preventDefault: () => undefined }, opened);
  }, file);
  await expect(banner(app)).toBeVisible();
  await app.button("Fork from here").first().click();
  await expect(app.composer).toBeFocused();
  await expect(app.thread.getByText(FOREIGN_TITLE)).toBeVisible();
  await expect(app.thread.getByText("Run the soak test for an hour")).toHaveCount(0);
  expect(rolloutFiles(app.home)).toHaveLength(2);
  expect(hashOfFolder(home)).toBe(before);
});
