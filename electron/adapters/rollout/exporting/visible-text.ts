// Characters that nobody sees, or that turn text around, made visible: a command in an export reads as it ran.

// Controls (but not line feed and tab), format and default-ignorable characters, lone surrogates, separators other than the plain space, blank letters.
const INVISIBLE = /(?![\n\t ])[\p{Cc}\p{Cf}\p{Cs}\p{Zs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/gu;

const CONTROLS = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g;

/** `show`: what takes the place of a character, given its code ("202E"). */
export function withVisible(text: string, show: (code: string) => string): string {
  return text.replace(INVISIBLE, (character) => show(codeOf(character)));
}

/** As `withVisible`, of control characters alone: what is left of a tool's output is as it was written. */
export function withVisibleControls(text: string, show: (code: string) => string): string {
  return text.replace(CONTROLS, (character) => show(codeOf(character)));
}

function codeOf(character: string): string {
  return (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0");
}
