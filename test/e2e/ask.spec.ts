import { expect, test } from "../support/app-fixture";
import { kindOf } from "../support/rollout-lines";

test("a person picks a folder and asks: text streams, the call and its output are what the file holds", async ({ app }) => {
  await app.openFolder();
  const streams = app.page.waitForFunction(() =>
    [...document.querySelectorAll("[data-row]")].some((row) => row.querySelector(".wet")?.textContent === "writing"),
  );
  await app.ask("list the files here");
  await streams;
  await app.turnEnds(1, /^Completed in /);

  const lines = app.lines();
  const call = lines.find((line) => kindOf(line) === "function_call");
  const output = lines.find((line) => kindOf(line) === "function_call_output");
  const card = app.card("Listed ., Done");
  await expect(card).toHaveAttribute("data-state", "done");
  await expect(app.entry(call?.number ?? 0).getByRole("article")).toHaveCount(1);
  await card.getByRole("button").click();
  await expect(card.getByText(`recorded · line ${output?.number ?? 0}`)).toBeVisible();
  await expect(card).toContainText("README.md");
  await expect(app.thread).toContainText("Listing this folder gave 2 entries");
});
