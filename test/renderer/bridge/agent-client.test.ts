import { expect, test } from "vitest";
import { createAgentClient } from "../../../renderer/bridge/agent-client";

function clientWith(send: (message: unknown) => Promise<unknown>) {
  return createAgentClient({ platform: "linux", send, subscribe: () => () => undefined, pathOfFile: () => "" });
}

test("a result is validated and handed on", async () => {
  const client = clientWith(async () => ({ id: 1, result: { path: "/x" } }));
  expect(await client.invoke("folder/choose", {})).toEqual({ ok: true, result: { path: "/x" } });
});

test("a refusal is a value with its kind", async () => {
  const client = clientWith(async () => ({ id: 1, error: { code: -1, message: "busy", data: { kind: "turnMismatch" } } }));
  expect(await client.invoke("folder/choose", {})).toEqual({ ok: false, error: { kind: "turnMismatch", message: "busy" } });
});

test.each([
  ["a result of another shape", async () => ({ id: 1, result: { path: 3 } })],
  ["no response at all", async () => undefined],
  ["a bridge that throws", () => Promise.reject(new Error("gone"))],
])("%s is an internal failure, never a rejection", async (_name, send) => {
  expect(await clientWith(send).invoke("folder/choose", {})).toMatchObject({ ok: false, error: { kind: "internal" } });
});

test("an approval is answered as a response with the request's id", async () => {
  const sent: unknown[] = [];
  await clientWith(async (message) => sent.push(message)).answerRequest("rpc-1", { decision: "decline" });
  expect(sent).toEqual([{ id: "rpc-1", result: { decision: "decline" } }]);
});
