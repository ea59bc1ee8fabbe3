// The writer lock of a thread: one file that names the process that writes. Free at once after its owner has died, never taken from a living one.
import { randomUUID } from "node:crypto";
import { link, mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { z } from "zod";
import { StorageError } from "../../runtime/errors";
import { isRunning, processWithPid } from "./process-identity";
import { storageFault, systemCode } from "./storage-fault";

export interface Lock {
  /** Idempotent. */
  release(): Promise<void>;
}

const LockRecord = z.object({
  pid: z.number().int().positive().max(0x7fffffff),
  startedAt: z.string().nullable(),
  createdAtMs: z.number(),
  /** Tells two locks of one process apart. */
  token: z.string(),
});
type LockRecord = z.infer<typeof LockRecord>;

/** What this process holds: a lock with our pid that is not here was left by an earlier process of the same pid. */
const heldHere = new Set<string>();
const MAX_TRIES = 100;

/**
 * Takes the lock file `path`. Throws StorageError `locked` when a living other process has it, `io` when the disk refuses,
 * and a plain Error when this process has it already (an error of the program).
 */
export async function acquireLock(path: string, createdAtMs: number): Promise<Lock> {
  const self = await processWithPid(process.pid);
  const record: LockRecord = { pid: process.pid, startedAt: self?.startedAt ?? null, createdAtMs, token: randomUUID() };
  const candidate = `${path}.${record.token}`;
  try {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    try {
      await writeFile(candidate, JSON.stringify(record), { flag: "wx", mode: 0o600 });
      await claim(path, candidate, createdAtMs);
    } finally {
      await rm(candidate, { force: true });
    }
  } catch (error) {
    throw storageFault(error, path);
  }
  heldHere.add(record.token);
  return {
    release: async () => {
      if (!heldHere.delete(record.token)) return;
      await rm(path, { force: true });
    },
  };
}

/** The pid of the living other process that holds the lock, else null. Changes nothing. */
export async function lockedByOtherPid(path: string): Promise<number | null> {
  const text = await readIfThere(path);
  const owner = text === null ? null : await livingOwner(text);
  return owner === null || owner.pid === process.pid ? null : owner.pid;
}

/** A living process holds the lock, this one included, whichever of its threads took it. Changes nothing. */
export async function isLockHeld(path: string): Promise<boolean> {
  const text = await readIfThere(path);
  const parsed = text === null ? null : LockRecord.safeParse(parseJson(text));
  return parsed?.success === true && (await isRunning(parsed.data));
}

/** A hard link is made or not made: two racers cannot both succeed, and nobody ever sees a half-written lock. */
async function claim(path: string, candidate: string, createdAtMs: number): Promise<void> {
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    if (await linkIfFree(candidate, path)) return;
    const present = await readIfThere(path);
    if (present === null) continue;
    const owner = await livingOwner(present);
    if (owner !== null) refuse(owner, path);
    if (await takeOver({ path, stale: present, candidate, createdAtMs })) return;
  }
  throw new StorageError(
    "locked",
    `${path} changes hands all the time: other processes are writing this session. Close it there, then try again.`,
  );
}

/**
 * A dead owner's lock is replaced only under a lock of its own and only while it is still the one that was judged, so of several
 * racers none can remove the lock that another has just taken. Dying in here leaves a stale takeover lock, which is taken over alike.
 */
async function takeOver(from: { path: string; stale: string; candidate: string; createdAtMs: number }): Promise<boolean> {
  const guard = await acquireLock(`${from.path}.takeover`, from.createdAtMs);
  try {
    if ((await readIfThere(from.path)) !== from.stale) return false;
    await rename(from.candidate, from.path);
    return true;
  } finally {
    await guard.release();
  }
}

/** Null: the owner is dead, or what is there is no lock of ours (a torn file after a loss of power). */
async function livingOwner(text: string): Promise<LockRecord | null> {
  const parsed = LockRecord.safeParse(parseJson(text));
  if (!parsed.success) return null;
  const owner = parsed.data;
  if (owner.pid === process.pid) return heldHere.has(owner.token) ? owner : null;
  return (await isRunning(owner)) ? owner : null;
}

function refuse(owner: LockRecord, path: string): never {
  if (owner.pid === process.pid) throw new Error(`${path} already has a writer in this process`);
  throw new StorageError(
    "locked",
    `Another process (pid ${owner.pid}) is writing this session. Close it there, then open it again here.`,
  );
}

async function linkIfFree(candidate: string, path: string): Promise<boolean> {
  try {
    await link(candidate, path);
    return true;
  } catch (error) {
    if (systemCode(error) === "EEXIST") return false;
    throw error;
  }
}

async function readIfThere(path: string): Promise<string | null> {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    if (systemCode(error) === "ENOENT") return null;
    throw error;
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
