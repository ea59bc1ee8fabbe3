// What a selection within a diff puts on the clipboard: the source, without numbers, signs and the drawing of what cannot be seen.

/** `sourceOf`: the whole line of a cell. Cells with code say their `data-row` and `data-side`; of two columns the one counts in which it began. */
export function copiedSource(box: HTMLElement, selection: Selection, sourceOf: (cell: HTMLElement) => string): string {
  const cells = [...box.querySelectorAll<HTMLElement>("td[data-side]")].filter((cell) => selection.containsNode(cell, true));
  const side = sideOf(selection.anchorNode) ?? cells.at(-1)?.dataset["side"];
  const chosen = cells.filter((cell) => cell.dataset["side"] === side);
  return chosen.map((cell) => (selection.containsNode(cell) ? sourceOf(cell) : partOf(cell, selection))).join("\n");
}

function sideOf(node: Node | null): string | undefined {
  const element = node instanceof Element ? node : node?.parentElement;
  return element?.closest<HTMLElement>("td[data-side]")?.dataset["side"];
}

function partOf(cell: HTMLElement, selection: Selection): string {
  const range = selection.getRangeAt(0).cloneRange();
  const start = range.comparePoint(cell, 0);
  if (start >= 0) range.setStart(cell, 0);
  if (range.comparePoint(cell, cell.childNodes.length) <= 0) range.setEnd(cell, cell.childNodes.length);
  const part = range.cloneContents();
  for (const added of part.querySelectorAll("[data-added]")) added.remove();
  for (const shown of part.querySelectorAll(".esc")) shown.replaceWith(characterOf(shown.textContent));
  return part.textContent;
}

/** "U+200B" → the character itself. */
function characterOf(code: string): string {
  const point = /^U\+([0-9A-F]{4,6})$/.exec(code)?.[1];
  return point === undefined ? code : String.fromCodePoint(Number.parseInt(point, 16));
}
