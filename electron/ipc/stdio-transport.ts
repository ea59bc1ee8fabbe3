// The headless door: one JSON object per line in and out. A slow reader gets coalesced deltas, never missing items (protocol.md §1).
import type { Readable, Writable } from "node:stream";
import { RpcRequest } from "../../shared/protocol/command";
import { inputLines, LONGEST_LINE } from "./input-lines";
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

/**
 * Serves one client until its input ends or is taken away (a signal); resolves when what was asked is answered, the agent has stopped, and everything
 * that was delivered is written out. Throws what broke the input, after the same.
 */
export async function serveStdio({ input, output, connect, stop }: StdioParts): Promise<void> {
  const writer = new LineWriter(output);
  const connection = connect((message) => writer.write(message));
  const unanswered = new Set<Promise<void>>();
  try {
    for await (const line of inputLines(input)) receive(line);
  } finally {
    await Promise.all(unanswered);
    await stop();
    connection.close();
    await writer.flushed();
  }

  function receive(line: string | null): void {
    if (line === null) {
      writer.write(rpcError(UNREADABLE_ID, "invalidParams", `the line is longer than ${LONGEST_LINE} characters`));
      return;
    }
    if (line.trim() === "") return;
    let message: unknown;
    try {
      message = JSON.parse(line);
    } catch {
      writer.write(rpcError(UNREADABLE_ID, "invalidParams", "the line is not JSON"));
      return;
    }
    if (!RpcRequest.safeParse(message).success) {
      connection.receive(message, (response) => writer.write(response));
      return;
    }
    const answered = new Promise<void>((resolve) => {
      connection.receive(message, (response) => {
        writer.write(response);
        resolve();
      });
    }).then(() => {
      unanswered.delete(answered);
    });
    unanswered.add(answered);
  }
}
