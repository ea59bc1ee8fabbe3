import { describe, expect, test } from "vitest";
import { z } from "zod";
import type { AgentBridge } from "../../../shared/protocol/bridge";
import { ItemId, ThreadId } from "../../../shared/protocol/ids";
import type { TurnItem } from "../../../shared/protocol/turn-item";
import { withDeferredOutput } from "../../../shared/view/deferred-output";
import type { ActionContext } from "../../../renderer/actions/action-context";
import { DEFER_OUTPUT, readOpenOutputs, readOutputAgain } from "../../../renderer/actions/deferred-outputs";
import { catchUp, openThread } from "../../../renderer/actions/open-thread";
import { createWindowActions } from "../../../renderer/actions/window-actions";
import { createAgentClient } from "../../../renderer/bridge/agent-client";
import { cardKey, createWindowState } from "../../../renderer/state/window-state";
import { command, resumed, turn } from "../scene";

const id = ThreadId.parse("thread-1");
const [first, second] = [ItemId.parse("c1"), ItemId.parse("c2")];
const request = z.object({
  id: z.number(),
  method: z.string(),
  params: z.looseObject({ cursor: z.string().exactOptional(), deferOutput: z.unknown().optional() }),
});

/** A window on two commands; a request for one of them alone waits until the test answers it. */
function windowOnTwo() {
  const whole = ["c1", "c2"].map((itemId) =>
    command("t1", itemId, "ls", { line: 3, status: "completed", aggregatedOutput: `output of ${itemId}` }),
  );
  const asked: string[] = [];
  const waiting: ((answer: object) => void)[] = [];
  const bridge: AgentBridge = {
    platform: "linux",
    send: async (sent) => {
      const { id: rpcId, method, params } = request.parse(sent);
      if (method === "thread/resume" && params.deferOutput !== undefined) {
        const items = whole.map((item, index) => withDeferredOutput(item, { deferOutput: DEFER_OUTPUT, cursor: `@${index}` }));
        return { id: rpcId, result: resumed({ items, turns: [turn("t1", { status: "completed" })] }) };
      }
      if (method !== "thread/items/list" || params.cursor === undefined) throw new Error(`no answer for ${method}`);
      asked.push(params.cursor);
      return { id: rpcId, ...(await new Promise<object>((resolve) => waiting.push(resolve))) };
    },
    subscribe: () => () => undefined,
    pathOfFile: () => "",
  };
  const context: ActionContext = {
    client: createAgentClient(bridge),
    state: createWindowState(),
    newId: () => "new",
    isNarrow: () => false,
    writeClipboard: () => Promise.resolve(),
  };
  const { state } = context;
  const outputs = () => {
    const open = state.open.getState()[id];
    if (open?.type !== "shown") throw new Error("not shown");
    return open.view.items.map((item) => (item.type === "commandExecution" ? (item.aggregatedOutput ?? null) : item.type));
  };
  /** Resolves when what the answer causes is done. */
  const answer = async (reply: object): Promise<void> => {
    const changed = new Promise<void>((resolve) => {
      const stop = state.ui.subscribe(() => {
        stop();
        resolve();
      });
    });
    waiting.shift()?.(reply);
    await changed;
  };
  const page = (...items: readonly (TurnItem | undefined)[]) => ({
    result: { items: items.filter((item) => item !== undefined), turns: [], nextCursor: null },
  });
  return { context, actions: createWindowActions(context), whole, asked, answer, page, outputs };
}

const refusal = { error: { code: -32000, message: "the disk is gone", data: { kind: "storage" } } };

describe("outputs that pages leave out", () => {
  test("are read when their card is opened, each once", async () => {
    const { context, actions, whole, asked, answer, page, outputs } = windowOnTwo();
    await openThread(context, id);
    expect(outputs()).toEqual([null, null]);
    expect(asked).toEqual([]);
    actions.toggleCard(id, second, true);
    actions.toggleCard(id, second, false);
    actions.toggleCard(id, second, true);
    expect(asked).toEqual(["@1"]);
    expect(context.state.ui.getState().outputReads).toEqual({ [cardKey(id, second)]: { type: "reading" } });
    await answer(page(whole[1]));
    expect(outputs()).toEqual([null, "output of c2"]);
    expect(context.state.ui.getState().outputReads).toEqual({});
    actions.toggleCard(id, second, true);
    expect(asked).toEqual(["@1"]);
  });

  test("stay on screen when the page comes anew", async () => {
    const { context, actions, whole, asked, answer, page, outputs } = windowOnTwo();
    await openThread(context, id);
    actions.toggleCard(id, first, true);
    await answer(page(whole[0]));
    const open = context.state.open.getState()[id];
    if (open?.type !== "shown") throw new Error("not shown");
    context.state.open.setState({ [id]: { ...open, sync: "behind" } });
    await catchUp(context, id);
    expect(outputs()).toEqual(["output of c1", null]);
    expect(asked).toEqual(["@0"]);
  });

  test("of cards that were open before are read as soon as their page is there", async () => {
    const { context, whole, asked, answer, page, outputs } = windowOnTwo();
    context.state.ui.setState({ cards: { [cardKey(id, first)]: true } });
    await openThread(context, id);
    expect(asked).toEqual(["@0"]);
    await answer(page(whole[0]));
    expect(outputs()).toEqual(["output of c1", null]);
  });

  test.each([
    ["the disk is gone", refusal],
    ["the file does not have it any more", { result: { items: [], turns: [], nextCursor: null } }],
  ])("that cannot be read say why, and are read again when that is asked for: %s", async (message, reply) => {
    const { context, actions, whole, asked, answer, page, outputs } = windowOnTwo();
    await openThread(context, id);
    actions.toggleCard(id, first, true);
    await answer(reply);
    expect(context.state.ui.getState().outputReads).toEqual({ [cardKey(id, first)]: { type: "failed", message } });
    readOpenOutputs(context, id);
    expect(asked).toHaveLength(1);
    readOutputAgain(context, id, first);
    expect(asked).toHaveLength(2);
    await answer(page(whole[0]));
    expect(outputs()).toEqual(["output of c1", null]);
    expect(context.state.ui.getState().notices).toEqual([]);
  });

  test("that arrive after the thread was left change nothing", async () => {
    const { context, actions, whole, answer, page } = windowOnTwo();
    await openThread(context, id);
    actions.toggleCard(id, first, true);
    context.state.open.setState({}, true);
    await answer(page(whole[0]));
    expect(context.state.open.getState()).toEqual({});
  });
});
