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
async function asked(
  answers: readonly string[],
  { wasTyped = false, signal = new AbortController().signal, about = request } = {},
) {
  const left = [...answers];
  const shown: string[] = [];
  const answer = await askApproval(
    about,
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
  return { answer, decision: answer !== null && "decision" in answer ? answer.decision : null, shown };
}

test.each([
  [["y"], "accept"],
  [[" A "], "acceptForSession"],
  [["n"], "decline"],
  [["", "yes", "y"], "accept"],
  [[], null],
  [["what?"], null],
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
  expect(await asked(["y"], { signal: AbortSignal.abort() })).toEqual({ answer: null, decision: null, shown: [] });
});

const place = { requestId: "r", threadId: "t", turnId: "u", itemId: "i", warnings: [], canRemember: true };

test("what would be changed in files is shown as a whole, line by line, and nothing in it can look like a line of ours", async () => {
  const changes = [
    { path: "a\u202eb.txt", kind: "update", diff: "@@\n-one\n+two\u200b", movePath: "c.txt" },
    { path: "old", kind: "delete", diff: "" },
  ];
  const about = PendingApproval.parse({ ...place, kind: "fileChange", changes, cwd: "/here" });
  expect(await asked(["a"], { about })).toMatchObject({
    answer: { decision: "acceptForSession" },
    shown: [
      "? The model wants to change files, in /here:",
      String.raw`  update "a\u{202E}b.txt" to "c.txt"`,
      "    @@",
      "    -one",
      String.raw`    +two\u{200B}`,
      `  delete "old"`,
      "    ",
      "  y allow once, a allow in this session, n deny: ",
    ],
  });
});

test("a command that wants out of the sandbox says why in the model's words", async () => {
  const more = { command: "make", cwd: "/here", outsideSandbox: true, justification: "I need\nthe network", canRemember: false };
  const about = PendingApproval.parse({ ...place, kind: "command", ...more, warnings: ["It would run without the sandbox."] });
  const { decision, shown } = await asked(["a", "y"], { about });
  expect(decision).toBe("accept");
  expect(shown.slice(2)).toEqual([
    String.raw`  It says why: "I need\nthe network"`,
    "  Careful: It would run without the sandbox.",
    "  y allow once, n deny: ",
    "  Please answer y or n: ",
  ]);
});

const questions = (...all: unknown[]): PendingApproval =>
  PendingApproval.parse({ ...place, kind: "userInput", canRemember: false, questions: all });
const choice = { id: "q", question: "Which?", options: [{ label: "Left", description: "there" }, { label: "Right" }] };

test.each<[string, PendingApproval, readonly string[], unknown]>([
  ["an option by its number", questions(choice), ["2"], { q: ["Right"] }],
  ["an option by its label", questions(choice), ["Left"], { q: ["Left"] }],
  ["another word is asked for again where only the options count", questions(choice), ["Up", "0", "3", "1"], { q: ["Left"] }],
  ["another word counts where one may be written", questions({ ...choice, isOther: true }), ["Up"], { q: ["Up"] }],
  ["without options the person writes", questions({ id: "q", question: "Who?" }), [" me "], { q: ["me"] }],
  ["nothing leaves one of them", questions(choice, { id: "w", question: "Who?" }), ["", "me"], { q: [], w: ["me"] }],
  ["an ended input answers nothing", questions(choice, { id: "w", question: "Who?" }), ["1"], null],
])("questions of the model: %s", async (_name, about, answers, expected) => {
  expect((await asked(answers, { about })).answer).toEqual(expected === null ? null : { answers: expected });
});

test("a question of several lines is indented, and one that is secret says that typing is seen", async () => {
  const { shown } = await asked(["x"], { about: questions({ id: "q", question: "Key?\n? The model wants", isSecret: true }) });
  expect(shown).toEqual([
    "? The model asks: Key?\n    ? The model wants",
    "  Careful: it is meant to be secret, and what you type is shown here.",
    "  Your answer, or nothing to leave it: ",
  ]);
});
