// Characters that a person cannot see, or that turn text around, made visible. A command must read as it will run.

export type TextSegment =
  { readonly type: "text"; readonly text: string } | { readonly type: "invisible"; readonly code: string; readonly name: string };

// Controls (but not line feed and tab), format and default-ignorable characters, lone surrogates, separators other than the plain space, blank letters.
const INVISIBLE = /(?![\n\t ])[\p{Cc}\p{Cf}\p{Cs}\p{Zs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/gu;

const NAMES: Readonly<Record<string, string>> = {
  "U+000D": "carriage return",
  "U+001B": "escape",
  "U+00A0": "no-break space",
  "U+00AD": "soft hyphen",
  "U+200B": "zero width space",
  "U+200C": "zero width non-joiner",
  "U+200D": "zero width joiner",
  "U+200E": "left-to-right mark",
  "U+200F": "right-to-left mark",
  "U+202A": "left-to-right embedding",
  "U+202B": "right-to-left embedding",
  "U+202C": "pop directional formatting",
  "U+202D": "left-to-right override",
  "U+202E": "right-to-left override",
  "U+202F": "narrow no-break space",
  "U+2060": "word joiner",
  "U+2066": "left-to-right isolate",
  "U+2067": "right-to-left isolate",
  "U+2068": "first strong isolate",
  "U+2069": "pop directional isolate",
  "U+3000": "ideographic space",
  "U+3164": "Hangul filler",
  "U+FEFF": "zero width no-break space",
};

/** The text in pieces; the pieces' text and characters joined are the text again. */
export function textSegments(text: string): TextSegment[] {
  const segments: TextSegment[] = [];
  let from = 0;
  for (const match of text.matchAll(INVISIBLE)) {
    if (match.index > from) segments.push({ type: "text", text: text.slice(from, match.index) });
    const code = codeOf(match[0]);
    segments.push({ type: "invisible", code, name: NAMES[code] ?? "invisible character" });
    from = match.index + match[0].length;
  }
  if (from < text.length) segments.push({ type: "text", text: text.slice(from) });
  return segments;
}

/** The codes of the invisible characters in the text, each once, in order. */
export function invisibleCodes(text: string): string[] {
  return [...new Set(Array.from(text.matchAll(INVISIBLE), (match) => codeOf(match[0])))];
}

/** The text on one line: line ends and tabs as signs, invisible characters as their codes. For labels that are read aloud. */
export function visibleLine(text: string): string {
  return text.replace(INVISIBLE, (character) => `[${codeOf(character)}]`).replace(/[\n\t]+/g, " ");
}

function codeOf(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`;
}
