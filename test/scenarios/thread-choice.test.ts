// What a thread chose at its start holds for it, whatever the settings say, also when it is opened anew from its file (protocol.md §2).
import { expect, test } from "vitest";
import type { RunContext, Tool } from "../../electron/runtime/ports/tool";
import { controllableTool } from "../support/controllable-tool";
import { call, calls, says } from "../support/scripted-client";
import { TestRuntime } from "../support/test-session";

function tellsSandbox(seen: RunContext["sandbox"][]): Tool {
  const tool = controllableTool({ name: "looks", behaviour: () => ({ type: "returns", afterMs: 0 }) });
  const run = (context: RunContext) => {
    seen.push(context.sandbox);
    return Promise.resolve({ status: "completed", output: "seen" } as const);
  };
  return { ...tool, prepare: () => ({ ok: true, run: { notes: [], subject: null, lastsMs: null, run } }) };
}

test("protocol.md §2 thread/start: its sandbox and its policy are the thread's own, also after it was opened anew", async () => {
  const seen: RunContext["sandbox"][] = [];
  const scripts = [calls(call("a", "looks")), says("Done."), calls(call("b", "looks")), says("Done.")];
  const first = new TestRuntime({ scripts, tools: [tellsSandbox(seen)] });
  const { id } = await first.startThread({ sandbox: "readOnly", approvalPolicy: "never" });
  await first.turn(id, "look");
  const live = (await first.manager.open(id)).session.thread(false);
  expect(live.choice).toEqual({ sandbox: "readOnly", approvalPolicy: "never" });
  await first.manager.closeAll();
  const { clock, store, client } = first;
  const second = new TestRuntime({ clock, store, client: () => client, tools: [tellsSandbox(seen)] });
  const { session } = await second.manager.open(id);
  const { model, approvalPolicy, choice } = session.thread(false);
  expect({ model, approvalPolicy, choice }).toEqual({ model: live.model, approvalPolicy: "never", choice: live.choice });
  await second.turn(id, "look again");
  const other = await second.startThread();
  expect(other.thread(false).approvalPolicy).toBe("onRequest");
  expect(other.thread(false)).not.toHaveProperty("choice");
  const chosen = { mode: "readOnly", hasNetwork: false, outside: false };
  expect(seen).toEqual([chosen, chosen]);
});
