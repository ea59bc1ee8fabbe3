// An exported session of ours becomes one of our own again: the same bytes under its own id, or under a new one where that is taken.
import { basename, dirname, join } from "node:path";
import { ThreadId } from "../../../../shared/protocol/ids";
import { asciiJson, lineOf } from "../../../../shared/protocol/rollout-line";
import { CommandRefused } from "../../../runtime/errors";
import type { ImportOrder, SessionFile } from "../../../runtime/ports/past-sessions";
import { OwnSessions } from "../own-sessions";
import { eraOf } from "../reading/era";
import { type FileBytes, openFileBytes } from "../reading/file-bytes";
import type { FileRecord } from "../reading/file-record";
import { findHead } from "../reading/rollout-start";
import { newRolloutPath, threadIdOfFile } from "../rollout-path";
import { storageFault, systemCode } from "../storage-fault";
import { ForkFile } from "./fork-file";

const CHUNK_BYTES = 1024 * 1024;

/** Throws CommandRefused `notARollout` (with what to do instead) and StorageError `io`. The file is only read. */
export async function importRollout(order: ImportOrder): Promise<SessionFile> {
  const bytes = await openExport(order.path);
  try {
    const header = await ownHeader(bytes, order.path);
    const threadId = await freeId(header, order);
    const path = newRolloutPath(order.sessionsFolder, threadId, order.local);
    const file = await ForkFile.make(path);
    try {
      const { offset, length } = header.place;
      await copy(bytes, { from: 0, to: offset }, file);
      await file.writeBytes(Buffer.from(withId(header, threadId)));
      await copy(bytes, { from: offset + length, to: bytes.size }, file);
      await file.finish();
    } finally {
      await file.discard();
    }
    return { threadId, path, origin: "own" };
  } finally {
    await bytes.close();
  }
}

async function openExport(path: string): Promise<FileBytes> {
  try {
    return await openFileBytes(path);
  } catch (error) {
    const code = systemCode(error);
    if (code === "ENOENT" || code === "ENOTDIR") throw new CommandRefused("notARollout", `There is no file ${path}.`);
    if (code === "EISDIR") throw new CommandRefused("notARollout", `${path} is a folder. Import a session file in it.`);
    throw storageFault(error, path);
  }
}

async function ownHeader(bytes: FileBytes, path: string): Promise<FileRecord> {
  const { header } = await findHead(bytes);
  const entry = header === null ? null : lineOf(header.record, () => "");
  if (header !== null && entry?.type === "session_meta" && eraOf(header) === "own") return header;
  throw new CommandRefused(
    "notARollout",
    `${basename(path)} is no session that this program exported. To go on from a session of another program, open it and continue it as a new session (thread/fork).`,
  );
}

/** Its own id, if no session of ours has it. */
async function freeId(header: FileRecord, { sessionsFolder, freshThreadId }: ImportOrder): Promise<ThreadId> {
  const id = idOf(header);
  if (threadIdOfFile(`${id}.jsonl`) !== id) return freshThreadId;
  const sessions = new OwnSessions([sessionsFolder, join(dirname(sessionsFolder), "archived_sessions")]);
  const present = await sessions.locate(ThreadId.parse(id));
  return present === null ? ThreadId.parse(id) : freshThreadId;
}

function idOf({ record }: FileRecord): string {
  const entry = lineOf(record, () => "");
  return entry?.type === "session_meta" ? entry.payload.id : "";
}

function withId({ record }: FileRecord, id: ThreadId): string {
  const entry = lineOf(record, () => "");
  return entry?.type === "session_meta" ? asciiJson({ ...entry, payload: { ...entry.payload, id } }).text : "";
}

async function copy(bytes: FileBytes, range: { readonly from: number; readonly to: number }, file: ForkFile): Promise<void> {
  for (let position = range.from; position < range.to;) {
    const chunk = await bytes.read(position, Math.min(CHUNK_BYTES, range.to - position));
    if (chunk.length === 0) return;
    // Good until the next reading only.
    await file.writeBytes(Buffer.from(chunk));
    position += chunk.length;
  }
}
