// How an export is spoken of, and what its file is called.
import { beginningOf } from "../../shared/text/beginning-of";
import type { ExportFormat } from "../../shared/protocol/past-session";
import type { Thread } from "../../shared/protocol/thread";
import type { SecretCheck } from "../state/overlay";
import { sessionTitle } from "./session-words";

/** What an export is called, as far as it is known that no secret is shown by it; null: not yet. */
export function exportTitle(thread: Thread, check: SecretCheck): string | null {
  if (check.type === "checked") return sessionTitle({ ...thread, name: check.title });
  return check.type === "failed" ? "This session" : null;
}

const EXTENSIONS: Record<ExportFormat, string> = { markdown: "md", html: "html", jsonl: "jsonl" };
const NAME_LENGTH = 60;

/** A name that every system takes. */
export function exportName(title: string, format: ExportFormat): string {
  const plain = title
    .replace(/[\p{Cc}\p{Cf}<>:"/\\|?*]+/gu, " ")
    .replace(/\s+/g, " ")
    .trim();
  const safe = beginningOf(plain, NAME_LENGTH).replace(/[. ]+$/, "");
  return `${safe || "session"}.${EXTENSIONS[format]}`;
}

export function foundWords(count: number): string {
  if (count === 0) return "Nothing that looks like a secret was found.";
  return count === 1 ? "One thing looks like a secret." : `${count} things look like secrets.`;
}
