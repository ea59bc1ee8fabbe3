// Folders that become links between the moment at which the sandbox is planned and the one at which it is set up: by a command of another session, or by
// one that runs on. A bubblewrap that does this first, and then what it is there for, is as late as it can be.
import { chmodSync, existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createBubblewrap } from "../../../electron/adapters/tools/sandbox/bubblewrap";
import { createSandbox } from "../../../electron/adapters/tools/sandbox/sandbox";
import { createShellTool } from "../../../electron/adapters/tools/shell";
import { findProgram } from "../../../electron/adapters/tools/find-program";
import { runTool } from "../../support/tool-bench";
import { bodyOf, confined, describeSandboxed, sandboxBench } from "./sandbox-bench";

/** `meanwhile`: shell text; the bench's folders are the variables `workspace` and `outside`. */
function racingBench(meanwhile: string) {
  const bench = sandboxBench();
  const { root, workspace, outside, home } = bench;
  const folder = join(root, "bin");
  mkdirSync(folder, { mode: 0o755 });
  const real = findProgram("bwrap").path ?? "";
  // Not yet when the sandbox is tried.
  const script = `#!/bin/sh\nworkspace='${workspace}'; outside='${outside}'\nif [ -e "${root}/armed" ]; then ${meanwhile}; fi\nexec ${real} "$@"\n`;
  writeFileSync(join(folder, "bwrap"), script);
  chmodSync(join(folder, "bwrap"), 0o755);
  const sandbox = createSandbox(createBubblewrap({ home, folders: [folder] }));
  const tool = createShellTool({ sandbox, environment: bench.environment, outputsFolder: join(home, "outputs") });
  const run = async (command: string) => {
    expect(await sandbox.state("workspaceWrite")).toMatchObject({ isEnforced: true });
    writeFileSync(join(root, "armed"), "");
    return runTool(tool, { cwd: workspace, args: { command }, sandbox: confined });
  };
  return { ...bench, run };
}

describeSandboxed("a folder that becomes a link while the sandbox is being set up", () => {
  test.each([
    ["the workspace", 'mv "$workspace" "$workspace.away"; ln -s outside "$workspace"'],
    ["the workspace, to one that holds it", 'mv "$workspace" "$workspace.away"; ln -s . "$workspace"'],
    ["a folder that leads to what is kept", 'mv "$workspace/x" "$workspace/y"; ln -s ../outside "$workspace/x"'],
    ["a folder deeper on the way to it", 'mv "$workspace/x/deep" "$workspace/y"; ln -s ../../outside "$workspace/x/deep"'],
  ])("%s: nothing outside becomes writable, and the command does not run", async (_what, meanwhile) => {
    const { run, workspace, outside } = racingBench(meanwhile);
    mkdirSync(join(workspace, "x", "deep", "repo"), { recursive: true });
    mkdirSync(join(outside, "deep", "repo"), { recursive: true });
    mkdirSync(join(outside, "repo"));
    writeFileSync(join(outside, ".git"), "");
    writeFileSync(join(outside, "..", ".git"), "");
    mkdirSync(join(outside, "x", "deep", "repo"), { recursive: true });
    writeFileSync(join(workspace, ".git"), `gitdir: ${workspace}/x/deep/repo\n`);
    const result = await run(`touch ${outside}/made ${workspace}/made; echo ran`);
    expect(existsSync(join(outside, "made"))).toBe(false);
    expect(bodyOf(result)).not.toContain("ran");
    expect(result.sandboxNote).toMatch(/did not run: bwrap: (a folder was replaced while it was being mounted|Can't )/);
    expect(result).toMatchObject({ status: "failed", sandboxed: true });
  });

  test("a folder with any name is known again", async () => {
    const { tool, workspace } = sandboxBench();
    const cwd = join(workspace, "a b\\c\td\ne|f*[g]$h'i\"j");
    mkdirSync(cwd);
    expect(bodyOf(await runTool(tool, { cwd, args: { command: "touch made; ls" }, sandbox: confined }))).toBe("made\n");
  });

  test("that nothing became one lets commands run as ever", async () => {
    const { run, workspace } = racingBench(":");
    expect(bodyOf(await run("touch made; echo ran"))).toBe("ran\n");
    expect(existsSync(join(workspace, "made"))).toBe(true);
  });
});
