import { Lexer } from "marked";
import { expect, test } from "vitest";
import { markdownEntry, markdownHead } from "../../../../electron/adapters/rollout/exporting/markdown";
import { closedMarkdown, fenced, inlineCode, quoted } from "../../../../electron/adapters/rollout/exporting/markdown-text";
import { MAX_OUTPUT_LENGTH } from "../../../../electron/adapters/rollout/exporting/tool-blocks";
import type { TurnItem } from "../../../../shared/protocol/turn-item";
import { answer, facts, item, prompt, turn } from "./session-fixture";

const shown = (entry: TurnItem): string => markdownEntry({ type: "item", item: entry });
const command = (fields: Record<string, unknown>): TurnItem =>
  item({ type: "commandExecution", command: "ls", cwd: "/home/me", ...fields });

test("the head has the title and the facts that are known", () => {
  expect(markdownHead("Tide *table*", { ...facts, repairs: ["line 7 is cut"] })).toBe(`# Tide \\*table\\*

- Folder: \`/home/me/tide\`
- Model: \`demo-1 · demo\`
- Started: \`2026-03-04 09:15:02 UTC\`
- Last changed: \`2026-03-04 09:16:02 UTC\`
- Written by: \`counterfoil\`
- File: \`/home/me/rollout.jsonl\`
- Repair: \`line 7 is cut\`
`);
});

test("a turn is a heading and an end line", () => {
  expect(markdownEntry({ type: "turnStarted", turn: turn(), number: 3, isContinued: false })).toBe(
    "\n## Turn 3 · 2026-03-04 09:15:02 UTC\n",
  );
  const outside = (number: number): string => markdownEntry({ type: "turnStarted", turn: null, number, isContinued: false });
  expect([outside(0), outside(2)]).toEqual(["\n## Before the first turn\n", "\n## After turn 2\n"]);
  const end = (fields: Record<string, unknown>): string => markdownEntry({ type: "turnEnded", turn: turn(fields) });
  expect(end({})).toBe("\n*Completed in 6.4 s*\n");
  expect(end({ status: "interrupted" })).toBe("\n*Interrupted after 6.4 s*\n");
  expect(end({ status: "failed", error: { code: "unauthorized", message: "no key", additionalDetails: null } })).toBe(
    "\n*Failed: no key*\n",
  );
  expect(end({ stoppedWithApp: true })).toBe("\n*Stopped with the app*\n");
  expect(end({ status: "inProgress" })).toBe("\n*Its end is not in the file*\n");
});

test("a prompt is quoted, an answer stands as the model wrote it", () => {
  expect(shown(prompt("# two\n\nlines"))).toBe("\n**You**\n\n> # two\n>\n> lines\n");
  expect(shown(answer("# Title\n\n- *one*\n"))).toBe("\n**Agent**\n\n# Title\n\n- *one*\n\n");
});

test("no text steers the terminal that it is printed to", () => {
  expect(shown(answer("a\u001b[31mb\r\nc"))).toBe("\n**Agent**\n\na\\u{001B}[31mb\nc\n");
  expect(shown(prompt("a\u001b]0;x\u0007"))).toBe("\n**You**\n\n> a\\u{001B}]0;x\\u{0007}\n");
});

test("words that Markdown would take for HTML are fenced, so that none goes missing", () => {
  expect(quoted("what is Array<string> & <details>?")).toBe("```text\nwhat is Array<string> & <details>?\n```");
});

test.each([
  ["```ts\nlet a;", "```ts\nlet a;\n```"],
  ["````md\n```\nx\n```\n", "````md\n```\nx\n```\n````"],
  ["~~~~\nx\n~~~", "~~~~\nx\n~~~\n~~~~"],
  ["```ts\nlet a;\n```", "```ts\nlet a;\n```"],
  ["- a\n  ```\n  x", "- a\n  ```\n  x"],
  ["text\n\n<!-- open", "text\n\n<!-- open\n-->"],
  ["<!-- closed -->", "<!-- closed -->"],
  ["<pre>\nx", "<pre>\nx\n</pre>"],
  ["<script>alert(1)", "<script>alert(1)\n</script>"],
  ["a < b", "a < b"],
])("what %j leaves open is closed", (text, closed) => {
  expect(closedMarkdown(text)).toBe(closed);
});

test("no text of an answer reaches into what stands behind it", () => {
  const starts = [
    "```",
    "~~~~",
    "- ```js\n  x",
    "> ```\n> x",
    "<!--",
    "<!-- -",
    "<pre>",
    "<textarea>",
    "<?php",
    "<![CDATA[",
    "<!X",
    "    code",
    "`",
    "|a|\n|-|",
  ];
  for (const start of starts) {
    const blocks = new Lexer({ gfm: true }).blockTokens(`${shown(answer(start))}\n## The next turn\n`);
    expect([start, blocks.at(-1)?.raw.trim()]).toEqual([start, "## The next turn"]);
  }
});

test("an answer that nests deeper than Markdown can be read is fenced", () => {
  const deep = `${">".repeat(20_000)} <b>`;
  expect(closedMarkdown(deep)).toBe(fenced(deep, "markdown"));
});

test("a fence is longer than any in the text, code in a line too", () => {
  expect(fenced("a\n`````\nb", "")).toBe("``````\na\n`````\nb\n``````");
  expect(inlineCode("a `b` ``c``")).toBe("``` a `b` ``c`` ```");
});

test("reasoning and context are folded, and nothing in them ends the fold", () => {
  expect(shown(item({ type: "reasoning", summary: ["**Looking**"], content: [] }))).toBe(
    "\n<details>\n<summary>Reasoning</summary>\n\n> **Looking**\n\n</details>\n",
  );
  expect(shown(item({ type: "reasoning", summary: ["</details>"], content: [] }))).toBe(
    "\n<details>\n<summary>Reasoning</summary>\n\n```text\n</details>\n```\n\n</details>\n",
  );
  expect(shown(item({ type: "context", kind: "environment", text: "<cwd>/x</cwd>" }))).toBe(
    "\n<details>\n<summary>Context: environment</summary>\n\n```\n<cwd>/x</cwd>\n```\n\n</details>\n",
  );
  expect(shown(item({ type: "reasoning", summary: [], content: [" "] }))).toBe("");
});

test("a command has its folder, exit code, duration and output", () => {
  const run = command({ command: "npm test", exitCode: 1, durationMs: 1234, status: "failed", aggregatedOutput: "12 passed\n" });
  expect(shown(run)).toBe(
    "\n**Ran a command** · in /home/me · exit code 1 · failed · 1.2 s\n\n```sh\nnpm test\n```\n\n```\n12 passed\n```\n",
  );
  expect(shown(command({ status: "inProgress" }))).toContain("its output is not in the file");
});

test("invisible characters of a command are shown, terminal codes of its output are not", () => {
  expect(shown(command({ command: "rm a\u202Eb\u200B" }))).toContain("rm a\\u{202E}b\\u{200B}");
  const output = "\u001b[1;31mred\u001b[0m\r\n\u001b]8;;http://x\u0007link\u001b]8;;\u0007\r50%\r100%\0";
  expect(shown(command({ aggregatedOutput: output }))).toContain("```\nred\nlink\n50%\n100%\\u{0000}\n```");
});

test("a long output is cut at 40 000 characters, not within one, and says so", () => {
  const text = shown(command({ aggregatedOutput: `${"x".repeat(MAX_OUTPUT_LENGTH - 1)}🌊${"y".repeat(100)}` }));
  expect(text).toContain(`${"x".repeat(MAX_OUTPUT_LENGTH - 1)}\n\`\`\``);
  expect(text).toContain("*Cut here: 102 of 40 101 characters are left out.*");
  expect(shown(command({ aggregatedOutput: "z".repeat(MAX_OUTPUT_LENGTH) }))).not.toContain("Cut here");
});

test("a patch is a diff for each file", () => {
  const changes = [
    { path: "a.ts", kind: "update", diff: "@@ -1 +1 @@\n-a\n+b", movePath: "b.ts" },
    { path: "new.md", kind: "add", diff: "```\nx\n" },
    { path: "old.md", kind: "delete", diff: "" },
  ];
  expect(shown(item({ type: "fileChange", changes, output: "Done" }))).toBe(
    [
      "\n**Changed files**\n",
      "*Edited and moved a.ts to b.ts*\n",
      "```diff\n@@ -1 +1 @@\n-a\n+b\n```\n",
      "*Added new.md*\n",
      "````diff\n+```\n+x\n````\n",
      "*Deleted old.md*\n",
      "```\nDone\n```\n",
    ].join("\n"),
  );
});

test("plans are lists, compactions a boundary, images links or the word", () => {
  const steps = [
    { text: "read", status: "completed" },
    { text: "write", status: "inProgress" },
    { text: "test", status: "pending" },
  ];
  expect(shown(item({ type: "plan", steps }))).toBe("\n**Plan**\n\n- [x] read\n- [ ] write (in progress)\n- [ ] test\n");
  expect(
    shown(
      item({ type: "contextCompaction", status: "completed", tokensBefore: 120_000, tokensAfter: 8000, summary: "All is well." }),
    ),
  ).toBe(
    "\n---\n\n**Compacted** · 120 000 → 8 000 tokens\n\n<details>\n<summary>Summary for the model</summary>\n\n> All is well.\n\n</details>\n",
  );
  const images = ["https://example.com/a.png", "data:image/png;base64,AAAA", "/home/me/a.png", "javascript:alert(1)"];
  const content = images.map((url) => ({ type: "image", url }));
  expect(shown(item({ type: "userMessage", via: "start", content }))).toBe(
    "\n**You**\n\n[image](<https://example.com/a.png>)\n\n\\[image\\]\n\n\\[image\\] `/home/me/a.png`\n\n\\[image\\] `javascript:alert(1)`\n",
  );
});

test.each<[string, TurnItem]>([
  [
    "\n*Warning: the disk is \\*nearly\\* full*\n",
    item({ type: "notice", level: "warning", code: "disk", text: "the disk is *nearly*\nfull" }),
  ],
  [
    "\n**Sub-agent scout** · started · t-2\n\n> look there\n",
    item({ type: "subAgent", activity: "started", name: "scout", threadId: "t-2", text: "look there" }),
  ],
  ["\n**Mail from ci** · asked for a turn\n\n> red\n", item({ type: "mail", author: "ci", text: "red", triggerTurn: true })],
  ["\n**Stop hook** · asked for more\n\n> run the tests\n", item({ type: "hookPrompt", fragments: ["run the tests"] })],
  ["\n**Searched the web**\n\n> tides\n", item({ type: "webSearch", query: "tides" })],
  ["\n**Waited, asked for 3.0 s** · ended by input\n", item({ type: "sleep", seconds: 3, outcome: "newInput" })],
  [
    '\n**Called read of docs**\n\n```json\n{"a":1}\n```\n\n```\nok\n```\n',
    item({ type: "mcpToolCall", server: "docs", tool: "read", arguments: '{"a":1}', output: "ok" }),
  ],
  [
    "\n*Denied by you*\n",
    item({
      type: "approval",
      requestId: "r",
      callId: "c",
      kind: "command",
      requestedAtMs: 1,
      decision: "decline",
      decidedBy: "person",
    }),
  ],
  [
    "\n<details>\n<summary>Not known to this version: &lt;new&gt;</summary>\n\n```json\n{}\n```\n\n</details>\n",
    item({ type: "raw", lineType: "<new>", json: "{}" }),
  ],
])("%j", (text, entry) => {
  expect(shown(entry)).toBe(text);
});
