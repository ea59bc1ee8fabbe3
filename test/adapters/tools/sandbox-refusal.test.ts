// A sandbox failure is told apart from a command's own: what is claimed, what never is, and what a person and the model read.
import { chmodSync, existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { describeBubblewrapFault, setupFault } from "../../../electron/adapters/tools/sandbox/bubblewrap-fault";
import { createBubblewrap } from "../../../electron/adapters/tools/sandbox/bubblewrap";
import { findRefusal, type FailedRun } from "../../../electron/adapters/tools/sandbox/refusal";
import { createSandbox, unconfined } from "../../../electron/adapters/tools/sandbox/sandbox";
import { createShellTool } from "../../../electron/adapters/tools/shell";
import { runTool } from "../../support/tool-bench";
import { tempFolder } from "../../support/temp-folder";
import { describeSandboxed, sandboxBench } from "./sandbox-bench";

const confines = { cwd: "/ws", workspace: "/ws", writable: ["/ws"], kept: ["/ws/.git", "/home/a/app"], hasNetwork: false };

function refusal(output: string, run: Partial<FailedRun> = {}): string | null {
  return findRefusal({ exitCode: 1, output, confines, temporary: ["/tmp"], mayReach: () => true, ...run });
}

describe("what the sandbox seems to have refused", () => {
  test.each([
    ["touch: cannot touch '/etc/x': Read-only file system", "writing outside the folders that it may write to"],
    ["Error: EROFS: read-only file system, open '/etc/x'", "writing outside the folders that it may write to"],
    ["OSError: [Errno 30] Lesefehler: '/etc/x'", "writing outside the folders that it may write to"],
    ["curl: (6) Could not resolve host: example.com", "the network"],
    ["fatal: unable to access 'https://x/': Could not resolve host: x", "the network"],
    ["ping: example.com: Temporary failure in name resolution", "the network"],
    ["npm error code EAI_AGAIN", "the network"],
    ["Error: getaddrinfo ENOTFOUND registry.example", "the network"],
    ["bash: connect: Network is unreachable", "the network"],
    ["dial tcp: lookup proxy.example: no such host", "the network"],
    ["rm: cannot remove '/srv/x': Permission denied", "access to a path outside the folders that it may write to"],
    [
      "error: could not lock config file /ws/.git/config: Permission denied",
      "access to a path outside the folders that it may write to",
    ],
    ["PermissionError: socket: Operation not permitted", "a system call"],
    ["strace: ptrace(PTRACE_TRACEME, ...): Operation not permitted", "a system call"],
    ['sudo: The "no new privileges" flag is set', "other rights than those of the app"],
  ])("%s", (line, what) => {
    expect(refusal(`compiling\n${line}\n`)).toBe(`${what}: ${line}`);
  });

  test.each([
    ["a command that succeeded", "touch: cannot touch '/etc/x': Read-only file system", { exitCode: 0 }],
    ["a command's own failure", "3 tests failed\nerror: expected ;", {}],
    ["a path within the workspace", "bash: /ws/run.sh: Permission denied", {}],
    ["a relative path", "bash: ./run.sh: Permission denied", {}],
    ["a path that the app cannot write to either", "cat: /etc/shadow: Permission denied", { mayReach: () => false }],
    ["a network that is allowed", "curl: (6) Could not resolve host: x", { confines: { ...confines, hasNetwork: true } }],
    ["nothing printed", "", {}],
  ])("is nothing for %s", (_name, output, run) => {
    expect(refusal(output, run)).toBeNull();
  });

  test("is judged by the last line that speaks for it, at most so long", () => {
    expect(refusal(`a: Network is unreachable\nb: Read-only file system\nfailed`)).toMatch(/: b: Read-only file system$/);
    expect(refusal(`x${"y".repeat(5000)}: Read-only file system`)?.length).toBeLessThan(400);
  });

  test("is a system call when the filter killed the command without a word", () => {
    expect(refusal("", { exitCode: 159 })).toBe("a system call");
  });
});

describe("a sandbox that could not be set up", () => {
  test("is known by its own words alone", () => {
    expect(setupFault(1, "bwrap: Can't mount proc on /newroot/proc: Operation not permitted\n")).toMatch(/^bwrap: Can't mount/);
    expect(setupFault(1, "bwrap: x\nand more output\n")).toBeNull();
    expect(setupFault(0, "bwrap: x")).toBeNull();
    expect(setupFault(1, "error: bwrap: x")).toBeNull();
  });

  test.each([
    ["bwrap: Unknown option --disable-userns", /^bubblewrap is too old: version 0\.8\.0 or a newer one is needed/],
    ["bwrap: setting up uid map: Permission denied", /^user namespaces are switched off .*sysctl/],
    ["bwrap: No permissions to create new namespace, likely because …", /^user namespaces are switched off/],
    ["bwrap: loopback: Failed RTM_NEWADDR: Operation not permitted", /^network namespaces are switched off/],
    ["bwrap: Can't mount proc on /newroot/proc: Operation not permitted", /^this container hides parts of \/proc/],
    ["bwrap: prctl(PR_SET_SECCOMP): Invalid argument", /^this kernel takes no seccomp filters/],
    ["bwrap: something new", /^bubblewrap does not work here \(bwrap: something new\)$/],
    ["", /^bubblewrap does not work here$/],
  ])("%s: is said with what to do", (said, words) => {
    expect(describeBubblewrapFault(`${said}\n`)).toMatch(words);
  });
});

describe.runIf(process.platform === "linux")("a sandbox that does not hold here", () => {
  function withBwrap(script: string | null) {
    const root = tempFolder();
    mkdirSync(join(root, "bin"), { mode: 0o755 });
    if (script !== null) writeFileSync(join(root, "bin", "bwrap"), `#!/bin/sh\n${script}\n`);
    if (script !== null) chmodSync(join(root, "bin", "bwrap"), 0o755);
    const sandbox = createSandbox(createBubblewrap({ home: join(root, "home"), folders: [join(root, "bin")] }));
    const environment = { PATH: process.env["PATH"] };
    return { root, sandbox, tool: createShellTool({ sandbox, environment, outputsFolder: join(root, "outputs") }) };
  }

  test("because it is not installed: says how to install it, and commands run as they are, with that note", async () => {
    const { root, sandbox, tool } = withBwrap(null);
    const reason = expect.stringMatching(/^bubblewrap is not installed .*apt install bubblewrap/);
    expect(await sandbox.state("workspaceWrite")).toEqual({ isEnforced: false, reason });
    const choice = { mode: "workspaceWrite", hasNetwork: false, outside: false } as const;
    const result = await runTool(tool, { args: { command: "echo hi" }, cwd: root, sandbox: choice });
    expect(result).toMatchObject({ status: "completed", sandboxed: false, sandboxNote: reason });
  });

  test("because it fails when it is tried: says why", async () => {
    const { sandbox } = withBwrap("echo 'bwrap: setting up uid map: Permission denied' >&2; exit 1");
    expect(await sandbox.state("readOnly")).toMatchObject({
      isEnforced: false,
      reason: expect.stringMatching(/^user namespaces are switched off .*\(bwrap: setting up uid map: Permission denied\)$/),
    });
  });

  test("because somebody else could put another bubblewrap in its place: says where, and does not run it", async () => {
    const { root, sandbox } = withBwrap(`touch ${"$"}{0%/*}/ran`);
    chmodSync(join(root, "bin"), 0o777);
    expect(await sandbox.state("workspaceWrite")).toEqual({
      isEnforced: false,
      reason: expect.stringContaining(`not used, because others may write to ${join(root, "bin")} (Debian`) as string,
    });
    expect(existsSync(join(root, "bin", "ran"))).toBe(false);
  });

  test("full access is no sandbox, and is not tried", async () => {
    const { sandbox } = withBwrap("exit 1");
    expect(await sandbox.state("dangerFullAccess")).toEqual({ isEnforced: false, reason: "full access was chosen" });
  });

  test("on a system without one it is said", async () => {
    const sandbox = createSandbox(unconfined("no sandbox for this system"));
    expect(await sandbox.state("workspaceWrite")).toEqual({ isEnforced: false, reason: "no sandbox for this system" });
  });
});

describeSandboxed("what is read about a command in the sandbox", () => {
  test.each([
    ["touch /tmp/x", true],
    ["cd /tmp; ls", true],
    ["ls >'/tmp/x y'", true],
    ["A=/tmp ls", true],
    ["ls", false],
    ["ls /var/tmp /tmpx /tmp.d x/tmp || true", false],
  ])("that /tmp is not the machine's, where it names it: %s", async (command, isTold) => {
    const note = "/tmp was the sandbox's own: other programs do not see what is there";
    expect((await sandboxBench().run(command)).notes).toEqual(isTold ? [note] : undefined);
  });

  test("nothing of /tmp, where it is the machine's", async () => {
    const { tool, workspace } = sandboxBench();
    expect((await runTool(tool, { cwd: workspace, args: { command: "ls -d /tmp" } })).notes).toBeUndefined();
  });

  test("that it refused: the model is told what, how far it goes, and how to ask", async () => {
    const { run, workspace } = sandboxBench();
    const result = await run("touch /etc/counterfoil-test");
    expect(result.output).toContain(
      `Sandbox: it seems to have refused writing outside the folders that it may write to: touch: cannot touch '/etc/counterfoil-test': Read-only file system. It allows writing to ${workspace} and /tmp, and no network. If the command needs more, call it again with outsideSandbox: true and a justification`,
    );
    expect(result).toMatchObject({ sandboxed: true, sandboxNote: expect.stringMatching(/^it seems to have refused writing/) });
  });

  test("that succeeded: no word about it", async () => {
    const { run } = sandboxBench();
    const result = await run("echo 'Read-only file system'; touch /etc/x 2>&1 | cat");
    expect(result).toMatchObject({ status: "completed", sandboxed: true });
    expect(result).not.toHaveProperty("sandboxNote");
    expect(result.output).not.toContain("Sandbox:");
  });

  test("that the person lets run outside: it is not confined, and nothing is claimed", async () => {
    const { tool, workspace, outside } = sandboxBench();
    const choice = { mode: "workspaceWrite", hasNetwork: false, outside: true } as const;
    const run = (command: string) => runTool(tool, { args: { command }, cwd: workspace, sandbox: choice });
    expect(await run(`touch ${outside}/new`)).toMatchObject({ status: "completed", sandboxed: false });
    const failed = await run("echo 'Read-only file system'; exit 1");
    expect(failed).not.toHaveProperty("sandboxNote");
    expect(failed.output).not.toContain("Sandbox:");
  });

  test("whose folder lies outside the workspace: it is seen and stays read-only", async () => {
    const { run, outside, workspace } = sandboxBench();
    const result = await run("pwd; touch new", { args: { command: "pwd; touch new", workdir: outside } });
    expect(result.output).toContain(`\n${outside}\n`);
    expect(result.status).toBe("failed");
    expect((await run(`touch ${workspace}/new`, { args: { command: `touch ${workspace}/new`, workdir: outside } })).status).toBe(
      "completed",
    );
  });

  test("in a workspace below /tmp: it is seen, written to, and its neighbours are not there", async () => {
    const { run } = sandboxBench();
    const [workspace, neighbour] = [tempFolder(), tempFolder()];
    expect((await run("echo x > new && cat new", { cwd: workspace })).status).toBe("completed");
    expect((await run(`ls ${neighbour}`, { cwd: workspace })).status).toBe("failed");
  });
});

describe("a call that asks to run outside the sandbox", () => {
  const tool = createShellTool({ sandbox: createSandbox(unconfined("-")), outputsFolder: "/nowhere", environment: {} });
  const subjectOf = (args: object) => {
    const prepared = tool.prepare({ command: "ls", ...args }, { cwd: "/ws" });
    return prepared.ok ? prepared.run.subject : prepared;
  };

  test("is judged with its reason; otherwise there is no word of either", () => {
    const command = { kind: "command", command: "ls", cwd: "/ws" };
    expect(subjectOf({ outsideSandbox: true, justification: "why" })).toEqual({
      ...command,
      outsideSandbox: true,
      justification: "why",
    });
    expect(subjectOf({ outsideSandbox: true })).toEqual({ ...command, outsideSandbox: true });
    expect(subjectOf({ outsideSandbox: false, justification: "why" })).toEqual(command);
  });

  test.each([{ command: "echo a\0b" }, { command: "echo \ud800" }, { command: "\udc00 ls" }, { workdir: "a\0" }])(
    "with characters that no program can be given is refused before anybody is asked",
    (args) => {
      expect(subjectOf(args)).toMatchObject({
        ok: false,
        detail: expect.stringMatching(/^a command and its folder cannot hold/),
      });
    },
  );
});
