// What is wrong with a line, in words for a person: above the session, and as the notice that stands in its place.
import type { LineBody } from "../../../../shared/protocol/rollout-line";
import type { DamagedLine } from "./file-record";

/** `line`: its number; null where it is not known. */
export function damageWords({ damage, place }: DamagedLine, line: number | null = place.line): string {
  const name = line === null ? `the line at byte ${place.offset}` : `line ${line}`;
  switch (damage) {
    case "cut":
      return `${name}, the last one, is cut off after ${place.length} bytes and was left out`;
    case "notJson":
      return `${name} is damaged (${place.length} bytes) and was left out`;
    case "tooLong":
      return `${name} is too long (${place.length} bytes) and was left out`;
    case "nulBytes":
      return `${name}: NUL bytes were ignored`;
    case "notUtf8":
      return `${name} holds bytes that are not UTF-8; they are shown as \ufffd`;
    case "glued":
      return `${name} is damaged; the whole records that were found on it are shown`;
  }
}

/** A line that was cut off is one that is no JSON as soon as somebody has written behind it: the words are the same. */
const UNREADABLE = "A line here cannot be read: it was cut off or is no JSON.";
const LOST: Readonly<Record<DamagedLine["damage"], string>> = {
  cut: UNREADABLE,
  notJson: UNREADABLE,
  tooLong: "A line here is too long to be read.",
  nulBytes: "Bytes here were lost: the file holds zeros in their place.",
  notUtf8: "Letters of this line were lost: its bytes are no UTF-8.",
  glued: "A piece of a line was lost here; what follows it on the same line is whole.",
};

/** The line that tells of it where it stands, and its name (LinePlace). */
export function damageNotice(
  damage: DamagedLine["damage"],
  { offset, line }: Pick<DamagedLine["place"], "offset" | "line">,
): { readonly key: string; readonly body: LineBody } {
  const text = line === null ? LOST[damage] : `${LOST[damage]} (line ${line})`;
  const payload = { level: "warning", code: "damagedLine", text } as const;
  return { key: `damage-at-${offset}`, body: { type: "cf_notice", payload } };
}
