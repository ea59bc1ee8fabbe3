import { existsSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { parseInbound } from "../../renderer/bridge/inbound";
import { HeadlessProgram } from "../support/headless-program";
import { createProcessMark } from "../support/process-count";
import { call, completed, created, message } from "../support/provider-events";
import { type DiskLine, kindOf, rolloutFiles, rolloutLines } from "../support/rollout-lines";
import { plainEnvironment, RunningProcess } from "../support/run-process";
import { refusal, reply, startScriptedModel } from "../support/scripted-model";
import { tempFolder } from "../support/temp-folder";

const root = path.join(import.meta.dirname, "../..");

interface ExecRun {
  readonly program: RunningProcess;
  readonly cwd: string;
  lines(): DiskLine[];
}

/** `npm run exec` on a home and a folder of its own. */
function exec(args: readonly string[], variables: Readonly<Record<string, string>> = {}): ExecRun {
  const home = tempFolder();
  const cwd = tempFolder();
  const program = new RunningProcess([path.join(root, "scripts/run.mjs"), "exec", "--", "--home", home, "--cwd", cwd, ...args], {
    environment: plainEnvironment(variables),
    input: "",
  });
  return { program, cwd, lines: () => rolloutLines(rolloutFiles(home)[0] ?? "") };
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
  });

  test("--approve all runs it", async () => {
    const { program, cwd } = exec(["--approve", "all", "run touch made.txt"]);
    expect(await program.exitCode()).toBe(0);
    expect(existsSync(path.join(cwd, "made.txt"))).toBe(true);
  });

  test.each([
    ["nothing to do", [], 'npm run -s exec -- "'],
    ["an approval that does not exist", ["--approve", "some", "go"], "--approve takes only the word all"],
    ["a switch that does not exist", ["--jason", "go"], "--jason"],
  ])("%s: exit code 2 and words", async (_name, args, words) => {
    const { program } = exec(args);
    expect(await program.exitCode()).toBe(2);
    expect(program.stderr).toContain(words);
    expect(program.stdout).toBe("");
  });

  test("a folder that is not there: exit code 1 and words", async () => {
    const { program } = exec(["--cwd", "/nowhere/at/all", "go"]);
    expect(await program.exitCode()).toBe(1);
    expect(program.stderr).toContain("/nowhere/at/all does not exist");
  });
});

describe("headless", () => {
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
    expect(lines.find((line) => kindOf(line) === "function_call_output")?.payload["output"]).toMatch(/^aborted by user after/);
    if (process.platform === "linux") expect(mark.living()).toEqual([]);
    await model.close();
  });
});
