import { expect, test } from "../support/app-fixture";
import type { OpenApp } from "../support/open-app";

async function sleepOutcome(app: OpenApp): Promise<unknown> {
  const line = await app.line((lines) => lines.find(({ type }) => type === "cf_outcome"));
  return line.payload["outcome"];
}

test.beforeEach(async ({ app }) => app.openFolder());

test("a wait shows its countdown and ends by itself", async ({ app }) => {
  // Written down by the page itself: each second is on screen only as long as it lasts.
  const counts = await app.page.evaluateHandle(() => {
    const seen = new Set<string>();
    const look = () => document.querySelectorAll('[role="timer"]').forEach(({ textContent }) => seen.add(textContent ?? ""));
    new MutationObserver(look).observe(document.body, { subtree: true, childList: true, characterData: true });
    return seen;
  });
  await app.ask("wait 4 seconds");
  await app.turnEnds(1, /^Completed in /);
  await expect(app.card("Waited 4 seconds, Done")).toContainText(/Done4\.\d s/);
  expect(await sleepOutcome(app)).toBe("elapsed");
  const shown = await counts.evaluate((seen) => [...seen]);
  for (const text of shown) expect(text).toMatch(/Waiting 00:0[0-4] of 00:04 · until \d\d:\d\d/);
  expect(shown.length).toBeGreaterThan(1);
  expect(shown.toSorted()).toEqual(shown);
});

test("Wake now ends it, in the file and on screen, and the session is listed as sleeping until then", async ({ app }) => {
  await app.ask("wait 20 minutes");
  await expect(app.card(/^Wait 20 minutes, until \d\d:\d\d$/)).toHaveAttribute("data-state", "sleeping");
  await expect(app.sidebar.getByRole("button", { name: "Sleeping." })).toBeVisible();
  await app.button("Wake now").click();
  await app.turnEnds(1, /^Completed in /);
  await expect(app.card(/^Waited .+ of 20 minutes/)).toContainText("Woken by you");
  expect(await sleepOutcome(app)).toBe("woken");
});

test("what is queued during a wait does not wake it; a steer does, is answered in the same turn, and the queue goes on behind it", async ({
  app,
}) => {
  await app.ask("wait 20 minutes");
  const timer = app.thread.getByRole("timer");
  await expect(timer).toBeVisible();
  await app.ask("list the files here");
  await app.queueIs(["list the files here"]);
  const shown = await timer.textContent();
  await expect(timer).not.toHaveText(shown ?? "");
  await expect(app.card(/^Wait 20 minutes/)).toHaveAttribute("data-state", "sleeping");
  expect(app.kinds()).not.toContain("cf_outcome");

  await app.steer("what time is it");
  await app.turnEnds(1, /^Completed in /);
  await expect(app.card(/^Waited .+ of 20 minutes/)).toContainText("Ended by your input");
  await expect(app.card("Read the clock, Done")).toBeVisible();
  expect(await sleepOutcome(app)).toBe("newInput");
  await app.turnEnds(2, /^Completed in /);
  await expect(app.card("Listed ., Done")).toBeVisible();
});
