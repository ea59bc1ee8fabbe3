import { describe, expect, test } from "vitest";
import { commands } from "../../../shared/protocol/command";
import { ThreadId } from "../../../shared/protocol/ids";
import { parseInbound } from "../../../renderer/bridge/inbound";
import { applyBatch } from "../../../renderer/state/apply-batch";
import { withSnapshot } from "../../../renderer/state/open-thread";
import { withListPage } from "../../../renderer/state/thread-list";
import { createWindowState, type WindowState } from "../../../renderer/state/window-state";
import { agent, approval, item, NOW, queue, request, resumed, Sequence, thread, turn, user } from "../scene";

const id = ThreadId.parse("thread-1");

function shownState(): WindowState {
  const state = createWindowState();
  const shown = thread({ preview: "" });
  state.threads.setState((list) => withListPage(list, { threads: [shown], nextCursor: null, hidden: {}, isComplete: true }));
  const snapshot = commands["thread/resume"].result.parse(resumed({ items: [], turns: [turn("t1")], thread: shown }));
  state.open.setState({ [id]: withSnapshot(undefined, snapshot) });
  state.ui.setState({ route: { type: "thread", threadId: id } });
  return state;
}

const apply = (state: WindowState, ...batch: readonly unknown[]) => applyBatch(state, batch.map(parseInbound));

describe("applyBatch", () => {
  test("events go into the thread's view, its list entry and the live region", () => {
    const state = shownState();
    const sequence = new Sequence(0);
    apply(state, sequence.event("item/completed", { turnId: "t1", item: user("t1", 2, "Find the bug\nplease") }));
    expect(state.threads.getState().threads[0]?.preview).toBe("Find the bug please");
    apply(state, sequence.event("thread/status/changed", { status: { type: "active", flags: ["sleeping"] } }));
    expect(state.threads.getState().threads[0]?.status).toEqual({ type: "active", flags: ["sleeping"] });
    apply(state, sequence.event("turn/completed", { turn: turn("t1", { status: "completed", completedAtMs: NOW + 6400 }) }));
    expect(state.ui.getState().announcement).toEqual({ count: 1, text: "Completed in 6.4 s." });
  });

  test("an event that is already in the view has no second effect", () => {
    const state = shownState();
    const queued = new Sequence(0).event("thread/queue/changed", { queue: queue(["next"]) });
    apply(state, queued);
    apply(state, queued);
    expect(state.ui.getState().announcement).toEqual({ count: 1, text: "Queued, 1 in the queue." });
  });

  test("changes that come together are said together, each once", () => {
    const state = shownState();
    const sequence = new Sequence(0);
    apply(state, sequence.event("thread/queue/changed", { queue: queue(["next"]) }));
    apply(
      state,
      sequence.event("turn/completed", { turn: turn("t1", { status: "interrupted", completedAtMs: NOW }) }),
      sequence.event("thread/queue/changed", { queue: queue(["steered", "next"], { paused: true }) }),
    );
    expect(state.ui.getState().announcement).toEqual({ count: 2, text: "Interrupted by you. Queue paused, 2 kept." });
    const open = state.open.getState()[id];
    expect(open?.type === "shown" && open.view.queue.data.map((entry) => entry.input)).toEqual([
      [{ type: "text", text: "steered" }],
      [{ type: "text", text: "next" }],
    ]);
  });

  test("approval requests wait until they are resolved, and a repeated one is the same", () => {
    const state = shownState();
    const asked = request(approval("t1", "c1", "rm -rf x"));
    apply(state, asked, asked);
    expect(Object.keys(state.approvals.getState())).toEqual(["request-c1"]);
    expect(state.ui.getState().announcement).toEqual({ count: 1, text: "Waiting for you: run rm -rf x" });
    apply(state, new Sequence(0).event("serverRequest/resolved", { requestId: "request-c1" }));
    expect(state.approvals.getState()).toEqual({});
  });

  test("a gap names the thread that needs a snapshot", () => {
    const state = shownState();
    expect(apply(state, new Sequence(4).event("item/completed", { turnId: "t1", item: agent("t1", 5, "x") })).behind).toEqual([
      "thread-1",
    ]);
  });

  test("menu actions are handed on, unreadable entries are told", () => {
    const state = shownState();
    expect(apply(state, { method: "window/menu", params: { action: "newSession" } }, 42).menu).toEqual(["newSession"]);
    expect(state.ui.getState().notices).toHaveLength(1);
  });

  test("events of a thread that is not open change its list entry only", () => {
    const state = shownState();
    state.open.setState({}, true);
    apply(state, new Sequence(0).event("thread/status/changed", { status: { type: "active", flags: [] } }));
    expect(state.threads.getState().threads[0]?.status.type).toBe("active");
    expect(state.open.getState()).toEqual({});
  });

  test("a wait opens its card when its clock starts, unless the person has closed it", () => {
    const state = shownState();
    const sequence = new Sequence(0);
    apply(
      state,
      sequence.event("item/started", {
        turnId: "t1",
        item: item({ type: "sleep", id: "s1", turnId: "t1", line: 3, status: "inProgress", recordedAtMs: NOW, seconds: 3 }),
      }),
    );
    state.ui.setState({ cards: { "thread-1/s1": false } });
    apply(state, sequence.event("item/running", { turnId: "t1", itemId: "s1", startedAtMs: NOW, deadlineMs: NOW + 3000 }));
    apply(state, sequence.event("item/running", { turnId: "t1", itemId: "s2", startedAtMs: NOW, deadlineMs: NOW + 3000 }));
    expect(state.ui.getState().cards).toEqual({ "thread-1/s1": false, "thread-1/s2": true });
  });
});
