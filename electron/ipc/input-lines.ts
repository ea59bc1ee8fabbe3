// A stream's lines, in memory and time that grow with what comes and no faster: a line is put together once, and only up to a limit.
import type { Readable } from "node:stream";

/** In characters. No submission that is longer could be kept in a session. */
export const LONGEST_LINE = 64 * 1024 * 1024;

/** Each line without its newline, also a last one that lacks it; null for one that is longer than `longest`. Ends without an error when the stream is taken away. */
export async function* inputLines(input: Readable, longest = LONGEST_LINE): AsyncGenerator<string | null, void> {
  input.setEncoding("utf8");
  let pieces: string[] = [];
  let length = 0;

  function keep(piece: string): void {
    length += piece.length;
    if (length <= longest) pieces.push(piece);
    else pieces = [];
  }

  function take(): string | null {
    const line = length <= longest ? pieces.join("") : null;
    pieces = [];
    length = 0;
    return line;
  }

  try {
    for await (const chunk of input) {
      const [first = "", ...others] = String(chunk).split("\n");
      keep(first);
      for (const other of others) {
        yield take();
        keep(other);
      }
    }
  } catch (error) {
    if (!isTakenAway(error)) throw error;
    return;
  }
  yield take();
}

/** The stream was destroyed before its end, without a fault of its own. */
function isTakenAway(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ERR_STREAM_PREMATURE_CLOSE";
}
