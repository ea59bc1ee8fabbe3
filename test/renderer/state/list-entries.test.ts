import { expect, test } from "vitest";
import { listEntries } from "../../../renderer/state/list-entries";
import { threadGlyph } from "../../../renderer/state/selectors";
import { thread } from "../scene";

const shape = (...threads: Parameters<typeof listEntries>[0]) =>
  listEntries(threads).map((entry) => (entry.type === "head" ? `# ${entry.name} ${entry.where}`.trim() : entry.key));

test("sessions are grouped by folder, newest first in both", () => {
  const a = thread({ id: "a", cwd: "/x", updatedAtMs: 1 });
  const b = thread({ id: "b", cwd: "/y", updatedAtMs: 2 });
  const c = thread({ id: "c", cwd: "/x", updatedAtMs: 3 });
  expect(shape(a, b, c)).toEqual(["# x /", "c", "a", "# y /", "b"]);
});

test("pinned sessions stand on top, files that are listed on request at the end, each kind for itself", () => {
  const pinned = thread({ id: "p", cwd: "/home/mara/code/x", updatedAtMs: 1, pinned: true });
  const own = thread({ id: "o", cwd: "/home/mara/code/x", updatedAtMs: 2 });
  const broken = thread({ id: "b", cwd: "/home/mara/code/x", updatedAtMs: 9, hidden: "unreadable" });
  const empty = thread({ id: "e", cwd: "", updatedAtMs: 10, hidden: "empty", pinned: true });
  expect(shape(pinned, own, broken, empty)).toEqual([
    "# Pinned",
    "p",
    "# x ~/code",
    "o",
    "# Cannot be read",
    "b",
    "# Empty",
    "e",
  ]);
});

test("a session without a folder has a group all the same", () => {
  expect(shape(thread({ id: "a", cwd: "" }))).toEqual(["# No folder", "a"]);
});

test("what needs the person comes first in a session's glyph, then what runs, then how it ended, then whose it is", () => {
  const glyph = (changes: Parameters<typeof thread>[0], isAsking = false) => threadGlyph(thread(changes), isAsking);
  expect(glyph({ status: { type: "active", flags: ["sleeping", "waitingOnApproval"] } })).toBe("waiting");
  expect(glyph({ status: { type: "active", flags: ["sleeping"] } })).toBe("sleeping");
  expect(glyph({ status: { type: "active", flags: [] }, lastTurn: "failed" })).toBe("working");
  expect(glyph({ status: { type: "idle" } }, true)).toBe("waiting");
  expect(glyph({ status: { type: "systemError" } })).toBe("failed");
  expect(glyph({})).toBe("none");
  expect(glyph({ lastTurn: "completed" })).toBe("none");
  expect(glyph({ lastTurn: "failed" })).toBe("failed");
  expect(glyph({ lastTurn: "interrupted" })).toBe("interrupted");
  expect(glyph({ lastTurn: "inProgress" })).toBe("unfinished");
  expect(glyph({ lastTurn: "inProgress", origin: "root", readOnly: true })).toBe("readOnly");
  expect(glyph({ lastTurn: "failed", problem: "It is UTF-16." })).toBe("broken");
});
