// Rollout lines written by hand: stamped and numbered as a file would have them.
import type { ResponseItem } from "../../shared/protocol/response-item";
import { encodeLine, type LineBody, type RolloutLine } from "../../shared/protocol/rollout-line";
import type { StoredRollout } from "../../electron/runtime/ports/rollout-store";

export const STAMP = "2026-01-02T03:04:05.000Z";
export const STAMP_MS = Date.UTC(2026, 0, 2, 3, 4, 5);

export function stamped(body: LineBody): RolloutLine {
  return { timestamp: STAMP, ...body };
}

export function itemLine(payload: ResponseItem): LineBody {
  return { type: "response_item", payload };
}

export function callLine(callId: string, name = "work", args = "{}"): LineBody {
  return itemLine({ type: "function_call", call_id: callId, name, arguments: args });
}

export function outputLine(callId: string, output = `output of ${callId}`): LineBody {
  return itemLine({ type: "function_call_output", call_id: callId, output });
}

/** A file of these lines; a text stands in it as it is. */
export function stored(lines: readonly (LineBody | string)[], repairs: readonly string[] = []): StoredRollout {
  const texts = lines.map((line) => (typeof line === "string" ? line : encodeLine(stamped(line)).text));
  let offset = 0;
  const placed = texts.map((text, index) => {
    const line = { line: index + 1, offset, text };
    offset += text.length + 1;
    return line;
  });
  return {
    path: "/rollout.jsonl",
    lines: placed,
    slices: async function* () {
      for (const line of placed) yield [line];
    },
    leftOut: null,
    repairs,
    updatedAtMs: 7,
    isArchived: false,
    lockedByOther: false,
  };
}
