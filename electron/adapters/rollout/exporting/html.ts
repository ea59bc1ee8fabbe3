// A session as one HTML page, piece by piece: no script, nothing from outside, and no text of anybody's is ever more than text.
import type { ExportBlock, ExportStep, SessionFacts } from "./export-block";
import type { ExportEntry } from "./export-sequence";
import { factRows, turnEndWords, turnTitle } from "./export-words";
import { markdownHtml } from "./html-markdown";
import { HTML_STYLE } from "./html-style";
import { escapeHtml, outputHtml, visibleHtml } from "./html-text";
import { itemBlocks } from "./item-blocks";
import { webLink } from "./web-link";

const POLICY = "default-src 'none'; img-src data:; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";
const IMAGE = /^data:image\/(?:png|jpeg|jpg|gif|webp|avif|bmp);base64,[A-Za-z0-9+/=\s]*$/;

export const HTML_END = "</main>\n</body>\n</html>\n";

export function htmlHead(title: string, facts: SessionFacts): string {
  const rows = factRows(facts).map(([label, value]) => `<dt>${label}</dt><dd>${visibleHtml(value)}</dd>`);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>${escapeHtml(title)}</title>
<style>
${HTML_STYLE}
</style>
</head>
<body>
<main>
<h1 dir="auto">${escapeHtml(title)}</h1>
<dl>${rows.join("")}</dl>
`;
}

/** Empty for an item that says nothing. */
export function htmlEntry(entry: ExportEntry): string {
  switch (entry.type) {
    case "turnStarted":
      return `<h2>${escapeHtml(turnTitle(entry.turn, entry.number, entry.isContinued))}</h2>\n`;
    case "turnEnded":
      return entry.turn === null ? "" : `<p class="end" dir="auto">${escapeHtml(turnEndWords(entry.turn))}</p>\n`;
    case "item":
      return itemBlocks(entry.item)
        .map((block) => `${blockHtml(block)}\n`)
        .join("");
  }
}

function blockHtml(block: ExportBlock): string {
  switch (block.type) {
    case "title":
      return `<p class="title">${titleHtml(block)}</p>`;
    case "words":
      return `<div class="words" dir="auto">${escapeHtml(block.text)}</div>`;
    case "markdown":
      return `<div class="prose">${markdownHtml(block.text)}</div>`;
    case "code":
      return codeHtml(block);
    case "remark":
      return `<p class="remark" dir="auto">${visibleHtml(block.text)}</p>`;
    case "steps":
      return `<ul class="steps">${block.steps.map(stepHtml).join("")}</ul>`;
    case "image":
      return imageHtml(block.source);
    case "boundary":
      return `<p class="boundary">${titleHtml(block)}</p>`;
    case "fold":
      return `<details><summary>${visibleHtml(block.title)}</summary>${block.blocks.map(blockHtml).join("")}</details>`;
  }
}

function titleHtml({ title, detail }: { readonly title: string; readonly detail: string }): string {
  return `${visibleHtml(title)}${detail === "" ? "" : ` <span>· ${visibleHtml(detail)}</span>`}`;
}

function codeHtml({ kind, text }: Extract<ExportBlock, { type: "code" }>): string {
  switch (kind) {
    case "command":
      return `<pre class="wrap" tabindex="0"><code>${visibleHtml(text)}</code></pre>`;
    case "output":
      return `<pre tabindex="0"><code>${outputHtml(text)}</code></pre>`;
    case "diff":
      return `<pre tabindex="0"><code>${text.split("\n").map(diffLine).join("\n")}</code></pre>`;
  }
}

function diffLine(line: string): string {
  const kind = line.startsWith("+") ? "add" : line.startsWith("-") ? "del" : line.startsWith("@@") ? "hunk" : null;
  return kind === null ? visibleHtml(line) : `<span class="${kind}">${visibleHtml(line)}</span>`;
}

function stepHtml({ text, status }: ExportStep): string {
  const mark = status === "completed" ? "☑" : "☐";
  return `<li dir="auto">${mark} ${escapeHtml(text)}${status === "inProgress" ? " <span>(in progress)</span>" : ""}</li>`;
}

/** Only an image that lies in the session itself is shown; any other would be fetched from outside. */
function imageHtml(source: string): string {
  if (IMAGE.test(source)) return `<figure><img src="${source}" alt="image"></figure>`;
  const link = webLink(source);
  if (link !== null)
    return `<p class="remark"><a href="${escapeHtml(link)}" rel="noopener noreferrer">[image: ${visibleHtml(link)}]</a></p>`;
  return `<p class="remark">[image${/^data:/i.test(source) ? "" : `: ${visibleHtml(source)}`}]</p>`;
}
