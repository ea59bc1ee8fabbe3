// What a person may overlook in a command before allowing it (bug report 148): the window shows each in place, headless clients get words.

const INVISIBLE = /(?![\n\t ])[\p{Cc}\p{Cf}\p{Cs}\p{Zs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/gu;

/** So many blanks or empty lines push what stands behind them out of sight. */
const PADDING = /[ \t]{40,}(?=\S)|(?:\n[ \t]*){8,}(?=\S)/;

/** One warning per kind of invisible or direction-changing character, in order of appearance; empty when there is none. */
export function invisibleCharacters(command: string): string[] {
  const codes = [...command.matchAll(INVISIBLE)].map(([character]) => `U+${codeOf(character)}`);
  return [...new Set(codes)].map((code) => `the command holds the invisible character ${code}`);
}

/** One warning where a part of it stands far behind blanks or empty lines; else empty. */
export function padding(command: string): string[] {
  return PADDING.test(command) ? ["a part of the command stands behind a long run of blanks"] : [];
}

export function hidesCharacters(text: string): boolean {
  return text.search(INVISIBLE) !== -1;
}

/** The text with each such character written as `\u{200B}`, for where nothing but text can be shown. */
export function escapeInvisible(text: string): string {
  return text.replace(INVISIBLE, (character) => `\\u{${codeOf(character)}}`);
}

function codeOf(character: string): string {
  return (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0");
}
