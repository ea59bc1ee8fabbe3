// The palette: sessions by name at once, what was said and done, commands; and that an older answer never replaces a newer one.
import { LISTED, listed } from "./past-list";
import { agent, NOW, thread, turn, user } from "./scene";
import { expect, test, type WindowUnderTest } from "./window-fixture";

const field = ({ page }: WindowUnderTest) => page.getByRole("combobox", { name: "Search sessions and commands" });
const options = ({ page }: WindowUnderTest) => page.getByRole("option");
const chosen = ({ page }: WindowUnderTest) => page.getByRole("option", { selected: true });
const nothing = { "thread/search": { hits: [], threads: [], nextCursor: null, isComplete: true } };

async function show(view: WindowUnderTest): Promise<void> {
  await expect(view.page.getByRole("region", { name: "Session list" })).toHaveAttribute("aria-busy", "false");
  await view.page.keyboard.press("Control+k");
}

function hit(threadId: string, cursor: string, snippet: string, ranges: [number, number][] = []) {
  return { threadId, itemId: `item-${cursor}`, cursor, field: "answer", atMs: NOW, snippet, ranges };
}

/** Each answer is about its own question, and comes when it is let go. */
async function searchByWords(view: WindowUnderTest): Promise<void> {
  await view.page.evaluate(
    ({ found }) => {
      window.fake.compute("thread/list", () => ({ threads: [], nextCursor: null, hidden: {}, isComplete: true }));
      window.fake.compute("thread/search", (params) => {
        const { query } = params as { query: string };
        const snippet = `about ${query}`;
        const hits = [
          { threadId: found.id, itemId: "i", cursor: "@7", field: "answer", atMs: 0, snippet, ranges: [[6, snippet.length]] },
        ];
        return { hits, threads: [found], nextCursor: null, isComplete: true };
      });
    },
    { found: thread({ id: "s5", preview: "Release notes 2.4" }) },
  );
}

test("empty: the recent sessions and the commands; Enter opens the newest", async ({ view }) => {
  await view.open({ results: listed(LISTED) });
  await show(view);
  await expect(field(view)).toBeFocused();
  await expect(options(view).first()).toContainText("Last reading goes missing");
  await expect(view.page.getByRole("group", { name: "Commands" }).getByRole("option").first()).toContainText("New session");
  await view.page.keyboard.press("ArrowDown");
  await expect(chosen(view)).toContainText("Station codes to UN/LOCODE");
  await expect(field(view)).toHaveAttribute("aria-activedescendant", (await chosen(view).getAttribute("id")) ?? "none");
  await view.page.keyboard.press("ArrowUp");
  await view.page.keyboard.press("ArrowUp");
  await expect(chosen(view)).toContainText("Connect a model");
  await view.page.keyboard.press("ArrowDown");
  await view.page.keyboard.press("Enter");
  await expect(view.page.getByRole("dialog")).toHaveCount(0);
  await expect.poll(() => view.sent("thread/resume")).toMatchObject([{ threadId: "s1" }]);
});

test("a session is found by its name before the runtime has answered", async ({ view }) => {
  await view.open({ results: { ...listed(LISTED), ...nothing } });
  await show(view);
  await view.page.evaluate(() => {
    window.fake.hold("thread/list");
    window.fake.hold("thread/search");
  });
  await field(view).fill("tiles zoom");
  await expect(options(view).first()).toContainText("Dark tiles flicker on zoom");
  await expect(options(view).first().locator("mark")).toHaveText(["tiles", "zoom"]);
});

test("hits stand under their session with their field, the match marked in UTF-16 units, and open at the item", async ({
  view,
}) => {
  const found = {
    hits: [
      hit("w1", "@10", "🌊 tide tables", [[3, 7]]),
      hit("s5", "@90", "no tide", [[3, 7]]),
      hit("w1", "@20", "high tide", [[5, 9]]),
    ],
    threads: LISTED,
    nextCursor: "more",
    isComplete: false,
  };
  await view.open({ results: { ...listed([]), "thread/search": found } });
  await show(view);
  await field(view).fill("tide");
  const hits = view.page.getByRole("group", { name: "In what was said and done" });
  await expect(hits).toContainText("3 or more hits in 2 sessions");
  await expect(hits.getByRole("option")).toHaveText([
    /Dark tiles flicker on zoom.*Answer: 🌊 tide tables/,
    /Answer: high tide/,
    /Release notes 2.4.*Answer: no tide/,
  ]);
  await expect(hits.locator("mark")).toHaveText(["tide", "tide", "tide"]);
  await expect(view.page.getByText("Still indexing older sessions")).toBeVisible();
  await hits.getByRole("option").nth(1).click();
  await expect
    .poll(() => view.sent("thread/items/list"))
    .toContainEqual(expect.objectContaining({ threadId: "w1", cursor: "@20", limit: 100, direction: "forward" }));
});

test("an answer to older words never replaces that to newer ones, and one search is under way at a time", async ({ view }) => {
  await view.open({ results: listed([]) });
  await searchByWords(view);
  await show(view);
  await view.page.evaluate(() => window.fake.hold("thread/search"));
  await field(view).pressSequentially("wind");
  await expect.poll(async () => (await view.sent("thread/search")).length).toBe(1);
  await view.page.evaluate(() => window.fake.release("thread/search"));
  await expect(options(view).filter({ hasText: "Answer: about wind" })).toHaveCount(1);
  expect((await view.sent("thread/search")).map((params) => params)).toEqual([
    { query: "w", limit: 60 },
    { query: "wind", limit: 60 },
  ]);
});

test("a search that fails says so; names and commands can still be chosen", async ({ view }) => {
  await view.open({ results: listed(LISTED) });
  await show(view);
  await view.page.evaluate(() => {
    window.fake.refuse("thread/search", "internal", "the index is being built anew");
    window.fake.refuse("thread/list", "internal", "the list is being built anew");
  });
  await field(view).fill("release");
  await expect(view.page.getByRole("alert")).toContainText("could not be searched: the index is being built anew");
  await expect(options(view).first()).toContainText("Release notes 2.4");
});

test("> leads to commands only; those of the open session are among them", async ({ view }) => {
  await view.open({
    snapshot: { items: [user("t1", 2, "Hello"), agent("t1", 3, "Hi")], turns: [turn("t1", { status: "completed" })] },
  });
  await show(view);
  await field(view).fill("> pin");
  await expect(options(view)).toHaveText([/^Pin \(this session\)/]);
  await view.page.keyboard.press("Enter");
  await expect.poll(() => view.sent("thread/pin/set")).toEqual([{ threadId: "thread-1", isPinned: true }]);
  expect(await view.sent("thread/search")).toEqual([]);
});

test("Esc closes it, gives the focus back, and stops no turn", async ({ view }) => {
  await view.open({
    snapshot: { items: [user("t1", 2, "Hello")], turns: [turn("t1")], thread: thread({ status: { type: "active", flags: [] } }) },
  });
  await view.composer.focus();
  await show(view);
  await expect(field(view)).toBeFocused();
  await view.page.keyboard.press("Escape");
  await expect(view.page.getByRole("dialog")).toHaveCount(0);
  await expect(view.composer).toBeFocused();
  expect(await view.sent("turn/interrupt")).toEqual([]);
});

test("Enter of an input method chooses nothing", async ({ view }) => {
  await view.open({ results: listed(LISTED) });
  await show(view);
  await field(view).evaluate((element) =>
    element.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", isComposing: true, bubbles: true, cancelable: true })),
  );
  await expect(field(view)).toBeVisible();
  expect(await view.sent("thread/resume")).toEqual([]);
});
