// The list of sessions from the folder: newest first, nothing thrown, what is left out counted (protocol.md §5).
import { mkdir, mkdtemp, rm, symlink, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { OwnSessions } from "../../../electron/adapters/rollout/own-sessions";

const meta = '{"timestamp":"t","type":"session_meta","payload":{"anything":true}}';
const idOf = (n: number): string => `01990000-0000-7000-8000-${String(n).padStart(12, "0")}`;
const inputOf = (text: string): string =>
  JSON.stringify({
    timestamp: "t",
    type: "cf_input",
    payload: { inputId: "i", via: "start", input: [{ type: "text", text }], turnId: "t" },
  });

describe("OwnSessions.list", () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "sessions-"));
  });
  afterEach(() => rm(folder, { recursive: true }));

  const put = async (path: string, text: string, updatedAtMs = 1000): Promise<string> => {
    const whole = join(folder, path);
    await mkdir(dirname(whole), { recursive: true });
    await writeFile(whole, text);
    await utimes(whole, updatedAtMs / 1000, updatedAtMs / 1000);
    return whole;
  };

  it("is newest first by the time of the last write; names are only hints", async () => {
    const old = await put(`2026/12/31/rollout-2026-12-31T23-59-59-${idOf(1)}.jsonl`, `${meta}\n`, 1000);
    const fresh = await put(`2026/01/01/rollout-2026-01-01T00-00-00-${idOf(2)}.jsonl`, `${meta}\n`, 2000);
    expect(await new OwnSessions(folder).list()).toEqual({
      rollouts: [
        { threadId: idOf(2), path: fresh, head: [meta], updatedAtMs: 2000 },
        { threadId: idOf(1), path: old, head: [meta], updatedAtMs: 1000 },
      ],
      hidden: {},
    });
  });

  it("an empty or missing folder is an empty list", async () => {
    expect(await new OwnSessions(folder).list()).toEqual({ rollouts: [], hidden: {} });
    expect(await new OwnSessions(join(folder, "none")).list()).toEqual({ rollouts: [], hidden: {} });
  });

  it("counts what it leaves out by reason and never throws", async () => {
    await put(`${idOf(1)}.jsonl`, "");
    await put(`${idOf(2)}.jsonl`, "words\n");
    await put(`${idOf(3)}.jsonl`, meta.slice(0, 20));
    await put("no-id.jsonl", `${meta}\n`);
    await put("notes.txt", "not looked at");
    await put(`a/${idOf(4)}.jsonl`, `${meta}\n`, 1000);
    const newer = await put(`b/${idOf(4)}.jsonl`, `${meta}\n`, 2000);
    await symlink("/nowhere", join(folder, `${idOf(5)}.jsonl`));
    const { rollouts, hidden } = await new OwnSessions(folder).list();
    expect(rollouts.map(({ path }) => path)).toEqual([newer]);
    expect(hidden).toEqual({ empty: 1, notRollout: 3, duplicate: 1 });
  });

  it("a folder that cannot be read is counted", async () => {
    const file = await put("file", "");
    expect(await new OwnSessions(file).list()).toEqual({ rollouts: [], hidden: { unreadable: 1 } });
  });

  it("a file that may not be read is counted", async ({ skip }) => {
    skip(process.getuid?.() === 0 || process.platform === "win32", "permissions do not bind root");
    const path = await put(`${idOf(1)}.jsonl`, `${meta}\n`);
    const { chmod } = await import("node:fs/promises");
    await chmod(path, 0);
    expect(await new OwnSessions(folder).list()).toEqual({ rollouts: [], hidden: { unreadable: 1 } });
  });

  it("one bad line does not hide a session", async () => {
    await put(`${idOf(1)}.jsonl`, `damage\n${meta}\n${inputOf("hello")}\n`);
    const { rollouts } = await new OwnSessions(folder).list();
    expect(rollouts.map(({ head }) => head)).toEqual([[meta, inputOf("hello")]]);
  });

  it("reads only the head of a long file, but as much as a long first input takes", async () => {
    const filler = `${JSON.stringify({ timestamp: "t", type: "x", payload: "y".repeat(1000) })}\n`;
    await put(`${idOf(1)}.jsonl`, `${meta}\n${inputOf("hello")}\n${filler.repeat(5000)}`);
    await put(`${idOf(2)}.jsonl`, `${meta}\n${inputOf("z".repeat(500_000))}\n${filler.repeat(5000)}`);
    const { rollouts } = await new OwnSessions(folder).list();
    expect(rollouts.map(({ head }) => head.map((line) => line.length))).toEqual([
      [meta.length, inputOf("z".repeat(500_000)).length],
      [meta.length, inputOf("hello").length],
    ]);
  });

  it("sees a file that has grown, a new one and one that is gone", async () => {
    const sessions = new OwnSessions(folder);
    const path = await put(`${idOf(1)}.jsonl`, `${meta}\n`);
    expect((await sessions.list()).rollouts[0]?.head).toEqual([meta]);
    await put(`${idOf(1)}.jsonl`, `${meta}\n${inputOf("hi")}\n`);
    expect((await sessions.list()).rollouts[0]?.head).toEqual([meta, inputOf("hi")]);
    await put(`${idOf(2)}.jsonl`, `${meta}\n`);
    await rm(path);
    expect((await sessions.list()).rollouts.map(({ threadId }) => threadId)).toEqual([idOf(2)]);
  });
});
