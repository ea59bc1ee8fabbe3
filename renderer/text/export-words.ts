// How an export is spoken of, and what its file is called.
import type { ExportFormat } from "../../shared/protocol/past-session";

const EXTENSIONS: Record<ExportFormat, string> = { markdown: "md", html: "html", jsonl: "jsonl" };
const NAME_LENGTH = 60;

/** A name that every system takes. */
export function exportName(title: string, format: ExportFormat): string {
  const safe = title
    .replace(/[\p{Cc}\p{Cf}<>:"/\\|?*]+/gu, " ")
    .replace(/\s+/g, " ")
    .trim()
    .slice(0, NAME_LENGTH)
    .replace(/[. ]+$/, "");
  return `${safe || "session"}.${EXTENSIONS[format]}`;
}

export function foundWords(count: number): string {
  if (count === 0) return "Nothing that looks like a secret was found.";
  return count === 1 ? "One thing looks like a secret." : `${count} things look like secrets.`;
}
