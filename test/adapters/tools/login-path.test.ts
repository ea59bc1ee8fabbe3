import { chmodSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { choosePath, isDesktopStart, mergePaths } from "../../../electron/adapters/tools/login-path";
import { createSystemClock } from "../../../electron/adapters/system";
import { FakeClock } from "../../support/fake-clock";
import { createProcessMark } from "../../support/process-count";
import { tempFolder } from "../../support/temp-folder";

const clock = createSystemClock();

/** A shell that runs the given script whatever it is asked, with the command as $2. */
function shellThat(script: string): string {
  const file = join(tempFolder(), "shell");
  writeFileSync(file, `#!/bin/sh\n${script}\n`);
  chmodSync(file, 0o755);
  return file;
}

function choose(shell: string, environment: NodeJS.ProcessEnv = {}) {
  const sources = { PATH: "/usr/bin:/bin", SHELL: shell, ...environment };
  return choosePath({ environment: sources, platform: "linux", hasTerminal: false }, clock);
}

describe("an app is started from a desktop", () => {
  test("when it has no terminal and no shell above it, on systems with login shells", () => {
    const desktop = { environment: {}, platform: "darwin", hasTerminal: false } as const;
    expect(isDesktopStart(desktop)).toBe(true);
    expect(isDesktopStart({ ...desktop, platform: "linux" })).toBe(true);
    expect(isDesktopStart({ ...desktop, platform: "win32" })).toBe(false);
    expect(isDesktopStart({ ...desktop, hasTerminal: true })).toBe(false);
    expect(isDesktopStart({ ...desktop, environment: { SHLVL: "1" } })).toBe(false);
  });

  test("otherwise its own PATH is used and no shell is asked", async () => {
    const shell = shellThat("exit 1");
    expect(await choose(shell, { SHLVL: "1" })).toEqual({ from: "own", path: "/usr/bin:/bin", problem: null });
  });
});

describe("the PATH of the login shell", () => {
  test("comes first, and what only the app knows follows", async () => {
    const shell = shellThat('PATH="/opt/tools:$PATH" exec /bin/sh -c "$2"');
    expect(await choose(shell, { PATH: "/usr/bin:/bin:/own" })).toEqual({
      from: "login",
      path: "/opt/tools:/usr/bin:/bin:/own",
    });
    expect(mergePaths("/a::/b", "/b:/c")).toBe("/a:/b:/c");
  });

  test("is found among what profiles print, before and after, and values of several lines", async () => {
    const shell = shellThat(`echo PATH=/wrong; export A='1\nPATH=/wrong'; PATH=/right:$PATH; /bin/sh -c "$2"; echo PATH=/wrong`);
    expect(await choose(shell)).toMatchObject({ from: "login", path: "/right:/usr/bin:/bin" });
  });

  test("of a real login shell is read from its profile", async () => {
    const home = tempFolder();
    writeFileSync(join(home, ".bash_profile"), 'echo hello; export PATH="/from/profile:$PATH"\n');
    const choice = await choose("/bin/bash", { HOME: home });
    expect(choice.from).toBe("login");
    expect(choice.path.split(":")).toContain("/from/profile");
  });

  test("is not waited for when a profile leaves something running", async () => {
    const count = createProcessMark();
    const shell = shellThat('sleep 300 & /bin/sh -c "$2"');
    expect(await choose(shell, count.variable)).toMatchObject({ from: "login" });
    await expect.poll(() => count.living()).toEqual([]);
  });

  test("is given up after 5 s, and the shell is ended", async () => {
    const count = createProcessMark();
    const fake = new FakeClock();
    const environment = { PATH: "/bin", SHELL: shellThat("cat; exec sleep 300"), ...count.variable };
    const choosing = choosePath({ environment, platform: "linux", hasTerminal: false }, fake);
    await expect.poll(() => fake.pending).toBe(1);
    await fake.advance(5000);
    expect(await choosing).toEqual({ from: "own", path: "/bin", problem: expect.stringMatching(/did not say its PATH in 5 s$/) });
    await expect.poll(() => count.living()).toEqual([]);
  });

  test.each([
    ["ends without a word", "exit 3"],
    ["prints without end", "exec yes"],
  ])("of a shell that %s is not used", async (_name, script) => {
    const count = createProcessMark();
    const choice = await choose(shellThat(script), count.variable);
    const problem = expect.stringMatching(/did not say its PATH$/);
    expect(choice).toEqual({ from: "own", path: "/usr/bin:/bin", problem });
    await expect.poll(() => count.living()).toEqual([]);
  });

  test("of a shell that is missing is not used", async () => {
    expect(await choose("/nowhere/shell")).toMatchObject({ from: "own", problem: expect.stringMatching(/could not be started/) });
    expect(await choose("")).toMatchObject({ from: "own", problem: null });
  });
});
