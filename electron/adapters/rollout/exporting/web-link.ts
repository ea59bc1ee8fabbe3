// Which addresses of others become links in an export: the web and mail, nothing else.

const LINKED = new Set(["http:", "https:", "mailto:"]);

/** The address as it will be opened, or null when it stays text. */
export function webLink(address: string): string | null {
  const url = address.length > 4096 ? null : URL.parse(address);
  return url !== null && LINKED.has(url.protocol) ? url.href : null;
}
