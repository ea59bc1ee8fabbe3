// The headless door: one JSON object per line in and out. A slow reader gets coalesced deltas, never missing items (protocol.md §1).
import type { Readable, Writable } from "node:stream";
import { rpcError, UNREADABLE_ID } from "./rpc-error";
import type { Connect } from "./agent-connection";
import { LineWriter } from "./line-writer";

export interface StdioParts {
  readonly input: Readable;
  readonly output: Writable;
  readonly connect: Connect;
  /** Ends the agent's work once the input has ended; what that causes is still delivered. */
  readonly stop: () => Promise<void>;
}

/** Serves one client until its input ends; resolves when everything that was delivered is written out. */
export async function serveStdio({ input, output, connect, stop }: StdioParts): Promise<void> {
  const writer = new LineWriter(output);
  const connection = connect((message) => writer.write(message));
  let rest = "";
  input.setEncoding("utf8");
  for await (const chunk of input) {
    const lines = (rest + String(chunk)).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) receive(line);
  }
  receive(rest);
  await stop();
  connection.close();
  await writer.flushed();

  function receive(line: string): void {
    if (line.trim() === "") return;
    let message: unknown;
    try {
      message = JSON.parse(line);
    } catch {
      writer.write(rpcError(UNREADABLE_ID, "invalidParams", "the line is not JSON"));
      return;
    }
    connection.receive(message, (response) => writer.write(response));
  }
}
