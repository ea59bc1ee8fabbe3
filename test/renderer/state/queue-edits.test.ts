import { describe, expect, test } from "vitest";
import { commands } from "../../../shared/protocol/command";
import { InputId, ThreadId } from "../../../shared/protocol/ids";
import { movedIds } from "../../../renderer/actions/queue";
import { parseInbound } from "../../../renderer/bridge/inbound";
import { applyBatch } from "../../../renderer/state/apply-batch";
import { withSnapshot } from "../../../renderer/state/open-thread";
import { editOf } from "../../../renderer/state/queue-edit";
import { changeEdit, rescueEdit } from "../../../renderer/state/queue-edits";
import { createWindowState, type WindowState } from "../../../renderer/state/window-state";
import { queue, resumed, Sequence, turn } from "../scene";

const threadId = ThreadId.parse("thread-1");
const first = queue(["first", "second"]);

function editing(text: string): WindowState {
  const state = createWindowState();
  const snapshot = commands["thread/resume"].result.parse(resumed({ items: [], turns: [turn("t1")], queue: first }));
  state.open.setState({ [threadId]: withSnapshot(undefined, snapshot) });
  state.ui.setState({ route: { type: "thread", threadId } });
  const entry = first.data[0];
  if (entry === undefined) throw new Error("no entry");
  state.edits.setState({ [threadId]: editOf(entry) });
  changeEdit(state, threadId, { text });
  return state;
}

const leave = (state: WindowState) =>
  applyBatch(state, [parseInbound(new Sequence(0).event("thread/queue/changed", { queue: queue(["second"], { ids: ["q2"] }) }))]);

describe("an entry that is started while it is changed", () => {
  test("what was written goes to the composer, before what stands there, with a note", () => {
    const state = editing("first, but better");
    state.drafts.setState({ [threadId]: { text: "since", sending: null, refused: null } });
    leave(state);
    expect(state.edits.getState()).toEqual({});
    expect(state.drafts.getState()[threadId]?.text).toBe("first, but better\n\nsince");
    expect(state.ui.getState().composerNote).toContain("What you wrote is here.");
  });

  test("unchanged words are not offered a second time", () => {
    const state = editing("first");
    leave(state);
    expect(state.edits.getState()).toEqual({});
    expect(state.drafts.getState()).toEqual({});
    expect(state.ui.getState().composerNote).toBeNull();
  });

  test("while the change is on its way nothing is decided: it may have gone in with the entry", () => {
    const state = editing("first, but better");
    changeEdit(state, threadId, { isSaving: true });
    leave(state);
    expect(state.drafts.getState()).toEqual({});
    changeEdit(state, threadId, { isSaving: false, why: "gone" });
    rescueEdit(state, threadId);
    expect(state.drafts.getState()[threadId]?.text).toBe("first, but better");
  });

  test("an edit of an entry that stays is left alone by other changes of the queue", () => {
    const state = editing("first, but better");
    applyBatch(state, [
      parseInbound(new Sequence(0).event("thread/queue/changed", { queue: queue(["second", "first"], { ids: ["q2", "q1"] }) })),
    ]);
    expect(state.edits.getState()[threadId]?.text).toBe("first, but better");
  });
});

test("a step up or down gives the whole new order, and none beyond the ends", () => {
  const [q1, q2] = [InputId.parse("q1"), InputId.parse("q2")];
  expect(movedIds(first, q2, -1)).toEqual(["q2", "q1"]);
  expect(movedIds(first, q1, 1)).toEqual(["q2", "q1"]);
  expect([movedIds(first, q1, -1), movedIds(first, q2, 1), movedIds(first, InputId.parse("gone"), 1)]).toEqual([
    null,
    null,
    null,
  ]);
});
