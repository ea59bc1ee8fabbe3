// Commands about sessions as files: what they are called, where they lie, what is made of them. Each closes or asks the live session first.
import type { CommandMethod } from "../../shared/protocol/command";
import type { ThreadId } from "../../shared/protocol/ids";
import type { Thread } from "../../shared/protocol/thread";
import { CommandRefused } from "../runtime/errors";
import type { Handlers, RouterParts } from "./handlers";

type PastMethod = Extract<
  CommandMethod,
  | "thread/name/set"
  | "thread/pin/set"
  | "thread/archive"
  | "thread/unarchive"
  | "thread/delete"
  | "thread/fork"
  | "thread/export/check"
  | "thread/export"
  | "thread/import"
  | "thread/markdown/read"
  | "sessionRoot/list"
  | "sessionRoot/set"
>;
export type PastParts = Pick<RouterParts, "sessions" | "past" | "catalog" | "newRollout" | "trash" | "version">;

export function createPastHandlers({
  sessions,
  past,
  catalog,
  newRollout,
  trash,
  version,
}: PastParts): Pick<Handlers, PastMethod> {
  return {
    "thread/name/set": async ({ threadId, name }) => {
      const file = await ownFile(threadId);
      if (file !== null && file.origin !== "own")
        throw new CommandRefused(
          "readOnly",
          "this session belongs to another program; continue it as a new session to give it a name",
        );
      await sessions.rename(threadId, name);
      await catalog.refresh();
      return {};
    },
    "thread/pin/set": async ({ threadId, isPinned }) => {
      await catalog.setPinned(threadId, isPinned);
      return {};
    },
    "thread/archive": async ({ threadId }) => {
      await sessions.closeIdle(threadId);
      await catalog.archive(threadId);
      return {};
    },
    "thread/unarchive": async ({ threadId }) => {
      await sessions.closeIdle(threadId);
      await catalog.unarchive(threadId);
      return {};
    },
    "thread/delete": async ({ threadId, isForGood }) => {
      await sessions.closeIdle(threadId);
      if (isForGood !== true) {
        const why = trash === null ? "this program has no bin" : await trash(await catalog.filesOf(threadId));
        if (why !== null) return { where: "noBin", why };
        await catalog.refresh();
        return { where: "bin" };
      }
      await catalog.remove(threadId);
      return { where: "nowhere" };
    },
    "thread/fork": async ({ throughTurnId, ...target }) => {
      const source = await catalog.locate(target);
      const { threadId, path, createdAtMs } = newRollout();
      await past.fork({
        source,
        threadId,
        path,
        createdAtMs,
        version,
        ...(throughTurnId === undefined ? {} : { throughTurnId }),
      });
      return { thread: await made({ threadId, path, origin: "own" }) };
    },
    "thread/export/check": async (target) => {
      const source = await catalog.locate(target);
      const { findings, ...check } = await past.checkExport(source, titleOf(await catalog.thread(source)));
      return { findings: [...findings], ...check };
    },
    "thread/export": async ({ format, file, canReplace = false, ...target }) => {
      const source = await catalog.locate(target);
      const thread = await catalog.thread(source);
      const written = await past.export({ source, thread, title: titleOf(thread), format, file, canReplace });
      return written === "exists" ? { outcome: "exists", file } : { outcome: "written", file, bytes: written.bytes };
    },
    "thread/import": async ({ path }) => {
      const { threadId: freshThreadId, sessionsFolder, local } = newRollout();
      return { thread: await made(await past.import({ path, sessionsFolder, freshThreadId, local })) };
    },
    "thread/markdown/read": async ({ turnId, ...target }) => {
      const file = await catalog.locate(target);
      const thread = await catalog.thread(file);
      const options = { thread, title: titleOf(thread), ...(turnId === undefined ? {} : { turnId }) };
      return { markdown: await past.markdown(file, options) };
    },
    "sessionRoot/list": async () => ({ roots: [...(await catalog.roots())] }),
    "sessionRoot/set": async ({ path, isUsed }) => {
      await catalog.setRoot(path, isUsed);
      return {};
    },
  };

  /** Null: a new thread that has no file yet. */
  async function ownFile(threadId: ThreadId) {
    return sessions.isLive(threadId) ? null : catalog.locate({ threadId });
  }

  async function made(file: Parameters<typeof catalog.thread>[0]): Promise<Thread> {
    await catalog.refresh();
    return catalog.thread(file);
  }
}

function titleOf({ name, preview }: Thread): string {
  return name ?? (preview === "" ? "Session" : preview);
}
