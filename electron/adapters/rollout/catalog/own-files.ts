// What is done to our own files as files: into the archive and back, and away for good. Nothing is ever overwritten.
import { lstat, mkdir, readdir, rename, rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import type { ThreadId } from "../../../../shared/protocol/ids";
import { CommandRefused } from "../../../runtime/errors";
import { lockedByOtherPid } from "../lock";
import { storageFault, systemCode } from "../storage-fault";
import { rolloutName } from "./rollout-name";
import { ARCHIVED, SESSIONS } from "./session-places";

export class OwnFiles {
  readonly #home: string;

  constructor(home: string) {
    this.#home = home;
  }

  lockPath(threadId: ThreadId): string {
    return join(this.#home, "locks", threadId);
  }

  /** Returns where it lies now. */
  async archive(threadId: ThreadId, path: string): Promise<string> {
    return this.#move(threadId, path, join(this.#home, ARCHIVED, basename(path)));
  }

  /** Back into the folder of the day that its name tells. */
  async unarchive(threadId: ThreadId, path: string): Promise<string> {
    const day = rolloutName(path)?.date?.split("-") ?? [];
    return this.#move(threadId, path, join(this.#home, SESSIONS, ...day, basename(path)));
  }

  /** Those of these paths that are there, with what the thread's commands wrote and what was kept of files before its patches. */
  async all(threadId: ThreadId, paths: readonly string[]): Promise<string[]> {
    const candidates = [...paths, join(this.#home, "outputs", threadId), join(this.#home, "snapshots", threadId)];
    const there = await Promise.all(candidates.map(async (path) => ((await isThere(path)) ? path : null)));
    return there.filter((path) => path !== null);
  }

  async remove(threadId: ThreadId, paths: readonly string[]): Promise<void> {
    await this.#refuseWhileLocked(threadId);
    for (const path of [...(await this.all(threadId, paths)), this.lockPath(threadId)]) {
      try {
        await rm(path, { recursive: true, force: true });
      } catch (error) {
        throw storageFault(error, path);
      }
    }
  }

  /** The folder of sessions in which a file with this id in its name would lie, if the id tells its day; in any zone. */
  async byDayOf(threadId: ThreadId, createdAtMs: number): Promise<string | null> {
    const days = [0, -1, 1].map((day) => new Date(createdAtMs + day * 86_400_000).toISOString().slice(0, 10));
    const folders = [...days.map((day) => join(this.#home, SESSIONS, ...day.split("-"))), join(this.#home, ARCHIVED)];
    for (const folder of folders) {
      const name = (await namesIn(folder)).find((each) => each.endsWith(`-${threadId}.jsonl`));
      if (name !== undefined) return join(folder, name);
    }
    return null;
  }

  async #move(threadId: ThreadId, from: string, to: string): Promise<string> {
    await this.#refuseWhileLocked(threadId);
    if (from === to) return to;
    try {
      await mkdir(dirname(to), { recursive: true, mode: 0o700 });
      if (await isThere(to))
        throw new CommandRefused("invalidParams", `${to} is there already; move one of the two files away, then try again`);
      await rename(from, to);
      return to;
    } catch (error) {
      throw storageFault(error, from);
    }
  }

  async #refuseWhileLocked(threadId: ThreadId): Promise<void> {
    const pid = await lockedByOtherPid(this.lockPath(threadId));
    if (pid === null) return;
    throw new CommandRefused(
      "lockedByOther",
      `another process (pid ${pid}) is writing this session; close it there, then try again`,
    );
  }
}

async function isThere(path: string): Promise<boolean> {
  try {
    await lstat(path);
    return true;
  } catch (error) {
    if (systemCode(error) === "ENOENT") return false;
    throw error;
  }
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (systemCode(error) === null) throw error;
    return [];
  }
}
