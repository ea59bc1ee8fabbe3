import { expect, test } from "vitest";
import { htmlEntry, htmlHead, HTML_END } from "../../../../electron/adapters/rollout/exporting/html";
import { markdownHtml } from "../../../../electron/adapters/rollout/exporting/html-markdown";
import type { TurnItem } from "../../../../shared/protocol/turn-item";
import { cpuMsOf } from "../../../support/cpu-time";
import { answer, facts, item, prompt, turn } from "./session-fixture";

const shown = (entry: TurnItem): string => htmlEntry({ type: "item", item: entry });
const hostile = `</code></pre></style><script>alert(1)</script><img src=x onerror=alert(1)>"'&\0`;
const harmless =
  "&lt;/code&gt;&lt;/pre&gt;&lt;/style&gt;&lt;script&gt;alert(1)&lt;/script&gt;&lt;img src=x onerror=alert(1)&gt;&quot;&#39;&amp;";

test("the page allows no script and nothing from outside", () => {
  const head = htmlHead(hostile, { ...facts, cwd: hostile, model: hostile });
  expect(head).toContain(
    `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src data:; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'">`,
  );
  expect(head.indexOf("Content-Security-Policy")).toBeLessThan(head.indexOf("<title>"));
  expect(head).toContain(`<title>${harmless}\uFFFD</title>`);
  expect(head).not.toMatch(/<script|<img|onerror=alert\(1\)>|url\(|@import/);
  expect(head + HTML_END).toMatch(/^<!doctype html>[\s\S]*<\/html>\n$/);
});

/** One item of each kind whose every text is hostile. */
const hostileItems: TurnItem[] = [
  prompt(hostile),
  answer(hostile),
  answer(
    `**${hostile}**\n\n- ${hostile}\n\n|a|\n|-|\n|${hostile}|\n\n[${hostile}](javascript:alert(1))\n\n\`${hostile}\`\n\n<div onclick=alert(1)>\n`,
  ),
  item({ type: "reasoning", summary: [hostile], content: [hostile] }),
  item({ type: "commandExecution", command: hostile, cwd: hostile, aggregatedOutput: hostile, notes: [hostile] }),
  item({ type: "toolCall", namespace: hostile, tool: hostile, arguments: hostile, output: hostile }),
  item({ type: "mcpToolCall", server: hostile, tool: hostile, arguments: hostile, output: hostile }),
  item({
    type: "fileChange",
    changes: [{ path: hostile, kind: "update", diff: `+${hostile}`, movePath: hostile }],
    output: hostile,
  }),
  item({ type: "notice", level: "info", code: "x", text: hostile }),
  item({ type: "hookPrompt", fragments: [hostile] }),
  item({ type: "mail", author: hostile, text: hostile, triggerTurn: true }),
  item({ type: "webSearch", query: hostile, action: hostile }),
  item({ type: "imageView", path: hostile, prompt: hostile }),
  item({ type: "imageView", url: `data:image/png;base64,AAAA" onerror="alert(1)` }),
  item({ type: "plan", steps: [{ text: hostile, status: "pending" }], explanation: hostile }),
  item({ type: "context", kind: "other", text: hostile }),
  item({ type: "subAgent", activity: hostile, name: hostile, threadId: hostile, text: hostile }),
  item({ type: "contextCompaction", status: "completed", summary: hostile }),
  item({ type: "raw", lineType: hostile, json: hostile }),
];

test.each(hostileItems.map((entry) => [entry.type, entry] as const))("text of a %s is never more than text", (_type, entry) => {
  const html = shown(entry);
  expect(html).not.toMatch(/<(?:script|style|iframe|object|embed|link|meta|base|form|svg)\b/i);
  const tags = html.match(/<[^>]*>/g) ?? [];
  expect(tags.filter((tag) => /\son\w+\s*=|javascript:|[<]img/i.test(tag.replace(/"[^"]*"/g, '""')))).toEqual([]);
  expect(html).not.toContain("\0");
});

test("a command shows what cannot be seen, as the window does", () => {
  expect(shown(item({ type: "commandExecution", command: "rm a\u202Eb\r\u00a0", cwd: "" }))).toContain(
    '<code>rm a<span class="esc">U+202E</span>b<span class="esc">U+000D</span><span class="esc">U+00A0</span></code>',
  );
  // Codes in the text itself are text.
  expect(shown(item({ type: "commandExecution", command: "\u0001202E\u0002", cwd: "" }))).toContain(
    '<code><span class="esc">U+0001</span>202E<span class="esc">U+0002</span></code>',
  );
});

test("only an image that lies in the session is shown, only web addresses are links", () => {
  const image = (url: string): string => shown(item({ type: "imageView", url }));
  expect(image("data:image/png;base64,iVBORw0=")).toContain('<img src="data:image/png;base64,iVBORw0=" alt="image">');
  expect(image("data:image/svg+xml;base64,AAAA")).not.toContain("<img");
  expect(image("data:text/html;base64,AAAA")).not.toContain("<img");
  expect(image("https://example.com/a.png")).toContain('<a href="https://example.com/a.png" rel="noopener noreferrer">');
  expect(image("file:///etc/passwd")).not.toMatch(/<a|<img/);
});

test("turns are headings with an end line", () => {
  expect(htmlEntry({ type: "turnStarted", turn: turn(), number: 2, isContinued: true })).toBe(
    "<h2>Turn 2, continued · 2026-03-04 09:15:02 UTC</h2>\n",
  );
  expect(htmlEntry({ type: "turnEnded", turn: turn() })).toBe('<p class="end" dir="auto">Completed in 6.4 s</p>\n');
  expect(htmlEntry({ type: "turnEnded", turn: null })).toBe("");
});

test("a diff shows what came and what went", () => {
  const changes = [{ path: "a", kind: "update", diff: "@@ -1 +1 @@\n-<a>\n+b\n c" }];
  expect(shown(item({ type: "fileChange", changes }))).toContain(
    '<span class="hunk">@@ -1 +1 @@</span>\n<span class="del">-&lt;a&gt;</span>\n<span class="add">+b</span>\n c',
  );
});

test.each([
  [
    "# One\n\ntwo *three* **four** ~~five~~",
    '<p class="heading h1" dir="auto">One</p><p dir="auto">two <em>three</em> <strong>four</strong> <del>five</del></p>',
  ],
  ["```ts\na < b\n```", '<pre dir="ltr"><code>a &lt; b</code></pre>'],
  ["a `b<c` d", '<p dir="auto">a <code dir="ltr">b&lt;c</code> d</p>'],
  ["- a\n- b", '<ul><li dir="auto">a</li><li dir="auto">b</li></ul>'],
  ["3. a", '<ol start="3"><li dir="auto">a</li></ol>'],
  ["- [x] a", '<ul><li dir="auto">☑ a</li></ul>'],
  [
    "|a|\n|:-:|\n|b|",
    '<table><thead><tr><th dir="auto" class="center">a</th></tr></thead><tbody><tr><td dir="auto" class="center">b</td></tr></tbody></table>',
  ],
  ["> a\n\n---", '<blockquote><p dir="auto">a</p></blockquote><hr>'],
  ["[a](https://x.org/?b&c)", '<p dir="auto"><a href="https://x.org/?b&amp;c" rel="noopener noreferrer">a</a></p>'],
  ["[a](<javascript:alert(1)>)", '<p dir="auto"><span class="inert" title="javascript:alert(1)">a</span></p>'],
  ["[a](file:///etc/passwd)", '<p dir="auto"><span class="inert" title="file:///etc/passwd">a</span></p>'],
  ["![a](https://x.org/a.png)", '<p dir="auto"><a href="https://x.org/a.png" rel="noopener noreferrer">[image: a]</a></p>'],
  ["a <b>c</b>", '<p dir="auto">a &lt;b&gt;c&lt;/b&gt;</p>'],
  ["<div>\na\n</div>", '<p class="typed" dir="auto">&lt;div&gt;\na\n&lt;/div&gt;</p>'],
  ["1 &lt; 2 &amp;&#x202E; & 3 &notclosed", '<p dir="auto">1 &lt; 2 &amp;\u202E &amp; 3 &amp;notclosed</p>'],
  ["a  \nb \\* c", '<p dir="auto">a<br>b * c</p>'],
])("Markdown %j", (text, html) => {
  expect(markdownHtml(text)).toBe(html);
});

test.each([
  ["nested quotes", ">".repeat(60_000)],
  ["brackets", "[".repeat(100_000)],
  ["emphasis", "_a".repeat(100_000)],
  ["emphasis in pieces", `${"_a".repeat(2000)}\n\n`.repeat(30)],
  ["nested lists", "- ".repeat(50_000)],
  ["pipes", "|a".repeat(50_000)],
  ["comments", "<!-".repeat(60_000)],
  ["one giant line", "x".repeat(5_000_000)],
])("%s without end are read in a moment, or stay as they were typed", (_name, text) => {
  const tookMs = cpuMsOf(() => expect(markdownHtml(text).length).toBeGreaterThan(text.length / 3));
  expect(tookMs).toBeLessThan(3000);
});
