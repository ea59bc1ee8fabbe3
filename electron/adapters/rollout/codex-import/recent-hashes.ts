// A short memory of texts, kept as 32-bit hashes: small enough for every checkpoint. A hash that two texts share makes one of them look known.

/** FNV-1a over UTF-16 units; long texts by their length and both ends. */
export function hashOf(text: string): number {
  const most = 4096;
  const heard = text.length <= most ? text : `${text.length}${text.slice(0, most / 2)}${text.slice(-most / 2)}`;
  let hash = 0x811c9dc5;
  for (let index = 0; index < heard.length; index += 1) hash = Math.imul(hash ^ heard.charCodeAt(index), 0x01000193);
  return hash >>> 0;
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
