// What is left of a command when the app that runs it is killed.
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer } from "node:net";
import path from "node:path";
import { describe, expect, test } from "vitest";
import {
  abandonedByLimit,
  abandonedProcesses,
  endAbandonedRuns,
  newRunMark,
} from "../../../electron/adapters/tools/abandoned-runs";
import { listProcesses } from "../../../electron/adapters/tools/process-table";
import { limitMark, ownerOfLimitMark, runLimit } from "../../../electron/adapters/tools/run-limit";
import { shellInvocation, shellStart } from "../../../electron/adapters/tools/shell-command";
import { killAppRunning, runOfAnotherApp } from "../../support/killed-app";
import { createProcessMark } from "../../support/process-count";
import { tempFolder } from "../../support/temp-folder";

async function killWhileRunning(command: string, mark: string, environment: NodeJS.ProcessEnv): Promise<void> {
  const start = shellStart(command, mark, { isWindows: false, shell: "/bin/bash", environment });
  const invocation = shellInvocation(start, false);
  await killAppRunning(invocation);
}

describe("when the app is killed", () => {
  test("its commands end at once, with no next start", async () => {
    const server = createServer().listen(0, "127.0.0.1");
    await once(server, "listening");
    const address = server.address();
    const port = address !== null && typeof address === "object" ? address.port : 0;
    const closed = once(server, "connection").then(([socket]) => once(socket.resume(), "close"));
    const count = createProcessMark();
    const command = `exec 9<>/dev/tcp/127.0.0.1/${port}; echo ready; python3 - <<'END'\nwhile True: pass\nEND`;
    await killWhileRunning(command, newRunMark(), { PATH: process.env["PATH"], ...count.variable });
    await closed;
    server.close();
    await expect.poll(() => count.living()).toEqual([]);
  });

  test("what left its group is ended at the next start", async () => {
    const count = createProcessMark();
    const { mark, end } = runOfAnotherApp();
    await killWhileRunning("setsid sh -c 'echo ready; exec sleep 300' & wait", mark, {
      PATH: process.env["PATH"],
      ...count.variable,
    });
    await expect.poll(() => count.living().length).toBe(1);
    await end();
    await endAbandonedRuns();
    await expect.poll(() => count.living()).toEqual([]);
  });

  test.skipIf(process.platform !== "linux")("so is what has emptied its environment too", async () => {
    const { mark, end } = runOfAnotherApp();
    const told = path.join(tempFolder(), "pid");
    const command = `env -i setsid /bin/sh -c 'echo $$ > ${told}; echo ready; exec sleep 300' & wait`;
    await killWhileRunning(command, mark, { PATH: process.env["PATH"] });
    const pid = Number(readFileSync(told, "utf8"));
    const lives = async () => (await listProcesses()).some((entry) => entry.pid === pid);
    expect(await lives()).toBe(true);
    await end();
    await endAbandonedRuns();
    await expect.poll(lives).toBe(false);
  });
});

test("runs of an app that lives, or of one in a container, are not abandoned", () => {
  const entry = (pid: number, mark: string | null) => ({ pid, parent: 1, group: pid, mark, startedAt: null, isExiting: false });
  const processes = [entry(10, null), entry(11, "10-7-abc"), entry(12, "99-7-abc"), entry(13, "odd"), entry(14, "99-8-abc")];
  expect(abandonedProcesses(processes, "7").map(({ pid }) => pid)).toEqual([12]);
  expect(newRunMark()).toMatch(new RegExp(`^${process.pid}-\\d+-[0-9a-f-]{36}$`));
});

test("an emptied environment: the limit names the run and the app it was of", () => {
  const mark = "4711-7-0a1b2c3d-0000-4000-8000-000000000000";
  const limit = runLimit(mark);
  expect(ownerOfLimitMark(limitMark(limit) ?? "")).toBe(4711);
  expect(runLimit(mark.replace("0a1b", "0a1c"))).not.toBe(limit);
  expect([runLimit("odd"), limitMark(null), limitMark(8_000_000), ownerOfLimitMark("4711-7-x")]).toEqual([
    null,
    null,
    null,
    null,
  ]);
  const entry = (pid: number, of: string | null) => ({ pid, parent: 1, group: pid, mark: of, startedAt: null, isExiting: false });
  const processes = [entry(10, null), entry(11, limitMark(limit)), entry(12, mark)];
  expect(abandonedByLimit(processes).map(({ pid }) => pid)).toEqual([11]);
  expect(abandonedByLimit([...processes, entry(4711, null)])).toEqual([]);
});
