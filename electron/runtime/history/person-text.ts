// What of a text that holds a person's words are the words: editors put what is open in front of them, programs a tag around each image.

const REQUEST_MARK = /^## My request for Codex:[ \t]*\r?\n?/m;
const IMAGE_TAG = /^<\/?image\b[^>]*>$/;

/** What stands behind the editor's mark; null: there is no mark. */
export function behindMark(text: string): string | null {
  // Most texts hold none, and looking for it at every line's start is dear.
  const mark = text.includes("## My request for Codex:") ? REQUEST_MARK.exec(text) : null;
  return mark === null ? null : text.slice(mark.index + mark[0].length).trim();
}

/** The words behind the editor's mark; all of the text where there is no mark, or nothing behind it. */
export function shownWords(text: string): string {
  const behind = behindMark(text);
  return behind === null || behind === "" ? text : behind;
}

/** Nothing that anybody wrote: the beginning or end of an image's place. */
export function isImageTag(text: string): boolean {
  return text.length < 4096 && IMAGE_TAG.test(text.trim());
}
