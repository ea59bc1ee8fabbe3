// The first words of a session, by which it is known in every list.

const PREVIEW_LENGTH = 120;

/** The first words of a text on one line, cut on a code point; an ellipsis where there is more. */
export function previewText(text: string): string {
  const line = text.replace(/\s+/g, " ").trim();
  // So many units hold one point more than is shown, if the line has as many.
  const points = [...line.slice(0, 2 * (PREVIEW_LENGTH + 1))];
  return points.length <= PREVIEW_LENGTH ? line : `${points.slice(0, PREVIEW_LENGTH - 1).join("")}…`;
}
