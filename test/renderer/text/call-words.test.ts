import { expect, test } from "vitest";
import { isToolItem, type TurnItem } from "../../../shared/protocol/turn-item";
import { callWords } from "../../../renderer/text/call-words";
import { command, item, NOW } from "../scene";

function words(call: TurnItem, isClosed: boolean): string {
  if (!isToolItem(call)) throw new Error("not a call");
  const { verb, target } = callWords(call, isClosed);
  return `${verb} ${target}`;
}

const tool = (name: string, written: string) =>
  item({ type: "toolCall", id: "t", turnId: "t1", status: "completed", recordedAtMs: NOW, tool: name, arguments: written });

test("a command says Run while open, Ran when its output is on disk, and Run for ever if it never began", () => {
  expect(words(command("t1", "c", "ls"), false)).toBe("Run ls");
  expect(words(command("t1", "c", "ls", { status: "completed", exitCode: 0 }), true)).toBe("Ran ls");
  expect(words(command("t1", "c", "ls", { status: "denied" }), true)).toBe("Run ls");
});

test("a wait says how long in whole units", () => {
  const sleep = item({ type: "sleep", id: "s", turnId: "t1", status: "completed", recordedAtMs: NOW, seconds: 90 });
  expect([words(sleep, false), words(sleep, true)]).toEqual(["Wait 1 minute 30 seconds", "Waited 1 minute 30 seconds"]);
});

test("a wait that did not run its time says how long it really was, and how long was asked for", () => {
  const slept = (more: object, status: "completed" | "aborted" = "completed") =>
    words(item({ type: "sleep", id: "s", turnId: "t1", status, recordedAtMs: NOW, seconds: 20, ...more }), true);
  expect(slept({ outcome: "elapsed", sleptMs: 20_004 })).toBe("Waited 20 seconds");
  expect(slept({ outcome: "elapsed", sleptMs: 19_998 })).toBe("Waited 20 seconds");
  expect(slept({ outcome: "woken", sleptMs: 6300 })).toBe("Waited 6.3 s of 20 seconds");
  expect(slept({ outcome: "newInput", sleptMs: 19_990 })).toBe("Waited 20.0 s of 20 seconds");
  expect(slept({ outcome: "interrupted", sleptMs: 2500 }, "aborted")).toBe("Waited 2.5 s of 20 seconds");
  expect(slept({ outcome: "elapsed", sleptMs: 2003 })).toBe("Waited 2.0 s of 20 seconds");
  expect(slept({ outcome: "interrupted" }, "aborted")).toBe("Wait 20 seconds");
});

test("known tools name their path; arguments that are no JSON are shown as they stand", () => {
  expect(words(tool("read_file", '{"path":"a.ts","offset":3}'), true)).toBe("Read a.ts");
  expect(words(tool("list_dir", '{"path":"src"}'), true)).toBe("Listed src");
  expect(words(tool("read_file", "{broken"), true)).toBe("Read {broken");
  expect(words(tool("other", "{}"), false)).toBe("Call other {}");
});

test("in files that tell no start, what a call came to says that it ran", () => {
  const untold = (changes: Parameters<typeof command>[3]) => {
    const { startedAtMs: _told, ...call } = { startedAtMs: 0, ...command("t1", "c", "ls", changes) };
    return words(item(call), true);
  };
  expect(untold({ status: "completed" })).toBe("Ran ls");
  expect(untold({ status: "failed", exitCode: 2 })).toBe("Ran ls");
  expect(untold({ status: "aborted" })).toBe("Run ls");
});

test("a patch says what was done to which files", () => {
  const change = { path: "a.ts", kind: "update", diff: "" } as const;
  const patch = (changes: readonly { path: string; kind: "add" | "delete" | "update"; diff: string }[], isMade: boolean) =>
    words(
      item({
        type: "fileChange",
        id: "p",
        turnId: "t1",
        status: isMade ? "completed" : "denied",
        recordedAtMs: NOW,
        changes: [...changes],
      }),
      true,
    );
  expect(patch([change], true)).toBe("Edited a.ts");
  expect(patch([change], false)).toBe("Edit a.ts");
  expect(patch([{ ...change, kind: "add" }], true)).toBe("Added a.ts");
  expect(patch([{ ...change, kind: "delete" }, change], true)).toBe("Edited a.ts and 1 more");
});

test("a search names what is sought and where, a look its image", () => {
  const written = '{"pattern":"TODO","path":"src","glob":"*.ts","limit":5}';
  expect(words(tool("grep", written), true)).toBe("Searched TODO in src, *.ts");
  expect(words(tool("grep", '{"pattern":"TODO"}'), false)).toBe("Search TODO");
  expect(words(tool("grep", "{broken"), false)).toBe("Search {broken");
  expect(words(tool("view_image", '{"path":"a.png"}'), false)).toBe("Look at a.png");
  expect(words(tool("update_plan", "{}"), false)).toBe("Update the plan");
});

test("what the person has undone is told as theirs", () => {
  const undo = item({
    type: "fileChange",
    id: "u",
    turnId: "t1",
    status: "completed",
    recordedAtMs: NOW,
    undoOf: "t1",
    changes: [
      { path: "a.ts", kind: "update", diff: "" },
      { path: "b.ts", kind: "delete", diff: "" },
    ],
  });
  expect(words(undo, true)).toBe("You undid changes in a.ts and 1 more");
});
