// What a person may overlook in a command before allowing it (bug report 148): the window shows each in place, headless clients get words.

const INVISIBLE = /[\p{Cf}\p{Zl}\p{Zp}\u00a0\u2000-\u200a\u202f\u3000\u0000-\u0008\u000b-\u001f\u007f-\u009f]/gu;

/** One warning per kind of invisible or direction-changing character, in order of appearance; empty when there is none. */
export function invisibleCharacters(command: string): string[] {
  const codes = [...command.matchAll(INVISIBLE)].map(([character]) => `U+${codeOf(character)}`);
  return [...new Set(codes)].map((code) => `the command holds the invisible character ${code}`);
}

/** The text with each such character written as `\u{200B}`, for where nothing but text can be shown. */
export function escapeInvisible(text: string): string {
  return text.replace(INVISIBLE, (character) => `\\u{${codeOf(character)}}`);
}

function codeOf(character: string): string {
  return (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0");
}
