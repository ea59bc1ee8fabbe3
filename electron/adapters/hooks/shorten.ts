// Words of a command or a program, in a line for the person.

const LONGEST = 80;

/** One line without what cannot be seen; cut at the end when it is long. */
export function shorten(text: string, longest = LONGEST): string {
  const seen = [...text.replaceAll(/[\s\p{Cc}\p{Cf}]+/gu, " ").trim()];
  return seen.length <= longest ? seen.join("") : `${seen.slice(0, longest - 1).join("")}…`;
}
