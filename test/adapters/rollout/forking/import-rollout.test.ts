// An exported session of ours comes back as one of ours (protocol.md §2 thread/import); anything else is refused with what to do instead.
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { importRollout } from "../../../../electron/adapters/rollout/forking/import-rollout";
import { ThreadId } from "../../../../shared/protocol/ids";

const id = ThreadId.parse("01990000-0000-7000-8000-00000000000a");
const freshThreadId = ThreadId.parse("01990000-0000-7000-8000-0000000000ff");
const at = "2026-02-03T04:05:06.789Z";
const meta = (originator: string, threadId: string = id) =>
  JSON.stringify({
    timestamp: at,
    type: "session_meta",
    payload: { id: threadId, timestamp: at, cwd: "/project", originator, cli_version: "0", source: "unknown" },
  });
const notice = JSON.stringify({ timestamp: at, type: "cf_notice", payload: { level: "info", code: "x", text: "kept" } });

describe("importRollout", () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "import-"));
  });
  afterEach(() => rm(folder, { recursive: true }));

  const imported = async (text: string) => {
    const path = join(folder, "exported.jsonl");
    await writeFile(path, text);
    const sessionsFolder = join(folder, "home/sessions");
    return importRollout({ path, sessionsFolder, freshThreadId, local: "2026-02-03 04:05:06" });
  };

  it("keeps its id and every byte where no session has the id, a torn last line too", async () => {
    const text = `${meta("counterfoil")}\n${notice}\n{"torn`;
    const file = await imported(text);
    expect(file).toEqual({
      threadId: id,
      path: join(folder, `home/sessions/2026/02/03/rollout-2026-02-03T04-05-06-${id}.jsonl`),
      origin: "own",
    });
    expect(await readFile(file.path, "utf8")).toBe(text);
  });

  it("gets a new id where its own is taken, also by an archived session", async () => {
    await imported(`${meta("counterfoil")}\n`);
    const { threadId, path } = await imported(`${meta("counterfoil")}\n${notice}\n`);
    expect(threadId).toBe(freshThreadId);
    expect(await readFile(path, "utf8")).toBe(`${meta("counterfoil", freshThreadId)}\n${notice}\n`);
  });

  it("gets a new id where its own is none that a file may be named after", async () => {
    expect((await imported(`${meta("counterfoil", "../../etc")}\n`)).threadId).toBe(freshThreadId);
  });

  it("refuses a session of another program and says how to go on from it", async () => {
    await expect(imported(`${meta("codex_cli_rs")}\n`)).rejects.toMatchObject({
      kind: "notARollout",
      message: expect.stringContaining("thread/fork") as string,
    });
    await expect(imported("words\n")).rejects.toMatchObject({ kind: "notARollout" });
    await expect(
      importRollout({ path: join(folder, "none"), sessionsFolder: folder, freshThreadId, local: "2026-02-03 04:05:06" }),
    ).rejects.toMatchObject({ kind: "notARollout" });
  });
});
