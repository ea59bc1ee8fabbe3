// Questions that outlive the app, of each kind: asked again under the same id, and the answer goes on with the same turn (runtime.md §12).
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "../support/app-fixture";
import { fileBreaches } from "../support/file-breaches";
import type { OpenApp } from "../support/open-app";
import { decisions, outputs } from "../support/permission-facts";
import { isTurnEnd } from "../support/rollout-lines";

interface Kind {
  readonly kind: string;
  readonly wish: string;
  readonly asking: RegExp;
  readonly answer: (app: OpenApp) => Promise<void>;
  readonly closed: RegExp;
  readonly hasHappened: (app: OpenApp) => boolean;
}

const press = (key: string) => (app: OpenApp) => app.page.keyboard.press(key);
const KINDS: readonly Kind[] = [
  {
    kind: "a command",
    wish: "run touch made.txt, then what time is it",
    asking: /^Approval: Run touch made\.txt, Waiting for you$/,
    answer: press("y"),
    closed: /^Ran touch made\.txt, Exit 0$/,
    hasHappened: ({ workspace }) => existsSync(path.join(workspace, "made.txt")),
  },
  {
    kind: "a patch",
    wish: "write notes.txt saying hello, then what time is it",
    asking: /^Approval: Add notes\.txt, Waiting for you/,
    answer: press("y"),
    closed: /^Added notes\.txt, Done/,
    hasHappened: ({ workspace }) =>
      existsSync(path.join(workspace, "notes.txt")) && readFileSync(path.join(workspace, "notes.txt"), "utf8") === "hello\n",
  },
  {
    kind: "a question of the model",
    wish: "ask me which port: 80 or 443, then what time is it",
    asking: /^Question: .*Waiting for you$/,
    answer: chooseSecondByKeyboard,
    closed: /^Asked Which port\?|^Which port\?/,
    hasHappened: (app) => outputs(app).some((output) => output.includes("443")),
  },
];

async function chooseSecondByKeyboard(app: OpenApp): Promise<void> {
  const { keyboard } = app.page;
  await keyboard.press("Tab");
  await keyboard.press("Tab");
  await keyboard.press("Space");
  await keyboard.press("ArrowDown");
  await expect(app.thread.getByRole("radio", { name: "443" })).toBeChecked();
  await keyboard.press("Enter");
}

function requests(app: OpenApp): unknown[] {
  return app
    .lines()
    .filter(({ type }) => type === "cf_approval_requested")
    .map(({ payload }) => payload["requestId"]);
}

test("a question of the model is answered by the keyboard alone, and the model reads the answer", async ({ app }) => {
  await app.openFolder();
  await app.ask("ask me which port: 80 or 443");
  const asking = app.card(/^Question: /);
  await expect(asking).toBeFocused();
  await expect(app.sidebar.getByRole("button", { name: "Waiting for you." })).toBeVisible();
  await chooseSecondByKeyboard(app);
  await app.turnEnds(1, /^Completed in /);
  await expect(app.card(/Which port\?/)).toContainText("443");
  expect(outputs(app)[0]).toContain("443");
  expect(decisions(app)).toEqual([["accept", "person"]]);
  expect(fileBreaches(app.rollout())).toEqual([]);
});

test("a question of the model is asked even where nothing else is, and may be left unanswered", async ({ app }) => {
  await app.openFolder();
  await app.button("Approvals: Always ask").click();
  await app.page.getByRole("menuitemradio", { name: /^Never ask/ }).click();
  await expect(app.button("Approvals: Never ask")).toBeVisible();
  await app.ask("ask me which port: 80 or 443");
  await expect(app.card(/^Question: /)).toBeFocused();
  await app.button("Leave unanswered").click();
  await app.turnEnds(1, /^Completed in /);
  await expect(app.card(/Which port\?/)).toContainText("Left unanswered");
});

for (const { kind, wish, asking, answer, closed, hasHappened } of KINDS)
  for (const ending of ["killed", "closed"] as const)
    test(`${ending} while ${kind} waits: asked again, and the answer goes on with the same turn`, async ({ app, launch }) => {
      await app.openFolder();
      await app.ask(wish);
      await expect(app.card(asking)).toBeFocused();
      if (ending === "killed") await app.kill();
      else await app.close();
      const left = app.lines();
      expect([left.some(isTurnEnd), hasHappened(app), fileBreaches(app.rollout(), false)]).toEqual([false, false, []]);

      const again = await launch();
      expect(again.lines()).toEqual(left);
      await again.openSession();
      await expect(again.card(asking)).toBeFocused();
      expect([again.lines(), hasHappened(again)]).toEqual([left, false]);
      await answer(again);
      await again.turnEnds(1, /^Completed in /);
      await expect(again.card(closed)).toBeVisible();
      await expect(again.card("Read the clock, Done")).toBeVisible();
      expect([requests(again).length, decisions(again), hasHappened(again)]).toEqual([1, [["accept", "person"]], true]);
      expect(again.lines().slice(0, left.length)).toEqual(left);
      expect(fileBreaches(again.rollout())).toEqual([]);
    });

test("asked again after two kills, and Stop then ends the turn with nothing run", async ({ app, launch }) => {
  await app.openFolder();
  await app.ask("run touch made.txt");
  const asking = app.card(/^Approval: Run touch made\.txt/);
  await expect(asking).toBeFocused();
  await app.kill();
  const second = await launch();
  await second.openSession();
  await expect(second.card(/^Approval: Run touch made\.txt/)).toBeFocused();
  await second.kill();
  const third = await launch();
  await third.openSession();
  await expect(third.card(/^Approval: Run touch made\.txt/)).toBeFocused();
  await third.page.keyboard.press("Escape");
  await third.turnEnds(1, "Interrupted by you");
  expect([decisions(third), existsSync(path.join(third.workspace, "made.txt"))]).toEqual([[["cancel", "person"]], false]);
  expect(fileBreaches(third.rollout())).toEqual([]);
});

test("saying something else instead withdraws the question and closes the turn", async ({ app, launch }) => {
  await app.openFolder();
  await app.ask("run touch made.txt");
  await expect(app.card(/^Approval: Run touch made\.txt/)).toBeFocused();
  await app.kill();
  const again = await launch();
  await again.openSession();
  await expect(again.card(/^Approval: Run touch made\.txt/)).toBeFocused();
  await again.stop.click();
  await again.turnEnds(1, "Interrupted by you");
  await again.ask("what time is it");
  await again.turnEnds(2, /^Completed in /);
  expect(existsSync(path.join(again.workspace, "made.txt"))).toBe(false);
  expect(fileBreaches(again.rollout())).toEqual([]);
});
