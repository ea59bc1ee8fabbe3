// What Codex has appended to a file of ours, in our own form: a person's words there are a person's words here when the session goes on.
import { encodeLine } from "../../../../shared/protocol/rollout-line";
import type { StoredLine } from "../../../runtime/ports/rollout-store";
import { LineTranslator } from "../codex-import/line-translator";
import type { PlacedLine } from "../codex-import/placed-line";
import { isJsonObject } from "../reading/decode-line";
import { envelopeOf } from "../reading/envelope";

/** Only Codex says these of a turn's start. */
const FOREIGN_START = /"(?:root_turn_id|turn_attribution|collaboration_mode_kind)"/;

/** Whether Codex has begun a turn in these lines of a file of ours. */
export function hasAppended(lines: readonly StoredLine[]): boolean {
  return lines.some(({ text }) => text.includes('"task_started"') && FOREIGN_START.test(text));
}

export class AppendedLines {
  readonly #translator = new LineTranslator({ era: "own" });

  /** The next lines of the file; own ones stay as they are. */
  take(lines: readonly StoredLine[]): StoredLine[] {
    return lines.flatMap((line) => {
      // A notice of damage is no line of the file.
      if (line.key !== undefined) return [line];
      const record: unknown = JSON.parse(line.text);
      if (!isJsonObject(record)) return [];
      const place = { offset: line.offset, length: line.text.length, line: line.line };
      return this.#translator.apply({ place, record, ...envelopeOf(record) }).map((placed) => storedLine(placed, line.line));
    });
  }

  /** The file ends here: what Codex has left open is closed. */
  end(): StoredLine[] {
    return this.#translator.end().map((placed) => storedLine(placed, 0));
  }
}

function storedLine({ entry, place, offset }: PlacedLine, line: number): StoredLine {
  const text = entry.type === "unknown" ? entry.json : encodeLine(entry).text;
  return { line: place.line ?? line, offset, text, key: place.key };
}
