// Text in an HTML file: whatever it says, it is text.
import { withVisible, withVisibleControls } from "./visible-text";

const ESCAPES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
  "\0": "\uFFFD",
};

/** For content and for attributes between quotation marks. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"'\u0000]/g, (character) => ESCAPES[character] ?? "");
}

/** As `escapeHtml`; characters that cannot be seen, or that turn text around, are shown as their codes. */
export function visibleHtml(text: string): string {
  return withVisible(text, markOf).replace(MARKED, htmlOfMark);
}

/** Output of a tool: only its control characters are shown as codes. */
export function outputHtml(text: string): string {
  return withVisibleControls(text, markOf).replace(MARKED, htmlOfMark);
}

// A code is held between two controls, which no text has left by then, until all the rest is escaped.
const markOf = (code: string): string => `\u0001${code}\u0002`;

const MARKED = /\u0001([0-9A-F]+)\u0002|[&<>"']/g;

function htmlOfMark(found: string, code: string | undefined): string {
  return code === undefined ? escapeHtml(found) : `<span class="esc">U+${code}</span>`;
}
