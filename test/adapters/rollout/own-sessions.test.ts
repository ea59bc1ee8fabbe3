// Where threads lie: by the id in a file's name, at any depth, in the archive too (protocol.md §5).
import { mkdir, mkdtemp, rename, rm, symlink, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { OwnSessions } from "../../../electron/adapters/rollout/own-sessions";
import { ThreadId } from "../../../shared/protocol/ids";

const idOf = (n: number) => ThreadId.parse(`01990000-0000-7000-8000-${String(n).padStart(12, "0")}`);

describe("OwnSessions.locate", () => {
  let home: string;
  beforeEach(async () => {
    home = await mkdtemp(join(tmpdir(), "sessions-"));
  });
  afterEach(() => rm(home, { recursive: true }));

  const sessions = () => new OwnSessions([join(home, "sessions"), join(home, "archived_sessions")]);
  const put = async (path: string, updatedAtMs = 1000): Promise<string> => {
    const whole = join(home, path);
    await mkdir(dirname(whole), { recursive: true });
    await writeFile(whole, "");
    await utimes(whole, updatedAtMs / 1000, updatedAtMs / 1000);
    return whole;
  };

  it("finds a thread by the id at the end of a name; folders and times in it are only hints", async () => {
    const path = await put(`sessions/2026/12/31/rollout-2020-01-01T00-00-00-${idOf(1)}.jsonl`);
    expect(await sessions().locate(idOf(1))).toBe(path);
    expect(await sessions().locate(idOf(2))).toBeNull();
  });

  it("finds a thread in the archive", async () => {
    const path = await put(`archived_sessions/rollout-2026-12-31T23-59-59-${idOf(1)}.jsonl`);
    expect(await sessions().locate(idOf(1))).toBe(path);
  });

  it("of two files of one thread the one written last counts", async () => {
    const old = await put(`sessions/a/${idOf(1)}.jsonl`, 1000);
    const newer = await put(`sessions/b/${idOf(1)}.jsonl`, 2000);
    expect(await sessions().locate(idOf(1))).toBe(newer);
    await utimes(old, 3, 3);
    expect(await sessions().locate(idOf(1))).toBe(old);
  });

  it("finds nothing in folders that are not there, and no links", async () => {
    expect(await sessions().locate(idOf(1))).toBeNull();
    await mkdir(join(home, "sessions"));
    await symlink("/nowhere", join(home, `sessions/${idOf(1)}.jsonl`));
    expect(await sessions().locate(idOf(1))).toBeNull();
  });

  it("looks again for a file that was moved once it is told", async () => {
    const path = await put(`sessions/${idOf(1)}.jsonl`);
    const known = sessions();
    expect(await known.locate(idOf(1))).toBe(path);
    const moved = join(home, `archived_sessions/${idOf(1)}.jsonl`);
    await mkdir(dirname(moved), { recursive: true });
    await rename(path, moved);
    known.forget(idOf(1));
    expect(await known.locate(idOf(1))).toBe(moved);
  });

  it("a folder that cannot be read is said, unless the thread lies elsewhere", async () => {
    await writeFile(join(home, "sessions"), "a file in the way");
    await expect(sessions().locate(idOf(1))).rejects.toMatchObject({ name: "StorageError", fault: "io" });
    const path = await put(`archived_sessions/${idOf(1)}.jsonl`);
    expect(await sessions().locate(idOf(1))).toBe(path);
  });
});
