// What the window says of the settings: as they are now, since each turn reads the file anew.
import type { Page } from "playwright/test";
import { agent, NOW, SETTINGS, type Snapshot, turn, user } from "./scene";
import { expect, test } from "./window-fixture";

const idle: Snapshot = {
  items: [user("t1", 2, "Hello"), agent("t1", 4, "Hello.")],
  turns: [turn("t1", { status: "completed", completedAtMs: NOW + 10 })],
};
const MINE = { ...SETTINGS, provider: "mine", model: "model-7", isDemo: false, approvalPolicy: "never" };

async function change(page: Page, settings: Readonly<Record<string, unknown>>): Promise<void> {
  await page.evaluate((result) => window.fake.answer("settings/read", result), settings);
}

test("after each submission the footer, the composer and the banner follow the settings", async ({ view }) => {
  const { page, composer } = view;
  await view.open({ snapshot: idle });
  const form = page.getByRole("form", { name: "Composer" });
  await expect(page.getByRole("button", { name: "Demo offline" })).toBeVisible();
  await expect(form).toContainText("Ask when neededWorkspacedemo-1");
  await change(page, MINE);
  await composer.fill("go");
  await composer.press("Enter");
  await expect(page.getByRole("button", { name: "mine model-7" })).toBeVisible();
  await expect(form).toContainText("Never askWorkspacemodel-7");
  await change(page, { ...SETTINGS, problem: "line 3: a comma is missing" });
  await page.evaluate(() => window.fake.refuse("turn/start", "storage", "the disk is full"));
  await composer.fill("again");
  await composer.press("Enter");
  await expect(page.getByText("line 3: a comma is missing")).toBeVisible();
  await expect(page.getByRole("button", { name: "Demo offline" })).toBeVisible();
});

test("the settings are read again when the window gets the focus", async ({ view }) => {
  await view.open();
  await expect(view.page.getByText(/The demo sends nothing anywhere\./)).toBeVisible();
  await change(view.page, MINE);
  await view.page.evaluate(() => window.dispatchEvent(new Event("focus")));
  await expect(view.page.getByText(/Nothing of this session has been sent yet\./)).toBeVisible();
  await expect(view.page.getByText(/The demo sends nothing anywhere\./)).toHaveCount(0);
});

test("the card that connects a model shows what is in use now", async ({ view }) => {
  await view.open();
  const footer = view.page.getByRole("button", { name: "Demo offline" });
  await footer.waitFor();
  await change(view.page, MINE);
  await footer.click();
  await expect(view.page.getByRole("dialog")).toContainText("Now in use: mine, model-7.");
});

test("the examples of the card can be copied as they stand", async ({ view, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await view.open();
  await view.page.getByRole("button", { name: "Demo offline" }).click();
  const card = view.page.getByRole("dialog");
  const copied = async (index: number) => {
    await card.getByRole("button", { name: "Copy", exact: true }).nth(index).click();
    return view.page.evaluate(() => navigator.clipboard.readText());
  };
  expect(JSON.parse(await copied(0))).toEqual({
    provider: "mine",
    model: "model-name",
    providers: { mine: { baseUrl: "http://localhost:11434/v1" } },
  });
  expect(await copied(1)).toBe("COUNTERFOIL_BASE_URL=http://localhost:11434/v1 COUNTERFOIL_MODEL=model-name npm start");
  await expect(card).toContainText('"apiKeyEnv": "OPENAI_API_KEY"');
});
