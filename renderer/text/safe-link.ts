// Which addresses in model or tool text may be opened. All others stay text.

const OPENED = new Set(["http:", "https:", "mailto:"]);

/** The address as it will be opened, or null when it may not be. */
export function safeLink(href: string): string | null {
  const url = URL.parse(href);
  return url !== null && OPENED.has(url.protocol) ? url.href : null;
}
