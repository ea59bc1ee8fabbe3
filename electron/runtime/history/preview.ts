const PREVIEW_LENGTH = 120;

/** The first words of a text on one line, cut on a code point; an ellipsis where there is more. */
export function previewText(text: string): string {
  const points = [...text.replace(/\s+/g, " ").trim()];
  return points.length <= PREVIEW_LENGTH ? points.join("") : `${points.slice(0, PREVIEW_LENGTH - 1).join("")}…`;
}
