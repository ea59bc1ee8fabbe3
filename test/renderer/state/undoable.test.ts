import { describe, expect, test } from "vitest";
import { commands } from "../../../shared/protocol/command";
import { TurnId } from "../../../shared/protocol/ids";
import { type ShownThread, withSnapshot } from "../../../renderer/state/open-thread";
import { changedPaths, undoing } from "../../../renderer/state/undoable";
import { change, CODES, ENDS } from "../change-moments";
import { resumed, type Snapshot, thread, turn, user } from "../scene";

const t1 = TurnId.parse("t1");
const opened = (given: Partial<Snapshot>): ShownThread =>
  withSnapshot(
    undefined,
    commands["thread/resume"].result.parse(
      resumed({ items: [user("t1", 2, "Go"), change("f1")], turns: [turn("t1", { status: "completed" })], ...given }),
    ),
  );
const undo = change("u1", { undoOf: "t1", turnId: "t2", line: 60 });

test("the paths of what was changed, each once, with where files were moved to", () => {
  const items = [
    change("a", { changes: [CODES, { ...ENDS, movePath: "data/moved.csv" }] }),
    change("b", { changes: [CODES] }),
    change("c", { status: "denied", changes: [{ ...CODES, path: "denied.ts" }] }),
    change("d", { status: "failed", changes: [{ ...CODES, path: "failed.ts" }] }),
    change("e", { status: "aborted", changes: [{ ...CODES, path: "cut-off.ts" }] }),
    change("f", { turnId: "t0", changes: [{ ...CODES, path: "other-turn.ts" }] }),
    undo,
  ];
  expect(changedPaths(items, t1)).toEqual(["src/stations/codes.ts", "data/readings.csv", "data/moved.csv", "cut-off.ts"]);
});

describe("undoing", () => {
  test("is possible for a session of ours that rests, once", () => {
    expect(undoing(opened({}), t1)).toBe("possible");
    expect(undoing(opened({ items: [change("f1"), undo] }), t1)).toBe("done");
    expect(undoing(opened({ items: [user("t1", 2, "Go")] }), t1)).toBe("none");
    expect(undoing(undefined, t1)).toBe("none");
  });

  test("is not possible while a turn runs, in a file of another program, or one that is only read", () => {
    expect(undoing(opened({ thread: thread({ status: { type: "active", flags: [] } }) }), t1)).toBe("none");
    expect(undoing(opened({ thread: thread({ origin: "root", source: "codex" }) }), t1)).toBe("none");
    expect(undoing(opened({ thread: thread({ readOnly: true }) }), t1)).toBe("none");
  });
});
