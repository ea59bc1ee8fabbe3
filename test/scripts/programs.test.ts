import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { parseInbound } from "../../renderer/bridge/inbound";
import { writeAskingSettings } from "../support/asking-settings";
import { HeadlessProgram } from "../support/headless-program";
import { createProcessMark } from "../support/process-count";
import { call, completed, created, message } from "../support/provider-events";
import { type DiskLine, kindOf, rolloutFiles, rolloutLines } from "../support/rollout-lines";
import { plainEnvironment, RunningProcess } from "../support/run-process";
import { refusal, reply, startScriptedModel } from "../support/scripted-model";
import { tempFolder } from "../support/temp-folder";

const root = path.join(import.meta.dirname, "../..");

interface ExecRun {
  readonly home: string;
  readonly program: RunningProcess;
  readonly cwd: string;
  lines(): DiskLine[];
}

interface ExecOptions {
  readonly home?: string;
  readonly input?: string;
}

/** `npm run exec` on a home and a folder of its own. */
function exec(
  args: readonly string[],
  variables: Readonly<Record<string, string>> = {},
  { home = tempFolder(), input = "" }: ExecOptions = {},
): ExecRun {
  const cwd = tempFolder();
  writeAskingSettings(home);
  const program = new RunningProcess([path.join(root, "scripts/run.mjs"), "exec", "--", "--home", home, "--cwd", cwd, ...args], {
    environment: plainEnvironment(variables),
    input,
  });
  return { program, home, cwd, lines: () => rolloutLines(rolloutFiles(home)[0] ?? "") };
}

describe("exec", () => {
  test("prints what happens and where the rollout lies; exit code 0", async () => {
    const { program } = exec(["list the files here"]);
    expect(await program.exitCode()).toBe(0);
    expect(program.stdout).toMatch(/^rollout: .*rollout-.*\.jsonl$/m);
  });

  test("--json prints events and nothing else, each of a kind the protocol knows, numbered without a gap", async () => {
    const { program } = exec(["--json", "list the files here"]);
    expect(await program.exitCode()).toBe(0);
    const events = program.stdout
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line) as { method: string; params: { seq: number } });
    expect(events.map((event) => parseInbound(event).type).filter((type) => type !== "notification")).toEqual([]);
    expect(events.map(({ params }) => params.seq)).toEqual(events.map((_event, index) => index + (events[0]?.params.seq ?? 0)));
    expect(events.map(({ method }) => method)).toContain("item/agentMessage/delta");
    expect(events.at(-1)?.method).toBe("turn/completed");
  });

  test("a turn that fails ends with exit code 1 and says what to do", async () => {
    const model = await startScriptedModel([refusal(401, { error: { message: "no" } })]);
    const { program } = exec(["go"], {
      COUNTERFOIL_BASE_URL: model.baseUrl,
      COUNTERFOIL_MODEL: "m",
      COUNTERFOIL_API_KEY: "sk-x1",
    });
    expect(await program.exitCode()).toBe(1);
    expect(program.stdout).toContain("COUNTERFOIL_API_KEY");
    expect(program.stdout + program.stderr).not.toContain("sk-x1");
    await model.close();
  });

  test("an interrupt stops the turn: exit code 130, its end on disk, the command's processes gone", async () => {
    const mark = createProcessMark();
    const { program, lines } = exec(["--json", "--approve", "all", "run sleep 4711"], mark.variable);
    await program.prints(/"method":"item\/running"/);
    program.signal("SIGINT");
    expect(await program.exitCode()).toBe(130);
    expect(kindOf(lines().at(-1) ?? { type: "none", payload: {}, number: 0, timestamp: "" })).toBe("turn_aborted");
    if (process.platform === "linux") expect(mark.living()).toEqual([]);
  });

  test("without a person at a terminal a command is declined by policy, and the turn goes on", async () => {
    const { program, cwd, lines } = exec(["run touch made.txt"]);
    expect(await program.exitCode()).toBe(0);
    expect(existsSync(path.join(cwd, "made.txt"))).toBe(false);
    const decided = lines().find(({ type }) => type === "cf_approval_decided");
    expect(decided?.payload).toMatchObject({ decision: "decline", decidedBy: "policy" });
    expect(lines().find((line) => kindOf(line) === "function_call_output")?.payload["output"]).toMatch(/^denied by policy/);
    expect(program.stderr).toContain(
      "A command or change of files was declined, because nobody can be asked here. --approve all allows them, but for what a read-only sandbox forbids.",
    );
  });

  test.skipIf(process.platform === "win32")(
    "a prompt that a hook holds back: exit code 1, the reason, and no request",
    async () => {
      const home = tempFolder();
      const hooks = { userPromptSubmit: [{ command: "echo not today >&2; exit 2" }] };
      writeFileSync(path.join(home, "settings.json"), JSON.stringify({ hooks }));
      const { program, lines } = exec(["list the files here"], {}, { home });
      expect(await program.exitCode()).toBe(1);
      expect(program.stdout).toContain("A hook held back your input: not today");
      expect(program.stderr).toContain("A hook held the prompt back: the model was not asked.");
      // What the program itself tells the model stands there before the person's words.
      const messages = lines().filter((line) => kindOf(line) === "message");
      expect(messages.filter(({ payload }) => !/"text":"<(?:permissions|environment)/.test(JSON.stringify(payload)))).toEqual([]);
    },
  );

  test.skipIf(process.platform === "win32")("what hooks ask for and change is printed", async () => {
    const home = tempFolder();
    const once = 'test -e "$0.done" || { touch "$0.done"; echo say goodbye >&2; exit 2; }';
    writeFileSync(path.join(home, "stop.sh"), once);
    const hooks = {
      stop: [{ command: `sh '${path.join(home, "stop.sh")}'` }],
      preToolUse: [{ command: "echo no lists here >&2; exit 2" }],
    };
    writeFileSync(path.join(home, "settings.json"), JSON.stringify({ hooks }));
    const { program } = exec(["list the files here"], {}, { home });
    expect(await program.exitCode()).toBe(0);
    expect(program.stdout).toContain("  note: a hook refused it\n  denied by policy: no lists here");
    expect(program.stdout).toContain("A stop hook asked for more:\n  say goodbye\n");
  });

  test.skipIf(process.platform !== "linux")("where the sandbox does not hold it says so, and what to do", async () => {
    const home = tempFolder();
    writeFileSync(path.join(home, "settings.json"), "{}");
    // No filter can be written where a file lies.
    mkdirSync(path.join(home, "cache"));
    writeFileSync(path.join(home, "cache", "sandbox"), "");
    const { program } = exec(["list the files here"], {}, { home });
    expect(await program.exitCode()).toBe(0);
    expect(program.stderr).toMatch(
      /^Every command asks, because the sandbox does not hold: (bubblewrap is not installed|the sandbox could not be tried)/m,
    );
  });

  test("--approve all runs it", async () => {
    const { program, cwd } = exec(["--approve", "all", "run touch made.txt"]);
    expect(await program.exitCode()).toBe(0);
    expect(existsSync(path.join(cwd, "made.txt"))).toBe(true);
  });

  test.each([
    ["nothing to do", [], 'npm run -s exec -- "'],
    ["an approval that does not exist", ["--approve", "some", "go"], "--approve takes only the word all"],
    ["a turn that may not be recorded", ["--read-only", "go"], "exec: --read-only leaves nothing to do here"],
    ["a folder that is not there", ["--cwd", "/nowhere/at/all", "go"], "exec: --cwd: /nowhere/at/all does not exist"],
    ["a folder that is a file", ["--cwd", path.join(root, "package.json"), "go"], "package.json is not a folder"],
    ["a switch that does not exist", ["--jason", "go"], "Unknown option --jason.\n\nUsage:"],
  ])("%s: exit code 2 and words", async (_name, args, words) => {
    const { program } = exec(args);
    expect(await program.exitCode()).toBe(2);
    expect(program.stderr).toContain(words);
    expect(program.stdout).toBe("");
  });

  test.each(["--help", "-h"])("%s: the usage, exit code 0", async (option) => {
    const { program } = exec([option]);
    expect(await program.exitCode()).toBe(0);
    for (const each of ["--interactive", "--json", "--approve all", "--cwd", "--home", "--read-only"])
      expect(program.stdout).toContain(each);
    expect(program.stderr).not.toContain("Usage");
  });

  test("a wrong configuration is not answered by the demo: exit code 2, the problem and where the settings lie", async () => {
    const home = brokenHome();
    const { program } = exec(["list the files here"], {}, { home });
    expect(await program.exitCode()).toBe(2);
    expect(program.stdout).toBe("");
    expect(program.stderr).toContain("settings.json line 1");
    expect(program.stderr).toContain(path.join(home, "settings.json"));
    expect(rolloutFiles(home)).toEqual([]);
  });

  test("line by line a wrong configuration is said, and that the demo answers", async () => {
    const { program } = exec(["--interactive"], {}, { home: brokenHome(), input: "list the files here\n" });
    expect(await program.exitCode()).toBe(0);
    expect(program.stderr).toContain("Going on with the demo.");
    expect(program.stdout).toContain("This is the built-in demo; try: list the files here");
  });

  test("line by line too, what stands behind the options is asked first", async () => {
    const { program, lines } = exec(["--interactive", "list", "the files here"], {}, { input: "what time is it\n" });
    expect(await program.exitCode()).toBe(0);
    expect(program.stdout).toContain("» list the files here");
    const asked = lines().flatMap(({ type, payload }) =>
      type === "event_msg" && payload["type"] === "user_message" ? [payload["message"]] : [],
    );
    expect(asked).toEqual(["list the files here", "what time is it"]);
  });

  test("empty lines are ignored; an approval's answer that is none is asked for again", async () => {
    const { program, cwd } = exec(["--interactive"], {}, { input: "\n\nrun touch made.txt\nwhat?\ny\n" });
    expect(await program.exitCode()).toBe(0);
    expect(program.stdout).toContain("Please answer y, a or n: ");
    expect(existsSync(path.join(cwd, "made.txt"))).toBe(true);
  });

  test("without a turn there is no rollout, and it says so", async () => {
    const { program } = exec(["--interactive"]);
    expect(await program.exitCode()).toBe(0);
    expect(program.stdout).toMatch(/^Nothing was recorded\.$/m);
    expect(program.stdout).not.toMatch(/^rollout: /m);
  });

  test("when nobody reads its output any more it stops the turn and ends as a pipe's writer does, without a word", async () => {
    const mark = createProcessMark();
    const endless = "run while true; do echo tick; sleep 0.1; done";
    const { program, lines } = exec(["--json", "--approve", "all", endless], mark.variable);
    await program.prints(/"method":"item\/running"/);
    program.closeOutput();
    expect(await program.exitCode()).toBe(141);
    expect(program.stderr).not.toContain("Error");
    expect(kindOf(lines().at(-1) ?? { type: "none", payload: {}, number: 0, timestamp: "" })).toBe("turn_aborted");
    if (process.platform === "linux") expect(mark.living()).toEqual([]);
  });
});

describe.runIf(hasScript())("exec at a terminal", () => {
  test("after Ctrl+C at an approval the next line is a prompt, not its answer", async () => {
    const { program, lines } = atTerminal();
    await program.prints(/» $/);
    program.type("run echo first\n");
    await program.prints(/n deny: $/);
    program.type("\u0003");
    await program.prints(/interrupted in [^]*» $/);
    program.type("run echo second\n");
    await program.prints(/interrupted in [^]*n deny: $/);
    program.type("y\n");
    await program.prints(/completed in [^]*» $/);
    program.type("\u0004");
    expect(await program.exitCode()).toBe(0);
    const decided = lines().filter(({ type }) => type === "cf_approval_decided");
    expect(decided.map(({ payload }) => payload["decision"])).toEqual(["cancel", "accept"]);
  });

  test("what is typed while a turn runs is said to wait; after Ctrl+C it is not sent, and that is said", async () => {
    const { program, lines } = atTerminal();
    await program.prints(/» $/);
    program.type("wait 4711 seconds\n");
    await program.prints(/> wait 4711 s/);
    // One line: what the program has not read yet when Ctrl+C comes, the terminal itself throws away.
    program.type("run echo first\n");
    await program.prints(/It is sent when this turn ends/);
    program.type("\u0003");
    await program.prints(/interrupted in [^]*Not sent: run echo first\r?\n[^]*» $/);
    program.type("\u0004");
    expect(await program.exitCode()).toBe(130);
    expect(program.stdout.match(/It is sent when this turn ends/g)).toHaveLength(1);
    expect(lines().filter(({ type }) => type === "cf_input")).toHaveLength(1);
  });

  test("what is typed while a turn runs is sent when the turn ends", async () => {
    const { program, lines } = atTerminal();
    await program.prints(/» $/);
    program.type("wait 1 second\n");
    await program.prints(/> wait 1 s/);
    program.type("say 3 words\n");
    await program.prints(/It is sent when this turn ends[^]*paper stub ledger[^]*» $/);
    program.type("\u0004");
    expect(await program.exitCode()).toBe(0);
    expect(lines().filter(({ type }) => type === "cf_input")).toHaveLength(2);
  });

  test("a line typed before the question was shown is no answer to it", async () => {
    const { program, cwd, lines } = atTerminal();
    await program.prints(/» $/);
    program.type("run touch made.txt\ny\n");
    await program.prints(/thrown away\.[^]*n deny: $/);
    program.type("n\n");
    await program.prints(/ompleted in [^]*» $/);
    program.type("\u0004");
    expect(await program.exitCode()).toBe(0);
    expect(existsSync(path.join(cwd, "made.txt"))).toBe(false);
    expect(lines().find(({ type }) => type === "cf_approval_decided")?.payload).toMatchObject({
      decision: "decline",
      decidedBy: "person",
    });
  });
});

describe("exec line by line, from a pipe", () => {
  test("lines that wait behind a turn that is stopped are sent all the same, and nothing is said of waiting", async () => {
    const { program, lines } = exec(["--interactive"], {}, { input: "wait 4711 seconds\nwhat time is it\n" });
    await program.prints(/> wait 4711 s/);
    program.signal("SIGINT");
    expect(await program.exitCode()).toBe(0);
    expect(program.stdout).not.toMatch(/Not sent|when this turn ends/);
    expect(lines().filter(({ type }) => type === "cf_input")).toHaveLength(2);
  });
});

function brokenHome(): string {
  const home = tempFolder();
  writeFileSync(path.join(home, "settings.json"), "{ nonsense");
  return home;
}

/** `script` of util-linux gives a program a terminal of its own. */
function hasScript(): boolean {
  return process.platform === "linux" && existsSync("/usr/bin/script");
}

function atTerminal(): Pick<ExecRun, "program" | "cwd" | "lines"> {
  const home = tempFolder();
  const cwd = tempFolder();
  writeAskingSettings(home);
  const words = [process.execPath, path.join(root, "scripts/run.mjs"), "exec", "--interactive", "--home", home, "--cwd", cwd];
  // `exec`: a shell that stays in between takes part in Ctrl+C, and some shells then end with 130 whatever the program says.
  const command = `exec ${words.map((word) => `'${word}'`).join(" ")}`;
  const program = new RunningProcess(["-qefc", command, "/dev/null"], {
    environment: plainEnvironment({ SHELL: "/bin/sh" }),
    program: "/usr/bin/script",
  });
  return { program, cwd, lines: () => rolloutLines(rolloutFiles(home)[0] ?? "") };
}

describe("headless", () => {
  test.each([
    [["--approve", "all"], "headless does not know --approve: that is for exec."],
    [["--sandbox", "readOnly"], "headless does not know --sandbox: that is for exec."],
    [["--cwd", "/"], "headless does not know --cwd"],
    [["--json"], "headless does not know --json"],
    [["--interactive"], "headless does not know --interactive"],
    [["list the files"], "headless takes no words (list the files)"],
  ])("what only exec takes is refused in words, not passed over: %s", async (args, words) => {
    const program = new RunningProcess([path.join(root, "scripts/run.mjs"), "headless", "--home", tempFolder(), ...args], {
      environment: plainEnvironment(),
      input: "",
    });
    expect(await program.exitCode()).toBe(2);
    expect(program.stderr).toContain(words);
    expect(program.stdout).toBe("");
  });

  test.each([
    ["--help", 0, "stdout", "Usage:"],
    ["--jason", 2, "stderr", "Unknown option --jason.\n\nUsage:"],
  ] as const)("%s: exit code %d, the usage on %s", async (option, code, stream, words) => {
    const program = new RunningProcess([path.join(root, "scripts/run.mjs"), "headless", option], {
      environment: plainEnvironment(),
      input: "",
    });
    expect(await program.exitCode()).toBe(code);
    expect(program[stream]).toContain(words);
  });

  test("settings that are broken at the start are told to its client, once, as a warning of the session", async () => {
    const program = new HeadlessProgram({ home: brokenHome(), environment: plainEnvironment() });
    await program.ask("initialize", { clientInfo: { name: "test", version: "1" } });
    const { thread } = (await program.ask("thread/start", { cwd: tempFolder() })) as { thread: { id: string } };
    await program.ask("turn/start", { threadId: thread.id, input: [{ type: "text", text: "hello" }] });
    await program.hear(({ method }) => method === "turn/completed");
    const told = program.heard.filter(({ method }) => method === "warning");
    expect(told).toMatchObject([{ params: { threadId: thread.id, message: expect.stringContaining("settings.json line 1: ") } }]);
    expect(await program.closeInput()).toBe(0);
  });

  test("its input closed in the middle of a turn: it stops the turn, ends its processes, writes the end, exit code 0", async () => {
    const home = tempFolder();
    const mark = createProcessMark();
    const model = await startScriptedModel([
      reply(created(), ...call("c1", "shell", { command: "sleep 4711" }), completed()),
      reply(created(), ...message("not reached"), completed()),
    ]);
    const environment = plainEnvironment({
      ...mark.variable,
      COUNTERFOIL_BASE_URL: model.baseUrl,
      COUNTERFOIL_MODEL: "m",
    });
    const program = new HeadlessProgram({ home, environment });
    await program.ask("initialize", { clientInfo: { name: "test", version: "1" } });
    const { thread } = (await program.ask("thread/start", { cwd: tempFolder(), approvalPolicy: "never" })) as {
      thread: { id: string };
    };
    await program.ask("turn/start", { threadId: thread.id, input: [{ type: "text", text: "go" }] });
    await program.hear(({ method }) => method === "item/running");
    expect(await program.closeInput()).toBe(0);
    expect(program.heard.at(-1)?.method).toBe("turn/completed");
    expect(program.stderr).toBe("");
    const lines = rolloutLines(rolloutFiles(home)[0] ?? "");
    expect(lines.at(-1)?.payload["type"]).toBe("turn_aborted");
    expect(lines.find((line) => kindOf(line) === "function_call_output")?.payload["output"]).toMatch(/^aborted: the app stopped/);
    if (process.platform === "linux") expect(mark.living()).toEqual([]);
    await model.close();
  });
});
