// What a session becomes outside of this program: a file, a text to be pasted, and before that the list of what it may give away.
import type { ItemPage } from "../../../../shared/protocol/command";
import type { TurnId } from "../../../../shared/protocol/ids";
import { CommandRefused } from "../../../runtime/errors";
import type { ExportCheck, ExportOrder, SessionFile } from "../../../runtime/ports/past-sessions";
import type { SessionFacts } from "./export-block";
import { writeExport } from "./export-file";
import { exportSequence } from "./export-sequence";
import { HTML_END, htmlEntry, htmlHead } from "./html";
import { markdownEntry, markdownHead } from "./markdown";
import { SecretList } from "./secret-findings";

/** Where an export reads a session; each may throw what PastSessions does. */
export interface ExportParts {
  describe(file: SessionFile): Promise<SessionFacts>;
  /** All items once, in file order. `fromTurnId`: it may begin there. */
  pages(file: SessionFile, fromTurnId?: TurnId): AsyncIterable<ItemPage>;
  /** The source's bytes: archives expanded, chains joined. Each chunk is good until the next is asked for. */
  bytes(file: SessionFile): AsyncIterable<Uint8Array>;
  /** Our own sessions lie there; nothing else is ever written into them. */
  readonly ownFolders: readonly string[];
}

/** UTF-16 units that are handed over to be pasted. */
export const MAX_PASTED_LENGTH = 16 * 1024 * 1024;

/** Throws CommandRefused `invalidParams` (a target that may not be written) or StorageError `io`; what stood at the target is then as it was. */
export function exportThread(parts: ExportParts, order: ExportOrder): Promise<{ readonly bytes: number } | "exists"> {
  const { file: target, canReplace, source } = order;
  return writeExport({ target, canReplace, source: source.path, ownFolders: parts.ownFolders, chunks: chunksOf(parts, order) });
}

async function* chunksOf(parts: ExportParts, { source, title, format }: ExportOrder): AsyncGenerator<string | Uint8Array> {
  switch (format) {
    case "jsonl":
      yield* parts.bytes(source);
      return;
    case "markdown":
      yield markdownHead(title, await parts.describe(source));
      for await (const entry of exportSequence(parts.pages(source))) yield markdownEntry(entry);
      return;
    case "html":
      yield htmlHead(title, await parts.describe(source));
      for await (const entry of exportSequence(parts.pages(source))) yield htmlEntry(entry);
      yield HTML_END;
  }
}

export async function checkExport(parts: Pick<ExportParts, "pages">, file: SessionFile, title: string): Promise<ExportCheck> {
  const list = new SecretList();
  for await (const { items } of parts.pages(file)) {
    for (const item of items) list.look(item);
    if (!list.isWhole) break;
  }
  // Mostly the first words of an item, where they are listed already.
  list.lookAtTitle(title);
  return { findings: list.findings, isWhole: list.isWhole, title: list.shownTitle(title) };
}

/** Of one turn alone there is no head. Throws CommandRefused `invalidParams` for a turn that is not there, or text that is too long to be pasted. */
export async function threadMarkdown(
  parts: Pick<ExportParts, "describe" | "pages">,
  file: SessionFile,
  { title, turnId }: { readonly title: string; readonly turnId?: TurnId },
): Promise<string> {
  const pieces = turnId === undefined ? [markdownHead(title, await parts.describe(file))] : [];
  let length = 0;
  for await (const entry of exportSequence(parts.pages(file, turnId), turnId)) {
    const piece = markdownEntry(entry);
    pieces.push(piece);
    length += piece.length;
    if (length > MAX_PASTED_LENGTH)
      throw new CommandRefused("invalidParams", "this session is too long to be copied; export it to a file instead");
  }
  if (turnId !== undefined && pieces.length === 0)
    throw new CommandRefused("invalidParams", `there is no turn ${turnId} in this session`);
  return pieces.join("").trimStart();
}
