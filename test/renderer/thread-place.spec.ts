// What is read stays where it is when older rows come in front of it, whatever else happens before the list has come to rest.
import { agent, NOW, Sequence, type Snapshot, thread, turn } from "./scene";
import { expect, test, type WindowUnderTest } from "./window-fixture";

const done = turn("t1", { status: "completed", completedAtMs: NOW + 1000 });
const list = (view: WindowUnderTest) => view.page.getByRole("region", { name: "Thread" });

function lines(from: number, count: number): Snapshot["items"] {
  return Array.from({ length: count }, (_, index) =>
    agent("t1", from + index, `Line ${from + index}. ${"Some words of prose. ".repeat((index * 7) % 23)}`),
  );
}

/** A thread whose older page is asked for, and held, as soon as the reader is near the start. */
async function openWithOlderPage(view: WindowUnderTest, snapshot: Snapshot): Promise<void> {
  await view.open({
    snapshot: { ...snapshot, nextCursor: "before-200" },
    results: { "thread/items/list": { items: lines(100, 100), turns: [done], nextCursor: null } },
    setUp: async (page) => {
      await page.addInitScript(() => window.fake.hold("thread/items/list"));
    },
  });
}

test("nothing moves when an older page comes in as the list comes to rest", async ({ view }) => {
  await openWithOlderPage(view, { items: lines(200, 100), turns: [done] });
  await expect(view.page.getByText("Line 299.")).toBeInViewport();
  const tops = await list(view).evaluate(async (element) => {
    element.scrollTo(0, 300);
    // The list takes itself to rest this long after the last scroll event: in one step with the page, rows below come in unmeasured.
    const REST_MS = 150;
    await new Promise<void>((resolve) => {
      let timer: ReturnType<typeof setTimeout> | undefined;
      element.addEventListener("scroll", () => {
        clearTimeout(timer);
        timer = setTimeout(resolve, REST_MS);
      });
    });
    const isRead = (row: Element) => row.getBoundingClientRect().top > 200;
    const key = [...element.querySelectorAll<HTMLElement>("[data-row]")].find(isRead)?.dataset["row"];
    const top = () => element.querySelector(`[data-row="${key}"]`)?.getBoundingClientRect().top;
    const seen = [top()];
    window.fake.release("thread/items/list");
    for (let frames = 0; frames < 10; frames += element.scrollTop > 1000 ? 1 : 0) {
      await new Promise((resolve) => requestAnimationFrame(resolve));
      seen.push(top());
    }
    return seen;
  });
  const [first = NaN] = tops;
  for (const top of tops) expect(Math.abs((top ?? NaN) - first)).toBeLessThanOrEqual(1);
});

test("nothing moves when text below what is read grows just after an older page came in", async ({ view }) => {
  const live = agent("t2", undefined, "", "m1");
  await openWithOlderPage(view, {
    items: [...lines(200, 8), live],
    turns: [done, turn("t2")],
    thread: thread({ status: { type: "active", flags: [] } }),
  });
  const sequence = new Sequence(0);
  const delta = sequence.event("item/agentMessage/delta", {
    turnId: "t2",
    itemId: "m1",
    delta: "One more paragraph.\n\n".repeat(12),
  });
  await view.page.setViewportSize({ width: 900, height: 500 });
  await expect.poll(() => list(view).evaluate((element) => element.scrollHeight > element.clientHeight + 100)).toBe(true);
  await list(view).evaluate((element) => element.scrollTo(0, element.scrollTop - 100));
  await expect(view.page.getByRole("button", { name: "To the end" })).toBeVisible();
  // At rest the list holds what stands just below the window too.
  await expect(list(view).getByText("writing", { exact: true })).toBeAttached();
  const { before, after } = await list(view).evaluate(async (element, event) => {
    const isRead = (row: Element) => row.getBoundingClientRect().top > 100;
    const key = [...element.querySelectorAll<HTMLElement>("[data-row]")].find(isRead)?.dataset["row"];
    const top = () => element.querySelector(`[data-row="${key}"]`)?.getBoundingClientRect().top ?? NaN;
    const height = element.scrollHeight;
    const before = top();
    const hasChanged = new Promise<void>((resolve) => {
      const observer = new MutationObserver(() => {
        if (element.scrollHeight <= height + 1000) return;
        observer.disconnect();
        window.fake.push([event]);
        resolve();
      });
      observer.observe(element, { subtree: true, childList: true, attributes: true });
    });
    window.fake.release("thread/items/list");
    await hasChanged;
    for (let frames = 0; frames < 10; frames += 1) await new Promise((resolve) => requestAnimationFrame(resolve));
    return { before, after: top() };
  }, delta);
  await expect(view.page.getByText("One more paragraph.").first()).toBeAttached();
  expect(Math.abs(after - before)).toBeLessThanOrEqual(1);
});

test("who scrolls on downwards while an older page comes in moves by what was scrolled", async ({ view }) => {
  await openWithOlderPage(view, { items: lines(200, 100), turns: [done] });
  await expect(view.page.getByText("Line 299.")).toBeInViewport();
  const moved = await list(view).evaluate(async (element) => {
    const STEP = 80;
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    element.scrollTo(0, 300);
    while (!window.fake.sent.some(({ method }) => method === "thread/items/list")) await frame();
    window.fake.release("thread/items/list");
    while (element.scrollTop < 1000) await frame();
    const offBy: number[] = [];
    for (let steps = 0; steps < 60; steps += 1) {
      const read = [...element.querySelectorAll("[data-row]")].find((row) => row.getBoundingClientRect().top > 200);
      const before = read?.getBoundingClientRect().top ?? NaN;
      element.scrollBy(0, STEP);
      await frame();
      await frame();
      offBy.push(Math.abs((read?.getBoundingClientRect().top ?? NaN) - before + STEP));
    }
    return Math.max(...offBy);
  });
  expect(moved).toBeLessThanOrEqual(1);
});
