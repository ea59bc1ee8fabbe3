// What a hostile command tries in the sandbox, in a real one. Each is one way out that must stay closed.
import { createServer } from "node:net";
import { once } from "node:events";
import { spawnSync } from "node:child_process";
import {
  closeSync,
  constants,
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  readSync,
  realpathSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { rm } from "node:fs/promises";
import { join, resolve } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { findProgram } from "../../../electron/adapters/tools/find-program";
import { createBubblewrap } from "../../../electron/adapters/tools/sandbox/bubblewrap";
import { createSandbox } from "../../../electron/adapters/tools/sandbox/sandbox";
import { createShellTool } from "../../../electron/adapters/tools/shell";
import { runTool } from "../../support/tool-bench";
import { bodyOf, confined, describeLandlocked, describeSandboxed, sandboxBench } from "./sandbox-bench";

const python = (...lines: string[]): string => `python3 - <<'END'\n${lines.join("\n")}\nEND`;

/** Calls the kernel by number and prints the error's name, or "done". */
const systemCall = (call: string): string =>
  python(
    "import ctypes, errno, os, platform",
    "libc = ctypes.CDLL(None, use_errno=True)",
    "numbers = dict(x86_64=0, aarch64=1)[platform.machine()]",
    `x64, arm64, *rest = ${call}`,
    "result = libc.syscall((x64, arm64)[numbers], *rest)",
    "print('done' if result >= 0 else errno.errorcode[ctypes.get_errno()])",
  );

describeSandboxed("files outside the workspace", () => {
  test.each([
    ["a new file beside the workspace", 'echo x > "$OUTSIDE/new"'],
    ["a new file by a relative path", "echo x > ../outside/new"],
    ["a file that is there", 'echo x >> "$OUTSIDE/kept"'],
    ["a file that is removed", 'rm -f "$OUTSIDE/kept"'],
    ["a file that is renamed away", 'mv "$OUTSIDE/kept" "$OUTSIDE/new"'],
    ["rights that are changed", 'chmod 777 "$OUTSIDE/kept"'],
    ["a folder that is made", 'mkdir "$OUTSIDE/new"'],
    ["through a link that the command makes", 'ln -s "$OUTSIDE" link && echo x > link/new'],
    ["through a hard link that the command makes", 'ln "$OUTSIDE/kept" hard && echo x >> hard'],
    ["through /proc/self/root", 'echo x > "/proc/self/root$OUTSIDE/new"'],
    ["through /proc/1/root", 'echo x > "/proc/1/root$OUTSIDE/new"'],
    ["through /proc/1/cwd", "echo x > /proc/1/cwd/../outside/new"],
    ["by truncation", 'truncate -s 0 "$OUTSIDE/kept"'],
    ["by an open folder", `exec 9<"$OUTSIDE"; echo x > /proc/self/fd/9/new`],
    ["by a time that is set", 'touch -d 2001-01-01 "$OUTSIDE/kept"'],
    ["by an extended attribute", python("import os", "os.setxattr(os.environ['OUTSIDE'] + '/kept', 'user.x', b'y')")],
  ])("%s", async (_name, command) => {
    const { run, outside } = sandboxBench();
    writeFileSync(join(outside, "kept"), "kept", { mode: 0o644 });
    const result = await run(`export OUTSIDE=${outside}; ${command}`);
    expect(result).toMatchObject({ status: "failed", sandboxed: true });
    expect(existsSync(join(outside, "new"))).toBe(false);
    expect(readFileSync(join(outside, "kept"), "utf8")).toBe("kept");
  });

  test("through a link that lies in the workspace already", async () => {
    const { run, outside, workspace } = sandboxBench();
    symlinkSync(outside, join(workspace, "link"));
    expect((await run("echo x > link/new")).status).toBe("failed");
    expect(existsSync(join(outside, "new"))).toBe(false);
  });

  test.each(["/etc/passwd", "/usr/bin/env", "/var/lib", "/sys/kernel/uevent_helper", "/boot", "/root/.bashrc", "/home"])(
    "%s cannot be written to",
    async (path) => {
      const { run } = sandboxBench();
      const found = await run(`if [ -d ${path} ]; then : > ${path}/counterfoil-test; else [ -e ${path} ] && : >> ${path}; fi`);
      expect(found.status).toBe("failed");
    },
  );

  test.each(["/proc/sys/kernel/core_pattern", "/proc/sys/vm/drop_caches", "/proc/sys/kernel/modprobe", "/proc/sysrq-trigger"])(
    "%s of the kernel cannot be written to, whoever runs the app",
    async (path) => {
      const { run } = sandboxBench();
      expect((await run(`: >> ${path}`)).status).toBe("failed");
    },
  );

  test("the devices of the machine are not there", async () => {
    const { run } = sandboxBench();
    expect(bodyOf(await run("find /dev -type b; ls /dev/mem /dev/kmsg /dev/vda /dev/sda /dev/kvm 2>/dev/null"))).toBe("");
  });

  test("/tmp is not the machine's, and is kept for the thread alone", async () => {
    const { run } = sandboxBench();
    await run("echo mine > /tmp/counterfoil-note");
    expect(existsSync("/tmp/counterfoil-note")).toBe(false);
    expect(bodyOf(await run("cat /tmp/counterfoil-note"))).toBe("mine\n");
    expect((await run("cat /tmp/counterfoil-note", { threadId: "thread-2" })).status).toBe("failed");
  });

  test.each(["/tmp", "/run", "/tmp/.", "/var/../tmp"])(
    "%s as the folder to run in is not the machine's either",
    async (workdir) => {
      const { tool, workspace } = sandboxBench();
      const mark = mkdtempSync("/tmp/counterfoil-mark-");
      onTestFinished(() => rm(mark, { recursive: true }));
      for (const mode of ["workspaceWrite", "readOnly"] as const) {
        const call = { cwd: workspace, sandbox: { ...confined, mode } };
        const result = await runTool(tool, { ...call, args: { command: "pwd; ls -A", workdir } });
        expect([result.exitCode, bodyOf(result)]).toEqual([0, `${resolve(workdir)}\n`]);
      }
    },
  );

  test("a folder of the machine's /tmp is not there to run in, also through links, and one that a command has made is", async () => {
    const { tool, run, workspace } = sandboxBench();
    const mark = realpathSync(mkdtempSync(join("/tmp", "counterfoil-mark-")));
    onTestFinished(() => rm(mark, { recursive: true }));
    symlinkSync(mark, join(workspace, "link"));
    const inFolder = (command: string, workdir: string) =>
      runTool(tool, { cwd: workspace, args: { command, workdir }, sandbox: confined });
    for (const workdir of [mark, "link"]) {
      const words = "is not a folder there, where /tmp and /run are not the machine's";
      expect(await inFolder("true", workdir)).toMatchObject({
        status: "failed",
        output: expect.stringContaining(words) as string,
      });
    }
    await run("mkdir /tmp/made");
    expect(bodyOf(await inFolder("touch x; ls /tmp/made", "/tmp/made"))).toBe("x\n");
    await expect(inFolder("true", "/nowhere")).rejects.toThrow("the folder to run in does not exist: /nowhere");
  });

  test("a folder outside of the workspace is run in as it is, and read only", async () => {
    const { tool, workspace, outside } = sandboxBench();
    writeFileSync(join(outside, "f"), "");
    const args = { command: "ls; touch g", workdir: outside };
    const result = await runTool(tool, { cwd: workspace, args, sandbox: confined });
    expect(result.exitCode).toBe(1);
    expect(bodyOf(result)).toMatch(/^f\ntouch: .*Read-only/);
  });

  test("/run is empty", async () => {
    const { run } = sandboxBench();
    expect(bodyOf(await run("find /run -type s"))).toBe("");
  });
});

describeSandboxed("what git runs unasked", () => {
  test.each([
    ["a hook", "echo x > .git/hooks/pre-commit"],
    ["the configuration", "git config core.fsmonitor evil"],
    ["a renamed .git", "mv .git other"],
    ["a removed .git", "rm -rf .git/hooks"],
    ["a file linked from it", "ln .git/config hard && echo x >> hard"],
    ["a mount that is taken away", "umount .git && echo x > .git/hooks/pre-commit"],
  ])("%s", async (_name, command) => {
    const { run, workspace } = sandboxBench();
    mkdirSync(join(workspace, ".git", "hooks"), { recursive: true });
    writeFileSync(join(workspace, ".git", "config"), "[core]\n");
    writeFileSync(join(workspace, ".git", "HEAD"), "ref: refs/heads/main\n");
    expect((await run(command)).status).toBe("failed");
    expect(existsSync(join(workspace, ".git", "hooks", "pre-commit"))).toBe(false);
    expect(readFileSync(join(workspace, ".git", "config"), "utf8")).toBe("[core]\n");
  });

  test("of a worktree: neither its .git file, nor what that names, even within the workspace", async () => {
    const { run, workspace } = sandboxBench();
    const own = join(workspace, "stores", "repo", "worktrees", "one");
    mkdirSync(own, { recursive: true });
    writeFileSync(join(workspace, ".git"), `gitdir: ${own}\n`);
    writeFileSync(join(own, "commondir"), "../..\n");
    for (const command of [
      "echo gitdir: elsewhere > .git",
      "rm .git",
      "touch stores/repo/worktrees/one/config.worktree",
      "mkdir -p stores/repo/hooks",
      "mv stores other",
      "mv stores/repo other",
    ])
      expect([command, (await run(command)).status]).toEqual([command, "failed"]);
    expect((await run("touch stores/other && ls")).status).toBe("completed");
  });

  test("a workspace within a .git folder is not written to", async () => {
    const { run, workspace } = sandboxBench();
    const hooks = join(workspace, ".git", "hooks");
    mkdirSync(hooks, { recursive: true });
    expect((await run("touch pre-commit", { cwd: hooks })).status).toBe("failed");
  });
});

describeSandboxed("the app's own home", () => {
  test("is read-only, also where the workspace holds it, and cannot be moved away", async () => {
    const { run, root, home } = sandboxBench();
    writeFileSync(join(home, "settings.json"), "{}");
    for (const command of [
      "echo x > home/settings.json",
      "touch home/sessions",
      "mv home other",
      "rm -rf home/settings.json",
      "ln home/settings.json hard && echo x > hard",
    ])
      expect([command, (await run(command, { cwd: root })).status]).toEqual([command, "failed"]);
    expect((await run("touch workspace/fine && cat home/settings.json", { cwd: root })).status).toBe("completed");
    expect(readFileSync(join(home, "settings.json"), "utf8")).toBe("{}");
  });

  test("is no workspace, nor is what lies in it", async () => {
    const { run, home } = sandboxBench();
    mkdirSync(join(home, "sessions"));
    expect((await run("touch x", { cwd: home })).status).toBe("failed");
    expect((await run("touch x", { cwd: join(home, "sessions") })).status).toBe("failed");
  });

  test("a folder between it and the workspace cannot be replaced", async () => {
    const { run, root, home } = sandboxBench();
    const bench = await run("mv ../$(basename $PWD) ../other 2>&1; mv home/.. other", { cwd: root });
    expect(bench.status).toBe("failed");
    expect(existsSync(home)).toBe(true);
  });
});

describeSandboxed("rights", () => {
  test.each([
    ["mount", "mount -t tmpfs none ."],
    ["a bind mount", "mkdir a && mount --bind / a"],
    ["a remount", "mount -o remount,rw /"],
    ["unshare with a user of its own", "unshare -Ur true"],
    ["unshare of mounts", "unshare -m true"],
    ["chroot", "chroot / true"],
    ["another bubblewrap", "bwrap --ro-bind / / true"],
    ["nsenter of the machine", "nsenter -t 1 -m true"],
    ["mknod", "mknod disk b 8 0"],
    ["another user", "python3 -c 'import os; os.setuid(4711)'"],
    ["a file of another user", "touch own && chown 4711 own"],
    ["the clock", "date -s 2001-01-01"],
    ["the name of the machine", "hostname evil"],
    ["a priority", "nice -n -5 true 2>&1 | grep -q . && false"],
  ])("%s is refused", async (_name, command) => {
    expect((await sandboxBench().run(command)).status).toBe("failed");
  });

  test("there is no capability, no new right, and a filter", async () => {
    const status = bodyOf(await sandboxBench().run("grep -E '^(Cap|NoNewPrivs|Seccomp:)' /proc/self/status"));
    expect(status.match(/^Cap\w+:\s*0{16}$/gm)).toHaveLength(5);
    expect(status).toMatch(/^NoNewPrivs:\s*1$/m);
    expect(status).toMatch(/^Seccomp:\s*2$/m);
  });

  test("a file that would run with its owner's rights gives none", async () => {
    const { run } = sandboxBench();
    const ran = await run("cp /usr/bin/id own && chmod u+s own && ./own -u");
    expect(bodyOf(ran).trim()).toBe(String(process.getuid?.()));
  });
});

describeSandboxed("system calls", () => {
  test.each([
    ["ptrace", "(101, 117, 0, 0, 0, 0)"],
    ["process_vm_readv", "(310, 270, 1, 0, 0, 0, 0, 0)"],
    ["keyctl", "(250, 219, 0, 0, 0)"],
    ["add_key", "(248, 217, 0, 0, 0, 0, 0)"],
    ["bpf", "(321, 280, 0, 0, 0)"],
    ["userfaultfd", "(323, 282, 0)"],
    ["perf_event_open", "(298, 241, 0, 0, 0, 0, 0)"],
    ["init_module", "(175, 105, 0, 0, 0)"],
    ["finit_module", "(313, 273, 0, 0, 0)"],
    ["kexec_load", "(246, 104, 0, 0, 0, 0)"],
    ["io_uring_setup", "(425, 425, 1, 0)"],
    ["open_tree", "(428, 428, 0, 0, 0)"],
    ["mount_setattr", "(442, 442, 0, 0, 0, 0, 0)"],
    ["open_by_handle_at", "(304, 265, 0, 0, 0)"],
    ["pidfd_getfd", "(438, 438, 0, 0, 0)"],
    ["setns", "(308, 268, 0, 0)"],
    ["socket of this machine (AF_UNIX)", "(41, 198, 1, 1, 0)"],
    ["socket of this machine, its number in the high half", "(41, 198, 1 + (1 << 32), 1, 0)"],
    ["socket of the machine's host (AF_VSOCK)", "(41, 198, 40, 1, 0)"],
    ["socket of the kernel's ciphers (AF_ALG)", "(41, 198, 38, 5, 0)"],
  ])("%s is refused", async (_name, call) => {
    expect(bodyOf(await sandboxBench().run(systemCall(call)))).toBe("EPERM\n");
  });

  test.runIf(process.arch === "x64")("by their second numbers (x32) are refused", async () => {
    expect(bodyOf(await sandboxBench().run(systemCall("(0x40000000 + 41, 0, 1, 1, 0)")))).toMatch(/^EPERM$/m);
  });

  test("that programs need are allowed: socketpair, internet sockets of their own, threads, forks", async () => {
    const program = python(
      "import socket, threading, subprocess",
      "a, b = socket.socketpair(); a.send(b'x'); assert b.recv(1) == b'x'",
      "server = socket.create_server(('127.0.0.1', 0)); client = socket.create_connection(server.getsockname())",
      "t = threading.Thread(target=lambda: None); t.start(); t.join()",
      "print(subprocess.run(['echo', 'fine'], capture_output=True, text=True).stdout, end='')",
    );
    expect(bodyOf(await sandboxBench().run(program))).toBe("fine\n");
  });

  test("git and node work", async () => {
    const { run } = sandboxBench();
    const made = await run("git init -q . && git add -A && git status --short | head -1; node -p 1+1");
    expect(made.output).toContain("\n2\n");
  });
});

describeSandboxed("network and services", () => {
  test("a server of this machine is not reached", async () => {
    const server = createServer().listen(0, "127.0.0.1");
    onTestFinished(() => {
      server.close();
    });
    await once(server, "listening");
    let reached = 0;
    server.on("connection", (socket) => {
      reached += 1;
      socket.destroy();
    });
    const address = server.address();
    const port = address !== null && typeof address === "object" ? address.port : 0;
    const { run } = sandboxBench();
    const connect = `exec 9<>/dev/tcp/127.0.0.1/${port}`;
    expect((await run(connect)).status).toBe("failed");
    expect(reached).toBe(0);
    expect((await run(connect, { hasNetwork: true })).status).toBe("completed");
  });

  test("no address outside is reached", async () => {
    const { run } = sandboxBench();
    const result = await run("exec 9<>/dev/tcp/192.0.2.1/80");
    expect(result).toMatchObject({ status: "failed", sandboxNote: expect.stringMatching(/refused the network/) });
  });

  test("a service's socket in the workspace is not reached, with a network neither", async () => {
    const { run, workspace } = sandboxBench();
    const socket = join(workspace, "service");
    const server = createServer().listen(socket);
    onTestFinished(() => {
      server.close();
    });
    await once(server, "listening");
    const connect = python("import socket", "s = socket.socket(socket.AF_UNIX)", "s.connect('service')");
    for (const hasNetwork of [false, true])
      expect(bodyOf(await run(connect, { hasNetwork }))).toMatch(/PermissionError: \[Errno 1\] Operation not permitted/);
  });
});

describeLandlocked("pipes with a name", () => {
  const writes = (pipe: string): readonly string[] => [
    `echo x > ${pipe}`,
    `echo x >> ${pipe}`,
    `exec 9<>${pipe} && echo x >&9`,
    `ln -s ${pipe} link && echo x > link`,
    `echo x > /proc/self/root${pipe}`,
    `exec 9<${pipe} && echo x > /proc/self/fd/9`,
    `ln ${pipe} hard && echo x > hard`,
    python("import os", `os.write(os.open('${pipe}', os.O_WRONLY | os.O_NONBLOCK), b'x')`),
    `perl -e 'sysopen(my $f, "${pipe}", 2) or die; syswrite($f, "x")'`,
  ];

  test.each([false, true])(
    "outside of the workspace are not written to, by none of the ways in (read-only: %s)",
    async (isReadOnly) => {
      const { run, outside } = sandboxBench();
      const pipe = join(outside, "pipe");
      expect(spawnSync("mkfifo", [pipe]).status).toBe(0);
      // Open at both ends, so that nothing waits, and what was written would be found.
      const reader = openSync(pipe, constants.O_RDWR | constants.O_NONBLOCK);
      onTestFinished(() => {
        closeSync(reader);
      });
      const mode = isReadOnly ? "readOnly" : "workspaceWrite";
      for (const command of writes(pipe)) expect([command, (await run(command, { mode })).status]).toEqual([command, "failed"]);
      expect(() => readSync(reader, Buffer.alloc(1))).toThrow("EAGAIN");
      const told = await run(`echo x > ${pipe}`, { mode });
      if (!isReadOnly) expect(told.sandboxNote).toContain("access to a path outside the folders that it may write to");
    },
  );

  test("in the workspace and in /tmp are, and what else is opened for writing there", async () => {
    const { run } = sandboxBench();
    const command = [
      "mkfifo own /tmp/own; cat own /tmp/own > got & echo a > own; echo b > /tmp/own; wait; cat got",
      "echo c > /dev/null; (echo d > /dev/stdout) | cat; echo e > /dev/shm/f && cat /dev/shm/f; echo g > /run/h; cat /run/h",
      "mkdir x y; echo i > x/z; mv x/z y/z; ln y/z x/z; cat x/z; echo 5 > /proc/self/oom_score_adj",
    ].join("; ");
    expect(bodyOf(await run(command))).toBe("a\nb\nd\ne\ng\ni\n");
  });

  test("what a person has set for perl is the command's alone, and its language no reason to say anything", async () => {
    const { tool, workspace, environment } = sandboxBench();
    Object.assign(environment, { PERL5OPT: "-Mnothing", PERL5LIB: workspace, LC_ALL: "xx_YY" });
    writeFileSync(join(workspace, "nothing.pm"), 'print "mine\n"; 1;');
    const inFolder = (command: string) => runTool(tool, { cwd: workspace, args: { command }, sandbox: confined });
    expect(bodyOf(await inFolder('exec sh -c "env | grep ^PERL | sort"')).replace(/^.*setlocale.*\n/gm, "")).toBe(
      `PERL5LIB=${workspace}\nPERL5OPT=-Mnothing\n`,
    );
    environment["PERL_BADLANG"] = "0";
    expect(bodyOf(await inFolder("env | grep ^PERL_"))).toContain("PERL_BADLANG=0\n");
  });
});

describeSandboxed("where Landlock cannot be had", () => {
  test.each([
    ["no perl", []],
    ["a perl that cannot", ["exit 1"]],
  ])("%s: the mounts hold by themselves", async (_what, perl) => {
    const { home, workspace, outside } = sandboxBench();
    const folder = join(home, "programs");
    mkdirSync(folder);
    symlinkSync(findProgram("bwrap").path ?? "", join(folder, "bwrap"));
    for (const line of perl) writeFileSync(join(folder, "perl"), `#!/bin/sh\n${line}\n`, { mode: 0o755 });
    const sandbox = createSandbox(createBubblewrap({ home, folders: [folder] }));
    expect(await sandbox.state("workspaceWrite")).toEqual({ isEnforced: true, how: "bubblewrap" });
    const tool = createShellTool({ sandbox, environment: { PATH: process.env["PATH"] }, outputsFolder: join(home, "outputs") });
    const args = { command: `touch fine; echo x > ${outside}/f || ls` };
    const result = await runTool(tool, { cwd: workspace, args, sandbox: confined });
    expect(bodyOf(result)).toMatch(/Read-only file system\nfine\n$/);
    await sandbox.close();
  });
});

describeSandboxed("other processes", () => {
  test("are not seen, nor is the app", async () => {
    const { run } = sandboxBench();
    const pids = bodyOf(await run("ls /proc | grep -E '^[0-9]+$'"))
      .trim()
      .split("\n")
      .map(Number);
    expect(Math.max(...pids)).toBeLessThan(50);
    expect((await run(`kill -0 ${process.pid}`)).status).toBe("failed");
  });

  test("cannot be ended: kill of everything ends the command alone", async () => {
    const { run } = sandboxBench();
    await run("trap '' TERM; kill -KILL -1; kill -KILL 1; echo $?");
    expect(process.kill(process.pid, 0)).toBe(true);
    expect(bodyOf(await run("echo still"))).toBe("still\n");
  });

  test("the memory of the first process is not read", async () => {
    const { run } = sandboxBench();
    expect((await run("head -c1 /proc/1/mem")).status).toBe("failed");
  });

  test("a descriptor of the app is not passed on", async () => {
    const { run } = sandboxBench();
    // High ones are those of whoever started the tests; Node closes what it inherits only as far as the numbers follow each other.
    const descriptors = bodyOf(await run("exec ls /proc/self/fd"))
      .trim()
      .split("\n")
      .map(Number);
    expect(descriptors.filter((descriptor) => descriptor < 100)).toEqual([0, 1, 2, 3]);
    expect(bodyOf(await run("ls -l /proc/1/fd 2>/dev/null | grep -c seccomp; true"))).toBe("0\n");
  });
});

describeSandboxed("a read-only sandbox", () => {
  test.each(["touch new", "mkdir new", "rm kept", "echo x >> kept", "mv kept new", "ln kept new"])("%s", async (command) => {
    const { run, workspace } = sandboxBench();
    writeFileSync(join(workspace, "kept"), "kept");
    expect((await run(command, { mode: "readOnly" })).status).toBe("failed");
    expect(readFileSync(join(workspace, "kept"), "utf8")).toBe("kept");
    expect(existsSync(join(workspace, "new"))).toBe(false);
  });

  test("has a /tmp that is empty each time", async () => {
    const { run } = sandboxBench();
    expect((await run("echo x > /tmp/note && cat /tmp/note", { mode: "readOnly" })).status).toBe("completed");
    expect((await run("cat /tmp/note", { mode: "readOnly" })).status).toBe("failed");
  });

  test("a hard link to a file of the workspace cannot be written through", async () => {
    const { run, workspace, outside } = sandboxBench();
    writeFileSync(join(workspace, "kept"), "kept");
    linkSync(join(workspace, "kept"), join(outside, "link"));
    expect((await run(`echo x >> ${outside}/link`, { mode: "readOnly" })).status).toBe("failed");
  });
});
