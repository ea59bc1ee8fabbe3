// A session of 30 MB in the whole app: its end at once, the rest by pages, a word found in it, and nothing moves by itself.
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, test, type Places } from "../support/app-fixture";
import { bigSession, writeCodexHome } from "../support/codex-home";

const BYTES = 30 * 1024 * 1024;

function writeBig({ root, workspace }: Places): { readonly home: string; readonly file: string } {
  const { home } = writeCodexHome(root, workspace);
  const folder = path.join(home, "sessions/2026/02/01");
  mkdirSync(folder, { recursive: true });
  const file = path.join(folder, "rollout-2026-02-01T09-15-00-0199b000-7f6e-7c11-8d22-3f4455667799.jsonl");
  writeFileSync(file, bigSession(workspace, BYTES));
  return { home, file };
}

test("it opens at its end; lines are numbered later and nothing moves; older entries come on scrolling up", async ({
  places,
  launch,
}) => {
  const { file } = writeBig(places);
  const app = await launch({}, [file]);
  const { thread } = app;
  const last = thread.getByText(/^Completed/).last();
  await expect(last).toBeInViewport();
  const before = await last.boundingBox();
  // The gutter tells the line once it is known.
  await expect(thread.getByText(/^line \d+$/).last()).toBeAttached();
  await expect(app.page.getByText(/Numbering lines/)).toHaveCount(0);
  expect(await last.boundingBox()).toEqual(before);

  const question = thread.getByText(/^Question \d+$/);
  const first = await question.first().textContent();
  for (let step = 0; step < 3; step += 1) {
    await thread.evaluate((element) => element.scrollTo(0, 0));
    await expect.poll(() => thread.evaluate((element) => element.scrollTop)).toBeGreaterThan(0);
  }
  expect(await question.first().textContent()).not.toBe(first);
  await app.button("To the end").click();
  await expect(last).toBeInViewport();
});

test("a word in it is found, opens where it stands, and from there it goes back to the end", async ({ places, launch }) => {
  const { home } = writeBig(places);
  const app = await launch({ CODEX_HOME: home });
  await app.button("Show them").click();
  await expect(app.sidebar.getByRole("button", { name: /^Read-only\. Question 1 / })).toBeVisible();
  await app.page.keyboard.press("ControlOrMeta+k");
  const field = app.page.getByRole("combobox");
  const hit = app.page.getByRole("option", { name: /lighthouse keeper/ });
  await expect(async () => {
    await field.fill("");
    await field.fill("lighthouse");
    await expect(hit).toBeVisible({ timeout: 2000 });
  }).toPass();
  await hit.click();
  const found = app.thread.locator("[aria-current]");
  await expect(found).toContainText("The lighthouse keeper counts them.");
  await expect(found).toBeInViewport();
  await app.button(/^(Jump to|To) the end$/).click();
  await expect(app.thread.getByText(/^Completed/).last()).toBeInViewport();
  await expect(app.thread.getByText("The lighthouse keeper counts them.")).toHaveCount(0);
});
