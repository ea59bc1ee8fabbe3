import { expect, test } from "vitest";
import { provenance, shortProvenance } from "../../../renderer/text/approval-words";
import { commandsMeet } from "../../../renderer/text/policy-words";
import { endingWords, writtenQuestions } from "../../../renderer/text/question-words";
import { enforcementWords, sandboxFact, sandboxRefusal } from "../../../renderer/text/sandbox-words";

test.each([
  [{ decision: "accept", decidedBy: "person" }, ["Allowed by", "you"], "you allowed it"],
  [{ decision: "acceptForSession", decidedBy: "person" }, ["Allowed by", "you, in this session"], "you allowed it"],
  [
    { decision: "accept", decidedBy: "session" },
    ["Allowed by", "your answer earlier in this session"],
    "allowed in this session",
  ],
  [
    { decision: "accept", decidedBy: "policy", rule: "allow npm * in /w" },
    ["Allowed by", "the rule “allow npm * in /w”"],
    "allowed by a rule",
  ],
  [{ decision: "decline", decidedBy: "person" }, ["Denied by", "you"], "by you"],
  [{ decision: "decline", decidedBy: "timeout" }, ["Denied by", "the timeout: nobody answered"], "nobody answered"],
  [{ decision: "decline", decidedBy: "policy" }, ["Denied by", "policy"], "by policy"],
  [{ decision: "cancel", decidedBy: "person" }, ["Stopped by", "you"], "by you"],
] as const)("who decided: %j", (approval, words, short) => {
  expect(provenance(approval)).toEqual(words);
  expect(shortProvenance(approval)).toBe(short);
});

test("while nobody has decided, nobody is named", () => {
  expect([provenance(null), provenance({}), shortProvenance(null)]).toEqual([null, null, ""]);
});

test("a sandbox that held, one that did not, and one that refused something", () => {
  expect(sandboxFact({})).toBeNull();
  expect(sandboxFact({ sandboxed: true })).toBe("enforced");
  expect(sandboxFact({ sandboxed: false, sandboxNote: "full access was chosen" })).toBe("not in force: full access was chosen");
  expect(sandboxRefusal({ sandboxed: true, sandboxNote: "no network" })).toBe("No network");
  expect(sandboxRefusal({ sandboxed: false, sandboxNote: "no bubblewrap" })).toBeNull();
  expect(enforcementWords("readOnly", { isEnforced: true, how: "bubblewrap" })).toBe("enforced by bubblewrap");
  expect(enforcementWords("workspaceWrite", { isEnforced: false, reason: "no bubblewrap" })).toBe("not enforced: no bubblewrap");
});

test("the first page promises a sandbox only where one holds, and questions where they are asked", () => {
  const holds = { isEnforced: true, how: "bubblewrap" } as const;
  const not = { isEnforced: false, reason: "not installed" } as const;
  const here = { readOnly: holds, workspaceWrite: holds, dangerFullAccess: not };
  const bare = { readOnly: not, workspaceWrite: not, dangerFullAccess: not };
  const asking = { approvalPolicy: "onRequest", sandbox: "workspaceWrite" } as const;
  expect([
    commandsMeet({ ...asking, sandboxStates: here }),
    commandsMeet({ ...asking, sandboxStates: bare }),
    commandsMeet({ ...asking, sandbox: "dangerFullAccess", sandboxStates: here }),
    commandsMeet({ ...asking, approvalPolicy: "always", sandboxStates: here }),
    commandsMeet({ ...asking, approvalPolicy: "never", sandboxStates: here }),
  ]).toEqual(["In a sandbox", "You are asked", "You are asked", "You are asked", "Nothing is asked"]);
});

test("questions as the model wrote them; what cannot be read is none", () => {
  const written = { questions: [{ id: "a", question: "Which?" }, { id: 3 }] };
  expect(writtenQuestions(JSON.stringify(written))).toEqual([{ id: "a", question: "Which?" }]);
  expect([writtenQuestions("{"), writtenQuestions("[]")]).toEqual([[], []]);
});

test("how a question ended; a secret is never repeated", () => {
  const [question] = writtenQuestions('{"questions":[{"id":"a","question":"Which?"}]}');
  if (question === undefined) throw new Error("no question");
  const accepted: Parameters<typeof endingWords>[0] = { decision: "accept", decidedBy: "person", answers: { a: ["this"] } };
  expect(endingWords(accepted, [question])).toBe("this");
  expect(endingWords(accepted, [{ ...question, isSecret: true }])).toBe("not shown");
  expect(endingWords({ decision: "decline", decidedBy: "timeout" }, [question])).toBe("nobody answered");
  expect(endingWords({}, [question])).toBeNull();
});
