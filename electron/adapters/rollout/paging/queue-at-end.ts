// The queue that a rollout of ours ends with, by the one projection, from the few lines that it is made of.
import { isUtf8 } from "node:buffer";
import { lineOf, parseLine } from "../../../../shared/protocol/rollout-line";
import type { FollowUpQueue } from "../../../../shared/protocol/queue";
import { InputProjection } from "../../../runtime/history/input-projection";
import type { Spot } from "./offset-index";
import { scannedAt, type RolloutRun } from "./rollout-run";

export const EMPTY_QUEUE: FollowUpQueue = { data: [], paused: false };

/** Of a bigger file it comes with the index. */
const SEARCHED_BYTES = 32 * 1024 * 1024;
const CHUNK_BYTES = 1024 * 1024;
/** Where our writer puts the type of a line. */
const LINE_HEAD = '{"timestamp":"2026-01-01T00:00:00.000Z","type":"';
const TYPES = ["cf_input", "cf_queue", "cf_mail"];
const LONGEST = LINE_HEAD.length + "cf_input_end".length;

/** `lines`: in file order. Paused, as is every queue that was read. */
export async function queueOf(run: RolloutRun, lines: readonly Spot[]): Promise<FollowUpQueue> {
  const inputs = new InputProjection();
  for (const [offset, line] of lines) {
    for (const scanned of await scannedAt(run, offset, line)) {
      const entry = "record" in scanned ? lineOf(scanned.record, () => "") : null;
      if (entry !== null) inputs.apply(entry);
    }
  }
  return atRest(inputs);
}

/** Nothing but the lines about input is parsed. Null: too big for that. */
export async function searchQueue(run: RolloutRun): Promise<FollowUpQueue | null> {
  const { source } = run;
  if (source.size > SEARCHED_BYTES) return null;
  const inputs = new InputProjection();
  let rest = Buffer.alloc(0);
  for (let position = 0; position < source.size;) {
    const bytes = await source.read(position, CHUNK_BYTES);
    if (bytes.length === 0) break;
    position += bytes.length;
    const chunk = Buffer.concat([rest, bytes]);
    let start = 0;
    for (let end = chunk.indexOf(0x0a); end !== -1; end = chunk.indexOf(0x0a, start)) {
      applyLine(inputs, chunk.subarray(start, end));
      start = end + 1;
    }
    rest = chunk.subarray(start);
  }
  return atRest(inputs);
}

function applyLine(inputs: InputProjection, line: Buffer): void {
  const type = line.toString("latin1", LINE_HEAD.length, LONGEST);
  if (!TYPES.some((wanted) => type.startsWith(wanted)) || !isUtf8(line)) return;
  const entry = parseLine(line.toString("utf8"));
  if (entry !== null) inputs.apply(entry);
}

/** Nothing is sent because a file was opened. */
function atRest(inputs: InputProjection): FollowUpQueue {
  inputs.pause();
  return inputs.queue;
}
