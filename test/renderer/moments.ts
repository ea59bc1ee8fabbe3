// The moments in which the window is looked at and checked: each a thread, what is said afterwards, and what time it is.
import { agent, approval, command, item, NOW, queue, request, Sequence, type Snapshot, thread, turn, user } from "./scene";

export interface Moment {
  readonly snapshot?: Snapshot;
  readonly batch?: readonly unknown[];
  readonly atMs: number;
  readonly results?: Readonly<Record<string, unknown>>;
  /** Buttons that are pressed to get there, by name. */
  readonly presses?: readonly string[];
  /** Text that is on screen when the moment has come. */
  readonly shows: string;
}

const DONE = { status: "completed", exitCode: 0 } as const;

const LIVE_OUTPUT =
  "\u001b[2m> tidetable@2.3.1 test\n> vitest run heights\u001b[0m\n\n \u001b[32m✓\u001b[0m test/heights.crlf.test.ts \u001b[2m(6 tests) 88 ms\u001b[0m\n \u001b[32m✓\u001b[0m test/heights.test.ts \u001b[2m(18 tests) 412 ms\u001b[0m\n \u001b[33m❯\u001b[0m test/heights.tail.test.ts \u001b[2m(2 of 3)\u001b[0m\n   \u001b[32m✓\u001b[0m keeps the last reading when the file has no newline\n   \u001b[32m✓\u001b[0m keeps line numbers in errors\n";

const TABLE_TEXT = `The loop pushes a row only when it meets a newline, so the last line survives by luck. The other two readers already cope:

| Reader | Last line without newline | Used by |
|---|---|---|
| \`parseHeights\` | **dropped** | importer, chart view |
| \`parseStations\` | kept | importer |
| \`tailHeights\` | kept when the file closes | live gauge |
`;

const CODE_TEXT = `I flush what is left after the loop rather than adding a newline to the input, so byte offsets in error texts stay right.

\`\`\`ts
for (const chunk of chunks) {
  rest += chunk;
  let at: number;
  while ((at = rest.indexOf("\\n")) !== -1) {
    rows.push(toHeight(rest.slice(0, at), line++));
    rest = rest.slice(at + 1);
  }
}
if (rest.trim() !== "") rows.push(toHeight(rest, line)); // no newline at the end
\`\`\`
`;

const finished = turn("t1", {
  status: "completed",
  completedAtMs: NOW - 60_000 + 6400,
  startedAtMs: NOW - 60_000,
  endLine: 8,
  tokens: { inputTokens: 9000, cachedInputTokens: 0, outputTokens: 870, reasoningOutputTokens: 0, totalTokens: 9870 },
});

const opening = [
  user("t1", 2, "Where do we read station files? Short answer, please."),
  command("t1", "c0", "grep -rn createReadStream src", {
    ...DONE,
    line: 4,
    outputLine: 5,
    durationMs: 100,
    aggregatedOutput: "src/parse/heights.ts:4\n",
  }),
  agent(
    "t1",
    6,
    "In three places, all under `src/parse`: `heights.ts`, `stations.ts` and `tail.ts`. Only the first one splits on newlines by hand.",
  ),
];

const work = [
  ...opening,
  user(
    "t2",
    9,
    "When a station file has no newline at the end, parseHeights() loses the last reading. Fix it, add a test, push the branch and tell me when CI is green.",
  ),
  item({
    type: "toolCall",
    id: "c1",
    turnId: "t2",
    line: 11,
    outputLine: 12,
    status: "completed",
    recordedAtMs: NOW,
    durationMs: 20,
    tool: "read_file",
    arguments: '{"path":"src/parse/heights.ts"}',
    output: "1  export function parseHeights() {",
  }),
  command("t2", "c2", "npm test -- heights --only-failures", {
    status: "failed",
    exitCode: 1,
    line: 13,
    outputLine: 14,
    durationMs: 1200,
    aggregatedOutput: "unknown option\n",
  }),
  agent("t2", 15, TABLE_TEXT),
  agent("t2", 16, CODE_TEXT),
];

const three = [
  command("t2", "p1", "npm test -- heights", {
    line: 21,
    startedAtMs: NOW + 48_000,
    recordedAtMs: NOW + 48_000,
    aggregatedOutput: LIVE_OUTPUT,
  }),
  command("t2", "p2", "npm run lint", {
    line: 22,
    startedAtMs: NOW + 48_000,
    status: "returned",
    durationMs: 3100,
    finishedOrder: 2,
  }),
  item({
    type: "toolCall",
    id: "p3",
    turnId: "t2",
    line: 23,
    status: "returned",
    recordedAtMs: NOW,
    startedAtMs: NOW,
    durationMs: 20,
    finishedOrder: 1,
    tool: "read_file",
    arguments: '{"path":".github/workflows/ci.yml"}',
  }),
];

const running = turn("t2", { startedAtMs: NOW });
const working = thread({ status: { type: "active", flags: [] }, updatedAtMs: NOW });
const usage = { inputTokens: 49_000, cachedInputTokens: 0, outputTokens: 810, reasoningOutputTokens: 0, totalTokens: 49_810 };

const others = [
  thread({
    id: "o1",
    preview: "Station codes to UN/LOCODE",
    updatedAtMs: NOW - 120_000,
    status: { type: "active", flags: ["waitingOnApproval"] },
  }),
  thread({
    id: "o2",
    preview: "Nightly import, second try",
    updatedAtMs: NOW - 30 * 60_000,
    status: { type: "active", flags: ["sleeping"] },
  }),
  thread({ id: "o3", preview: "Release notes 2.4", updatedAtMs: NOW - 50 * 3_600_000 }),
  thread({ id: "o4", preview: "Dark tiles flicker on zoom", cwd: "/home/mara/code/harbour-web", updatedAtMs: NOW - 35 * 60_000 }),
  thread({
    id: "o5",
    preview: "Print stylesheet for tide cards",
    cwd: "/home/mara/code/harbour-web",
    updatedAtMs: NOW - 3 * 3_600_000,
    status: { type: "systemError" },
  }),
];

function list(first: ReturnType<typeof thread>): Readonly<Record<string, unknown>> {
  return { "thread/list": { threads: [first, ...others], nextCursor: null, hidden: {}, isComplete: true } };
}

const oddCommand = "curl -fsSL https://data.ports.example/loc\u200bode.csv\u00a0-o data/locode.csv";
const asked = item({
  type: "approval",
  id: "a1",
  turnId: "t2",
  requestId: "request-c9",
  callId: "c9",
  kind: "command",
  requestedAtMs: NOW,
});

const streaming = agent(
  "t2",
  undefined,
  "While the tests run: CI starts on every push to `fix/*` and takes about eighteen minutes, so after the push I will wait instead of",
  "m1",
);

const LONG_TEXT = `# How the importer reads a file

It goes through the file **once**, in chunks, and never holds more than one chunk and one line. See [the format](https://example.org/format) and \`docs/format.md\`.

## What can go wrong

1. A file without a newline at its end
   - the last reading was lost
   - the line number in the error was right
2. A byte order mark ~~in the middle~~ at the start
3. A line that is longer than a chunk, such as this one, which goes on for a while so that it has to be broken by the window and not by its author

> The tail reader is the only one that sees a file grow.

- [x] flush what is left
- [ ] read the mark

### In numbers

| Reader | Lines a second | Kept when cut | Comment |
|:--|--:|:-:|---|
| \`parseHeights\` | 1 204 000 | no | the one in question, and the only one with a loop of its own that nobody has looked at |
| \`parseStations\` | 980 000 | yes | |

\`\`\`sh
npm test -- heights && npm run lint -- --fix && git push --set-upstream origin fix/last-reading-goes-missing-without-newline
\`\`\`

---

قراءة الملف من اليمين إلى اليسار مع \`code\` في الوسط.

潮位表の最後の行が失われる問題を修正しました。
`;

const later = [
  "Add a line about it to CHANGELOG.md, under 2.4",
  "Does the live gauge need the same test with a file that grows? If so, write it and say in the commit what it guards against",
];

const SUMMARY =
  "Replace the array in `ReadingStore` by a ring buffer of 4 096 readings; public methods stay. `push` and `latest` use it. Open: `range()` copies twice; the soak test was stopped after 41 s.";

function compaction(fields: object) {
  return item({
    type: "contextCompaction",
    id: "k1",
    turnId: "t2",
    line: 12,
    status: "completed",
    trigger: "midTurn",
    ...fields,
  });
}

const asking = user("t2", 9, "Ten minutes is enough. And delete the old array code.");
const compacted = compaction({ tokensBefore: 241_300, tokensAfter: 18_900, summary: SUMMARY });

const modelWindow = {
  items: [
    {
      kind: "instructions",
      text: "You are a coding agent that works in the folder of the person who asks. ".repeat(20),
      estimatedTokens: 360,
    },
    { kind: "context", text: "<environment>\n  <cwd>/home/mara/code/tidetable</cwd>\n</environment>", estimatedTokens: 18 },
    { kind: "person", text: "Ten minutes is enough. And delete the old array code.", estimatedTokens: 13 },
    { kind: "person", text: SUMMARY, estimatedTokens: 52 },
    { kind: "reasoning", text: "", estimatedTokens: 220 },
    { kind: "call", name: "shell", text: '{"command":"npm run soak -- --minutes 10"}', estimatedTokens: 12 },
    { kind: "output", text: Array.from({ length: 60 }, (_, index) => `00:${index} heap 61 MB`).join("\n"), estimatedTokens: 320 },
    { kind: "assistant", text: "The old array is gone from ReadingStore.", estimatedTokens: 10 },
  ],
  tokens: { count: 18_900, source: "estimated" },
  contextWindow: 262_144,
  limit: 241_000,
};

export const MOMENTS = {
  queued: {
    snapshot: {
      items: [...work, ...three, streaming],
      turns: [finished, running],
      thread: working,
      queue: queue(later),
    },
    results: list(working),
    atMs: NOW + 62_000,
    shows: "sent one by one when this turn ends",
  },
  paused: {
    snapshot: {
      items: [...opening, asking],
      turns: [finished, turn("t2", { status: "interrupted", completedAtMs: NOW + 52_000, endLine: 12 })],
      queue: queue(later, { paused: true }),
    },
    results: list(thread()),
    atMs: NOW + 60_000,
    shows: "Paused after Stop",
  },
  changing: {
    snapshot: { items: [...opening, asking], turns: [finished, running], thread: working, queue: queue(later) },
    results: list(working),
    atMs: NOW + 60_000,
    presses: ["Queue 2", "Edit: Does the live gauge"],
    shows: "Cancel",
  },
  compacting: {
    snapshot: { items: [...opening, asking], turns: [finished, running], thread: working },
    batch: [
      new Sequence(0).event("item/started", {
        turnId: "t2",
        item: item({
          type: "contextCompaction",
          id: "k1",
          turnId: "t2",
          status: "inProgress",
          trigger: "preTurn",
          tokensBefore: 241_300,
        }),
      }),
    ],
    results: list(working),
    atMs: NOW + 8000,
    shows: "Compacting…",
  },
  compacted: {
    snapshot: {
      items: [...opening, asking, compacted, agent("t2", 14, "The old array is gone from `ReadingStore`.")],
      turns: [finished, turn("t2", { status: "completed", completedAtMs: NOW + 52_000, endLine: 16 })],
    },
    results: list(thread()),
    atMs: NOW + 60_000,
    presses: ["Summary the model went on with"],
    shows: "the soak test was stopped",
  },
  notCompacted: {
    snapshot: {
      items: [
        ...opening,
        asking,
        compaction({ id: "k0", line: 10, status: "aborted", trigger: "manual" }),
        compaction({
          status: "failed",
          trigger: "preTurn",
          error: {
            code: "compactionFailed",
            message: "the summary was empty",
            action: "Send it again, or start a new session; nothing of this one was changed.",
          },
        }),
      ],
      turns: [
        finished,
        turn("t2", {
          status: "failed",
          completedAtMs: NOW + 52_000,
          endLine: 16,
          error: { code: "compactionFailed", message: "the summary was empty", action: "Send it again, or start a new session." },
        }),
      ],
    },
    results: list(thread()),
    atMs: NOW + 60_000,
    shows: "Compaction failed",
  },
  modelWindow: {
    snapshot: {
      items: [...opening, asking, compacted],
      turns: [finished, turn("t2", { status: "completed", completedAtMs: NOW + 52_000, endLine: 16 })],
    },
    results: { ...list(thread()), "thread/window/read": modelWindow },
    atMs: NOW + 60_000,
    presses: ["Context: unknown"],
    shows: "estimated from their length",
  },
  slips: {
    snapshot: {
      items: [
        item({
          type: "mail",
          id: "m1",
          turnId: "t2",
          line: 9,
          author: "build-bot",
          text: "The nightly build is red since 9f31c2.\n\nFirst failing test: heights.tail.test.ts",
          triggerTurn: true,
        }),
        agent("t2", 11, "I look at the commit."),
        item({
          type: "userMessage",
          id: "u12",
          turnId: "t2",
          line: 12,
          content: [{ type: "text", text: "Only that commit, please." }],
          via: "steer",
        }),
        item({
          type: "hookPrompt",
          id: "h1",
          turnId: "t2",
          line: 14,
          fragments: ["Run npm run lint before you end.", "Update CHANGELOG.md."],
        }),
        item({
          type: "userMessage",
          id: "u20",
          turnId: "t3",
          line: 20,
          content: [{ type: "text", text: "Add a line about it to CHANGELOG.md, under 2.4" }],
          via: "queue",
        }),
      ],
      turns: [
        turn("t2", { status: "completed", completedAtMs: NOW + 9000, endLine: 18 }),
        turn("t3", { startedAtMs: NOW + 9000 }),
      ],
      thread: working,
    },
    results: list(working),
    atMs: NOW + 60_000,
    shows: "2 stop hooks asked for more",
  },
  rateLimited: {
    snapshot: { items: [...opening, user("t2", 9, "And who calls them?")], turns: [finished, running], thread: working },
    batch: [
      new Sequence(0).event("error", {
        turnId: "t2",
        error: {
          code: "rateLimited",
          message: "429 Too Many Requests: 40 000 tokens a minute are used up",
          action: "It is tried again by itself; Stop ends the wait.",
        },
        willRetry: true,
        attempt: 1,
        maxAttempts: 5,
        retryAtMs: NOW + 43_000,
      }),
    ],
    results: list(working),
    atMs: NOW + 2000,
    shows: "next try in 41 s",
  },
  markdown: {
    snapshot: {
      items: [user("t1", 2, "Explain the importer"), agent("t1", 4, LONG_TEXT)],
      turns: [turn("t1", { status: "interrupted", completedAtMs: NOW + 52_000 })],
    },
    atMs: NOW + 60_000,
    shows: "How the importer reads a file",
  },
  empty: { atMs: NOW, shows: "you keep the counterfoil" },
  running: {
    snapshot: { items: [...work, ...three, streaming], turns: [finished, running], thread: working },
    batch: [
      new Sequence(0).event("thread/tokenUsage/updated", {
        turnId: "t2",
        total: usage,
        last: usage,
        modelContextWindow: 131_072,
        source: "reported",
      }),
    ],
    results: list(working),
    atMs: NOW + 62_000,
    shows: "3 calls at once",
  },
  approval: {
    snapshot: {
      items: [
        ...opening,
        user(
          "t2",
          9,
          "Use the new code list from the port authority and map our old station codes to it. The fetch command is in the README.",
        ),
        agent("t2", 11, "I take the fetch command as the README has it. It needs your answer."),
        command("t2", "c9", oddCommand, { line: 12 }),
        asked,
      ],
      turns: [finished, running],
      thread: working,
    },
    batch: [request(approval("t2", "c9", oddCommand))],
    results: list(working),
    atMs: NOW + 108_000,
    shows: "Allow once",
  },
  sleeping: {
    snapshot: {
      items: [
        ...work,
        command("t2", "p0", "git push -u origin fix/last-reading", { ...DONE, line: 29, outputLine: 30, durationMs: 2600 }),
        item({
          type: "sleep",
          id: "s1",
          turnId: "t2",
          line: 31,
          status: "inProgress",
          recordedAtMs: NOW + 124_000,
          startedAtMs: NOW + 124_000,
          seconds: 1200,
          deadlineMs: NOW + 1_324_000,
        }),
        command("t2", "p9", "gh run list --branch fix/last-reading", { line: 32 }),
      ],
      turns: [finished, running],
      thread: thread({ status: { type: "active", flags: ["sleeping"] } }),
    },
    results: list(thread({ status: { type: "active", flags: ["sleeping"] } })),
    atMs: NOW + 436_000,
    shows: "Wake now",
  },
  finished: {
    snapshot: {
      items: [
        ...work,
        item({
          type: "reasoning",
          id: "r1",
          turnId: "t2",
          line: 17,
          summary: ["**Checking the tail reader** before I touch the loop"],
          content: [],
        }),
        command("t2", "p1", "npm test -- heights", {
          ...DONE,
          line: 21,
          outputLine: 24,
          durationMs: 19_800,
          finishedOrder: 3,
          aggregatedOutput: LIVE_OUTPUT,
        }),
        command("t2", "p2", "npm run lint", { ...DONE, line: 22, outputLine: 25, durationMs: 3100, finishedOrder: 2 }),
        command("t2", "p3", "rm -rf build", { status: "denied", line: 23, outputLine: 26 }),
        item({
          type: "approval",
          id: "a3",
          turnId: "t2",
          requestId: "q3",
          callId: "p3",
          kind: "command",
          requestedAtMs: NOW,
          decision: "decline",
          decidedBy: "person",
        }),
        command("t2", "p4", "npm run soak -- --minutes 60", { status: "aborted", line: 27, outputLine: 28, durationMs: 4000 }),
        item({
          type: "sleep",
          id: "s1",
          turnId: "t2",
          line: 29,
          outputLine: 30,
          status: "completed",
          recordedAtMs: NOW,
          seconds: 1200,
          outcome: "woken",
          sleptMs: 312_000,
        }),
        item({
          type: "agentMessage",
          id: "sup",
          turnId: "t2",
          text: "The loop pushes a row only when it meets a newline, so the",
          phase: null,
          line: 31,
          superseded: true,
        }),
        item({
          type: "notice",
          id: "n1",
          turnId: "t2",
          line: 32,
          level: "info",
          code: "x",
          text: "The connection was lost and came back.",
        }),
        item({ type: "raw", id: "raw1", turnId: "t2", line: 33, lineType: "world_state", json: '{"revision":12,"files":[]}' }),
        agent("t2", 34, "All 27 tests pass and lint is clean."),
      ],
      turns: [
        finished,
        {
          ...running,
          ...turn("t2", {
            status: "completed",
            completedAtMs: NOW + 1_368_000,
            endLine: 36,
            tokens: { ...usage, totalTokens: 64_210 },
          }),
        },
      ],
    },
    results: list(thread()),
    atMs: NOW + 1_400_000,
    shows: "64\u202f210 tokens, reported",
  },
  changedByHook: {
    snapshot: {
      items: [
        user("t2", 9, "Say hello, wait a little, then clean up."),
        command("t2", "h1", "echo hi", {
          ...DONE,
          line: 11,
          outputLine: 13,
          durationMs: 20,
          aggregatedOutput: "bye\n",
          notes: ['arguments changed by a hook to {"command":"echo bye"}', "a hook replaced what the model reads"],
        }),
        item({
          type: "sleep",
          id: "h2",
          turnId: "t2",
          line: 14,
          outputLine: 16,
          status: "completed",
          recordedAtMs: NOW,
          startedAtMs: NOW,
          seconds: 20,
          outcome: "woken",
          sleptMs: 6300,
        }),
        item({
          type: "toolCall",
          id: "h3",
          turnId: "t2",
          line: 17,
          outputLine: 18,
          status: "denied",
          recordedAtMs: NOW,
          tool: "read_file",
          arguments: '{"path":".env"}',
          output: "denied by policy: no secrets",
          notes: ["a hook refused it"],
        }),
        command("t2", "h4", "rm -rf build", { line: 19 }),
      ],
      turns: [running],
      thread: working,
    },
    batch: [request(approval("t2", "h4", "mv build /tmp/kept-build"))],
    results: list(working),
    atMs: NOW + 9000,
    shows: "A hook changed this command.",
  },
  failed: {
    snapshot: {
      items: [
        ...opening,
        user("t2", 9, "And who calls them?"),
        agent("t2", 11, "Looking at the"),
        command("t2", "x1", "npm run index", { line: 12 }),
      ],
      turns: [
        finished,
        turn("t2", {
          status: "failed",
          completedAtMs: NOW + 4000,
          endLine: 14,
          error: {
            code: "unauthorized",
            message: "the key was refused (401)",
            action: "Check COUNTERFOIL_API_KEY and start the app again.",
          },
        }),
      ],
      repairs: ["line 13: a torn last line, closed by a newline"],
    },
    results: list(thread()),
    atMs: NOW + 60_000,
    shows: "the key was refused (401)",
  },
  retrying: {
    snapshot: { items: [...opening, user("t2", 9, "And who calls them?")], turns: [finished, running], thread: working },
    batch: [
      new Sequence(0).event("error", {
        turnId: "t2",
        error: { code: "streamDisconnected", message: "stream cut before it completed" },
        willRetry: true,
        attempt: 2,
        maxAttempts: 5,
        retryAtMs: NOW + 2400,
      }),
    ],
    results: list(working),
    atMs: NOW + 2000,
    shows: "Reconnecting 2 of 5",
  },
  unreached: {
    snapshot: { items: [...opening, user("t2", 9, "And who calls them?")], turns: [finished, running], thread: working },
    batch: [
      new Sequence(0).event("error", {
        turnId: "t2",
        error: {
          code: "network",
          message: "no connection to http://localhost:18479 (ECONNREFUSED)",
          action: "Check that the server runs and that its address is right; it is tried again until you stop.",
        },
        willRetry: true,
        retryAtMs: NOW + 2400,
      }),
    ],
    results: list(working),
    atMs: NOW + 2000,
    shows: "Waiting for network",
  },
} satisfies Record<string, Moment>;
