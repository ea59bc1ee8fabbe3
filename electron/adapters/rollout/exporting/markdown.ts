// A session as Markdown, piece by piece: what people and models wrote stands as they wrote it, what a program put around it is folded.
import { webLink } from "./web-link";
import type { ExportBlock, ExportStep, SessionFacts } from "./export-block";
import type { ExportEntry } from "./export-sequence";
import { factRows, turnEndWords, turnTitle } from "./export-words";
import { itemBlocks } from "./item-blocks";
import { asUnicodeEscapes, closedMarkdown, fenced, inlineCode, inlineText, quoted, withoutControls } from "./markdown-text";

export function markdownHead(title: string, facts: SessionFacts): string {
  const rows = factRows(facts).map(([label, value]) => `- ${label}: ${inlineCode(value)}`);
  return `# ${inlineText(title)}\n\n${rows.join("\n")}\n`;
}

/** Begins with the blank line that sets it apart from what stands before. Empty for an item that says nothing. */
export function markdownEntry(entry: ExportEntry): string {
  switch (entry.type) {
    case "turnStarted":
      return `\n## ${inlineText(turnTitle(entry.turn, entry.number, entry.isContinued))}\n`;
    case "turnEnded":
      return entry.turn === null ? "" : `\n*${inlineText(turnEndWords(entry.turn))}*\n`;
    case "item":
      return itemBlocks(entry.item)
        .map((block) => `\n${blockText(block, false)}\n`)
        .join("");
  }
}

/** Inside a fold all text is quoted or fenced, so that none can end the fold. */
function blockText(block: ExportBlock, isFolded: boolean): string {
  switch (block.type) {
    case "title":
      return `**${inlineText(block.title)}**${block.detail === "" ? "" : ` · ${inlineText(block.detail)}`}`;
    case "words":
      return quoted(block.text);
    case "markdown":
      return isFolded ? quoted(block.text) : closedMarkdown(block.text);
    case "code":
      return fenced(codeText(block), block.language);
    case "remark":
      return `*${inlineText(block.text)}*`;
    case "steps":
      return block.steps.map(stepText).join("\n");
    case "image":
      return imageText(block.source);
    case "boundary":
      return `---\n\n**${inlineText(block.title)}**${block.detail === "" ? "" : ` · ${inlineText(block.detail)}`}`;
    case "fold": {
      const inner = block.blocks.map((inside) => blockText(inside, true)).join("\n\n");
      return `<details>\n<summary>${inlineHtml(block.title)}</summary>\n\n${inner}\n\n</details>`;
    }
  }
}

function codeText({ kind, text }: Extract<ExportBlock, { type: "code" }>): string {
  return kind === "output" ? withoutControls(text) : asUnicodeEscapes(text);
}

function stepText({ text, status }: ExportStep): string {
  return `- [${status === "completed" ? "x" : " "}] ${inlineText(text)}${status === "inProgress" ? " (in progress)" : ""}`;
}

/** An image that lies in the file itself is not written out: it is megabytes of letters. */
function imageText(source: string): string {
  const link = webLink(source);
  if (link !== null) return `[image](<${link}>)`;
  return /^data:/i.test(source) ? "\\[image\\]" : `\\[image\\] ${inlineCode(source)}`;
}

function inlineHtml(text: string): string {
  return asUnicodeEscapes(text.replace(/\s+/g, " ")).replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
