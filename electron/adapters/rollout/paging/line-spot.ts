// The number of a line → where it starts, by counting from the checkpoint before it.
import { checkpointOfLine, type OffsetIndex } from "./offset-index";
import type { RolloutRun } from "./rollout-run";

const CHUNK_BYTES = 256 * 1024;
const NEWLINE = 0x0a;

/** One behind the last line is the end; what is further is null. */
export async function spotOfLine({ source }: RolloutRun, index: OffsetIndex, line: number): Promise<number | null> {
  const checkpoint = index.checkpoints[checkpointOfLine(index, line)];
  if (checkpoint === undefined || line < checkpoint.line) return line === 1 ? 0 : null;
  let position = checkpoint.offset;
  for (let current = checkpoint.line; current < line;) {
    const bytes = await source.read(position, CHUNK_BYTES);
    if (bytes.length === 0) return null;
    let at = -1;
    while (current < line) {
      const next = bytes.indexOf(NEWLINE, at + 1);
      if (next === -1) break;
      at = next;
      current += 1;
    }
    if (current === line) return position + at + 1;
    position += bytes.length;
  }
  return position;
}
