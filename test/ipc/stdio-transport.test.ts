import { PassThrough } from "node:stream";
import { describe, expect, test } from "vitest";
import { RpcRequest, type RpcResponse } from "../../shared/protocol/command";
import { serveStdio } from "../../electron/ipc/stdio-transport";
import { TestServer } from "../support/test-server";

/** A door with a connection that answers as the test says. */
function door(answer: (message: unknown, reply: (response: RpcResponse) => void) => void = () => undefined) {
  const input = new PassThrough();
  const output = new PassThrough();
  const received: unknown[] = [];
  const steps: string[] = [];
  let deliver: (message: unknown) => void = () => undefined;
  const served = serveStdio({
    input,
    output,
    connect: (given) => {
      deliver = given;
      return {
        receive: (message, reply) => {
          received.push(message);
          answer(message, reply);
        },
        close: () => steps.push("close"),
      };
    },
    stop: async () => {
      steps.push("stop");
      deliver({ method: "told while stopping" });
    },
  });
  return { input, output, received, steps, served, deliver: (message: unknown) => deliver(message) };
}

/** What was written out, line by line. */
function written(output: PassThrough): unknown[] {
  const text = String(output.read() ?? "");
  expect(text === "" || text.endsWith("\n")).toBe(true);
  return text
    .split("\n")
    .slice(0, -1)
    .map((line) => JSON.parse(line) as unknown);
}

describe("protocol.md §1 headless", () => {
  test("§1 one object per line, however the chunks are cut, also inside a character", async () => {
    const { input, received, served } = door();
    const lines = Buffer.from(
      `${JSON.stringify({ id: 1, text: "größer 😀" })}\n${JSON.stringify({ id: 2 })}\r\n\n  \n${JSON.stringify({ id: 3 })}\n`,
    );
    for (const byte of lines) input.write(Buffer.from([byte]));
    input.end();
    await served;
    expect(received).toEqual([{ id: 1, text: "größer 😀" }, { id: 2 }, { id: 3 }]);
  });

  test("§1 many lines in one chunk are taken in order", async () => {
    const { input, received, served } = door();
    input.end(Array.from({ length: 100 }, (_, id) => `${JSON.stringify({ id })}\n`).join(""));
    await served;
    expect(received).toEqual(Array.from({ length: 100 }, (_, id) => ({ id })));
  });

  test("§1 a last line without a newline counts", async () => {
    const { input, received, served } = door();
    input.end('{"id":1}');
    await served;
    expect(received).toEqual([{ id: 1 }]);
  });

  test("§1 a line that is not JSON is an error, and the next ones are taken", async () => {
    const { input, output, received, served } = door();
    input.end('{"id":1\nnonsense\n{"id":2}\n');
    await served;
    expect(received).toEqual([{ id: 2 }]);
    expect(written(output).slice(0, 2)).toEqual(
      Array(2).fill({ id: "", error: { code: -32602, message: "the line is not JSON", data: { kind: "invalidParams" } } }),
    );
  });

  test("§1 end of input: what was asked is answered, then stop, then what that causes, then the end", async () => {
    const replies: ((response: RpcResponse) => void)[] = [];
    const { input, output, steps, served } = door((_message, reply) => replies.push(reply));
    input.end('{"id":1,"method":"slow"}\n{"id":"r","result":{}}\n');
    let isOver = false;
    const over = served.then(() => (isOver = true));
    await new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
    expect({ isOver, steps }).toEqual({ isOver: false, steps: [] });
    replies[0]?.({ id: 1, result: "at last" });
    await over;
    expect(written(output)).toEqual([{ id: 1, result: "at last" }, { method: "told while stopping" }]);
    expect(steps).toEqual(["stop", "close"]);
  });

  test("§1 an input that is taken away, as a signal does, is an end like any other", async () => {
    const { input, output, steps, served } = door();
    input.write('{"id":1}\n');
    await new Promise((resolve) => setImmediate(resolve));
    input.destroy();
    await served;
    expect(steps).toEqual(["stop", "close"]);
    expect(written(output)).toEqual([{ method: "told while stopping" }]);
  });

  test("§1 an input that breaks is told as what it is, after everything was stopped", async () => {
    const { input, steps, served } = door();
    input.destroy(new Error("EIO"));
    await expect(served).rejects.toThrow("EIO");
    expect(steps).toEqual(["stop", "close"]);
  });

  test("§1 a whole session over the wire: the commands of a script in one go", async () => {
    const server = new TestServer();
    const input = new PassThrough();
    const output = new PassThrough();
    const served = serveStdio({ input, output, connect: server.connect, stop: () => server.runtime.manager.closeAll() });
    const asked = [
      { id: 1, method: "initialize", params: { clientInfo: { name: "script", version: "1" } } },
      { jsonrpc: "2.0", id: 2, method: "thread/start", params: { cwd: "/project" } },
      { id: "three", method: "thread/list" },
    ];
    input.end(asked.map((message) => `${JSON.stringify(RpcRequest.parse(message))}\n`).join(""));
    await served;
    const got = written(output);
    const names = got.map(
      (message) => (message as { id?: unknown; method?: string }).id ?? (message as { method: string }).method,
    );
    expect(names.filter((name) => name !== "thread/list/changed")).toEqual([1, 2, "thread/started", "three"]);
  });
});
