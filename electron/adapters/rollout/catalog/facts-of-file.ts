// What one file says of itself, from bounded reads only. Changes no byte, and no byte of it is another file's business.
import { open } from "node:fs/promises";
import { ThreadChoice } from "../../../../shared/protocol/thread";
import { previewText } from "../../../../shared/text/preview-text";
import { errorMessage } from "../../../runtime/errors";
import { storageFault } from "../storage-fault";
import { broken, type FileFacts, type SessionFacts } from "./file-facts";
import { compressedEnds, END_BYTES, type FileEnds, plainEnds } from "./file-ends";
import { findName } from "./find-name";
import { headFacts, type HeadFacts, lineageOf } from "./head-facts";
import { type JsonObject, textOf } from "./loose-json";
import type { RolloutName } from "./rollout-name";
import { eventName, lastName, type TailFacts, tailFacts } from "./tail-facts";

export interface FileToRead {
  readonly path: string;
  readonly form: RolloutName["form"];
  readonly size: number;
  /** Names are lines of it. */
  readonly isOwn: boolean;
  /** What was known when the same file was shorter: it has only grown, so a name in front of that is not looked for again. */
  readonly before?: { readonly size: number; readonly name: string | null };
}

const SHORT_HEAD_BYTES = 64 * 1024;
/** A line that goes on over the end of what was read last is read again. */
const LINE_BYTES = 16 * 1024;

/** Never rejects for a fault of the disk or of the content: both are facts. */
export async function factsOfFile(from: FileToRead): Promise<FileFacts> {
  if (from.size === 0) return broken("empty", "The file is empty.");
  try {
    return from.form === "zstd" ? factsOfEnds(await compressedEnds(from.path), null) : await factsOfPlain(from);
  } catch (error) {
    const fault = storageFault(error, from.path);
    if (fault !== error) return broken("unreadable", errorMessage(fault));
    if (from.form === "zstd") return broken("unreadable", `The archive is damaged: ${errorMessage(error)}.`);
    throw error;
  }
}

async function factsOfPlain(from: FileToRead): Promise<FileFacts> {
  const file = await open(from.path, "r");
  try {
    const ends = await plainEnds(file, from.size, SHORT_HEAD_BYTES);
    const facts = factsOfEnds(ends, null);
    const needsMore = !ends.isWhole && (facts.kind === "broken" || facts.preview === "");
    const read = needsMore ? factsOfEnds(await plainEnds(file, from.size, END_BYTES), null) : facts;
    if (read.kind === "broken" || !from.isOwn) return read;
    const start = from.before === undefined ? 0 : Math.max(0, from.before.size - LINE_BYTES);
    const name = ends.isWhole ? lastName(ends.head) : await findName(file, { from: start, to: from.size });
    return { ...read, name: textOf(name ?? from.before?.name) };
  } finally {
    await file.close();
  }
}

function factsOfEnds({ head, tail, isWhole }: FileEnds, name: string | null): FileFacts {
  if (isUtf16(head)) return broken("notRollout", "It is UTF-16 text; sessions are UTF-8.");
  const first = headFacts(head, isWhole);
  const last = tail === null ? null : tailFacts(tail);
  if (!first.hasRecords && last?.hasRecords !== true) return broken("notRollout", "No line of it is a record of a session.");
  return sessionFacts(first, last, name ?? (tail === null ? null : eventName(tail)) ?? (isWhole ? null : eventName(head)));
}

function sessionFacts(first: HeadFacts, last: TailFacts | null, name: string | null): SessionFacts {
  const { header } = first;
  const choice = choiceOf(header);
  return {
    kind: "session",
    sessionId: textOf(header?.["id"]),
    createdAtMs: instantOf(textOf(header?.["timestamp"])) ?? instantOf(first.timestamp),
    cwd: first.cwd ?? "",
    preview: first.words === null ? "" : previewText(first.words),
    provider: textOf(header?.["model_provider"]) ?? "",
    model: last?.model ?? first.model ?? choice?.model ?? "",
    approvalPolicy: last?.policy ?? first.policy ?? choice?.approvalPolicy ?? null,
    choice,
    source: textOf(header?.["originator"]) ?? textOf(header?.["source"]) ?? "codex",
    sourceVersion: textOf(header?.["cli_version"]),
    name,
    totalTokens: last?.totalTokens ?? null,
    lastTurn: last?.lastTurn ?? null,
    isAsking: last?.isAsking ?? false,
    ...lineageOf(header),
  };
}

function choiceOf(header: JsonObject | null): ThreadChoice | null {
  return ThreadChoice.safeParse(header?.["cf_choice"]).data ?? null;
}

function instantOf(timestamp: string | null): number | null {
  const ms = timestamp === null ? Number.NaN : Date.parse(timestamp);
  return Number.isNaN(ms) ? null : ms;
}

function isUtf16(bytes: Buffer): boolean {
  return (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
}
