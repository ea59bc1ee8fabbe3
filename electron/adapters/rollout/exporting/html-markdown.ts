// A model's Markdown as HTML: read by marked's lexer, written by us. Raw HTML in it stays text, nothing is loaded, only web links are links.
import { Lexer, type MarkedToken, type Token, type Tokens } from "marked";
import { escapeHtml } from "./html-text";
import { webLink } from "./web-link";

/** What is longer, or has a longer piece without a blank line, is shown as it was typed: the lexer's time can grow with the square. UTF-16 units. */
const MAX_LENGTH = 256 * 1024;
const MAX_PIECE_LENGTH = 16 * 1024;

/** Never throws, whatever the text is. */
export function markdownHtml(text: string): string {
  const tokens = isReadable(text) ? lexed(text) : null;
  return tokens === null ? `<p class="typed" dir="auto">${escapeHtml(text)}</p>` : blocks(tokens);
}

function isReadable(text: string): boolean {
  return text.length <= MAX_LENGTH && text.split(/\n[ \t\r]*\n/).every(({ length }) => length <= MAX_PIECE_LENGTH);
}

/** Null: it nests deeper than the lexer can follow. */
function lexed(text: string): Token[] | null {
  try {
    return new Lexer({ gfm: true }).lex(text);
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

function blocks(tokens: readonly Token[]): string {
  return tokens.map((token) => block(known(token))).join("");
}

// Without extensions the lexer gives nothing but its own tokens.
function known(token: Token): MarkedToken {
  return token as MarkedToken;
}

function block(token: MarkedToken): string {
  switch (token.type) {
    case "space":
    case "def":
      return "";
    case "hr":
      return "<hr>";
    case "heading":
      return `<p class="heading h${token.depth}" dir="auto">${inline(token.tokens)}</p>`;
    case "paragraph":
      return `<p dir="auto">${inline(token.tokens)}</p>`;
    case "code":
      return `<pre dir="ltr"><code>${escapeHtml(token.text)}</code></pre>`;
    case "blockquote":
      return `<blockquote>${blocks(token.tokens)}</blockquote>`;
    case "list":
      return list(token);
    case "table":
      return table(token);
    case "html":
      return `<p class="typed" dir="auto">${escapeHtml(token.text.trimEnd())}</p>`;
    default:
      // The text of a tight list's entry.
      return inline([token]);
  }
}

function list({ ordered, start, items }: Tokens.List): string {
  const entries = items.map(({ tokens }) => `<li dir="auto">${blocks(tokens)}</li>`).join("");
  if (!ordered) return `<ul>${entries}</ul>`;
  return `<ol${typeof start === "number" && start !== 1 ? ` start="${start}"` : ""}>${entries}</ol>`;
}

function table({ header, rows }: Tokens.Table): string {
  const cells = (row: readonly Tokens.TableCell[], tag: "th" | "td"): string =>
    row
      .map(({ tokens, align }) => `<${tag} dir="auto"${align === null ? "" : ` class="${align}"`}>${inline(tokens)}</${tag}>`)
      .join("");
  const body = rows.map((row) => `<tr>${cells(row, "td")}</tr>`).join("");
  return `<table><thead><tr>${cells(header, "th")}</tr></thead><tbody>${body}</tbody></table>`;
}

function inline(tokens: readonly Token[]): string {
  return tokens.map((token) => span(known(token))).join("");
}

function span(token: MarkedToken): string {
  switch (token.type) {
    case "strong":
      return `<strong>${inline(token.tokens)}</strong>`;
    case "em":
      return `<em>${inline(token.tokens)}</em>`;
    case "del":
      return `<del>${inline(token.tokens)}</del>`;
    case "codespan":
      return `<code dir="ltr">${escapeHtml(token.text)}</code>`;
    case "br":
      return "<br>";
    case "checkbox":
      return token.checked ? "☑ " : "☐ ";
    case "link":
      return link(token.href, inline(token.tokens));
    case "image":
      return link(token.href, escapeHtml(`[image: ${token.text === "" ? token.href : token.text}]`));
    case "text":
      return token.tokens === undefined ? withReferences(token.text) : inline(token.tokens);
    case "escape":
    case "html":
      return escapeHtml(token.text);
    default:
      return escapeHtml(token.raw);
  }
}

function link(href: string, content: string): string {
  const url = webLink(href);
  if (url === null) return `<span class="inert" title="${escapeHtml(href.slice(0, 300))}">${content}</span>`;
  return `<a href="${escapeHtml(url)}" rel="noopener noreferrer">${content}</a>`;
}

/** Markdown knows character references such as `&lt;`; they mean text here as there. */
function withReferences(text: string): string {
  return escapeHtml(text).replace(/&amp;(#[0-9]{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});/g, "&$1;");
}
