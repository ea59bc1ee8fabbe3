// The list of sessions: what it shows, how it is kept current, what can be done to a session, by mouse and by keyboard.
import type { Page } from "playwright/test";
import { BROKEN, codex, LISTED, listed, OFFERED } from "./past-list";
import { agent, NOW, Sequence, thread, turn, user } from "./scene";
import { expect, test, type WindowUnderTest } from "./window-fixture";

const list = ({ page }: WindowUnderTest) => page.getByRole("region", { name: "Session list" });
const row = (view: WindowUnderTest, name: string | RegExp) => list(view).getByRole("button", { name });
const said = ({ page }: WindowUnderTest) => page.locator('.sr[role="status"]');
const changed = { method: "thread/list/changed", params: {} };

async function openMenu(view: WindowUnderTest, name: string): Promise<void> {
  await row(view, name).focus();
  await view.page.keyboard.press("Shift+F10");
}

async function act(view: WindowUnderTest, name: string, words: string): Promise<void> {
  await openMenu(view, name);
  await view.page.getByRole("menuitem", { name: words }).click();
}

/** A list of this many sessions in ten folders, served by pages. */
async function serveMany(page: Page, count: number): Promise<void> {
  await page.addInitScript(
    ({ first, total }) => {
      const sessions = Array.from({ length: total }, (_, index) => ({
        ...first,
        id: `many-${index}`,
        preview: `Session ${index}`,
        cwd: `/home/mara/code/project-${index % 10}`,
        updatedAtMs: first.updatedAtMs - index * 60_000,
      }));
      window.fake.compute("thread/list", (params) => {
        const { cursor, limit = 50 } = params as { cursor?: string; limit?: number };
        const from = Number(cursor ?? 0);
        const to = from + limit;
        return { threads: sessions.slice(from, to), nextCursor: to < total ? String(to) : null, hidden: {}, isComplete: true };
      });
    },
    { first: thread({ updatedAtMs: NOW }), total: count },
  );
}

async function openMany(view: WindowUnderTest): Promise<void> {
  await view.open({ setUp: (page) => serveMany(page, 100) });
  await expect(row(view, "Session 0")).toBeVisible();
}

test("groups: pinned on top, then the folders, each with its state in words", async ({ view }) => {
  await view.open({ results: listed([...LISTED, BROKEN]) });
  await expect(list(view).getByRole("heading")).toHaveText([
    "Pinned",
    "tidetable~/code",
    "harbour-web~/code",
    "tides~/code",
    "Cannot be read",
  ]);
  for (const name of [
    "House rules for this repo",
    "Working. Last reading goes missing",
    "Waiting for you. Station codes to UN/LOCODE",
    "Sleeping. Nightly import, second try",
    "Interrupted. Why is the moon phase off by one?",
    "Failed. Print stylesheet for tide cards",
    "Stopped with the app. Keyboard trap in the date picker",
    "Read-only. Move readings to a ring buffer",
    "Cannot be read. rollout-2025-08-15.jsonl",
  ])
    await expect(row(view, name)).toBeVisible();
  await expect(row(view, "rollout-2025-08-15.jsonl")).toContainText("Save it as UTF-8 to open it.");
});

test("what is not listed is said with its reasons, and can be shown and hidden again", async ({ view }) => {
  await view.open({ results: listed(LISTED) });
  await expect(list(view)).toContainText("12 files are not listed: 9 empty, 3 not sessions");
  await list(view).getByRole("button", { name: "Show", exact: true }).click();
  await expect
    .poll(async () => (await view.sent("thread/list")).at(-1))
    .toMatchObject({
      show: ["unreadable", "notRollout", "empty", "duplicate", "subAgent", "superseded"],
    });
  await list(view).getByRole("button", { name: "Hide" }).click();
  await expect.poll(async () => (await view.sent("thread/list")).at(-1)).toEqual({ limit: 100 });
});

test("while files are still being looked at, that is said", async ({ view }) => {
  await view.open({ results: listed(LISTED, { isComplete: false }) });
  await expect(list(view).getByRole("status")).toHaveText("Still looking…");
});

test("the chips name each source with its count; archived sessions are behind a switch", async ({ view }) => {
  await view.open({ results: listed(LISTED) });
  const chips = view.page.getByRole("group", { name: "Which sessions are listed" }).getByRole("button");
  await expect(chips).toHaveText(["All11", "Counterfoil9", "Codex2", ""]);
  await chips.filter({ hasText: "Codex" }).click();
  await expect.poll(async () => (await view.sent("thread/list")).at(-1)).toEqual({ sources: ["root"], limit: 100 });
  await expect(chips.filter({ hasText: "Codex" })).toHaveAttribute("aria-pressed", "true");
  await view.page.getByRole("button", { name: "Archived" }).click();
  await expect
    .poll(async () => (await view.sent("thread/list")).at(-1))
    .toEqual({ sources: ["root"], archived: true, limit: 100 });
});

test("a list that has changed is asked for again, once at a time, and selection and scroll stay", async ({ view }) => {
  await openMany(view);
  const scroller = list(view);
  await scroller.evaluate((element) => element.scrollTo(0, 1500));
  await expect(row(view, "Session 14")).toBeVisible();
  const before = await rowTop(view, "Session 14");
  const asked = (await view.sent("thread/list")).length;
  await view.page.evaluate(() => window.fake.hold("thread/list"));
  await view.push(changed);
  await view.push(changed);
  await view.push(changed);
  expect((await view.sent("thread/list")).length).toBe(asked + 1);
  await view.page.evaluate(() => window.fake.release("thread/list"));
  await expect.poll(async () => (await view.sent("thread/list")).length).toBeGreaterThan(asked + 1);
  expect(Math.abs((await rowTop(view, "Session 14")) - before)).toBeLessThanOrEqual(1);
});

async function rowTop(view: WindowUnderTest, name: string): Promise<number> {
  const box = await row(view, new RegExp(`^${name}`))
    .first()
    .boundingBox();
  return box?.y ?? Number.NaN;
}

test("events keep the list current: a new session, a name, a state, an end", async ({ view }) => {
  await view.open({ results: listed([thread()]) });
  const sequence = new Sequence(0);
  await view.push(sequence.event("thread/name/updated", { name: "Readings" }));
  await expect(row(view, "Readings")).toBeVisible();
  await view.push(sequence.event("thread/status/changed", { status: { type: "active", flags: [] } }));
  await expect(row(view, "Working. Readings")).toBeVisible();
  await view.push(
    sequence.event("thread/status/changed", { status: { type: "idle" } }),
    sequence.event("turn/completed", { turn: turn("t1", { status: "failed", completedAtMs: NOW }) }),
  );
  await expect(row(view, "Failed. Readings")).toBeVisible();
});

test("5 000 sessions: pages come as one scrolls, few rows are in the page, and what is read stays in its place", async ({
  view,
}) => {
  await view.open({ setUp: (page) => serveMany(page, 5000) });
  await expect(row(view, "Session 0")).toBeVisible();
  expect(await view.sent("thread/list")).toHaveLength(1);
  const scroller = list(view);
  for (let page = 2; page <= 6; page += 1) {
    await scroller.evaluate((element) => element.scrollTo(0, element.scrollHeight));
    await expect.poll(async () => (await view.sent("thread/list")).length).toBeGreaterThanOrEqual(page);
  }
  expect(await list(view).getByRole("button").count()).toBeLessThan(200);
});

test("the arrows, Home and End lead through the list, and Tab stops at one row only", async ({ view }) => {
  await view.open({ results: listed(LISTED) });
  const { page } = view;
  await row(view, "House rules").focus();
  await page.keyboard.press("ArrowDown");
  await expect(row(view, "Last reading goes missing")).toBeFocused();
  await page.keyboard.press("End");
  await expect(row(view, "Parse NOAA")).toBeFocused();
  await page.keyboard.press("ArrowDown");
  await expect(row(view, "Parse NOAA")).toBeFocused();
  await page.keyboard.press("Home");
  await expect(row(view, "House rules")).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(list(view).getByRole("button", { name: "Actions" }).first()).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(list(view).getByRole("button", { name: "Show", exact: true })).toBeFocused();
});

test("in a long list End reaches the last that is listed and gives it the focus", async ({ view }) => {
  await view.open({ setUp: (page) => serveMany(page, 100) });
  await row(view, "Session 0").focus();
  await view.page.keyboard.press("End");
  await expect(row(view, "Session 99")).toBeFocused();
  await view.page.keyboard.press("Home");
  await expect(row(view, /^Session 0/)).toBeFocused();
});

test("the menu by keyboard: it opens at the row, the arrows choose, Esc gives the focus back and stops nothing", async ({
  view,
}) => {
  await view.open({
    snapshot: { items: [user("t1", 2, "Hello")], turns: [turn("t1")], thread: thread({ status: { type: "active", flags: [] } }) },
  });
  const { page } = view;
  await openMenu(view, "Last reading goes missing");
  const items = page.getByRole("menuitem");
  await expect(items.first()).toBeFocused();
  await page.keyboard.press("ArrowUp");
  await expect(items.last()).toBeFocused();
  await page.keyboard.press("Home");
  await page.keyboard.press("ArrowDown");
  await expect(items.nth(1)).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("menu")).toHaveCount(0);
  await expect(row(view, "Last reading goes missing")).toBeFocused();
  expect(await view.sent("turn/interrupt")).toEqual([]);
  await page.keyboard.press("ContextMenu");
  await expect(page.getByRole("menu")).toBeVisible();
});

test("what cannot be done to another program's session says why, and pressing it does nothing", async ({ view }) => {
  await view.open({ results: listed([codex("c1", "Ring buffer", NOW)]) });
  await openMenu(view, "Ring buffer");
  for (const name of ["Rename", "Archive", "Delete"]) {
    const item = view.page.getByRole("menuitem", { name });
    await expect(item).toHaveAttribute("aria-disabled", "true");
    await expect(item).toContainText("Written by Codex: its file is only read.");
  }
  await view.page.getByRole("menuitem", { name: "Archive" }).click({ force: true });
  await expect(view.page.getByRole("menu")).toBeVisible();
  expect(await view.sent("thread/archive")).toEqual([]);
  await expect(view.page.getByRole("menuitem", { name: "Continue as a new session" })).toHaveAttribute("aria-disabled", "false");
});

test("a session whose turn runs is neither archived nor deleted", async ({ view }) => {
  await view.open({ results: listed([thread({ status: { type: "active", flags: [] } })]) });
  await openMenu(view, "Last reading");
  await expect(view.page.getByRole("menuitem", { name: "Archive" })).toContainText("Its turn still runs.");
  await expect(view.page.getByRole("menuitem", { name: "Rename" })).toHaveAttribute("aria-disabled", "false");
});

test.describe("renaming", () => {
  const field = ({ page }: WindowUnderTest) => page.getByRole("textbox", { name: "Name of the session" });

  test("F2 opens the field in the row; Enter keeps the name, and the focus is on the row again", async ({ view }) => {
    await view.open({ results: listed([thread()]) });
    await row(view, "Last reading").focus();
    await view.page.keyboard.press("F2");
    await expect(field(view)).toBeFocused();
    await expect(field(view)).toHaveValue("Last reading goes missing");
    await view.page.keyboard.type("Readings at the end of a file");
    await view.page.keyboard.press("Enter");
    await expect
      .poll(() => view.sent("thread/name/set"))
      .toEqual([{ threadId: "thread-1", name: "Readings at the end of a file" }]);
    await expect(row(view, "Readings at the end of a file")).toBeFocused();
    await expect(said(view)).toHaveText("Renamed to Readings at the end of a file.");
  });

  test("Esc leaves it, and stops no turn", async ({ view }) => {
    await view.open({
      snapshot: {
        items: [user("t1", 2, "Hello")],
        turns: [turn("t1")],
        thread: thread({ status: { type: "active", flags: [] } }),
      },
    });
    await row(view, "Last reading").focus();
    await view.page.keyboard.press("F2");
    await view.page.keyboard.type("Other");
    await view.page.keyboard.press("Escape");
    await expect(row(view, "Last reading goes missing")).toBeFocused();
    expect(await view.sent("thread/name/set")).toEqual([]);
    expect(await view.sent("turn/interrupt")).toEqual([]);
  });

  test("Enter and Esc of an input method neither keep nor leave", async ({ view }) => {
    await view.open({ results: listed([thread()]) });
    await row(view, "Last reading").focus();
    await view.page.keyboard.press("F2");
    await expect(field(view)).toBeFocused();
    for (const key of ["Enter", "Escape"])
      await field(view).evaluate((element, name) => {
        element.dispatchEvent(new KeyboardEvent("keydown", { key: name, isComposing: true, bubbles: true, cancelable: true }));
      }, key);
    await expect(field(view)).toBeVisible();
    expect(await view.sent("thread/name/set")).toEqual([]);
  });

  test("with the sidebar hidden it has a card of its own", async ({ view }) => {
    await view.open({
      snapshot: { items: [user("t1", 2, "Hello"), agent("t1", 3, "Hi")], turns: [turn("t1", { status: "completed" })] },
    });
    await view.page.keyboard.press("Control+b");
    await view.page.keyboard.press("F2");
    await expect(view.page.getByRole("dialog", { name: "Rename" })).toBeVisible();
    await view.page.keyboard.type("Readings");
    await view.page.keyboard.press("Enter");
    await expect.poll(() => view.sent("thread/name/set")).toEqual([{ threadId: "thread-1", name: "Readings" }]);
    await expect(view.page.getByRole("heading", { level: 1 })).toHaveText("Readings");
    await expect(view.page.getByRole("dialog")).toHaveCount(0);
  });

  test("a refusal is told, and the name stays as it was", async ({ view }) => {
    await view.open({ results: listed([thread()]) });
    await view.page.evaluate(() => window.fake.refuse("thread/name/set", "lockedByOther", "another program has it open"));
    await row(view, "Last reading").focus();
    await view.page.keyboard.press("F2");
    await view.page.keyboard.type("x");
    await view.page.keyboard.press("Enter");
    await expect(
      view.page.getByText("“Last reading goes missing” could not be renamed: another program has it open"),
    ).toBeVisible();
    await expect(row(view, "Last reading goes missing")).toBeVisible();
  });
});

test("pin, unpin, archive: each is done, said, and seen in the list", async ({ view }) => {
  await view.open({ results: listed([thread(), thread({ id: "other", preview: "Other" })]) });
  await act(view, "Last reading", "Pin");
  await expect(list(view).getByRole("heading").first()).toHaveText("Pinned");
  expect(await view.sent("thread/pin/set")).toEqual([{ threadId: "thread-1", isPinned: true }]);
  await act(view, "Last reading", "Unpin");
  await expect(said(view)).toHaveText("Unpinned.");
  await act(view, "Last reading", "Archive");
  await expect(row(view, "Last reading")).toHaveCount(0);
  expect(await view.sent("thread/archive")).toEqual([{ threadId: "thread-1" }]);
  await expect(said(view)).toHaveText("Archived.");
});

test.describe("deleting", () => {
  const dialog = ({ page }: WindowUnderTest) => page.getByRole("dialog");

  test("says that it goes to the bin, and the safe answer has the focus", async ({ view }) => {
    await view.open({ results: { ...listed([thread()]), "thread/delete": { where: "bin" } } });
    await row(view, "Last reading").focus();
    await view.page.keyboard.press("Delete");
    await expect(dialog(view)).toContainText("go to the system’s bin");
    await expect(dialog(view).getByRole("button", { name: "Keep it" })).toBeFocused();
    await dialog(view).getByRole("button", { name: "Move to the bin" }).click();
    await expect(dialog(view)).toHaveCount(0);
    await expect(row(view, "Last reading")).toHaveCount(0);
    expect(await view.sent("thread/delete")).toEqual([{ threadId: "thread-1" }]);
    await expect(said(view)).toHaveText("Moved to the bin.");
  });

  test("where there is no bin it asks again, for good", async ({ view }) => {
    await view.open({ results: listed([thread()]) });
    await view.page.evaluate(() => window.fake.answer("thread/delete", { where: "noBin", why: "there is no bin here" }));
    await act(view, "Last reading", "Delete");
    await dialog(view).getByRole("button", { name: "Move to the bin" }).click();
    await expect(dialog(view)).toContainText("Deleted for good, it cannot be brought back.");
    await view.page.evaluate(() => window.fake.answer("thread/delete", { where: "nowhere" }));
    await dialog(view).getByRole("button", { name: "Delete for good" }).click();
    await expect
      .poll(() => view.sent("thread/delete"))
      .toEqual([{ threadId: "thread-1" }, { threadId: "thread-1", isForGood: true }]);
    await expect(said(view)).toHaveText("Deleted for good.");
  });

  test("another refusal is told and not turned into deleting for good", async ({ view }) => {
    await view.open({ results: listed([thread()]) });
    await view.page.evaluate(() => window.fake.refuse("thread/delete", "lockedByOther", "another program has it open"));
    await act(view, "Last reading", "Delete");
    await dialog(view).getByRole("button", { name: "Move to the bin" }).click();
    await expect(dialog(view)).toContainText("It was not deleted: another program has it open");
    await expect(dialog(view).getByRole("button", { name: "Delete for good" })).toHaveCount(0);
  });

  test("the session that is open gives way to a new one", async ({ view }) => {
    await view.open({
      snapshot: { items: [user("t1", 2, "Hello")], turns: [turn("t1", { status: "completed" })] },
      results: { "thread/delete": { where: "bin" } },
    });
    await act(view, "Last reading", "Delete");
    await dialog(view).getByRole("button", { name: "Move to the bin" }).click();
    await expect(view.page.getByRole("heading", { level: 1 })).toHaveText("New session");
  });
});

test("Continue, Copy as Markdown and Copy link", async ({ view, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const forked = thread({ id: "forked", preview: "Ring buffer" });
  await view.open({
    results: {
      ...listed([codex("c1", "Ring buffer", NOW)]),
      "thread/markdown/read": { markdown: "# Ring buffer" },
      "thread/fork": { thread: forked },
    },
  });
  const clipboard = () => view.page.evaluate(() => navigator.clipboard.readText());
  await act(view, "Ring buffer", "Copy link");
  await expect.poll(clipboard).toBe("counterfoil://thread/c1");
  await act(view, "Ring buffer", "Copy as Markdown");
  await expect.poll(clipboard).toBe("# Ring buffer");
  await act(view, "Ring buffer", "Continue as a new session");
  await expect.poll(() => view.sent("thread/fork")).toEqual([{ threadId: "c1" }]);
});

test.describe("session roots", () => {
  test("a Codex home that was found is offered once; Not now puts it off quietly", async ({ view }) => {
    await view.open({ results: { ...listed(LISTED), ...OFFERED } });
    const offer = view.page.getByRole("region", { name: "Sessions found" });
    await expect(offer).toContainText("Codex sessions found in ~/.codex (123)");
    await offer.getByRole("button", { name: "Not now" }).click();
    await expect(offer).toHaveCount(0);
    await expect(list(view)).toContainText("Not listed: ~/.codex (123)");
    expect(await view.sent("sessionRoot/set")).toEqual([]);
  });

  test("Show them takes it up, and it can be let go again", async ({ view }) => {
    await view.open({ results: { ...listed(LISTED), ...OFFERED } });
    await view.page.evaluate(() => {
      const taken = { path: "/home/mara/.codex", kind: "codexHome", isOffered: false, sessions: 123 };
      window.fake.answer("sessionRoot/list", { roots: [taken] });
    });
    await view.page.getByRole("button", { name: "Show them" }).click();
    await expect(list(view)).toContainText("Also listed: ~/.codex (123)");
    await list(view).getByRole("button", { name: "Let go ~/.codex" }).click();
    await expect
      .poll(() => view.sent("sessionRoot/set"))
      .toEqual([
        { path: "/home/mara/.codex", isUsed: true },
        { path: "/home/mara/.codex", isUsed: false },
      ]);
  });
});
