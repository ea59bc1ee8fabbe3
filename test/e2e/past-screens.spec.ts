// Pictures of past sessions under test-results/screens, for people to look at beside the design; nothing runs out sideways, axe finds nothing.
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { accessViolations } from "../support/axe";
import { expect, test } from "../support/app-fixture";
import { record, writeCodexHome } from "../support/codex-home";
import { overflows } from "../support/layout";
import type { OpenApp } from "../support/open-app";

const FOLDER = "/home/mara/code/tidetable";
const SIZES = [
  { name: "1280x800", width: 1280, height: 800 },
  { name: "900x700", width: 900, height: 700 },
  { name: "480x400", width: 480, height: 400 },
  // What 200 % leaves of the usual window.
  { name: "zoom200", width: 560, height: 390 },
];

/** The moment in light and dark and in every size. */
async function everyLook(app: OpenApp, moment: string): Promise<void> {
  for (const theme of ["light", "dark"] as const) {
    await app.electron.evaluate(({ nativeTheme }, source) => {
      nativeTheme.themeSource = source;
    }, theme);
    await app.page.waitForFunction((wanted) => matchMedia(`(prefers-color-scheme: ${wanted})`).matches, theme);
    await app.screenshot(`${moment}-${theme}`);
    expect(await accessViolations(app.page), `${moment}, ${theme}`).toEqual([]);
  }
  for (const { name, width, height } of SIZES) {
    await app.page.setViewportSize({ width, height });
    await app.screenshot(`${moment}-${name}`);
    expect(await overflows(app.page), `${moment} ${name}`).toEqual([]);
  }
  await app.page.setViewportSize({ width: 1120, height: 780 });
}

/** A session that gives something away. */
function writeLoose(home: string): void {
  const timestamp = "2026-03-06T09:15:00.000Z";
  const said = (role: string, text: string) =>
    record(timestamp, "response_item", {
      ...{ type: "message", role },
      content: [{ type: role === "assistant" ? "output_text" : "input_text", text }],
    });
  const words = [
    `Push the table to the harbour's server with ghp_${"tIdE5gH7jK9x".repeat(3)}`,
    `I put DATABASE_URL=postgres://mara:s3cr3t-9Kq2@db.harbour.example/tides into .env and called it with AKIA${"T1DE"}HARB0URX2Q7Z.`,
  ];
  const text = [
    record(timestamp, "session_meta", { id: "99999999-2222-7333-8444-555555555555", cwd: FOLDER, originator: "codex_cli_rs" }),
    said("user", words[0] ?? ""),
    record(timestamp, "event_msg", { type: "user_message", message: words[0] }),
    said("assistant", words[1] ?? ""),
  ].join("");
  const folder = path.join(home, "sessions/2026/03/06");
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, "rollout-2026-03-06T09-15-00-99999999-2222-7333-8444-555555555555.jsonl"), text);
}

test("past sessions in pictures: the offer, a session of Codex, the search, the export", async ({ places, launch }) => {
  test.slow();
  const { home, file } = writeCodexHome(places.root, FOLDER);
  writeLoose(home);
  const app = await launch({ CODEX_HOME: home });
  await app.page.setViewportSize({ width: 1120, height: 780 });
  await expect(app.button("Show them")).toBeVisible();
  await everyLook(app, "past-offer");
  await app.button("Show them").click();
  await app.electron.evaluate(({ app: electronApp }, opened) => {
    electronApp.emit("open-file", { preventDefault: () => undefined }, opened);
  }, file);
  await expect(app.page.getByRole("list", { name: "What is damaged" })).toBeVisible();
  await app.button(/^Edited src\/heights\.ts/).click();
  await app.thread.getByText("Looking at the parser").scrollIntoViewIfNeeded();
  await everyLook(app, "past-session");
  await app.page.keyboard.press("ControlOrMeta+k");
  const field = app.page.getByRole("combobox");
  await expect(async () => {
    await field.fill("");
    await field.fill("reading");
    await expect(app.page.getByRole("option", { name: /last reading is dropped/ })).toBeVisible({ timeout: 2000 });
  }).toPass();
  await everyLook(app, "past-search");
  await app.page.keyboard.press("Escape");
  await app.sidebar.locator("[data-session]").filter({ hasText: "Push the table" }).click({ button: "right" });
  await app.page.getByRole("menuitem", { name: "Export…" }).click();
  await expect(app.page.getByRole("list", { name: "What looks like a secret" }).getByRole("listitem")).toHaveCount(3);
  await everyLook(app, "past-export");
});
