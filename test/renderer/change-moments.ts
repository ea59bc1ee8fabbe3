// Moments about what tools did and gave back: changes of files, their undoing, output in colour, images, plans, denied calls.
import type { Moment } from "./moments";
import { agent, item, NOW, turn, user } from "./scene";

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

export const CHANGE_MOMENTS = {
  changes: changed,
  changesSideBySide: { ...changed, presses: [...(changed.presses ?? []), "Side by side", "Changed data/readings.csv"] },
} satisfies Record<string, Moment>;
