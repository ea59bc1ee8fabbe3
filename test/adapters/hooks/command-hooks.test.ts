// Hooks that run to their end: what they are told, where they run, and what their answers become.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { describe, expect, test, vi } from "vitest";
import { createCommandHooks } from "../../../electron/adapters/hooks/command-hooks";
import { createSystemClock } from "../../../electron/adapters/system";
import { createProgramRunner } from "../../../electron/adapters/tools/run-program";
import type { HookCall } from "../../../electron/runtime/ports/hooks";
import { tempFolder } from "../../support/temp-folder";
import { hookBench, noAbort, stop } from "./hook-bench";

const passed = (hookId: string) => ({ hookId, verdict: { type: "pass" }, context: null });
const blocked = (hookId: string, reason: string) => ({ hookId, verdict: { type: "block", reason }, context: null });

describe("what a hook is told", () => {
  const toolInput = { command: "ls", deep: [1, null] };
  test.each<[string, HookCall, object]>([
    ["UserPromptSubmit", { event: "userPromptSubmit", prompt: "sag \u{1f642}\n" }, { prompt: "sag \u{1f642}\n" }],
    ["PreToolUse", { event: "preToolUse", toolName: "shell", toolInput }, { tool_name: "shell", tool_input: toolInput }],
    [
      "PostToolUse",
      { event: "postToolUse", toolName: "shell", toolInput, toolResponse: "Exit code: 0" },
      { tool_name: "shell", tool_input: toolInput, tool_response: "Exit code: 0" },
    ],
    [
      "Stop",
      { event: "stop", stopHookActive: true, lastAssistantMessage: null },
      { stop_hook_active: true, last_assistant_message: null },
    ],
    [
      "Stop",
      { event: "stop", stopHookActive: false, lastAssistantMessage: "done" },
      { stop_hook_active: false, last_assistant_message: "done" },
    ],
    ["AfterTurn", { event: "afterTurn", lastAssistantMessage: "done" }, { last_assistant_message: "done" }],
  ])("%s: one line of JSON on stdin", async (name, call, fields) => {
    const { hooks, place, path, folder } = hookBench();
    const answers = await hooks({ [call.event]: [{ command: "cat > told" }] }).run(call, place, noAbort());
    expect(answers).toEqual([passed(`${call.event}:0`)]);
    const told = readFileSync(path("told"), "utf8");
    expect(told.indexOf("\n")).toBe(told.length - 1);
    expect(JSON.parse(told)).toEqual({
      session_id: "thread-1",
      turn_id: "turn-1",
      cwd: folder,
      transcript_path: "/rollouts/one.jsonl",
      model: "demo-1",
      hook_event_name: name,
      ...fields,
    });
  });

  test("stdin, stdout and stderr can be opened by their names", async () => {
    const { stopHooks, place } = hookBench();
    const hooks = stopHooks(
      `node -e 'const told = JSON.parse(require("fs").readFileSync("/dev/stdin")); console.log(JSON.stringify({ decision: "block", reason: told.turn_id }))' > /dev/stdout`,
      "head -c 0 /dev/stdin; echo no > /dev/stderr; exit 2",
    );
    expect(await hooks.run(stop, place, noAbort())).toEqual([blocked("stop:0", "turn-1"), blocked("stop:1", "no")]);
  });

  test("a long input arrives whole, and a hook that does not read it is no fault", async () => {
    const { hooks, place } = hookBench();
    const settings = {
      userPromptSubmit: [{ command: "wc -c >&2; exit 2" }, { command: "exit 0" }, { command: "exec 0<&-; echo x >&2; exit 2" }],
    };
    const call: HookCall = { event: "userPromptSubmit", prompt: "x".repeat(5_000_000) };
    const [first, ...others] = await hooks(settings).run(call, place, noAbort());
    expect(Number(first?.verdict.type === "block" && first.verdict.reason)).toBeGreaterThan(5_000_000);
    expect(others).toEqual([passed("userPromptSubmit:1"), blocked("userPromptSubmit:2", "x")]);
  });
});

describe("where a hook runs", () => {
  test("in the turn's folder, in the platform's shell", async () => {
    const { stopHooks, place, folder } = hookBench();
    const hooks = stopHooks("pwd | cat >&2 && exit 2");
    expect(await hooks.run(stop, place, noAbort())).toEqual([blocked("stop:0", folder)]);
  });

  test("with the environment as it is then, nothing of the app's own, and no one to ask", async () => {
    const { place } = hookBench();
    vi.stubEnv("OF_THE_APP", "x");
    const environment: NodeJS.ProcessEnv = { PATH: process.env["PATH"], ANSWER: "42", SOME_KEY: "secret" };
    const runProgram = createProgramRunner({ environment, clock: createSystemClock() });
    const command = 'echo "$ANSWER/$SOME_KEY/$OF_THE_APP/$GIT_TERMINAL_PROMPT" >&2; exit 2';
    const hooks = createCommandHooks({
      hooks: { userPromptSubmit: [], preToolUse: [], postToolUse: [], stop: [{ command }], afterTurn: [] },
      runProgram,
    });
    delete environment["SOME_KEY"];
    expect(await hooks.run(stop, place, noAbort())).toEqual([blocked("stop:0", "42///0")]);
    vi.unstubAllEnvs();
  });
});

describe("several hooks", () => {
  test("run at once, and their answers keep the order of declaration", async () => {
    const { stopHooks, place } = hookBench();
    const first = "mkfifo there back; echo hi > there; read x < back; echo first >&2; exit 2";
    const second =
      "until [ -p there ] && [ -p back ]; do sleep 0.01; done; read x < there; (echo hi > back); echo second >&2; exit 2";
    expect(await stopHooks(first, second, "exit 0").run(stop, place, noAbort())).toEqual([
      blocked("stop:0", "first"),
      blocked("stop:1", "second"),
      passed("stop:2"),
    ]);
  });

  test("only those of the event run", async () => {
    const { hooks, place, path } = hookBench();
    const some = hooks({ stop: [{ command: "touch stop" }], afterTurn: [{ command: "touch after" }] });
    expect([some.has("stop"), some.has("afterTurn"), some.has("preToolUse")]).toEqual([true, true, false]);
    expect(await some.run(stop, place, noAbort())).toEqual([passed("stop:0")]);
    expect([existsSync(path("stop")), existsSync(path("after"))]).toEqual([true, false]);
    expect(await some.run({ event: "preToolUse", toolName: "shell", toolInput: {} }, place, noAbort())).toEqual([]);
  });
});

describe("what a hook prints", () => {
  test("is its answer, up to 1 MiB", async () => {
    const { stopHooks, place } = hookBench();
    const hooks = stopHooks(
      `printf '{"decision":"block","reason":"'; head -c 1048544 /dev/zero | tr '\\0' x; printf '"}'`,
      `printf '{"decision":"block","reason":"'; head -c 1048545 /dev/zero | tr '\\0' x; printf '"}'`,
      "head -c 3000000 /dev/zero >&2; exit 2",
    );
    const [fits, tooLong, tooLongReason] = await hooks.run(stop, place, noAbort());
    // Read whole, and cut for the model.
    expect(fits).toEqual(blocked("stop:0", `${"x".repeat(20_000)}\n[${1_048_544 - 20_000} more characters left out]`));
    expect(tooLong?.verdict).toMatchObject({ type: "warning", message: expect.stringContaining("more than 1 MiB") as string });
    expect(tooLongReason?.verdict).toMatchObject({
      type: "warning",
      message: expect.stringContaining("more than 1 MiB") as string,
    });
  });

  test("is UTF-8, with or without a byte order mark", async () => {
    const { stopHooks, place } = hookBench();
    const hooks = stopHooks(
      `printf '\\357\\273\\277{"decision":"block","reason":"grün \u{1f642}"}'`,
      "printf 'gr\\303\\274n' >&2; exit 2",
    );
    expect(await hooks.run(stop, place, noAbort())).toEqual([blocked("stop:0", "grün \u{1f642}"), blocked("stop:1", "grün")]);
  });

  test("is read to its end when a child still carries it at the exit", async () => {
    const { stopHooks, place } = hookBench();
    const hooks = stopHooks(`exec > >(cat); echo '{"decision":"block","reason":"late"}'`);
    expect(await hooks.run(stop, place, noAbort())).toEqual([blocked("stop:0", "late")]);
  });
});

describe("a hook that cannot run is a warning", () => {
  const words = async (command: string, cwd?: string): Promise<string> => {
    const { stopHooks, place } = hookBench();
    const [answer, ...others] = await stopHooks(command).run(stop, { ...place, cwd: cwd ?? place.cwd }, noAbort());
    expect(others).toEqual([]);
    if (answer?.verdict.type !== "warning") throw new Error(`expected a warning: ${JSON.stringify(answer)}`);
    return answer.verdict.message;
  };

  test("a command that is not there", async () => {
    expect(await words("./no-such-check --all")).toMatch(
      /^The hook stop:0 \(\.\/no-such-check --all\) could not be run, exit code 127 \(.*no-such-check.*\)\. Check its command in the settings\.$/,
    );
  });

  test("a folder that is gone", async () => {
    const gone = `${tempFolder()}/gone`;
    expect(await words("exit 0", gone)).toBe(
      `The hook stop:0 (exit 0) did not run and was ignored (the folder to run in does not exist: ${gone}). Check its command in the settings.`,
    );
  });

  test("a command that the system refuses", async () => {
    expect(await words("echo \0")).toMatch(
      /^The hook stop:0 \(echo\) did not run and was ignored \(the command could not be started: /,
    );
  });

  test("a fault of the system", async () => {
    const { place } = hookBench();
    const hooks = createCommandHooks({
      hooks: { userPromptSubmit: [], preToolUse: [], postToolUse: [], stop: [{ command: "check" }], afterTurn: [] },
      runProgram: () => Promise.reject(new Error("EMFILE: too many open files")),
    });
    expect(await hooks.run(stop, place, noAbort())).toEqual([
      {
        hookId: "stop:0",
        verdict: {
          type: "warning",
          message:
            "The hook stop:0 (check) did not run and was ignored (EMFILE: too many open files). Check its command in the settings.",
        },
        context: null,
      },
    ]);
  });
});

test("nothing is left of a hook: no process, no open file, nothing on the disk", async () => {
  const { stopHooks, place, count } = hookBench();
  const temporary = tempFolder();
  vi.stubEnv("TMPDIR", temporary);
  const openFiles = () => readdirSync("/proc/self/fd").length;
  const hooks = stopHooks("exit 0", "cat", "./not-there", "echo \0");
  await hooks.run(stop, place, noAbort());
  const before = openFiles();
  await hooks.run(stop, place, noAbort());
  await expect.poll(openFiles).toBeLessThanOrEqual(before);
  expect(readdirSync(temporary)).toEqual([]);
  expect(count.living()).toEqual([]);
  vi.unstubAllEnvs();
});
