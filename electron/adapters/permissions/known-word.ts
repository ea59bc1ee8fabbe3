// What a word of a command line is before the command runs: its text without quotes, or nothing that could be said.
import type { Word, WordPart } from "unbash";
import type { CommandWord } from "../../runtime/ports/permissions";

/** bash puts a home folder there: at the beginning, and behind `=` and `:` of what looks like an assignment. */
const TILDE = /^~|^[A-Za-z_]\w*\+?=(.*:)?~/;

/** Null: variables, patterns, braces or a command make it what it is, perhaps several words or none. */
export function knownWord({ text, value, parts }: Word): CommandWord {
  if (TILDE.test(text)) return null;
  if (parts === undefined) return value;
  const texts = parts.map(partText);
  // The parts and the word are read apart from each other: where they differ, neither is trusted.
  return texts.includes(null) || texts.join("") !== value ? null : value;
}

function partText(part: WordPart): string | null {
  switch (part.type) {
    case "Literal":
    case "SingleQuoted":
    case "AnsiCQuoted":
      return part.value;
    case "DoubleQuoted": {
      const texts = part.parts.map(partText);
      return texts.includes(null) ? null : texts.join("");
    }
    default:
      return null;
  }
}
