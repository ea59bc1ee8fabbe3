// How much of an output is drawn: all of a short one, the end of a live one, both ends of a long one.
import { escapeEnd } from "./ansi";

export interface OutputWindow {
  readonly head: string;
  /** Characters between head and tail that are not drawn. */
  readonly cut: number;
  readonly tail: string;
}

export const DRAWN = 64_000;
const DRAWN_LIVE = 16_000;

/** `limit`: characters drawn of one that has ended. */
export function outputWindow(output: string, isLive: boolean, drawn = DRAWN): OutputWindow {
  const limit = isLive ? DRAWN_LIVE : drawn;
  if (output.length <= limit) return { head: "", cut: 0, tail: output };
  const head = isLive ? "" : output.slice(0, lineEnd(output, limit / 2));
  const from = Math.max(head.length, lineEnd(output, output.length - (limit - head.length)));
  return { head, cut: from - head.length, tail: output.slice(from) };
}

// The end of the line around a position, unless the line is very long.
function lineEnd(output: string, position: number): number {
  const end = output.indexOf("\n", position);
  return end === -1 || end - position > LONG_LINE ? wholeAt(output, position) : end + 1;
}

const LONG_LINE = 2000;

/** Not within an escape sequence, whose rest would be text, nor between the halves of a surrogate pair. */
function wholeAt(output: string, position: number): number {
  const at = Math.floor(position);
  const start = Math.max(0, at - LONG_LINE);
  const escape = output.slice(start, at).lastIndexOf("\x1b");
  const end = escape === -1 ? at : escapeEnd(output, start + escape);
  const isWhole = end <= at || end - at > LONG_LINE;
  const cut = isWhole ? at : end;
  return /^[\udc00-\udfff]/.test(output.charAt(cut)) ? cut + 1 : cut;
}
