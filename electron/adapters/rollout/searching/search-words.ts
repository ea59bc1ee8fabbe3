// What is searched for and what is indexed, cut into words the same way. Runs of Chinese, Japanese and Korean have no spaces: they become pairs of
// neighbouring characters, so that any part of them is found.

const CJK = "\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}";
const CJK_RUN = new RegExp(`[${CJK}]+`, "gu");
const WORD_OR_PHRASE = /"([^"]+)"|(\S+)/g;
/** As the index cuts words: letters and digits of any script; everything else separates. */
const WORD = /[\p{L}\p{N}\p{Co}\p{M}]+/gu;

/** A text as the index takes it: pairs stand where a run of CJK stood. */
export function indexedText(text: string): string {
  return text.replace(CJK_RUN, (run) => ` ${pairs(run).join(" ")} `);
}

export interface SearchWords {
  /** For FTS5's MATCH; every part must be found. */
  readonly match: string;
  /** What is marked in a snippet, in lower case; each as the person typed it, without accents folded. */
  readonly marked: readonly string[];
}

/** Null: nothing in the query can be found. Words match at their beginning, what stands in quotation marks as it stands. Never a syntax error. */
export function searchWords(query: string): SearchWords | null {
  const parts: string[] = [];
  const marked: string[] = [];
  for (const [, phrase, word] of wellFormed(query).matchAll(WORD_OR_PHRASE)) {
    const text = phrase ?? word ?? "";
    const tokens = indexedText(text).match(WORD) ?? [];
    if (tokens.length === 0) continue;
    const isWhole = phrase !== undefined || endsInCjk(text);
    parts.push(`"${tokens.join(" ")}"${isWhole ? "" : "*"}`);
    marked.push(...(text.toLowerCase().match(WORD) ?? []));
  }
  return parts.length === 0 ? null : { match: parts.join(" AND "), marked };
}

/** A pair is whole already; a single character begins pairs, and is found as a beginning. */
function endsInCjk(text: string): boolean {
  const run = /[^\s]*$/u.exec(text)?.[0] ?? "";
  const last = [...run.matchAll(CJK_RUN)].at(-1)?.[0] ?? "";
  return [...last].length > 1 && run.endsWith(last);
}

/** Unpaired surrogates become U+FFFD, which no word holds. */
function wellFormed(text: string): string {
  return Buffer.from(text, "utf8").toString("utf8");
}

function pairs(run: string): string[] {
  const characters = [...run];
  if (characters.length === 1) return [run];
  return characters.slice(1).map((character, index) => `${characters[index] ?? ""}${character}`);
}
