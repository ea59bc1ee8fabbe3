import { expect, test } from "vitest";
import { ErrorKind } from "../../../shared/protocol/command";
import { TurnId } from "../../../shared/protocol/ids";
import { type Door, firstDoor, nextDoor } from "../../../renderer/state/doors";
import { NOW, turn } from "../scene";

const running = { status: { type: "active" as const, flags: [] }, turns: [turn("t1")] };
const idle = { status: { type: "idle" as const }, turns: [turn("t1", { status: "completed", completedAtMs: NOW })] };
const steer: Door = { type: "steer", turnId: TurnId.parse("t1") };

test("in an idle thread both keys start a turn; while one runs Enter queues and mod+Enter steers (window.md §4)", () => {
  expect(firstDoor(null, "next")).toEqual({ type: "start" });
  expect([firstDoor(idle, "next"), firstDoor(idle, "now")]).toEqual([{ type: "start" }, { type: "start" }]);
  expect([firstDoor(running, "next"), firstDoor(running, "now")]).toEqual([{ type: "queue" }, steer]);
});

test("a turn that the app did not live to end is not steered", () => {
  expect(firstDoor({ ...running, status: { type: "idle" } }, "now")).toEqual({ type: "start" });
});

test("a refusal for the turn's sake leads to the next door, any other one stands (runtime.md §8)", () => {
  const table = (door: Door) =>
    Object.fromEntries(
      ErrorKind.options.flatMap((kind) => (nextDoor(door, kind) === null ? [] : [[kind, nextDoor(door, kind)?.type]])),
    );
  expect(table(steer)).toEqual({ noActiveTurn: "start", turnMismatch: "queue" });
  expect(table({ type: "start" })).toEqual({ turnMismatch: "queue" });
  expect(table({ type: "queue" })).toEqual({});
});
