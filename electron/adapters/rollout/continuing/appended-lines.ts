// What others have appended to a file of ours, as its pages show it: Codex's turns in our own form, so that a person's words there are a person's words here
// when the session goes on, and what nobody knows as it stands.
import { encodeLine } from "../../../../shared/protocol/rollout-line";
import type { StoredLine } from "../../../runtime/ports/rollout-store";
import { LineTranslator } from "../codex-import/line-translator";
import type { PlacedLine } from "../codex-import/placed-line";
import { isJsonObject } from "../reading/decode-line";
import { envelopeOf } from "../reading/envelope";
import { isOwnLayout } from "./own-layout";

/** Only Codex says these of a turn's start. */
const FOREIGN_START = /"(?:root_turn_id|turn_attribution|collaboration_mode_kind)"/;

/** Every line of this file is one that our own writer could have written. */
export function isAllOurs(lines: readonly StoredLine[]): boolean {
  return lines.every(({ key, text }) => key !== undefined || (isOwnLayout(text) && !startsForeignTurn(text)));
}

function startsForeignTurn(text: string): boolean {
  return text.includes('"task_started"') && FOREIGN_START.test(text);
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
  const at = { line: place.line ?? line, offset, key: place.key };
  return entry.type === "unknown"
    ? { ...at, lineType: entry.lineType, text: entry.json }
    : { ...at, text: encodeLine(entry).text };
}
