// How commands are confined on macOS: elsewhere only as far as the rules, the profile's text and the words to start tell; there for real.
import { execFile } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, realpathSync } from "node:fs";
import { rm } from "node:fs/promises";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { createSandbox } from "../../../electron/adapters/tools/sandbox/sandbox";
import { createSeatbelt, seatbeltRules } from "../../../electron/adapters/tools/sandbox/seatbelt";
import { seatbeltProfile } from "../../../electron/adapters/tools/sandbox/seatbelt-profile";
import { createShellTool } from "../../../electron/adapters/tools/shell";
import { builtProgram } from "../../support/built-program";
import { tempFolder } from "../../support/temp-folder";
import { runTool } from "../../support/tool-bench";

const profileProgram = builtProgram("electron/adapters/tools/sandbox/seatbelt-profile.ts");
const sandboxProgram = builtProgram("electron/adapters/tools/sandbox/create-sandbox.ts");
let profileFile = "";
let sandboxFile = "";
beforeAll(async () => {
  profileFile = await profileProgram.build();
  sandboxFile = await sandboxProgram.build();
});

const isMac = process.platform === "darwin";
/** Paths of the other kind mean nothing to Seatbelt. */
const isWindows = process.platform === "win32";

/** The parts of a profile that begin with `action`, as the lists of their filters. */
function rulesOf(profile: string, action: string): string[][] {
  return profile
    .split(/\n(?=\()/)
    .filter((rule) => rule.startsWith(`(${action}`))
    .map((rule) =>
      rule
        .split("\n")
        .slice(1)
        .map((line) => line.trim()),
    );
}

describe.skipIf(isWindows)("the rules", () => {
  const confines = { cwd: "/ws", workspace: "/ws", writable: ["/ws"], kept: ["/ws/.git", "/app"], hasNetwork: false };

  test("are the workspace, temporary folders and devices, without what is kept", () => {
    expect(seatbeltRules(confines, ["/private/tmp"])).toEqual({
      hasNetwork: false,
      writable: [
        ...["/ws", "/private/tmp"],
        ...[
          "/dev/null",
          "/dev/zero",
          "/dev/tty",
          "/dev/stdout",
          "/dev/stderr",
          "/dev/fd",
          "/dev/dtracehelper",
          "/dev/autofs_nowait",
        ],
      ],
      kept: ["/ws/.git", "/app"],
    });
  });
});

describe.skipIf(isWindows)("the profile", () => {
  const rules = { hasNetwork: false, writable: ["/ws/it's", "/private/tmp"], kept: ["/ws/it's/.git", "/app home"] };

  test("refuses what it does not allow, and lets everything be read", () => {
    const profile = seatbeltProfile(rules);
    expect(profile).toMatch(/^\(version 1\)\n\(deny default /);
    expect(profile).toContain("\n(allow file-read*)\n");
  });

  test("lets exactly the writable folders be written, and after that refuses what is kept, and to move it or what holds it", () => {
    const profile = seatbeltProfile(rules);
    const [allowed] = rulesOf(profile, "allow file-write*");
    expect(allowed?.slice(0, -1)).toEqual(['(subpath "/ws/it\'s")', '(subpath "/private/tmp")']);
    const [kept] = rulesOf(profile, "deny file-write*");
    expect(kept?.slice(0, 2)).toEqual(['(subpath "/ws/it\'s/.git")', '(subpath "/app home")']);
    const [moved] = rulesOf(profile, "deny file-write-unlink");
    expect(moved?.slice(0, 4)).toEqual([
      '(subpath "/ws/it\'s/.git")',
      '(literal "/ws/it\'s")',
      '(literal "/ws")',
      '(subpath "/app home")',
    ]);
    expect(profile.indexOf("(allow file-write*")).toBeLessThan(profile.indexOf("(deny file-write*"));
  });

  test("with nothing writable no file is", () => {
    expect(seatbeltProfile({ ...rules, writable: [] })).not.toContain("allow file-write");
  });

  test("has no rule that lets anything through to a network when there is none", () => {
    expect(seatbeltProfile(rules)).not.toMatch(/\(allow network|AF_UNIX|trustd/);
  });

  test("lets everything through when there is one, and certificates be checked", () => {
    const profile = seatbeltProfile({ ...rules, hasNetwork: true });
    expect(profile).toContain("\n(allow network*)\n");
    expect(profile).toContain("com.apple.trustd.agent");
  });

  test.each(["/ws/[a]", "/ws/*", "/ws/a?"])("refuses a path that it would take for a pattern: %s", (path) => {
    expect(() => seatbeltProfile({ ...rules, writable: [path] })).toThrow(`cannot name a path with any of * ? [ ]: ${path}`);
    expect(() => seatbeltProfile({ ...rules, kept: [path] })).toThrow(`cannot name a path with any of * ? [ ]: ${path}`);
  });
});

describe.skipIf(isWindows)("the words to start", () => {
  const argv = ["/bin/bash", "-c", "echo 'a b'"];
  const environment = { PATH: "/usr/bin", TMPDIR: "/somewhere" };

  function place() {
    const [home, workspace] = [tempFolder(), tempFolder()];
    mkdirSync(join(workspace, ".git"));
    const command = { argv, environment, cwd: workspace, workspace, threadId: "t1" };
    return {
      command,
      workspace: realpathSync(workspace),
      home: realpathSync(home),
      seatbelt: createSeatbelt({ home, profileFile }),
    };
  }

  test("are the command's own behind the profile, by the program as it is built", async () => {
    const { command, workspace, home, seatbelt } = place();
    const choice = { mode: "workspaceWrite", hasNetwork: false, outside: false } as const;
    const confinement = await seatbelt.confine({ ...command, choice }, "workspaceWrite");
    if (confinement.type !== "confined") throw new Error("not confined");
    const [program, option, profile = "", ...words] = confinement.argv;
    expect([program, option, ...words]).toEqual(["/usr/bin/sandbox-exec", "-p", ...argv]);
    expect(profile).toContain(`(subpath "${workspace}")`);
    expect(rulesOf(profile, "deny file-write*")[0]).toEqual(
      expect.arrayContaining([`(subpath "${workspace}/.git")`, `(subpath "${home}")`]),
    );
    expect(confinement).toMatchObject({
      environment,
      filterFile: null,
      isContained: false,
      temporary: [...new Set([realpathSync("/tmp"), realpathSync(tmpdir())])],
    });
  });

  test("in the read-only mode only a folder of the thread's own can be written, and it is gone with the app", async () => {
    const { command, workspace, seatbelt } = place();
    const choice = { mode: "readOnly", hasNetwork: false, outside: false } as const;
    const confinement = await seatbelt.confine({ ...command, choice }, "readOnly");
    if (confinement.type !== "confined") throw new Error("not confined");
    const [own = ""] = confinement.temporary;
    expect(confinement.environment).toEqual({ ...environment, TMPDIR: own });
    const [allowed = []] = rulesOf(confinement.argv[2] ?? "", "allow file-write*");
    expect(allowed[0]).toBe(`(subpath "${own}")`);
    expect(allowed.filter((filter) => filter.includes(workspace) || filter === '(subpath "/tmp")')).toEqual([]);
    expect(realpathSync(own)).toBe(own);
    await seatbelt.close();
    expect(() => realpathSync(own)).toThrow("ENOENT");
  });

  test("without the program nothing is run", async () => {
    const { command, home } = place();
    const choice = { mode: "readOnly", hasNetwork: false, outside: false } as const;
    const missing = createSeatbelt({ home, profileFile: join(home, "missing.cjs") });
    await expect(missing.confine({ ...command, choice }, "readOnly")).rejects.toThrow(
      "the sandbox could not be set up, so the command did not run: Cannot find module",
    );
  });
});

test.skipIf(isMac)(
  "on a machine that says it is macOS the built program loads, and what Seatbelt says is told when it does not hold",
  async () => {
    const home = tempFolder();
    const script = `
    Object.defineProperty(process, "platform", { value: "darwin" });
    const { seatbeltProfile } = require(${JSON.stringify(profileFile)});
    const { createSystemSandbox } = require(${JSON.stringify(sandboxFile)});
    const place = { home: ${JSON.stringify(home)}, profileFile: ${JSON.stringify(profileFile)} };
    createSystemSandbox(place).state("workspaceWrite").then((state) => {
      const profile = seatbeltProfile({ hasNetwork: false, writable: ["/ws"], kept: [] });
      console.log(JSON.stringify({ state, profile }));
    });`;
    const { stdout } = await promisify(execFile)(process.execPath, ["-e", script], { cwd: home });
    const { state, profile } = JSON.parse(stdout) as { state: unknown; profile: string };
    expect(state).toEqual({
      isEnforced: false,
      reason: "Seatbelt does not work here (spawn /usr/bin/sandbox-exec ENOENT)",
    });
    expect(rulesOf(profile, "allow file-write*")[0]?.slice(0, -1)).toEqual(['(subpath "/ws")']);
  },
);

describe.runIf(isMac)("on macOS", () => {
  /** Not in a temporary folder: those are writable. */
  function macBench() {
    const root = mkdtempSync(join(realpathSync(homedir()), "counterfoil-test-"));
    onTestFinished(() => rm(root, { recursive: true, force: true }));
    const [workspace, home] = [join(root, "workspace"), join(root, "home")];
    mkdirSync(join(workspace, ".git"), { recursive: true });
    mkdirSync(home);
    const sandbox = createSandbox(createSeatbelt({ home, profileFile }));
    onTestFinished(() => sandbox.close());
    const tool = createShellTool({ sandbox, environment: process.env, outputsFolder: join(home, "outputs") });
    const run = (command: string, mode: "readOnly" | "workspaceWrite" = "workspaceWrite") =>
      runTool(tool, { cwd: workspace, args: { command }, sandbox: { mode, hasNetwork: false, outside: false } });
    return { root, workspace, sandbox, run };
  }

  test("Seatbelt holds", async () => {
    expect(await macBench().sandbox.state("workspaceWrite")).toEqual({ isEnforced: true, how: "Seatbelt" });
  });

  test("the workspace can be written and temporary files made; .git and what is outside cannot", async () => {
    const { root, workspace, run } = macBench();
    expect(await run("echo a > in && cat in && mktemp >/dev/null")).toMatchObject({ exitCode: 0, sandboxed: true });
    expect(await run("echo a > ../out")).toMatchObject({ status: "failed", sandboxed: true });
    expect(await run("echo a > .git/hook")).toMatchObject({ status: "failed" });
    expect([join(root, "out"), join(workspace, ".git/hook")].filter(existsSync)).toEqual([]);
  });

  test("in the read-only mode the workspace cannot be written, a temporary file can be made", async () => {
    const { workspace, run } = macBench();
    expect(await run("echo a > in", "readOnly")).toMatchObject({ status: "failed" });
    expect(await run('mktemp "$TMPDIR/x.XXXXXX" >/dev/null && cat <<< here', "readOnly")).toMatchObject({ exitCode: 0 });
    expect(existsSync(join(workspace, "in"))).toBe(false);
  });

  test("there is no network", async () => {
    expect(await macBench().run("exec 3<>/dev/tcp/127.0.0.1/9")).toMatchObject({ status: "failed", sandboxed: true });
    expect((await macBench().run("exec 3<>/dev/tcp/127.0.0.1/9")).output).toContain("Operation not permitted");
  });
});
