import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { describe, expect, onTestFinished, test } from "vitest";
import { newRunMark } from "../../../electron/adapters/tools/abandoned-runs";
import { listProcesses, parsePs, RUN_MARK, startOf, type ProcessEntry } from "../../../electron/adapters/tools/process-table";
import { endTree, livingMembers, treeMembers, type TreeRoot } from "../../../electron/adapters/tools/process-tree";
import { judgeTaskkill, taskkillArguments, taskkillProgram } from "../../../electron/adapters/tools/taskkill";
import { createSystemClock } from "../../../electron/adapters/system";
import { createProcessMark } from "../../support/process-count";

const entry = (pid: number, parent: number, group: number, mark: string | null = null): ProcessEntry => {
  return { pid, parent, group, mark, startedAt: null, isExiting: false };
};
const tree: TreeRoot = { root: 100, mark: "mine", startedAt: null, keeper: 109 };

describe("members of a tree", () => {
  test("are found by group, by parent and by mark, in any order", () => {
    const deep = entry(104, 103, 103);
    const parted = entry(103, 102, 103);
    const own = [deep, parted, entry(102, 100, 100), entry(100, 1, 100), entry(105, 1, 105, "mine"), entry(106, 105, 106)];
    const others = [entry(1, 0, 1), entry(50, 1, 50), entry(51, 50, 50, "theirs")];
    expect(treeMembers([...others, ...own], tree)).toEqual(own);
  });

  test("outlive their root", () => {
    expect(treeMembers([entry(1, 0, 1), entry(102, 1, 100)], tree).map(({ pid }) => pid)).toEqual([102]);
  });

  test("do not include what only carries its streams, when that is to be spared", () => {
    const carrier = entry(102, 1, 100, "mine carrier");
    expect(treeMembers([carrier], { ...tree, sparesCarriers: true })).toEqual([]);
    expect(treeMembers([carrier], tree)).toEqual([carrier]);
  });

  test("are found by what they were found by before, also when nothing else tells any more", () => {
    const parted = { ...entry(103, 1, 103), startedAt: 7 };
    expect(treeMembers([parted, entry(104, 103, 104)], tree, new Set(["103 7"])).map(({ pid }) => pid)).toEqual([103, 104]);
    expect(treeMembers([parted], tree, new Set(["103 6"]))).toEqual([]);
    expect(treeMembers([entry(103, 1, 103)], tree, new Set(["103 in 103"])).map(({ pid }) => pid)).toEqual([103]);
    expect(treeMembers([entry(103, 1, 50)], tree, new Set(["103 in 103"]))).toEqual([]);
  });

  test("are not asked for their marks where it is known without, nor is what is older than the root", () => {
    const asked: number[] = [];
    const askable = (pid: number, parent: number, group: number, startedAt: number): ProcessEntry => ({
      ...{ pid, parent, group, startedAt, isExiting: false },
      get mark() {
        asked.push(pid);
        return "mine";
      },
    });
    const own = [askable(100, 1, 100, 50), askable(101, 1, 100, 51), askable(102, 101, 102, 52), askable(104, 1, 104, 50)];
    const older = askable(103, 1, 103, 49);
    expect(treeMembers([...own, older], { ...tree, startedAt: 50 }).map(({ pid }) => pid)).toEqual([100, 101, 102, 104]);
    expect(asked).toEqual([104]);
  });

  test("do not include the keeper", () => {
    expect(treeMembers([entry(109, 1, 100, "mine")], tree)).toEqual([]);
  });
});

describe("the table of processes", () => {
  test("ps: parents and groups, without those that have ended", () => {
    const text = "    1     0     1 Ss\n  312     1   312 S+\n 4711   312   312 Z\n  400     1   400 ?E\n";
    expect(parsePs(text)).toEqual([entry(1, 0, 1), entry(312, 1, 312), { ...entry(400, 1, 400), isExiting: true }]);
  });

  test("/proc: shows this process, and the mark of a child whose name is odd", async () => {
    const child = startMarked("exec -a 'a) R 1 (b' sleep 300", "some-mark");
    await once(child, "spawn");
    const listed = await listProcesses();
    expect(listed.find(({ pid }) => pid === process.pid)?.parent).toBe(process.ppid);
    expect(listed.find(({ pid }) => pid === child.pid)).toEqual({
      ...entry(Number(child.pid), process.pid, Number(child.pid), "some-mark"),
      startedAt: startOf(Number(child.pid)),
    });
    expect(startOf(Number(child.pid))).toBeGreaterThanOrEqual(Number(startOf(process.pid)));
    expect(startOf(process.pid)).toBeGreaterThan(0);
  });
});

describe("ending a tree", () => {
  test("reaches what left the group by setsid and by a double fork, and what ignores SIGTERM", async () => {
    const mark = newRunMark();
    const count = createProcessMark();
    const command = "setsid sleep 300 & (setsid sleep 300 &) ; trap '' TERM; setsid sh -c 'sleep 300 & wait' & echo ready; wait";
    const child = startMarked(command, mark, count.variable);
    await firstOutput(child);
    const root: TreeRoot = { root: Number(child.pid), mark, startedAt: startOf(Number(child.pid)), keeper: null };
    expect((await livingMembers(root)).length).toBeGreaterThanOrEqual(4);
    const end = await endTree(root, createSystemClock());
    expect(end.survivors).toEqual([]);
    expect(end.endedCount).toBeGreaterThanOrEqual(4);
    expect(count.living()).toEqual([]);
  });

  test("gives a process the time to end by itself", async () => {
    const mark = newRunMark();
    const child = startMarked("trap 'exit 7' TERM; echo ready; while :; do sleep 0.01; done", mark);
    await firstOutput(child);
    const exit = once(child, "exit");
    await endTree({ root: Number(child.pid), mark, startedAt: null, keeper: null }, createSystemClock());
    expect(await exit).toEqual([7, null]);
  });

  test("of nothing is nothing", async () => {
    const child = startMarked("true", "gone");
    await once(child, "exit");
    expect(
      await endTree({ root: Number(child.pid), mark: newRunMark(), startedAt: null, keeper: null }, createSystemClock()),
    ).toEqual({
      endedCount: 0,
      survivors: [],
    });
  });
});

describe("taskkill", () => {
  test("is told the whole tree, by pid", () => {
    expect(taskkillArguments(4711)).toEqual(["/PID", "4711", "/T", "/F"]);
  });

  test("is the system's own, never one that lies on the PATH", () => {
    const bare = { PATH: "C:\\project\\bin", Path: "C:\\project\\bin" };
    expect(taskkillProgram({ ...bare, SystemRoot: "D:\\WinNT" })).toBe("D:\\WinNT\\System32\\taskkill.exe");
    for (const SystemRoot of [undefined, "", ".", "project", "C:project", "\\\\other\\share"])
      expect(taskkillProgram({ ...bare, SystemRoot })).toBe("C:\\Windows\\System32\\taskkill.exe");
  });

  test("that fails is reported, unless the process was gone", () => {
    expect(judgeTaskkill(5, undefined)).toEqual({ endedCount: 1, survivors: [] });
    expect(judgeTaskkill(5, 128)).toEqual({ endedCount: 0, survivors: [] });
    expect(judgeTaskkill(5, 1)).toEqual({ endedCount: 0, survivors: [5] });
    expect(judgeTaskkill(5, "ENOENT")).toEqual({ endedCount: 0, survivors: [5] });
  });
});

function startMarked(command: string, mark: string, environment: Readonly<Record<string, string>> = {}): ChildProcess {
  const child = spawn("/bin/bash", ["-c", command], {
    detached: true,
    stdio: ["ignore", "pipe", "ignore"],
    env: { PATH: process.env["PATH"], ...environment, [RUN_MARK]: mark },
  });
  onTestFinished(() => {
    child.kill("SIGKILL");
  });
  return child;
}

async function firstOutput(child: ChildProcess): Promise<void> {
  if (child.stdout === null) throw new Error("the child has no output");
  await once(child.stdout, "data");
}
