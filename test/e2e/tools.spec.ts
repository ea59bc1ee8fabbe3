// The other tools in the whole app: searching, looking at an image, a plan, and what the workspace tells the model of itself.
import { Buffer } from "node:buffer";
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "../support/app-fixture";
import { fileBreaches } from "../support/file-breaches";
import { outputs } from "../support/permission-facts";

/** One red point. */
const PNG = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4z8AAAAMBAQDJ/pLvAAAAAElFTkSuQmCC";

test("a search shows where it found something, and leaves out what is ignored", async ({ app }) => {
  mkdirSync(path.join(app.workspace, "build"));
  writeFileSync(path.join(app.workspace, "build/out.txt"), "heights\n");
  writeFileSync(path.join(app.workspace, ".gitignore"), "build/\n");
  mkdirSync(path.join(app.workspace, ".git"));
  await app.openFolder();
  await app.ask("search for heights");
  await app.turnEnds(1, /^Completed in /);
  expect(outputs(app)[0]).toContain("README.md");
  expect(outputs(app)[0]).not.toContain("build/out.txt");
  const card = app.thread.getByRole("article").first();
  await card.getByRole("button").first().click();
  await expect(card).toContainText("README.md");
  expect(fileBreaches(app.rollout())).toEqual([]);
});

test("an image that the model looks at is on screen, also after a restart", async ({ app, launch }) => {
  writeFileSync(path.join(app.workspace, "dot.png"), Buffer.from(PNG, "base64"));
  await app.openFolder();
  await app.ask("show the image dot.png");
  await app.turnEnds(1, /^Completed in /);
  const image = app.thread.getByRole("img", { name: /dot\.png/ });
  await expect(image).toBeVisible();
  await app.close();
  const again = await launch();
  await again.openSession();
  await again.turnEnds(1, /^Completed in /);
  await expect(again.thread.getByRole("img", { name: /dot\.png/ })).toBeVisible();
});

test("a plan is shown with its steps", async ({ app }) => {
  await app.openFolder();
  await app.ask("plan look, change, test");
  await app.turnEnds(1, /^Completed in /);
  await expect(app.thread.getByText("0 of 3 done")).toBeVisible();
  await expect(
    app.thread
      .getByRole("list")
      .getByRole("listitem")
      .filter({ hasText: /look|change|test/ }),
  ).toHaveText(["Under way: look", "To do: change", "To do: test"]);
});

test("AGENTS.md of the workspace reaches the model once, and again when it has changed", async ({ app }) => {
  const file = path.join(app.workspace, "AGENTS.md");
  writeFileSync(file, "Tabs, never spaces.\n");
  await app.openFolder();
  await app.ask("what time is it");
  await app.turnEnds(1, /^Completed in /);
  await app.ask("what time is it");
  await app.turnEnds(2, /^Completed in /);
  const told = (words: string) => app.lines().filter(({ payload }) => JSON.stringify(payload).includes(words)).length;
  expect(told("Tabs, never spaces.")).toBe(1);
  writeFileSync(file, "Spaces after all.\n");
  await app.ask("what time is it");
  await app.turnEnds(3, /^Completed in /);
  expect([told("Tabs, never spaces."), told("Spaces after all.")]).toEqual([1, 1]);
  await expect(app.thread).toContainText("Spaces after all.");
  expect(fileBreaches(app.rollout())).toEqual([]);
});
