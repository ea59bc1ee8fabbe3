// The session's folder that a command of another session has put a link in the place of.
import { existsSync, mkdirSync, readdirSync, realpathSync, renameSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { createFolders } from "../../../electron/adapters/folders";
import { createWorkspaceGuard } from "../../../electron/adapters/tools/workspace-guard";
import { tempFolder } from "../../support/temp-folder";
import { runTool } from "../../support/tool-bench";
import { PatchBench, patch, update } from "./patch/patch-bench";
import { describeSandboxed, sandboxBench } from "./sandbox-bench";

const WORDS = "the session's folder is not what it was when the session was opened";

function replaceByLink(folder: string, target: string): void {
  renameSync(folder, `${folder}.away`);
  symlinkSync(target, folder);
}

describe("the session's folder has become a link", () => {
  test("a patch changes nothing behind it, nor does the undo of one from before", async () => {
    const bench = new PatchBench({ f: "a\n" });
    const realCwd = realpathSync(bench.cwd);
    await bench.apply(update("f", "@@", "-a", "+b"));
    const elsewhere = join(bench.folder, "elsewhere");
    mkdirSync(elsewhere);
    replaceByLink(bench.cwd, elsewhere);
    bench.write("f", "b\n");
    const result = await bench.apply(patch("*** Add File: g", "+x"), { realCwd });
    expect(result).toMatchObject({ status: "failed", output: expect.stringContaining(WORDS) as string });
    const undone = await bench.undo.restore({ threadId: "thread-1", turnId: "turn-1" });
    expect(undone).toEqual({ outcome: "nothing", why: expect.stringContaining(WORDS) as string });
    expect(bench.files(elsewhere)).toEqual({ f: "b\n" });
  });

  test("commands and patches are refused before anybody is asked, and what changes nothing is not", async () => {
    const bench = new PatchBench({ f: "a\n" });
    const place = { cwd: bench.cwd, realCwd: realpathSync(bench.cwd) };
    const guard = createWorkspaceGuard(bench.home);
    replaceByLink(bench.cwd, tempFolder());
    const command = { kind: "command", command: "ls", cwd: "/" } as const;
    expect(await guard({ toolName: "shell", subject: command, ...place })).toContain(WORDS);
    const change = { kind: "fileChange", changes: [{ path: "g", kind: "add", diff: "x\n" }], cwd: bench.cwd } as const;
    expect(await guard({ toolName: "apply_patch", subject: { ...change, changes: [...change.changes] }, ...place })).toContain(
      WORDS,
    );
    expect(await guard({ toolName: "read_file", subject: null, ...place })).toBeNull();
  });

  test("a folder that was a link when the session was opened is worked in as long as it leads to the same one", async () => {
    const bench = new PatchBench();
    const link = join(bench.folder, "link");
    symlinkSync(bench.cwd, link);
    const guard = createWorkspaceGuard(bench.home);
    const subject = { kind: "command", command: "ls", cwd: link } as const;
    const place = { cwd: link, realCwd: realpathSync(bench.cwd) };
    expect(await guard({ toolName: "shell", subject, ...place })).toBeNull();
  });
});

describeSandboxed("a command of a session whose folder has become a link", () => {
  test("is not run, in the sandbox or outside of it", async () => {
    const { tool, run, workspace, outside } = sandboxBench();
    replaceByLink(workspace, outside);
    const call = { realCwd: workspace };
    await expect(run("touch made", call)).rejects.toThrow(WORDS);
    await expect(runTool(tool, { ...call, cwd: workspace, args: { command: "touch made" } })).rejects.toThrow(WORDS);
    await expect(runTool(tool, { ...call, cwd: workspace, args: { command: "touch made", workdir: "/" } })).rejects.toThrow(
      WORDS,
    );
    expect(existsSync(join(outside, "made"))).toBe(false);
  });

  test("runs again once the folder is back in its place", async () => {
    const { run, workspace, outside } = sandboxBench();
    renameSync(workspace, `${workspace}.away`);
    await expect(run("touch made", { realCwd: workspace })).rejects.toThrow("does not exist");
    renameSync(`${workspace}.away`, workspace);
    expect((await run("touch made", { realCwd: workspace })).status).toBe("completed");
    expect([readdirSync(workspace), readdirSync(outside)]).toEqual([["made"], []]);
  });
});

test("the real path of a folder that is not there yet is told by those above it", async () => {
  const folder = realpathSync(tempFolder());
  mkdirSync(join(folder, "real"));
  symlinkSync("real", join(folder, "link"));
  const { realPath } = createFolders();
  expect(await Promise.all(["link", "link/a/b", "real", "none/c"].map((way) => realPath(join(folder, way))))).toEqual(
    ["real", "real/a/b", "real", "none/c"].map((way) => join(folder, way)),
  );
});
