// Every ending of a hook and what it answers (protocol.md §6).
import { describe, expect, test } from "vitest";
import { hookAnswer, type Hook } from "../../../electron/adapters/hooks/hook-answer";
import type { ProgramEnd } from "../../../electron/adapters/hooks/program-end";
import type { HookAnswer } from "../../../electron/runtime/ports/hooks";
import type { HookEvent } from "../../../shared/protocol/settings";

const hook = (event: HookEvent = "stop"): Hook => ({ hookId: `${event}:1`, event, command: "./check.sh", timeoutMs: 1500 });

type Exit = Extract<ProgramEnd, { type: "exited" }>;
const exit = (part: Partial<Exit>): Exit => {
  return { type: "exited", code: 0, signal: null, stdout: "", stderr: "", survivors: [], ...part };
};

const ofExit = (part: Partial<Exit>, event: HookEvent = "stop") => hookAnswer(hook(event), exit(part));
const ofJson = (json: unknown, event: HookEvent = "stop") => ofExit({ stdout: JSON.stringify(json) }, event);

const answer = (verdict: HookAnswer["verdict"], event: HookEvent = "stop"): HookAnswer => {
  return { hookId: `${event}:1`, verdict, context: null };
};
const pass = (event: HookEvent = "stop") => answer({ type: "pass" }, event);
const block = (reason: string, event: HookEvent = "stop") => answer({ type: "block", reason }, event);
const warning = (words: string, event: HookEvent = "stop") =>
  answer({ type: "warning", message: `The hook ${event}:1 (./check.sh) ${words}` }, event);

const FORM =
  'Let it print nothing, or one JSON object such as {"decision":"block","reason":"…"}; what it logs belongs on stderr.';

describe("exit code 0", () => {
  test.each(["", " \n\t"])("with nothing on stdout (%j) passes, whatever is on stderr", (stdout) => {
    expect(ofExit({ stdout, stderr: "log" })).toEqual(pass());
  });

  test.each([
    [{}],
    [{ continue: true }],
    [{ suppressOutput: true }],
    [{ decision: null, reason: null, hookSpecificOutput: null }],
  ])("%j passes", (json) => {
    expect(ofJson(json)).toEqual(pass());
  });

  test("block with a reason blocks", () => {
    expect(ofJson({ decision: "block", reason: " run the tests\n" })).toEqual(block("run the tests"));
  });

  test.each([[{ decision: "block" }], [{ decision: "block", reason: "" }], [{ decision: "block", reason: " \n" }]])(
    "%j is a warning: a block without a reason blocks nothing",
    (json) => {
      expect(ofJson(json)).toEqual(
        warning('said "block" without a reason, so that nothing was blocked. Let it give a reason, or let it pass.'),
      );
    },
  );

  test("continue: false stops", () => {
    expect(ofJson({ continue: false })).toEqual(answer({ type: "stop", reason: null }));
    expect(ofJson({ continue: false, stopReason: " " })).toEqual(answer({ type: "stop", reason: null }));
    expect(ofJson({ continue: false, stopReason: "enough" })).toEqual(answer({ type: "stop", reason: "enough" }));
  });

  test("continue: false wins over a block", () => {
    expect(ofJson({ continue: false, decision: "block", reason: "more" })).toEqual(answer({ type: "stop", reason: null }));
    expect(ofJson({ continue: false, decision: "block" })).toEqual(answer({ type: "stop", reason: null }));
  });

  test("text that is not JSON is a warning", () => {
    for (const stdout of ["all is well", '{"decision":"block"', '{"a":1}\n{"b":2}']) {
      expect(ofExit({ stdout })).toEqual(warning(`printed something that is not JSON and was ignored. ${FORM}`));
    }
  });

  test.each([
    [null],
    [[]],
    ["block"],
    [true],
    [{ decision: "deny" }],
    [{ continue: "false" }],
    [{ decision: "block", reason: 7 }],
  ])("JSON of another form (%j) is a warning", (json) => {
    expect(ofJson(json)?.verdict).toEqual({
      type: "warning",
      message: expect.stringMatching(
        /^The hook stop:1 \(\.\/check\.sh\) printed JSON of another form \(.+\) and was ignored\. Let it print/,
      ) as string,
    });
  });

  test("fields that mean nothing are told, so that a slip is noticed", () => {
    expect(ofJson({ descision: "block", reason: "x" })).toEqual(
      warning(`printed what means nothing for this event: descision. ${FORM}`),
    );
    expect(ofJson({ hookSpecificOutput: { additionalContext: "x" } })).toEqual(
      warning(`printed what means nothing for this event: hookSpecificOutput.additionalContext. ${FORM}`),
    );
  });

  test("fields that mean nothing do not undo a block", () => {
    expect(ofJson({ decision: "block", reason: "x", mood: "bad" })).toEqual(block("x"));
  });

  test("an answer for another event is a warning", () => {
    const json = {
      hookSpecificOutput: { hookEventName: "PreToolUse", permissionDecision: "deny", permissionDecisionReason: "no" },
    };
    expect(ofJson(json, "postToolUse")).toEqual(
      warning(`answered for the event "PreToolUse" instead of "PostToolUse" and was ignored. ${FORM}`, "postToolUse"),
    );
  });

  test("a reason and a context that would fill the window are cut, on whole characters", () => {
    const long = "😀".repeat(20_001);
    const cut = `${"😀".repeat(20_000)}\n[1 more characters left out]`;
    expect(ofJson({ decision: "block", reason: long })).toEqual(block(cut));
    expect(ofExit({ code: 2, stderr: long })).toEqual(block(cut));
    expect(ofJson({ decision: "block", reason: "😀".repeat(20_000) })).toEqual(block("😀".repeat(20_000)));
    const context = { hookSpecificOutput: { additionalContext: long } };
    expect(ofJson(context, "userPromptSubmit")).toEqual({ ...pass("userPromptSubmit"), context: cut });
  });

  test("more than 1 MiB is a warning", () => {
    expect(ofExit({ stdout: null })).toEqual(warning("printed more than 1 MiB and was ignored. Let it print less."));
  });
});

describe("preToolUse", () => {
  const specific = (fields: object) => ofJson({ hookSpecificOutput: { hookEventName: "PreToolUse", ...fields } }, "preToolUse");

  test("deny with a reason blocks", () => {
    expect(specific({ permissionDecision: "deny", permissionDecisionReason: "not that file" })).toEqual(
      block("not that file", "preToolUse"),
    );
  });

  test("deny without a reason is a warning", () => {
    expect(specific({ permissionDecision: "deny", permissionDecisionReason: " " })).toEqual(
      warning('said "deny" without a reason, so that nothing was blocked. Let it give a reason, or let it pass.', "preToolUse"),
    );
  });

  test("one of two refusals with a reason is enough", () => {
    const json = { decision: "block", hookSpecificOutput: { permissionDecision: "deny", permissionDecisionReason: "no" } };
    expect(ofJson(json, "preToolUse")).toEqual(block("no", "preToolUse"));
  });

  test("allow permits nothing more than a pass", () => {
    expect(specific({ permissionDecision: "allow" })).toEqual(pass("preToolUse"));
  });

  test("updatedInput gives other arguments, in any form", () => {
    expect(specific({ permissionDecision: "allow", updatedInput: { command: "ls" } })).toEqual({
      ...pass("preToolUse"),
      rewrittenInput: { command: "ls" },
    });
    expect(specific({ updatedInput: "" })).toEqual({ ...pass("preToolUse"), rewrittenInput: "" });
  });

  test("a refused call has no other arguments", () => {
    const answered = specific({ permissionDecision: "deny", permissionDecisionReason: "no", updatedInput: { command: "ls" } });
    expect(answered).toEqual(block("no", "preToolUse"));
    expect(answered).not.toHaveProperty("rewrittenInput");
  });

  test("only here are there a permission and other arguments", () => {
    const fields = { permissionDecision: "deny", permissionDecisionReason: "no", updatedInput: {} };
    for (const event of ["userPromptSubmit", "postToolUse", "stop", "afterTurn"] as const) {
      const answered = ofJson({ hookSpecificOutput: fields }, event);
      expect(answered?.verdict.type).toBe("warning");
      expect(answered).not.toHaveProperty("rewrittenInput");
    }
  });
});

describe("context for the model", () => {
  const json = { hookSpecificOutput: { additionalContext: " the branch is main\n" } };

  test.each(["userPromptSubmit", "preToolUse", "postToolUse"] as const)("%s may give it", (event) => {
    expect(ofJson(json, event)).toEqual({ ...pass(event), context: "the branch is main" });
  });

  test("a block or a stop keeps it", () => {
    expect(ofJson({ ...json, decision: "block", reason: "no" }, "userPromptSubmit")).toEqual({
      ...block("no", "userPromptSubmit"),
      context: "the branch is main",
    });
    expect(ofJson({ ...json, continue: false }, "postToolUse")?.context).toBe("the branch is main");
  });

  test("a blank one is none", () => {
    expect(ofJson({ hookSpecificOutput: { additionalContext: " " } }, "preToolUse")).toEqual(pass("preToolUse"));
  });

  test("a field beside it that means nothing is told and does not lose it", () => {
    expect(ofJson({ ...json, mood: "good" }, "postToolUse")).toEqual({
      ...warning(`printed what means nothing for this event: mood. ${FORM}`, "postToolUse"),
      context: "the branch is main",
    });
  });
});

describe("exit code 2", () => {
  test("blocks with what is on stderr, and stdout does not count", () => {
    expect(ofExit({ code: 2, stderr: "\n tests fail\n", stdout: '{"continue":false}' })).toEqual(block("tests fail"));
    expect(ofExit({ code: 2, stderr: "tests fail", stdout: null })).toEqual(block("tests fail"));
  });

  test.each(["", " \n"])("with a blank stderr (%j) is a warning", (stderr) => {
    expect(ofExit({ code: 2, stderr, stdout: '{"decision":"block","reason":"x"}' })).toEqual(
      warning(
        "exited with code 2 but gave no reason on stderr, so that nothing was blocked. Let it give a reason, or let it pass.",
      ),
    );
  });

  test("with more than 1 MiB on stderr is a warning", () => {
    expect(ofExit({ code: 2, stderr: null })).toEqual(warning("printed more than 1 MiB and was ignored. Let it print less."));
  });
});

describe("what is no answer is a warning that says what to do", () => {
  test.each<[string, Partial<Exit>, string]>([
    [
      "another exit code",
      { code: 1 },
      "failed with exit code 1 and was ignored. Let it exit with 0 to pass, or with 2 to block.",
    ],
    [
      "another exit code with words",
      { code: 3, stderr: "Error:\n  no\u001b[31m such table\n", stdout: '{"decision":"block","reason":"x"}' },
      "failed with exit code 3 and was ignored (Error: no [31m such table). Let it exit with 0 to pass, or with 2 to block.",
    ],
    [
      "another exit code after more than 1 MiB",
      { code: 1, stderr: null },
      "failed with exit code 1 and was ignored. Let it exit with 0 to pass, or with 2 to block.",
    ],
    [
      "a command that is not there",
      { code: 127, stderr: "bash: chekc: command not found" },
      "could not be run, exit code 127 (bash: chekc: command not found). Check its command in the settings.",
    ],
    ["a signal", { code: null, signal: "SIGSEGV" }, "was ended by SIGSEGV and was ignored. Check its command in the settings."],
  ])("%s", (_name, part, words) => {
    expect(ofExit(part)).toEqual(warning(words));
  });

  test("not started", () => {
    expect(hookAnswer(hook(), { type: "notStarted", reason: "no more processes" })).toEqual(
      warning("did not run and was ignored (no more processes). Check its command in the settings."),
    );
  });

  test("timed out", () => {
    expect(hookAnswer(hook(), { type: "timedOut", survivors: [] })).toEqual(
      warning('did not end within 1.5 s and was ignored. Make it quicker, or raise its "timeoutMs" in the settings.'),
    );
    expect(hookAnswer(hook(), { type: "timedOut", survivors: [7, 8] })?.verdict).toMatchObject({
      message: expect.stringContaining("it could not be ended (process 7, 8)") as string,
    });
  });

  test("a long command is shortened, and long words of a program too", () => {
    const long = { ...hook(), command: `node -e '${"é".repeat(500)}'\n&& true` };
    const answered = hookAnswer(long, exit({ code: 1, stderr: "x".repeat(500) }));
    expect(answered).toEqual(
      answer({
        type: "warning",
        message: `The hook stop:1 (node -e '${"é".repeat(70)}…) failed with exit code 1 and was ignored (${"x".repeat(199)}…). Let it exit with 0 to pass, or with 2 to block.`,
      }),
    );
  });
});

describe("processes that could not be ended", () => {
  const words = "left something running that could not be ended (process 7). End it yourself.";

  test("are told beside a pass, also after an abort", () => {
    expect(ofExit({ survivors: [7] })).toEqual(warning(words));
    expect(hookAnswer(hook(), { type: "aborted", survivors: [7] })).toEqual(warning(words));
  });

  test("do not undo a block", () => {
    expect(ofExit({ code: 2, stderr: "no", survivors: [7] })).toEqual(block("no"));
  });
});

test("a hook that was aborted has no answer", () => {
  expect(hookAnswer(hook(), { type: "aborted", survivors: [] })).toBeNull();
});
