// What tools gave back: output as a terminal shows it, also while it comes; pictures, plans, what was found, why a call was denied.
import { CHANGE_MOMENTS, COLORED } from "./change-moments";
import { command, item, NOW, Sequence, type Snapshot, thread, turn, user } from "./scene";
import { expect, test } from "./window-fixture";

const running = (aggregatedOutput: string): Snapshot => ({
  items: [user("t1", 2, "Build"), command("t1", "c1", "make", { line: 4, startedAtMs: NOW, aggregatedOutput })],
  turns: [turn("t1")],
  thread: thread({ status: { type: "active", flags: [] } }),
});

test("colours and styles are drawn, everything else a terminal would obey is not there", async ({ view }) => {
  const { page } = view;
  await view.open({ snapshot: CHANGE_MOMENTS.colours.snapshot });
  await page.getByRole("button", { name: "Ran ./colours.sh" }).click();
  const out = page.locator("pre.out");
  await expect(out).toContainText("a link and no cursor");
  await expect(out).toContainText("built\nspun");
  await expect(out).not.toContainText("example.org");
  await expect(out).not.toContainText("building");
  await expect(out.locator(".ansi-on-red").first()).toHaveText("inverse red");
  const weight = await out.getByText("bold", { exact: true }).evaluate((element) => getComputedStyle(element).fontWeight);
  expect(weight).toBe("700");
  expect(await out.locator("[style], a, img").count()).toBe(0);
});

test("live output reads the same wherever it is split", async ({ view }) => {
  const { page } = view;
  await view.open({ snapshot: running("") });
  await page.getByRole("button", { name: "Run make" }).click();
  const sequence = new Sequence(0);
  for (const delta of COLORED)
    await view.push(sequence.event("item/commandExecution/outputDelta", { turnId: "t1", itemId: "c1", delta }));
  const log = page.getByRole("log");
  await expect(log).toContainText("built\nspun");
  await expect(log).not.toContainText("\u001b");
  await expect(log.locator(".ansi-magenta").first()).toHaveText("35");
});

test("an output that its page left out is read when its card is opened; where that fails the card says why and asks again", async ({
  view,
}) => {
  const { page } = view;
  const done = { line: 4, status: "completed", exitCode: 0, outputBytes: 20_012, outputLine: 5 } as const;
  await view.open({
    snapshot: {
      items: [user("t1", 2, "Build"), command("t1", "c1", "make", { ...done, outputDeferred: "@77" })],
      turns: [turn("t1", { status: "completed", completedAtMs: NOW })],
    },
    setUp: async () => {
      await page.addInitScript(() => window.fake.refuse("thread/items/list", "storage", "the disk is gone"));
    },
  });
  expect(await view.sent("thread/items/list")).toEqual([]);
  const card = page.getByRole("article", { name: /^Ran make/ });
  await page.getByRole("button", { name: "Ran make" }).click();
  await expect(card).toContainText("The output could not be read: the disk is gone.");
  await expect(card).not.toContainText("not shown");
  await page.evaluate(() => window.fake.hold("thread/items/list"));
  await card.getByRole("button", { name: "Read again" }).click();
  await expect(card.getByText("Reading the output…")).toBeVisible();
  const whole = command("t1", "c1", "make", { ...done, aggregatedOutput: "all is made\n" });
  await page.evaluate(
    (items) => {
      window.fake.answer("thread/items/list", { items, turns: [], nextCursor: null });
      window.fake.release("thread/items/list");
    },
    [whole],
  );
  await expect(card.locator("pre.out")).toHaveText("all is made");
  await expect(card).toContainText("20 KB of 20 KB not shown");
  const asked = { threadId: "thread-1", cursor: "@77", limit: 1, direction: "forward" };
  expect(await view.sent("thread/items/list")).toEqual([asked, asked]);
});

test("an entry that is too large for a page says how much of it is missing, and where all of it is", async ({ view }) => {
  const { page } = view;
  const changes = [{ path: "big.txt", kind: "add" as const, diff: "one\ntwo\n" }];
  const cut = { turnId: "t1", leftOut: 61_000_000 };
  await view.open({
    snapshot: {
      items: [
        item({
          ...{ ...cut, type: "userMessage", id: "u1", line: 2, via: "start" },
          content: [
            { type: "text", text: "Look at this" },
            { type: "image", url: "data:image/png;base64," },
          ],
        }),
        item({ ...cut, type: "fileChange", id: "f1", line: 4, status: "completed", recordedAtMs: NOW, changes }),
        item({ ...cut, type: "raw", id: "r1", lineType: "future_thing", json: "{" }),
      ],
      turns: [turn("t1", { status: "completed", completedAtMs: NOW })],
    },
  });
  await expect(page.getByText("An image that is too large to be shown here")).toBeVisible();
  const notes = page.getByRole("note");
  await expect(notes).toHaveText([
    "61.0 MB of this are not shown here. Line 2 of the session’s file has all of it.",
    "61.0 MB of this are not shown here. Line 4 of the session’s file has all of it.",
    "61.0 MB of this are not shown here. The session’s file has all of it.",
  ]);
  // Of half a file nobody can say how many lines it has.
  await expect(page.getByRole("article", { name: /big\.txt/ })).not.toContainText("+");
  await expect(page.getByRole("article", { name: /lines added/ })).toHaveCount(0);
});

test("ten million characters in one line do not stop the window", async ({ view }) => {
  const { page } = view;
  await view.open({ snapshot: running("start\n") });
  await page.getByRole("button", { name: "Run make" }).click();
  await page.evaluate(() => {
    const flood = "\u001b[31mx\u001b[32my\r".repeat(1_000_000);
    window.fake.push([
      {
        method: "item/commandExecution/outputDelta",
        params: { threadId: "thread-1", turnId: "t1", itemId: "c1", delta: flood, seq: 1, emittedAtMs: 0 },
      },
    ]);
  });
  await expect(page.getByRole("log")).toHaveText(/^xy$|^y$/);
  expect(await page.getByRole("log").locator("span").count()).toBeLessThan(6000);
  await view.composer.fill("Still here");
  await expect(view.composer).toHaveValue("Still here");
});

test("what was found, looked at and planned can be read; a denied call says by whom and why", async ({ view }) => {
  const { page } = view;
  await view.open({ snapshot: CHANGE_MOMENTS.tools.snapshot });
  const search = page.getByRole("article", { name: /^Searched parseHeights/ });
  await expect(search).toContainText("The field “context” is not known and was ignored.");
  await search.getByRole("button").first().click();
  await expect(search.locator("pre.out")).toContainText("src/parse/heights.ts:4:export function parseHeights(text: string) {");
  await expect(page.getByRole("img", { name: /card\.png \(PNG, / })).toBeVisible();
  await expect(page.getByText("Looked at an image /home/mara/code/tidetable/docs/map.png")).toBeVisible();
  await expect(page.getByRole("listitem").filter({ hasText: "Under way: Map each station" })).toBeVisible();
  const change = page.getByRole("article", { name: /^Add src\/stations\/locode\.ts, Denied/ });
  await expect(change).toContainText("by you");
  await change.getByRole("button").first().click();
  await expect(change).toContainText("Denied byyou");
  await expect(change).toContainText("The person denied this change.");
  const look = page.getByRole("article", { name: /^Look at \.\.\/secret\.png, Denied/ });
  await expect(look).toContainText("by policy");
  await look.getByRole("button").first().click();
  await expect(look).toContainText("lies outside of the workspace");
});
