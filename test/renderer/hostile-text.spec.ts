// Text of a model, a tool or a file is text: no HTML, no scripts, no requests, no links but safe ones.
import { agent, command, item, NOW, type Snapshot, thread, turn, user } from "./scene";
import { expect, test } from "./window-fixture";

const HTML = '<img src=x onerror="window.breached=1"><script>window.breached=1</script><b>bold</b>';
const LINKS = [
  "[js](javascript:window.breached=1)",
  "[file](file:///etc/passwd)",
  "[data](data:text/html,hi)",
  "[relative](src/a.ts)",
  "[good](https://example.org/a)",
  "[mail](mailto:a@example.org)",
  "![picture](https://example.org/p.png)",
].join("\n\n");

const snapshot: Snapshot = {
  thread: thread({ preview: `${HTML} title` }),
  items: [
    user("t1", 2, HTML),
    command("t1", "c1", `echo '${HTML}'`, {
      status: "completed",
      exitCode: 0,
      line: 4,
      outputLine: 5,
      aggregatedOutput: `\u001b[31m${HTML}\u001b[0m`,
    }),
    item({
      type: "toolCall",
      id: "c2",
      turnId: "t1",
      line: 6,
      outputLine: 7,
      status: "completed",
      recordedAtMs: NOW,
      tool: HTML,
      arguments: HTML,
      output: HTML,
      notes: [HTML],
    }),
    item({ type: "notice", id: "n1", turnId: "t1", line: 8, level: "info", code: "x", text: HTML }),
    agent("t1", 9, `${HTML}\n\n- ${HTML}\n\n| a |\n|---|\n| ${HTML} |`),
    agent("t1", 10, LINKS),
  ],
  turns: [turn("t1", { status: "failed", completedAtMs: NOW + 1, error: { code: "internal", message: HTML } })],
};

test("HTML stays text everywhere, and nothing is fetched", async ({ view }) => {
  const fetched: string[] = [];
  view.page.on("request", (sent) => fetched.push(sent.url()));
  await view.open({ snapshot });
  for (const head of await view.page.locator(".cf-head").all()) await head.click();
  await expect(view.page.getByText("window.breached").first()).toBeVisible();
  expect(await view.page.locator("img, b, #root script").count()).toBe(0);
  expect(await view.page.evaluate(() => Reflect.get(window, "breached"))).toBeUndefined();
  const origin = new URL(view.page.url()).origin;
  expect(fetched.filter((url) => !url.startsWith(origin))).toEqual([]);
});

test("only http, https and mailto are links, opened through the bridge", async ({ view }) => {
  await view.open({ snapshot });
  const links = view.page.locator(".prose a");
  await expect(links).toHaveText(["good", "mail", "[image: picture]"]);
  await view.page.getByText("js", { exact: true }).click();
  await view.page.getByText("file", { exact: true }).click();
  expect(await view.sent("link/open")).toEqual([]);
  const before = view.page.url();
  await view.page.getByRole("link", { name: "good" }).click();
  await expect.poll(() => view.sent("link/open")).toEqual([{ url: "https://example.org/a" }]);
  expect(view.page.url()).toBe(before);
});
