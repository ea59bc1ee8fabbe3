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
  [{ approvesAll: false, canAsk: false }, ["decline policy", "decline policy", "decline policy"]],
  [{ approvesAll: false, canAsk: true }, ["accept person", "accept person", "accept person"]],
  [{ approvesAll: true, canAsk: false }, ["accept policy", "accept policy", "decline policy"]],
  [{ approvesAll: true, canAsk: true }, ["accept policy", "accept policy", "accept person"]],
])("%j: commands, files and questions of the model are answered %j", async (authority, expected) => {
  const approvals = terminalApprovals(authority, { ask: () => Promise.resolve({ decision: "accept", decidedBy: "person" }) });
  const { signal } = new AbortController();
  const answers = await Promise.all(Object.values(requests).map((request) => approvals.ask(request, signal)));
  expect(answers.map(({ decision, decidedBy }) => `${decision} ${decidedBy}`)).toEqual(expected);
});
