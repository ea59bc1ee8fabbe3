// Runs commands in the machine's real sandbox. The workspace lies in a folder that is not temporary, so that what is beside it is really outside.
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync } from "node:fs";
import { rm } from "node:fs/promises";
import { homedir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished } from "vitest";
import { createBubblewrap } from "../../../electron/adapters/tools/sandbox/bubblewrap";
import { createSandbox, type Sandbox } from "../../../electron/adapters/tools/sandbox/sandbox";
import { createShellTool } from "../../../electron/adapters/tools/shell";
import type { RunContext, RunResult, Tool } from "../../../electron/runtime/ports/tool";
import { createProcessMark, type ProcessMark } from "../../support/process-count";
import { runTool, type ToolCall } from "../../support/tool-bench";

const hasBubblewrap = process.platform === "linux" && spawnSync("bwrap", ["--version"]).status === 0;

/** Of tests that need the sandbox: where it is missing the title says why they did not run. */
export const describeSandboxed = hasBubblewrap
  ? describe
  : (title: string, body: () => void) => describe.skip(`${title} [skipped: bubblewrap is not installed here]`, body);

/** The kernel can keep programs from opening what lies outside for writing, and perl can ask it to. */
const hasLandlock = spawnSync("/usr/bin/perl", ["-e", "exit(syscall(444, 0, 0, 1) >= 2 ? 0 : 1)"]).status === 0;

/** Of tests that need Landlock besides. */
export const describeLandlocked = hasLandlock
  ? describeSandboxed
  : (title: string, body: () => void) => describe.skip(`${title} [skipped: there is no Landlock here, or no perl]`, body);

export interface SandboxBench {
  /** Holds `workspace`, `outside` and `home`. */
  readonly root: string;
  readonly workspace: string;
  readonly outside: string;
  readonly home: string;
  readonly sandbox: Sandbox;
  readonly tool: Tool;
  readonly count: ProcessMark;
  readonly environment: NodeJS.ProcessEnv;
  readonly run: (command: string, call?: SandboxCall) => Promise<RunResult>;
}

export type SandboxCall = Partial<Omit<ToolCall, "sandbox">> & {
  readonly mode?: "readOnly" | "workspaceWrite";
  readonly hasNetwork?: boolean;
  readonly timeoutMs?: number;
};

export const confined: RunContext["sandbox"] = { mode: "workspaceWrite", hasNetwork: false, outside: false };

/** Call it inside a test. Nothing of its processes may be left when the test ends. */
export function sandboxBench(): SandboxBench {
  const root = rootFolder();
  const places = { workspace: join(root, "workspace"), outside: join(root, "outside"), home: join(root, "home") };
  for (const folder of Object.values(places)) mkdirSync(folder);
  const count = createProcessMark();
  const environment = { PATH: process.env["PATH"], HOME: process.env["HOME"], ...count.variable };
  const sandbox = createSandbox(createBubblewrap({ home: places.home }));
  const tool = createShellTool({ sandbox, environment, outputsFolder: join(places.home, "outputs") });
  onTestFinished(async () => {
    await tool.endTurn?.("turn-1");
    await sandbox.close();
    await expect.poll(() => count.living()).toEqual([]);
  });
  const run: SandboxBench["run"] = (command, { mode = "workspaceWrite", hasNetwork = false, timeoutMs, ...call } = {}) =>
    runTool(tool, {
      cwd: places.workspace,
      args: { command, ...(timeoutMs === undefined ? {} : { timeoutMs }) },
      ...call,
      sandbox: { mode, hasNetwork, outside: false },
    });
  return { root, ...places, sandbox, tool, count, environment, run };
}

/** What a command printed. */
export function bodyOf({ output }: RunResult): string {
  return output.slice(output.indexOf("Output:\n") + "Output:\n".length);
}

function rootFolder(): string {
  const root = mkdtempSync(join(realpathSync(homedir()), ".counterfoil-test-"));
  onTestFinished(() => rm(root, { recursive: true, force: true }));
  return root;
}
