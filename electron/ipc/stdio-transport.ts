// The headless door: one JSON object per line in and out. A slow reader gets coalesced deltas, never missing items (protocol.md §1).
import type { Readable, Writable } from "node:stream";
import { RpcRequest } from "../../shared/protocol/command";
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
    await readLines(input, receive);
  } finally {
    await Promise.all(unanswered);
    await stop();
    connection.close();
    await writer.flushed();
  }

  function receive(line: string): void {
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

async function readLines(input: Readable, onLine: (line: string) => void): Promise<void> {
  let rest = "";
  input.setEncoding("utf8");
  try {
    for await (const chunk of input) {
      const lines = (rest + String(chunk)).split("\n");
      rest = lines.pop() ?? "";
      for (const line of lines) onLine(line);
    }
  } catch (error) {
    if (!isTakenAway(error)) throw error;
    return;
  }
  onLine(rest);
}

/** The stream was destroyed before its end, without a fault of its own. */
function isTakenAway(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ERR_STREAM_PREMATURE_CLOSE";
}
