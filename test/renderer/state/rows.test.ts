import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { TurnItem } from "../../../shared/protocol/turn-item";
import { NO_ROWS, type Row, type Rows, rowsOf } from "../../../renderer/state/rows";
import { agent, command, item, NOW, turn, user } from "../scene";

const done = (id: string) => turn(id, { status: "completed", completedAtMs: NOW + 1 });
const whole = (items: TurnItem[], turns = [done("t1")]) => ({ items, turns, isWhole: true });

function shape(rows: readonly Row[]): string[] {
  return rows.map((row) => {
    if (row.type === "item") return row.item.id;
    return row.type === "calls" ? `[${row.calls.map(({ item: call }) => call.id).join(" ")}]` : "end";
  });
}

const call = (id: string, line: number, outputLine?: number) =>
  command("t1", id, id, { line, status: "completed", ...(outputLine === undefined ? {} : { outputLine }) });

describe("rowsOf", () => {
  test("calls recorded before the first of them has its output stand together", () => {
    const view = whole([user("t1", 1, "go"), call("a", 2, 5), call("b", 3, 6), call("c", 4, 7), call("d", 8, 9)]);
    expect(shape(rowsOf(NO_ROWS, view).rows)).toEqual(["user-1", "[a b c]", "[d]", "end"]);
  });

  test("what was undone after a turn's end stands behind it, with what the model was told of it", () => {
    const told = (id: string, line: number) => item({ type: "context", id, turnId: "t1", line, kind: "other", text: "gone" });
    const undo = (id: string, line: number) =>
      item({
        type: "fileChange",
        id,
        turnId: "t1",
        line,
        outputLine: line,
        status: "completed",
        recordedAtMs: NOW,
        changes: [],
        undoOf: "t1",
      });
    const ended = [user("t1", 1, "go"), call("a", 2, 3), told("in the turn", 4)];
    const undone = [undo("u1", 6), told("n1", 7), undo("u2", 9), told("n2", 10)];
    expect(shape(rowsOf(NO_ROWS, whole([...ended, ...undone, user("t2", 11, "on")])).rows)).toEqual([
      "user-1",
      "[a]",
      "in the turn",
      "end",
      "[u1]",
      "n1",
      "[u2]",
      "n2",
      "user-11",
    ]);
  });

  test("a message between calls parts them, an approval of them does not", () => {
    const approval = item({
      type: "approval",
      id: "q",
      turnId: "t1",
      line: 3,
      requestId: "r",
      callId: "a",
      kind: "command",
      requestedAtMs: NOW,
    });
    const view = whole([call("a", 2, 9), approval, call("b", 4, 10), agent("t1", 5, "hm"), call("c", 6, 11)]);
    const { rows } = rowsOf(NO_ROWS, view);
    expect(shape(rows)).toEqual(["[a b]", "agent-5", "[c]", "end"]);
    expect(rows[0]?.type === "calls" && rows[0].calls[0].approval?.id).toBe("q");
  });

  test("a turn begins where its first item is, whatever kind that is; only the first one of a page may be a middle", () => {
    const mail = (turnId: string, line: number) =>
      item({ type: "mail", id: `m${line}`, turnId, line, author: "bot", text: "x", triggerTurn: true });
    const queued = item({ type: "userMessage", id: "u", turnId: "t1", line: 1, content: [], via: "queue" });
    const headings = (view: Rows["view"]) => rowsOf(NO_ROWS, view).rows.flatMap(({ heading }) => heading ?? []);
    const items = [mail("t1", 1), mail("t2", 2)];
    const turns = [done("t1"), done("t2")];
    expect(headings(whole(items, turns))).toEqual([
      { number: 1, isStart: true },
      { number: 2, isStart: true },
    ]);
    expect(headings({ items, turns, isWhole: false })).toEqual([
      { number: null, isStart: false },
      { number: null, isStart: true },
    ]);
    expect(headings({ items: [queued], turns, isWhole: false })).toEqual([{ number: null, isStart: true }]);
  });

  test("an approval whose call is not there is drawn by itself", () => {
    const approval = item({
      type: "approval",
      id: "q",
      turnId: "t1",
      line: 3,
      requestId: "r",
      callId: "gone",
      kind: "command",
      requestedAtMs: NOW,
    });
    expect(shape(rowsOf(NO_ROWS, whole([approval])).rows)).toEqual(["q", "end"]);
  });

  test("calls without line numbers are not claimed to have been issued at once", () => {
    const view = whole([command("t1", "a", "a"), command("t1", "b", "b")]);
    expect(shape(rowsOf(NO_ROWS, view).rows)).toEqual(["[a]", "[b]", "end"]);
  });

  test("each turn has one heading, numbered only when the whole thread is there", () => {
    const items = [user("t1", 1, "a"), agent("t1", 2, "b"), user("t2", 4, "c")];
    const turns = [done("t1"), turn("t2")];
    const headings = (isWhole: boolean) =>
      rowsOf(NO_ROWS, { items, turns, isWhole }).rows.flatMap((row) => (row.heading === null ? [] : [row.heading.number]));
    expect(headings(true)).toEqual([1, 2]);
    expect(headings(false)).toEqual([null, null]);
  });

  test("a running turn has no end line", () => {
    expect(shape(rowsOf(NO_ROWS, whole([user("t1", 1, "a")], [turn("t1")])).rows)).toEqual(["user-1"]);
  });

  test("settled turns keep their row objects when text arrives at the end", () => {
    const settled = [user("t1", 1, "a"), agent("t1", 2, "b"), user("t2", 4, "c")];
    const turns = [done("t1"), turn("t2")];
    const first = rowsOf(NO_ROWS, {
      items: [...settled, agent("t2", undefined, "x", "m")],
      turns,
      isWhole: true,
    });
    const second = rowsOf(first, {
      items: [...settled, agent("t2", undefined, "xy", "m")],
      turns,
      isWhole: true,
    });
    expect(second.rows.slice(0, 3).every((row, index) => row === first.rows[index])).toBe(true);
  });

  test("rows built step by step are the rows built at once", () => {
    const step = fc.record({
      turn: fc.integer({ min: 1, max: 3 }),
      kind: fc.constantFrom("user", "agent", "call", "end", "older"),
      grow: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
        let rows: Rows = NO_ROWS;
        let items: TurnItem[] = [];
        let turns = [turn("t1"), turn("t2"), turn("t3")];
        let isWhole = false;
        for (const [index, { turn: number, kind, grow }] of steps.entries()) {
          const id = `t${number}`;
          const line = index + 10;
          if (kind === "user") items = [...items, user(id, line, "u")];
          else if (kind === "agent") items = [...items, agent(id, grow ? line : undefined, "x", `m${index}`)];
          else if (kind === "call")
            items = [...items, command(id, `c${index}`, "run", { line, ...(grow ? { outputLine: line + 3 } : {}) })];
          else if (kind === "end") turns = turns.map((known) => (known.id === id ? done(id) : known));
          else {
            items = [user("t1", 1, "older"), ...items.filter((known) => known.id !== "user-1")];
            isWhole = grow;
          }
          rows = rowsOf(rows, { items, turns, isWhole });
          expect(rows.rows).toEqual(rowsOf(NO_ROWS, { items, turns, isWhole }).rows);
        }
      }),
    );
  });
});
