// Moments about what tools did and gave back: changes of files, their undoing, output in colour, images, plans, denied calls.
import type { Moment } from "./moments";
import { agent, command, item, NOW, thread, turn, user } from "./scene";

const ended = turn("t1", { status: "completed", startedAtMs: NOW, completedAtMs: NOW + 42_000, endLine: 40 });

export const CODES = {
  path: "src/stations/codes.ts",
  kind: "update",
  diff: "@@ -12,6 +12,8 @@\n export function codeOf(station: Station): string {\n-  return LEGACY[station.id] ?? station.id;\n-}\n+  const code = locode.get(station.id);\n+  if (code === undefined) throw new UnknownStation(station.id);\n+  return code;\n+}\n \n export const isKnown = (id: string) => locode.has(id);\n@@ -88,5 +90,5 @@\n   const rows = read(file);\n-  const limit = Math.min(rows.length, 100);\n+  const limit = Math.min(rows.length, 4096);\n-\treturn rows.slice(0, limit);\n+  return rows.slice(0, limit);\n }\n-export default codeOf;\n\\ No newline at end of file\n+export default codeOf;\n",
} as const;

export const ENDS = {
  path: "data/readings.csv",
  kind: "update",
  diff: "@@ -1,3 +1,3 @@\n station,height\n-HAM,2.10\r\n+HAM,2.10\n-CUX,\u200b1.90\n+CUX,1.90  \n",
} as const;

const LOCODE = {
  path: "src/stations/locode.ts",
  kind: "add",
  diff: 'export const locode = new Map([\n  ["A1", "DEHAM"],\n]);\n',
} as const;

export const change = (id: string, fields: object = {}) =>
  item({
    type: "fileChange",
    id,
    turnId: "t1",
    line: 5,
    outputLine: 6,
    status: "completed",
    recordedAtMs: NOW,
    startedAtMs: NOW,
    durationMs: 30,
    changes: [CODES, ENDS, LOCODE],
    output: "Done: 3 files",
    ...fields,
  });

const changed: Moment = {
  snapshot: {
    items: [user("t1", 2, "Map the codes."), change("f1"), agent("t1", 8, "The codes are mapped.")],
    turns: [ended],
  },
  atMs: NOW + 60_000,
  presses: ["Edited src/stations/codes.ts and 2 more", "Changed src/stations/codes.ts"],
  shows: "@@ -12,6 +12,8 @@",
};

const undoItem = item({
  type: "fileChange",
  id: "u1",
  turnId: "t1",
  line: 41,
  outputLine: 41,
  status: "completed",
  recordedAtMs: NOW + 50_000,
  undoOf: "t1",
  changes: [
    {
      ...CODES,
      diff: "@@ -91,2 +89,2 @@\n   const rows = read(file);\n-  return rows.slice(0, limit);\n+\treturn rows.slice(0, limit);\n",
    },
    { ...LOCODE, kind: "delete" },
  ],
});

const E = "\u001b[";
export const COLORED = [
  `${E}1mbold${E}0m ${E}2mdim${E}0m ${E}3mitalic${E}0m ${E}4munderlined${E}0m ${E}9mstruck${E}0m ${E}7minverse${E}0m ${E}7;31minverse red${E}0m`,
  ["31", "32", "33", "34", "35", "36", "90", "97"].map((code) => `${E}${code}m${code}${E}0m`).join(" "),
  ["41", "42", "43", "44", "45", "46", "100", "107"].map((code) => `${E}${code};30m ${code} ${E}0m`).join(" "),
  [9, 46, 51, 93, 130, 208, 213, 240].map((code) => `${E}38;5;${code}m${code}${E}0m`).join(" "),
  `${E}38;2;255;120;0m#ff7800${E}0m ${E}48;2;20;40;90m#14285a${E}0m`,
  `\u001b]0;a title\u0007\u001b]8;;https://example.org/a\u001b\\a link\u001b]8;;\u001b\\ and ${E}?25lno cursor${E}?25h`,
  `building 10 %\rbuilding 50 %\r${E}K${E}32mbuilt${E}0m`,
  "|\b/\b-\bspun",
  "",
].join("\n");

const PICTURE =
  "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAGAAAABACAAAAADAXy3SAAAARElEQVR42u3WoREAMAgDQObsxB0Lx0UiWveREbzjUjdyIq/6AgAAgAXw42j2AAAAsAG8awAAYBcBAACAXQQAAOwiwKQBn2CYxOtwwOQAAAAASUVORK5CYII=";

const tool = (id: string, name: string, written: object, fields: object) =>
  item({
    type: "toolCall",
    id,
    turnId: "t1",
    status: "completed",
    recordedAtMs: NOW,
    startedAtMs: NOW,
    durationMs: 12,
    tool: name,
    arguments: JSON.stringify(written),
    ...fields,
  });

const decided = (callId: string, fields: object) =>
  item({
    type: "approval",
    id: `approval-${callId}`,
    turnId: "t1",
    requestId: `request-${callId}`,
    callId,
    kind: "fileChange",
    requestedAtMs: NOW,
    decision: "decline",
    decidedBy: "person",
    ...fields,
  });

export const CHANGE_MOMENTS = {
  changes: changed,
  changesSideBySide: { ...changed, presses: [...(changed.presses ?? []), "Side by side", "Changed data/readings.csv"] },
  undoAsked: { ...changed, presses: ["Undo file changes"], shows: "What commands did is not undone." },
  undoRefused: {
    ...changed,
    results: { "turn/changes/undo": { outcome: "changed", paths: ["src/stations/codes.ts", "data/\u202egpj.csv"] } },
    presses: ["Undo file changes", "Undo in 3 files"],
    shows: "so all were left as they are",
  },
  undone: {
    ...changed,
    snapshot: { items: [...(changed.snapshot?.items ?? []), undoItem], turns: [ended] },
    presses: ["You undid changes in src/stations/codes.ts and 1 more", "Changed src/stations/codes.ts"],
    shows: "File changes undone",
  },
  colours: {
    snapshot: {
      items: [
        user("t1", 2, "Show me all colours."),
        command("t1", "c1", "./colours.sh", {
          status: "completed",
          exitCode: 0,
          durationMs: 40,
          line: 4,
          outputLine: 5,
          aggregatedOutput: COLORED,
        }),
      ],
      turns: [ended],
    },
    atMs: NOW + 60_000,
    presses: ["Ran ./colours.sh"],
    shows: "underlined",
  },
  tools: {
    snapshot: {
      items: [
        user("t1", 2, "Look around."),
        tool(
          "g1",
          "grep",
          { pattern: "parseHeights\\(", path: "src", glob: "*.ts" },
          {
            line: 4,
            outputLine: 5,
            output:
              "src/chart/view.ts:18:  const rows = parseHeights(text);\nsrc/parse/heights.ts:4:export function parseHeights(text: string) {\n[there are more: narrow the pattern, the path or the glob]",
            notes: ["The field “context” is not known and was ignored."],
          },
        ),
        item({
          type: "imageView",
          id: "i1",
          turnId: "t1",
          line: 6,
          path: "/home/mara/code/tidetable/docs/card.png",
          url: PICTURE,
        }),
        item({ type: "imageView", id: "i2", turnId: "t1", line: 8, path: "/home/mara/code/tidetable/docs/map.png" }),
        item({
          type: "plan",
          id: "p1",
          turnId: "t1",
          line: 10,
          explanation: "The map comes last: it needs the codes.",
          steps: [
            { text: "Read the list of codes", status: "completed" },
            { text: "Map each station to its code", status: "inProgress" },
            { text: "Draw the map", status: "pending" },
          ],
        }),
        change("f1", { line: 12, outputLine: 13, status: "denied", output: "The person denied this change.", changes: [LOCODE] }),
        decided("f1", {}),
        tool(
          "v1",
          "view_image",
          { path: "../secret.png" },
          {
            line: 14,
            outputLine: 15,
            status: "denied",
            output: "Denied: ../secret.png lies outside of the workspace.",
          },
        ),
      ],
      turns: [ended],
      thread: thread(),
    },
    atMs: NOW + 60_000,
    presses: ["Searched parseHeights", "Add src/stations/locode.ts", "Look at ../secret.png"],
    shows: "1 of 3 done",
  },
} satisfies Record<string, Moment>;
