// Changes of files: numbers, signs, marks within lines, two columns, copying, and undoing them.
import { change, CODES, ENDS } from "./change-moments";
import { axeViolations } from "./axe-violations";
import { NOW, Sequence, type Snapshot, thread, turn, user } from "./scene";
import { expect, test, type WindowUnderTest } from "./window-fixture";

const ended = turn("t1", { status: "completed", startedAtMs: NOW, completedAtMs: NOW + 42_000, endLine: 40 });
const showing = (...changes: readonly object[]): Snapshot => ({
  items: [user("t1", 2, "Map the codes."), change("f1", { changes })],
  turns: [ended],
});

async function openChange(view: WindowUnderTest, ...changes: readonly object[]): Promise<void> {
  await view.open({ snapshot: showing(...changes) });
  await view.page
    .getByRole("article", { name: /^Edited/ })
    .getByRole("button")
    .first()
    .click();
}

const rows = (view: WindowUnderTest) => view.page.locator(".diff tbody tr");

test("each line has the numbers of both files, a sign for the eye and a word for the ear", async ({ view }) => {
  await openChange(view, CODES);
  const { page } = view;
  await expect(page.getByRole("table")).toHaveCount(1);
  await expect(page.getByRole("columnheader")).toHaveText(["Line before", "Line after", "Change", "Text"]);
  const cells = (index: number) => rows(view).nth(index).locator("td");
  await expect(cells(1)).toHaveText(["12", "12", "", "export function codeOf(station: Station): string {"]);
  await expect(cells(2)).toHaveText(["13", "", "−deleted", "  return LEGACY[station.id] ?? station.id;"]);
  await expect(cells(4)).toHaveText(["", "13", "+added", "  const code = locode.get(station.id);"]);
  await expect(
    page.getByRole("row", { name: "14 added if (code === undefined) throw new UnknownStation(station.id);" }),
  ).toBeVisible();
});

test("what changed within a line is marked, lines that are others are not", async ({ view }) => {
  await openChange(view, CODES);
  const marks = view.page.locator(".diff .changed");
  await expect(marks).toHaveText(["100", "4096", "\t", " ", " "]);
});

test("line ends, blanks and characters that cannot be seen are shown where they changed", async ({ view }) => {
  await openChange(view, ENDS);
  await expect(rows(view).nth(2).locator(".line-end")).toHaveText("CRLF");
  await expect(rows(view).nth(3).locator(".line-end")).toHaveText("LF");
  await expect(rows(view).nth(1).locator(".line-end")).toHaveCount(0);
  await expect(view.page.locator(".diff .esc")).toHaveText("U+200B");
  await expect(rows(view).nth(5).locator(".blank")).toHaveCount(2);
});

test("a last line that nothing ends says so", async ({ view }) => {
  await openChange(view, CODES);
  await expect(view.page.locator(".diff .del .line-end")).toHaveText(["no newline at end of file"]);
  await expect(view.page.getByText("\\ No newline")).toHaveCount(0);
});

test("side by side is chosen once for all changes, remembered, and folds where there is no room", async ({ view }) => {
  const { page } = view;
  await openChange(view, CODES);
  await page.getByRole("button", { name: "Side by side" }).press("Enter");
  await expect(page.getByRole("columnheader")).toHaveText([
    "Line before",
    "Deleted",
    "Text before",
    "Line after",
    "Added",
    "Text after",
  ]);
  const pair = rows(view).nth(2).locator("td");
  await expect(pair).toHaveText([
    "13",
    "−deleted",
    "  return LEGACY[station.id] ?? station.id;",
    "13",
    "+added",
    "  const code = locode.get(station.id);",
  ]);
  expect(await axeViolations(page)).toEqual([]);
  await page.setViewportSize({ width: 900, height: 700 });
  await expect(page.getByRole("columnheader")).toHaveCount(4);
  await expect(page.getByRole("button", { name: "Side by side" })).toHaveCount(0);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.reload();
  await page.getByRole("button", { name: "Last reading goes missing" }).click();
  await page
    .getByRole("article", { name: /^Edited/ })
    .getByRole("button")
    .first()
    .click();
  await expect(page.getByRole("button", { name: "Side by side" })).toHaveAttribute("aria-pressed", "true");
  await expect(page.getByRole("columnheader")).toHaveCount(6);
});

/** Selects from the n-th code cell of a side to another, and copies. */
const copied = (view: WindowUnderTest, from: readonly [side: string, nth: number], to: readonly [side: string, nth: number]) =>
  view.page.evaluate(
    ([[fromSide, fromNth], [toSide, toNth]]) => {
      const cell = (side: string, nth: number) => document.querySelectorAll(`.diff td[data-side="${side}"]`)[nth];
      const [first, last] = [cell(fromSide, fromNth), cell(toSide, toNth)];
      if (first === undefined || last === undefined) throw new Error("there is no such line");
      window.getSelection()?.setBaseAndExtent(first, 0, last, last.childNodes.length);
      const event = new ClipboardEvent("copy", { bubbles: true, cancelable: true, clipboardData: new DataTransfer() });
      first.dispatchEvent(event);
      return event.clipboardData?.getData("text/plain");
    },
    [from, to] as const,
  );

test("copying gives the source: no numbers, no signs, invisible characters as they are", async ({ view }) => {
  await openChange(view, ENDS);
  expect(await copied(view, ["one", 0], ["one", 4])).toBe("station,height\nHAM,2.10\r\nHAM,2.10\nCUX,\u200b1.90\nCUX,1.90  ");
  await view.page.getByRole("button", { name: "Side by side" }).click();
  expect(await copied(view, ["older", 0], ["older", 2])).toBe("station,height\nHAM,2.10\r\nCUX,\u200b1.90");
  expect(await copied(view, ["newer", 0], ["newer", 2])).toBe("station,height\nHAM,2.10\nCUX,1.90  ");
});

test("a part of a line is copied as that part", async ({ view }) => {
  await openChange(view, ENDS);
  const part = await view.page.evaluate(() => {
    const cell = document.querySelectorAll('.diff td[data-side="one"]')[3];
    const walker = document.createTreeWalker(cell ?? document, NodeFilter.SHOW_TEXT);
    const texts: Node[] = [];
    while (walker.nextNode()) texts.push(walker.currentNode);
    const [first, last] = [texts[0], texts.at(-1)];
    if (first === undefined || last === undefined || cell === undefined) throw new Error("no text");
    window.getSelection()?.setBaseAndExtent(first, 2, last, 2);
    const event = new ClipboardEvent("copy", { bubbles: true, cancelable: true, clipboardData: new DataTransfer() });
    cell.dispatchEvent(event);
    return event.clipboardData?.getData("text/plain");
  });
  expect(part).toBe("X,\u200b1.");
});

test("a huge change is drawn in steps", async ({ view }) => {
  const diff = `@@ -1,1 +1,30000 @@\n a\n${Array.from({ length: 29_999 }, (_, index) => `+line ${index}`).join("\n")}\n`;
  await openChange(view, { path: "big.txt", kind: "update", diff });
  await expect(rows(view)).toHaveCount(2000);
  await expect(view.page.getByRole("button", { name: /Edited big\.txt/ })).toBeVisible();
  await view.page.getByRole("button", { name: "Show more, 28 001 lines are left" }).press("Enter");
  await expect(rows(view)).toHaveCount(4000);
});

test("code stays left to right, whatever it holds", async ({ view }) => {
  await openChange(view, { path: "a.txt", kind: "update", diff: "@@ -1,1 +1,1 @@\n-مرحبا a\n+مرحبا b\n" });
  await expect(view.page.locator(".diff")).toHaveCSS("direction", "ltr");
});

const undoButton = (view: WindowUnderTest) => view.page.getByRole("button", { name: "Undo file changes" });

test("a turn's file changes are undone after a question that names the files", async ({ view }) => {
  const { page } = view;
  await view.open({
    snapshot: showing(CODES, ENDS),
    results: { "turn/changes/undo": { outcome: "undone", changes: [CODES, ENDS] } },
  });
  await undoButton(view).press("Enter");
  const dialog = page.getByRole("dialog", { name: "Undo this turn’s file changes?" });
  await expect(dialog.getByRole("listitem")).toHaveText(["src/stations/codes.ts", "data/readings.csv"]);
  await expect(dialog).toContainText("What commands did is not undone.");
  await expect(dialog.getByRole("button", { name: "Leave as it is" })).toBeFocused();
  expect(await view.sent("turn/changes/undo")).toEqual([]);
  await dialog.getByRole("button", { name: "Undo in 2 files" }).press("Enter");
  await expect(dialog).toHaveCount(0);
  expect(await view.sent("turn/changes/undo")).toEqual([{ threadId: "thread-1", turnId: "t1" }]);
  const undoneItem = change("u1", { changes: [CODES], undoOf: "t1", line: 41, outputLine: 41 });
  const sequence = new Sequence(0);
  await view.push(
    sequence.event("item/started", { turnId: "t1", item: undoneItem }),
    sequence.event("item/completed", { turnId: "t1", item: undoneItem }),
  );
  await expect(page.getByText("File changes undone")).toBeVisible();
  await expect(undoButton(view)).toHaveCount(0);
  const undoCard = page.getByRole("article", { name: /^You undid changes in src\/stations\/codes\.ts, Done/ });
  await expect(undoCard).toBeVisible();
  // It came after the turn had ended, and stands there.
  const end = page.locator(".turn-end");
  expect((await undoCard.boundingBox())?.y).toBeGreaterThan((await end.boundingBox())?.y ?? Infinity);
});

test("files that were changed since are named, and nothing is undone", async ({ view }) => {
  await view.open({
    snapshot: showing(CODES, ENDS),
    results: { "turn/changes/undo": { outcome: "changed", paths: ["data/readings.csv"] } },
  });
  await undoButton(view).click();
  await view.page.getByRole("button", { name: "Undo in 2 files" }).click();
  const dialog = view.page.getByRole("dialog", { name: "Nothing was undone" });
  await expect(dialog.getByRole("alert")).toHaveText("This file has been changed since the turn, so all were left as they are:");
  await expect(dialog.getByRole("listitem")).toHaveText(["data/readings.csv"]);
  await expect(dialog.getByRole("button", { name: "Close", exact: true }).last()).toBeFocused();
  await view.page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  await expect(undoButton(view)).toBeVisible();
});

test("where there is nothing to undo, or it is refused, it is said why", async ({ view }) => {
  const { page } = view;
  await view.open({
    snapshot: showing(CODES),
    results: { "turn/changes/undo": { outcome: "nothing", why: "no file changes of this turn are kept" } },
  });
  await undoButton(view).click();
  await page.getByRole("button", { name: "Undo in 1 file" }).click();
  await expect(page.getByRole("alert")).toHaveText("No file changes of this turn are kept.");
  await page.keyboard.press("Escape");
  await page.evaluate(() => window.fake.refuse("turn/changes/undo", "storage", "the disk is full"));
  await undoButton(view).click();
  await page.getByRole("button", { name: "Undo in 1 file" }).click();
  await expect(page.getByRole("alert")).toHaveText("Nothing was undone: the disk is full");
  await expect(page.getByRole("button", { name: "Undo in 1 file" })).toBeEnabled();
});

const NOT_OFFERED: Readonly<Record<string, Snapshot>> = {
  "in another program's file": { ...showing(CODES), thread: thread({ origin: "root", source: "codex", readOnly: true }) },
  "where the change was denied": { items: [user("t1", 2, "Go"), change("f1", { status: "denied" })], turns: [ended] },
  "while a turn runs": {
    items: [...showing(CODES).items, user("t2", 50, "More")],
    turns: [ended, turn("t2")],
    thread: thread({ status: { type: "active", flags: [] } }),
  },
};

for (const [where, snapshot] of Object.entries(NOT_OFFERED)) {
  test(`undoing is not offered ${where}`, async ({ view }) => {
    await view.open({ snapshot });
    await expect(view.page.locator(".turn-end").first()).toBeVisible();
    await expect(undoButton(view)).toHaveCount(0);
  });
}

test("a change that was denied is not told as made", async ({ view }) => {
  await view.open({
    snapshot: { items: [user("t1", 2, "Go"), change("f1", { status: "denied", changes: [CODES] })], turns: [ended] },
  });
  const card = view.page.getByRole("article", { name: /^Edit src\/stations\/codes\.ts, Denied/ });
  await card.getByRole("button").first().click();
  await expect(card.getByRole("button", { name: "Change src/stations/codes.ts", expanded: true })).toBeVisible();
});

test("with forced colours what came, what went and what changed within a line stay apart", async ({ view }, info) => {
  const { page } = view;
  await page.emulateMedia({ forcedColors: "active" });
  await openChange(view, CODES);
  await expect(page.locator(".diff .changed").first()).toHaveCSS("text-decoration-line", "underline");
  await expect(page.locator(".diff tr.add td").first()).toHaveCSS("border-left-style", "solid");
  await expect(page.locator(".diff tr.del .sign").first()).toHaveText("−deleted");
  await page.screenshot({ animations: "disabled", path: info.outputPath("changes-forced-colors.png") });
  expect(await axeViolations(page)).toEqual([]);
});
