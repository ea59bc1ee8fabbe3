// Load: many deltas into one answer, and a long thread. Counts what does not depend on the machine: jumps, nodes, text; prints times.
import { agent, NOW, Sequence, type Snapshot, thread, turn, user } from "./scene";
import { expect, test } from "./window-fixture";

const ITEMS = 5000;
const DELTAS = 20_000;

// So much work takes its time on a machine that is busy.
test.slow();

const longThread: Snapshot = {
  items: Array.from({ length: ITEMS }, (_, index) =>
    index % 50 === 0
      ? user(`t${index / 50}`, index + 2, `Question ${index / 50}`)
      : agent(
          `t${Math.floor(index / 50)}`,
          index + 2,
          `Entry ${index}. ${"Some words of prose. ".repeat((index * 7) % 23)}\n\n- one\n- two`,
        ),
  ),
  turns: Array.from({ length: ITEMS / 50 }, (_, index) => turn(`t${index}`, { status: "completed", completedAtMs: NOW + 1000 })),
};

test("scrolling up through 5 000 items jumps nowhere and keeps few rows in the page", async ({ view }) => {
  await view.open({ snapshot: longThread });
  const list = view.page.getByRole("region", { name: "Thread" });
  await expect(view.page.getByText(`Entry ${ITEMS - 1}.`)).toBeVisible();
  const result = await list.evaluate(async (element) => {
    const frame = () => new Promise<number>((resolve) => requestAnimationFrame(resolve));
    const rows = () => [...element.querySelectorAll<HTMLElement>("[data-row]")];
    let worstJump = 0;
    let worstFrameMs = 0;
    let most = 0;
    let last = await frame();
    for (let index = 0; index < 100; index += 1) {
      const mark = rows().find((row) => row.getBoundingClientRect().top > 200);
      const key = mark?.dataset["row"];
      const before = mark?.getBoundingClientRect().top ?? 0;
      element.scrollBy(0, -120);
      const now = await frame();
      await frame();
      const moved = rows().find((row) => row.dataset["row"] === key);
      if (moved !== undefined) worstJump = Math.max(worstJump, Math.abs(moved.getBoundingClientRect().top - before - 120));
      worstFrameMs = Math.max(worstFrameMs, now - last);
      last = await frame();
      most = Math.max(most, rows().length);
    }
    return { worstJump, worstFrameMs, most, offset: element.scrollTop };
  });
  console.log("scroll", result);
  expect(result.worstJump).toBeLessThanOrEqual(1);
  expect(result.most).toBeLessThan(60);
});

test("20 000 deltas into one answer arrive whole", async ({ view }) => {
  const running = thread({ status: { type: "active", flags: [] } });
  await view.open({ snapshot: { items: [user("t1", 2, "Write")], turns: [turn("t1")], thread: running } });
  const sequence = new Sequence(0);
  await view.push(sequence.event("item/started", { turnId: "t1", item: agent("t1", undefined, "", "m1") }));
  const result = await view.page.evaluate(
    async ({ count, at }) => {
      const words = ["The ", "tide ", "**table** ", "holds ", "`readings` ", "of a ", "station. "];
      const frames: number[] = [];
      const frame = () => new Promise<number>((resolve) => requestAnimationFrame(resolve));
      const list = document.querySelector(".thread-list");
      let notAtEnd = 0;
      let busyMs = 0;
      let seq = 1;
      let last = await frame();
      const startedAt = performance.now();
      for (let index = 0; index < count;) {
        const batch = [];
        for (let step = 0; step < 100 && index < count; step += 1, index += 1) {
          const delta = index % 60 === 59 ? "\n\n" : (words[index % words.length] ?? "");
          batch.push({
            method: "item/agentMessage/delta",
            params: { threadId: "thread-1", turnId: "t1", itemId: "m1", seq: ++seq, emittedAtMs: at, delta },
          });
        }
        const pushedAt = performance.now();
        window.fake.push(batch);
        busyMs += performance.now() - pushedAt;
        const now = await frame();
        frames.push(now - last);
        if (list !== null && list.scrollHeight - list.clientHeight - list.scrollTop > 2) notAtEnd += 1;
        last = now;
      }
      frames.sort((a, b) => a - b);
      const quantile = (share: number) => Math.round(frames[Math.floor(share * (frames.length - 1))] ?? 0);
      return {
        allMs: Math.round(performance.now() - startedAt),
        pushMs: Math.round(busyMs),
        p50: quantile(0.5),
        p95: quantile(0.95),
        max: quantile(1),
        notAtEnd,
        seq,
      };
    },
    { count: DELTAS, at: NOW },
  );
  console.log("deltas", result);
  await view.push({
    method: "item/agentMessage/delta",
    params: { threadId: "thread-1", turnId: "t1", itemId: "m1", seq: result.seq + 1, emittedAtMs: NOW, delta: "The very end." },
  });
  await expect(view.page.getByText("The very end.")).toBeInViewport();
  expect(await view.page.locator(".prose.is-wet .prose-block").count()).toBeGreaterThan(300);
});
