import { expect, test } from "vitest";
import { z } from "zod";
import { rpcError, rpcErrorFrom } from "../../electron/ipc/rpc-error";
import { CommandRefused, StorageError } from "../../electron/runtime/errors";
import { RpcResponse } from "../../shared/protocol/command";

function issues(schema: z.ZodType, value: unknown): z.ZodError {
  const { error } = schema.safeParse(value);
  if (error === undefined) throw new Error("it is valid");
  return error;
}

test.each<[unknown, object]>([
  [new CommandRefused("turnMismatch", "no"), { code: -32000, message: "no", data: { kind: "turnMismatch" } }],
  [new StorageError("locked", "taken"), { code: -32000, message: "taken", data: { kind: "lockedByOther" } }],
  [new StorageError("io", "full"), { code: -32000, message: "full", data: { kind: "storage" } }],
  [new StorageError("changed", "other"), { code: -32000, message: "other", data: { kind: "storage" } }],
  [new TypeError("a bug"), { code: -32603, message: "a bug", data: { kind: "internal" } }],
  ["thrown text", { code: -32603, message: "thrown text", data: { kind: "internal" } }],
])("%s", (error, reply) => {
  expect(rpcErrorFrom(7, error)).toEqual({ id: 7, error: reply });
  expect(RpcResponse.parse(rpcErrorFrom(7, error))).toEqual(rpcErrorFrom(7, error));
});

test("what is wrong with params is said path by path", () => {
  const error = issues(z.strictObject({ a: z.object({ b: z.number() }) }), { a: { b: "x" }, c: 1 });
  expect(rpcErrorFrom(1, error)).toMatchObject({ error: { code: -32602, message: expect.stringMatching(/^a\.b: .*; .*c/) } });
});

test("no reply holds a stack", () => {
  expect(JSON.stringify(rpcErrorFrom(1, new Error("m", { cause: new Error("inner") })))).not.toMatch(/ at |inner|stack/);
  expect(rpcError("x", "unknownMethod", "m")).toEqual({
    id: "x",
    error: { code: -32601, message: "m", data: { kind: "unknownMethod" } },
  });
});
