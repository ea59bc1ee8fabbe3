// Where a text is cut, so that nobody is shown half a character.

/** At most so many UTF-16 units from the text's beginning, and not the first half of a pair alone. */
export function beginningOf(text: string, length: number): string {
  return text.length <= length ? text : text.slice(0, length).replace(/[\ud800-\udbff]$/, "");
}
