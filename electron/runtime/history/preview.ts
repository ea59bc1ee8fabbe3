const PREVIEW_LENGTH = 120;

/** The first words of a text on one line, cut on a code point. */
export function previewText(text: string): string {
  return [...text.replace(/\s+/g, " ").trim()].slice(0, PREVIEW_LENGTH).join("");
}
