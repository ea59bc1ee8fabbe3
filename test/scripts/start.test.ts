import { existsSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { writeAskingSettings } from "../support/asking-settings";
import { kindOf, rolloutFiles, rolloutLines } from "../support/rollout-lines";
import { plainEnvironment, RunningProcess } from "../support/run-process";
import { tempFolder } from "../support/temp-folder";

const root = path.join(import.meta.dirname, "../..");
const isElectronHere = existsSync(path.join(root, "node_modules/electron/path.txt"));

test("without a display and a browser it says what is missing and does the main job in the terminal", async () => {
  const home = tempFolder();
  const cwd = tempFolder();
  writeAskingSettings(home);
  writeFileSync(path.join(cwd, "README.md"), "# Tide table\n");
  const program = new RunningProcess([path.join(root, "scripts/start.mjs"), "--home", home, "--cwd", cwd], {
    environment: plainEnvironment({ ELECTRON_HOST_CHROMIUM: "/nowhere/chromium" }),
    input: "list the files here\nrun echo from the terminal\ny\n",
  });
  expect(await program.exitCode()).toBe(0);

  expect(program.stderr).toContain("No display, so no window: start it from a desktop session, or over `ssh -X`, for one.");
  expect(program.stderr).toContain("Going on in this terminal");
  if (!isElectronHere) {
    expect(program.stderr).toContain("npx install-electron");
    expect(program.stderr).toMatch(/install it with `.+ install .*chromium/);
  }
  const [file] = rolloutFiles(home);
  if (file === undefined) throw new Error("no rollout");
  expect(program.stdout).toContain(`rollout: ${file}`);
  expect(program.stdout).toContain("README.md");
  expect(program.stdout).toContain("from the terminal");
  const lines = rolloutLines(file);
  expect(lines.map(kindOf).filter((kind) => kind === "task_complete")).toHaveLength(2);
  expect(lines.find(({ type }) => type === "cf_approval_decided")?.payload).toMatchObject({
    decision: "accept",
    decidedBy: "person",
  });
});

test("without a display what was to be opened is named, with the way to look into it, and is no prompt", async () => {
  const home = tempFolder();
  const program = new RunningProcess(
    [path.join(root, "scripts/start.mjs"), "--home", home, "--cwd", home, "my rollout.jsonl", "counterfoil://thread/x"],
    { environment: plainEnvironment({ ELECTRON_HOST_CHROMIUM: "/nowhere/chromium", INIT_CWD: "/where/I was" }), input: "" },
  );
  expect(await program.exitCode()).toBe(0);
  expect(program.stderr).toContain("Not opened, for there is no window: /where/I was/my rollout.jsonl");
  expect(program.stderr).toContain('npm run -s exec -- open "/where/I was/my rollout.jsonl" --summary');
  expect(program.stderr).toContain("Not opened, for there is no window: counterfoil://thread/x");
  expect(rolloutFiles(home)).toEqual([]);
});

test("--help is answered before anything is built or opened", async () => {
  const program = new RunningProcess([path.join(root, "scripts/start.mjs"), "--help"], {
    environment: plainEnvironment(),
    input: "",
  });
  expect(await program.exitCode()).toBe(0);
  expect(program.stdout).toContain("npm start -- [options]");
  expect(program.stderr).not.toContain("No display");
});
