// Text of others inside a Markdown file, so that nothing in it can end what it stands in or hide what follows.
import { Lexer, type Token } from "marked";
import { withVisible, withVisibleControls } from "./visible-text";

/** Longer text is not looked into: it is fenced (see `closedMarkdown`). UTF-16 units. */
const MAX_MARKDOWN_LENGTH = 256 * 1024;

/** A fenced block. The fence is longer than any run of backticks in the text. */
export function fenced(text: string, language: string): string {
  const longest = (text.match(/`{3,}/g) ?? []).reduce((length, run) => Math.max(length, run.length), 2);
  const fence = "`".repeat(longest + 1);
  return `${fence}${language}\n${text.replace(/\n$/, "")}\n${fence}`;
}

/** One line of plain text: no character of it means anything in Markdown. */
export function inlineText(text: string): string {
  return asUnicodeEscapes(text.replace(/\s+/g, " ").trim()).replace(/[\\`*_{}[\]<>#|~&]/g, "\\$&");
}

/** One line as code. */
export function inlineCode(text: string): string {
  const line = asUnicodeEscapes(text.replace(/\s+/g, " "));
  const longest = (line.match(/`+/g) ?? []).reduce((length, run) => Math.max(length, run.length), 0);
  const ticks = "`".repeat(longest + 1);
  const pad = longest > 0 || line === "" || line.startsWith(" ") ? " " : "";
  return `${ticks}${pad}${line}${pad}${ticks}`;
}

/** Somebody's words as they stand: quoted, or fenced where Markdown would take a part of them for HTML. */
export function quoted(words: string): string {
  const text = withoutControls(words);
  if (/[<&]|^(?: {4}|\t)/m.test(text)) return fenced(text, "text");
  return text
    .split("\n")
    .map((line) => (line === "" ? ">" : `> ${line}`))
    .join("\n");
}

/** A model's Markdown as it stands; a fence or a piece of HTML that it left open is closed behind it. */
export function closedMarkdown(written: string): string {
  const text = withoutControls(written);
  if (!/```|~~~|</.test(text)) return text;
  if (text.length > MAX_MARKDOWN_LENGTH) return fenced(text, "markdown");
  const source = text.endsWith("\n") ? text : `${text}\n`;
  const last = lastBlock(source);
  if (last === null) return fenced(text, "markdown");
  const ending = last.type === "code" ? fenceEnding(last.raw) : last.type === "html" ? htmlEnding(last.raw) : "";
  return ending === "" ? text : `${source}${ending}`;
}

/** Null: the text nests deeper than the reader of Markdown can follow. */
function lastBlock(source: string): Pick<Token, "type" | "raw"> | null {
  try {
    const blocks = new Lexer({ gfm: true }).blockTokens(source).filter(({ type }) => type !== "space");
    return blocks.at(-1) ?? { type: "space", raw: "" };
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

function fenceEnding(raw: string): string {
  const marker = /^ {0,3}(`{3,}|~{3,})/.exec(raw)?.[1];
  if (marker === undefined) return "";
  const lines = raw.trimEnd().split("\n");
  const last = lines.length > 1 ? (lines.at(-1) ?? "").trim() : "";
  const isClosed = last.length >= marker.length && last === (marker[0] ?? "").repeat(last.length);
  return isClosed ? "" : marker;
}

/** What ends those blocks of HTML that would otherwise reach to the end of the file. */
function htmlEnding(raw: string): string {
  const tag = /^ {0,3}<(script|pre|style|textarea)\b/i.exec(raw)?.[1];
  if (tag !== undefined) return new RegExp(`</${tag}>`, "i").test(raw) ? "" : `</${tag}>`;
  const openings = [
    ["<!--", "-->"],
    ["<?", "?>"],
    ["<![CDATA[", "]]>"],
  ] as const;
  for (const [opening, ending] of openings) if (raw.trimStart().startsWith(opening)) return raw.includes(ending) ? "" : ending;
  return /^ {0,3}<![A-Za-z]/.test(raw) && !raw.includes(">") ? ">" : "";
}

/** A file that is printed to a terminal must not steer it. */
export function withoutControls(text: string): string {
  return withVisibleControls(text.replace(/\r\n?/g, "\n"), (code) => `\\u{${code}}`);
}

export function asUnicodeEscapes(text: string): string {
  return withVisible(text, (code) => `\\u{${code}}`);
}
