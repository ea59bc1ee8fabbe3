// What is wrong with a line, in words for a person.
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
