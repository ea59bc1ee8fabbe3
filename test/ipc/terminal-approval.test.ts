import { expect, test } from "vitest";
import { askApproval } from "../../electron/ipc/terminal-approval";
import { PendingApproval } from "../../shared/protocol/approval";

const request = PendingApproval.parse({
  kind: "command",
  requestId: "r",
  threadId: "t",
  turnId: "u",
  itemId: "i",
  command: "rm a\u202eb",
  cwd: "/here",
  warnings: ["there is something invisible in it"],
  canRemember: true,
});

/** Answers in order; an ended input once there are none. */
async function asked(answers: readonly string[], { wasTyped = false, signal = new AbortController().signal } = {}) {
  const left = [...answers];
  const shown: string[] = [];
  const answer = await askApproval(
    request,
    {
      line: (text) => shown.push(text),
      ask: async (question) => {
        shown.push(question);
        return left.shift() ?? null;
      },
      forgetTyped: async () => wasTyped,
    },
    signal,
  );
  return { decision: answer !== null && "decision" in answer ? answer.decision : null, shown };
}

test.each([
  [["y"], "accept"],
  [[" A "], "acceptForSession"],
  [["n"], "decline"],
  [["", "yes", "y"], "accept"],
  [[], "decline"],
  [["what?"], "decline"],
])("the answers %j: %s", async (answers, decision) => {
  expect((await asked(answers)).decision).toBe(decision);
});

test("an answer that is none is asked for again, until the input ends", async () => {
  const { shown } = await asked(["constructor", "maybe", "n"]);
  expect(shown.filter((text) => text === "  Please answer y, a or n: ")).toHaveLength(2);
});

test("it shows the folder, the command and the warnings, and says when something typed before was thrown away", async () => {
  const words = "  What was typed before this question was thrown away.";
  const { shown } = await asked(["y"], { wasTyped: true });
  expect(shown.slice(0, 4)).toEqual([
    words,
    "? The model wants to run, in /here:",
    String.raw`  "rm a\u{202E}b"`,
    "  Careful: there is something invisible in it.",
  ]);
  expect((await asked(["y"])).shown).not.toContain(words);
});

test("what was decided elsewhere before it could be shown is not asked", async () => {
  expect(await asked(["y"], { signal: AbortSignal.abort() })).toEqual({ decision: null, shown: [] });
});
