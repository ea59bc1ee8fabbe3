// A short memory of texts, kept as 32-bit hashes: small enough for every checkpoint. A hash that two texts share makes one of them look known.

/** Of longer texts their length and both ends are heard. */
const ENDS = 64;
const OFFSET = 0x811c9dc5 | 0;
const PRIME = 0x01000193;

/** FNV-1a over UTF-16 units. `kind`: texts of different kinds are told apart. */
export function hashOf(text: string, kind = ""): number {
  const { length } = text;
  let hash = heard(OFFSET, kind, { from: 0, to: kind.length });
  if (length <= 2 * ENDS) return heard(hash, text, { from: 0, to: length });
  hash = Math.imul(hash ^ length, PRIME);
  hash = heard(hash, text, { from: 0, to: ENDS });
  return heard(hash, text, { from: length - ENDS, to: length });
}

function heard(hash: number, text: string, { from, to }: { readonly from: number; readonly to: number }): number {
  let next = hash;
  for (let index = from; index < to; index += 1) next = Math.imul(next ^ text.charCodeAt(index), PRIME);
  return next;
}

export function remember(hashes: number[], hash: number, most: number): void {
  hashes.push(hash);
  if (hashes.length > most) hashes.shift();
}

/** True when it was known; it is not any more. */
export function takeBack(hashes: number[], hash: number): boolean {
  const index = hashes.lastIndexOf(hash);
  if (index !== -1) hashes.splice(index, 1);
  return index !== -1;
}
