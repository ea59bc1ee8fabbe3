// How runs end in the sandbox: nothing of theirs outlives a stop, a time limit, the turn or the app, whatever they have done to get away.
import { expect, test } from "vitest";
import { endAbandonedRuns, newRunMark } from "../../../electron/adapters/tools/abandoned-runs";
import { shellInvocation, shellStart } from "../../../electron/adapters/tools/shell-command";
import type { RunResult } from "../../../electron/runtime/ports/tool";
import { killAppRunning, runOfAnotherApp } from "../../support/killed-app";
import { LiveOutput } from "../../support/tool-bench";
import { bodyOf, confined, describeSandboxed, sandboxBench, type SandboxBench } from "./sandbox-bench";

/** Aborts once the command has said "ready". */
async function abortWhenReady(command: string, { run }: SandboxBench): Promise<{ result: RunResult; tookMs: number }> {
  const abort = new AbortController();
  const live = new LiveOutput();
  const running = run(command, { signal: abort.signal, onOutput: live.take });
  await live.has("ready");
  const abortedAtMs = performance.now();
  abort.abort();
  return { result: await running, tookMs: performance.now() - abortedAtMs };
}

const AWAY = {
  "a child": "sleep 300 &",
  "a child in a session of its own": "setsid sleep 300 &",
  "a double fork": "(setsid sleep 300 &);",
  "a daemon without its environment or streams": "(env -i setsid sleep 300 </dev/null >/dev/null 2>&1 &);",
  "a child that ignores every signal that can be": "(trap '' TERM HUP INT; setsid sleep 300 &);",
};

describeSandboxed("in the sandbox", () => {
  test.each(Object.entries(AWAY))("%s lives on after its command and ends with the turn", async (_name, start) => {
    const { run, tool, count } = sandboxBench();
    const result = await run(`${start} echo hi`);
    expect(result).toMatchObject({ status: "completed", exitCode: 0, sandboxed: true });
    expect(result.output).toMatch(/\nBackground: 1 process runs on and will be ended when the turn ends\nOutput:\nhi\n$/);
    expect(await tool.endTurn?.("turn-1")).toBe(`ended 1 background process of: ${start} echo hi`);
    expect(count.living()).toEqual([]);
    expect(await tool.endTurn?.("turn-1")).toBeNull();
  });

  test.each(Object.entries(AWAY))("%s ends with a stop", async (_name, start) => {
    const bench = sandboxBench();
    const { result, tookMs } = await abortWhenReady(`${start} echo ready; sleep 300`, bench);
    expect(result).toMatchObject({ status: "aborted", exitCode: null, sandboxed: true });
    expect(bench.count.living()).toEqual([]);
    expect(tookMs).toBeLessThan(2000);
  });

  test("a command that leaves nothing has no background, and leaves no process", async () => {
    const { run, tool, count } = sandboxBench();
    expect((await run("true; ls | cat")).output).not.toContain("Background");
    expect(await tool.endTurn?.("turn-1")).toBeNull();
    await expect.poll(() => count.living()).toEqual([]);
  });

  test("a time limit ends all of it", { retry: 2 }, async () => {
    const { run, count } = sandboxBench();
    const result = await run("echo begun; setsid sleep 300 & sleep 300", { timeoutMs: 300 });
    expect(result).toMatchObject({ status: "failed", exitCode: null, sandboxed: true });
    expect(result.output).toMatch(/^timed out after \d\.\ds\nbegun\n$/);
    expect(count.living()).toEqual([]);
  });

  test("a command is given the time to clean up", async () => {
    const { result } = await abortWhenReady(
      "trap 'echo cleaned; exit' TERM; echo ready; while :; do sleep 0.01; done",
      sandboxBench(),
    );
    expect(result.output).toContain("cleaned");
  });

  // What else runs on the machine counts too: one of three tries has to hold the bar.
  test("2 000 children are gone within 2 s of a stop", { retry: 2 }, async () => {
    const bench = sandboxBench();
    const command = "for i in $(seq 1000); do sleep 300 & setsid sleep 300 & done; echo ready; wait";
    const { tookMs } = await abortWhenReady(command, bench);
    expect(bench.count.living()).toEqual([]);
    expect(tookMs).toBeLessThan(2000);
  });

  test("a chain of children, each of which leaves its group and forks the next before it ends, is gone with a stop", async () => {
    const bench = sandboxBench();
    const relay = `cat > relay <<'END'\n#!/bin/sh\nsetsid ./relay &\nEND\nchmod +x relay; ./relay; echo ready; sleep 300`;
    const { tookMs } = await abortWhenReady(relay, bench);
    expect(bench.count.living()).toEqual([]);
    expect(tookMs).toBeLessThan(2000);
  });

  test("a group that has stopped itself is ended", async () => {
    const bench = sandboxBench();
    await abortWhenReady("echo ready; kill -STOP 0", bench);
    expect(bench.count.living()).toEqual([]);
  });

  test("what kills its own group loses only itself", async () => {
    const { run, tool, count } = sandboxBench();
    const result = await run("setsid sleep 300 & kill -KILL 0");
    expect(result.status).toBe("failed");
    await tool.endTurn?.("turn-1");
    expect(count.living()).toEqual([]);
  });

  test("the exit code is the command's, and a signal is 128 and its number", async () => {
    const { run } = sandboxBench();
    expect(await run("exit 7")).toMatchObject({ exitCode: 7 });
    expect(await run("kill -TERM $$")).toMatchObject({ exitCode: 143 });
  });

  test("there is no terminal, and no input is waited for", async () => {
    const { run } = sandboxBench();
    expect(bodyOf(await run("(echo x > /dev/tty) 2>/dev/null; echo $?; read line; echo $?; cat; ls /dev/pts"))).toBe(
      "1\n1\nptmx\n",
    );
  });

  test("the folder may be removed while the command runs in it", async () => {
    const { run } = sandboxBench();
    expect((await run("mkdir a && cd a && rmdir ../a && pwd && touch x")).status).toBe("failed");
    expect((await run("pwd")).status).toBe("completed");
  });
});

async function killWhileRunning(command: string, { sandbox, environment, workspace }: SandboxBench, mark: string): Promise<void> {
  const start = shellStart(command, mark, { isWindows: false, shell: "/bin/bash", environment });
  const confinement = await sandbox.confine({ ...start, cwd: workspace, workspace, threadId: "t", choice: confined });
  if (confinement.type === "open") throw new Error(`not confined: ${confinement.note}`);
  const invocation = shellInvocation(confinement, false);
  await killAppRunning(invocation);
}

describeSandboxed("when the app is killed", () => {
  test.each(Object.entries(AWAY))("%s ends at once, with no next start", async (_name, start) => {
    const bench = sandboxBench();
    await killWhileRunning(`${start} echo ready; sleep 300`, bench, newRunMark());
    await expect.poll(() => bench.count.living(), { timeout: 5000 }).toEqual([]);
  });

  test("what has killed its keeper before is ended at the next start", async () => {
    const bench = sandboxBench();
    const { mark, end } = runOfAnotherApp();
    // Whoever left the group says "ready", once the group and the keeper in it are gone.
    const survivor = "echo out > left; while kill -0 $$; do :; done 2>/dev/null; echo ready; exec sleep 300";
    await killWhileRunning(`mkfifo left; setsid sh -c "${survivor}" & read -r _ < left; kill -KILL 0`, bench, mark);
    await end();
    await endAbandonedRuns();
    await expect.poll(() => bench.count.living(), { timeout: 5000 }).toEqual([]);
  });
});
