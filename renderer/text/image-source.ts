// Where an image comes from. Only one that lies in the session itself is drawn; one on the web is opened outside, and only when asked.
import { byteWords } from "./duration";
import { safeLink } from "./safe-link";

export type ImageSource =
  | { readonly type: "data"; readonly url: string; readonly words: string }
  | { readonly type: "web"; readonly url: string }
  | { readonly type: "unseen"; readonly words: string };

/** Bytes of a data address that are decoded; larger ones are named and not drawn. */
const DRAWN_BYTES = 20_000_000;
const DATA_IMAGE = /^data:image\/(png|jpeg|gif|webp|bmp|avif)(?:;[a-z-]+=[^;,]*)*;base64,/i;

export function imageSource(url: string): ImageSource {
  if (/^data:/i.test(url)) {
    const kind = DATA_IMAGE.exec(url);
    if (kind === null) return { type: "unseen", words: "An image of a kind that is not drawn" };
    const bytes = Math.floor(((url.length - kind[0].length) * 3) / 4);
    // A page names an image that it has no room for.
    if (bytes === 0) return { type: "unseen", words: "An image that is too large to be shown here" };
    const name = `${(kind[1] ?? "").toUpperCase()}, ${byteWords(bytes)}`;
    if (bytes > DRAWN_BYTES) return { type: "unseen", words: `An image too large to be drawn (${name})` };
    return { type: "data", url, words: name };
  }
  const link = /^https?:/i.test(url) ? safeLink(url) : null;
  return link === null ? { type: "unseen", words: "An image at an address that is not opened" } : { type: "web", url: link };
}
