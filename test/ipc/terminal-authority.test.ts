import { expect, test } from "vitest";
import { PendingApproval } from "../../shared/protocol/approval";
import { terminalApprovals } from "../../electron/ipc/terminal-authority";

const place = { requestId: "r", threadId: "t", turnId: "u", itemId: "i", warnings: [], canRemember: true };
const requests = {
  command: PendingApproval.parse({ ...place, kind: "command", command: "make", cwd: "/here" }),
  fileChange: PendingApproval.parse({ ...place, kind: "fileChange", changes: [], cwd: "/here" }),
  userInput: PendingApproval.parse({ ...place, kind: "userInput", questions: [{ id: "q", question: "Which?" }] }),
};

// protocol.md §6
test.each([
  [{ approvesAll: false, isReadOnly: false, canAsk: false }, ["decline policy", "decline policy", "decline policy"]],
  [{ approvesAll: false, isReadOnly: false, canAsk: true }, ["accept person", "accept person", "accept person"]],
  [{ approvesAll: true, isReadOnly: false, canAsk: false }, ["accept policy", "accept policy", "decline policy"]],
  [{ approvesAll: true, isReadOnly: true, canAsk: false }, ["accept policy", "decline policy", "decline policy"]],
  [{ approvesAll: true, isReadOnly: false, canAsk: true }, ["accept policy", "accept policy", "accept person"]],
])("%j: commands, files and questions of the model are answered %j", async (authority, expected) => {
  const approvals = terminalApprovals(
    { ...authority, inputEnd: new AbortController().signal },
    { ask: () => Promise.resolve({ decision: "accept", decidedBy: "person" }) },
  );
  const { signal } = new AbortController();
  const answers = await Promise.all(Object.values(requests).map((request) => approvals.ask(request, signal)));
  expect(answers.map(({ decision, decidedBy }) => `${decision} ${decidedBy}`)).toEqual(expected);
});

test("a read-only sandbox: nothing is allowed in advance that would leave it", async () => {
  const authority = { approvesAll: true, isReadOnly: true, canAsk: false, inputEnd: new AbortController().signal };
  const request = { ...requests.command, outsideSandbox: true };
  const approvals = terminalApprovals(authority, { ask: () => Promise.reject(new Error("nobody is there")) });
  expect(await approvals.ask(request, new AbortController().signal)).toEqual({ decision: "decline", decidedBy: "policy" });
});

test("what is open when the input ends was answered by nobody, and is withdrawn; so is what comes later", async () => {
  const inputEnd = new AbortController();
  const withdrawn: boolean[] = [];
  const approvals = terminalApprovals(
    { approvesAll: false, isReadOnly: false, canAsk: true, inputEnd: inputEnd.signal },
    {
      ask: (_request, signal) =>
        new Promise((resolve) =>
          signal.addEventListener("abort", () => {
            withdrawn.push(true);
            resolve({ decision: "cancel", decidedBy: "person" });
          }),
        ),
    },
  );
  const answer = approvals.ask(requests.command, new AbortController().signal);
  inputEnd.abort();
  const nobody = { decision: "decline", decidedBy: "policy" };
  expect(await answer).toEqual(nobody);
  expect(await approvals.ask(requests.fileChange, new AbortController().signal)).toEqual(nobody);
  expect(withdrawn).toEqual([true]);
});
