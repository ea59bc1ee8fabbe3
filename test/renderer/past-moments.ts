// The moments of past sessions: files of another program, damaged ones, and every kind of item that only they have.
import type { Moment } from "./moments";
import { agent, command, item, NOW, type Snapshot, thread, turn, user } from "./scene";

/** A red square of 8 × 8. */
export const RED_SQUARE =
  "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAgAAAAICAIAAABLbSncAAAAEklEQVR4nGP4z8CAFWEXHbQSACj/P8Fu7N9hAAAAAElFTkSuQmCC";

export const codexThread = thread({
  id: "file-0123456789abcdef01234567",
  path: "/home/mara/.codex/sessions/2025/08/14/rollout-2025-08-14.jsonl",
  preview: "Move readings to a ring buffer",
  source: "codex 0.104.0",
  origin: "root",
  readOnly: true,
  sizeBytes: 308_000,
});

const done = turn("t13", {
  status: "interrupted",
  startedAtMs: NOW,
  completedAtMs: NOW + 52_000,
  endLine: 337,
  tokens: { inputTokens: 21_000, cachedInputTokens: 0, outputTokens: 480, reasoningOutputTokens: 0, totalTokens: 21_480 },
});

const DIFF = `@@ -12,7 +12,6 @@ export class ReadingStore {
   readonly #ring = new RingBuffer<Reading>(4096);
-  readonly #all: Reading[] = [];

   push(reading: Reading): void {
-    this.#all.push(reading);
+    this.#ring.push(reading);
   }
`;

export const damaged: Snapshot = {
  thread: codexThread,
  nextCursor: "@9000",
  items: [
    user("t13", 326, "Now run the soak test for an hour and watch the memory."),
    item({
      type: "fileChange",
      id: "p1",
      turnId: "t13",
      line: 329,
      outputLine: 330,
      status: "completed",
      recordedAtMs: NOW,
      startedAtMs: NOW,
      durationMs: 100,
      changes: [{ path: "src/store/ring-buffer.ts", kind: "update", diff: DIFF }],
      output: "Success. Updated the following files:\nM src/store/ring-buffer.ts\n",
    }),
    command("t13", "c1", "npm run soak -- --minutes 60", {
      status: "aborted",
      line: 333,
      outputLine: 336,
      durationMs: 41_200,
      aggregatedOutput: "00:40  heap 61 MB  readings 18 964  data/soak.sqlite 44 MB\naborted by user after 41.2s\n",
    }),
    item({
      type: "contextCompaction",
      id: "k1",
      turnId: "t14",
      line: 341,
      status: "completed",
      tokensBefore: 241_300,
      tokensAfter: 18_900,
      summary: "Replace the array in `ReadingStore` by a ring buffer of 4 096 readings; public methods stay.",
    }),
    user("t14", 344, "Ten minutes is enough. And delete the old array code."),
    item({
      type: "raw",
      id: "r1",
      turnId: "t14",
      line: 371,
      lineType: "ghost_snapshot",
      json: '{"type":"ghost_snapshot","ghost_commit":{"id":"5e1c0f2a","parent":"9b77d1e4"}}',
    }),
    command("t14", "c2", "npm run soak -- --minutes 10", {
      status: "completed",
      exitCode: 0,
      line: 388,
      outputLine: 389,
      durationMs: 600_400,
      aggregatedOutput: "",
    }),
    item({
      type: "fileChange",
      id: "p2",
      turnId: "t14",
      line: 405,
      status: "inProgress",
      recordedAtMs: NOW,
      changes: [{ path: "src/store/reading-store.ts", kind: "update", diff: "" }],
    }),
    agent(
      "t14",
      412,
      "The old array is gone from `ReadingStore`, and `range()` now returns a view over the two halves of the buf",
    ),
  ],
  turns: [done, turn("t14", { startedAtMs: NOW + 360_000 })],
  repairs: [
    "line 97: 4 096 empty bytes inside a record; skipped",
    "line 388: two records on one line; read as two",
    "line 405: a call without an output; its counterfoil stays open",
    "line 412: the last line stops in the middle; shown as far as it goes",
  ],
};

const LINES = Array.from({ length: 40 }, (_, index) => `+line ${index + 1}`).join("\n");

export const kinds: Snapshot = {
  thread: codexThread,
  items: [
    item({
      type: "context",
      id: "x1",
      turnId: "t1",
      line: 3,
      kind: "environment",
      text: "<environment_context>\n  <cwd>/home/mara/code/tidetable</cwd>\n  <shell>zsh</shell>\n</environment_context>",
    }),
    item({
      type: "context",
      id: "x2",
      turnId: "t1",
      line: 4,
      kind: "instructions",
      text: "# Rules\n\nAnswer in short sentences.",
    }),
    item({
      type: "userMessage",
      id: "u1",
      turnId: "t1",
      line: 5,
      via: "start",
      content: [
        { type: "text", text: "The legend overlaps the tide curve, see the picture." },
        { type: "image", url: RED_SQUARE },
        { type: "image", url: "https://images.example/tide.png" },
        { type: "image", url: "data:image/png;base64,AAAA" },
      ],
    }),
    item({
      type: "plan",
      id: "l1",
      turnId: "t1",
      line: 7,
      explanation: "The legend first, then the print sheet.",
      steps: [
        { text: "Find where the legend is placed", status: "completed" },
        { text: "Move it below the curve", status: "inProgress" },
        { text: "Check the print sheet", status: "pending" },
      ],
    }),
    item({ type: "webSearch", id: "w1", turnId: "t1", line: 9, query: "svg legend placement bounding box", action: "search" }),
    item({
      type: "mcpToolCall",
      id: "m1",
      turnId: "t1",
      line: 11,
      outputLine: 12,
      status: "completed",
      recordedAtMs: NOW,
      durationMs: 840,
      server: "design",
      tool: "read_frame",
      arguments: '{"frame":"Tide card","depth":2}',
      output: '{"width":320}',
    }),
    item({ type: "imageView", id: "i1", turnId: "t1", line: 13, path: "/tmp/card\u202Egnp.png", url: RED_SQUARE }),
    item({
      type: "fileChange",
      id: "f1",
      turnId: "t1",
      line: 15,
      outputLine: 16,
      status: "completed",
      recordedAtMs: NOW,
      durationMs: 40,
      changes: [
        { path: "src/card/legend.ts", kind: "update", diff: DIFF },
        { path: "src/card/old.ts", kind: "update", movePath: "src/card/place.ts", diff: `@@ -1,2 +1,42 @@\n${LINES}` },
        { path: "src/card/print.css", kind: "add", diff: ".legend {\n  display: block;\n}\n" },
        { path: "src/card/legacy.ts", kind: "delete", diff: "export {};\n" },
      ],
      output: "Done",
    }),
    item({
      type: "subAgent",
      id: "s1",
      turnId: "t1",
      line: 18,
      activity: "was started",
      name: "print-check",
      threadId: "sub-1",
      text: "Look at the print sheet on A6.",
    }),
    item({
      type: "notice",
      id: "n1",
      turnId: "t1",
      line: 19,
      level: "warning",
      code: "damagedLine",
      text: "A line that is no JSON was left out.",
    }),
    item({ type: "raw", id: "r2", turnId: "t1", line: 20, lineType: "world_state", json: '{"type":"world_state","full":false}' }),
    agent("t1", 21, "The legend stands below the curve now."),
  ],
  turns: [turn("t1", { status: "completed", completedAtMs: NOW + 92_000, endLine: 22 })],
  index: { bytes: 420, totalBytes: 1000 },
};

const list = (...threads: readonly unknown[]) => ({
  "thread/list": { threads, nextCursor: null, hidden: {}, isComplete: true },
});

export const PAST_MOMENTS = {
  damagedFile: {
    snapshot: damaged,
    results: { ...list(codexThread), "thread/items/list": { items: [], turns: [], nextCursor: null } },
    presses: ["Ran npm run soak -- --minutes 60"],
    atMs: NOW + 3_600_000,
    shows: "Continue as a new session",
  },
  kindsOfItems: {
    snapshot: kinds,
    results: list(codexThread, thread({ id: "sub-thread", sessionId: "sub-1", preview: "Look at the print sheet" })),
    presses: [
      "Environment",
      "Called design read_frame",
      "Edited src/card/legend.ts and 3 more",
      "Changed src/card/legend.ts",
      "Unknown record",
    ],
    atMs: NOW + 3_600_000,
    shows: "Numbering lines 42 %",
  },
} satisfies Record<string, Moment>;
