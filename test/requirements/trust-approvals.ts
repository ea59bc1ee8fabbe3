// Who is asked, what an answer is worth, and how questions last (issue 5 part 2), each promise with the tests that would fail if it were broken.
import type { Requirement } from "./requirement";

export const trustApprovals: readonly Requirement[] = [
  {
    id: "trust-policies",
    source: "issue 5 part 2",
    contract: "never, onRequest and always, over every sandbox and kind of call.",
    tests: [
      {
        file: "test/runtime/tools/decide-approval.test.ts",
        title: "protocol.md §6: the whole table of policies and sandboxes > ${subject.kind}: %s, %s that %s: %s",
      },
      {
        file: "test/e2e/permissions.spec.ts",
        title: "what is chosen in the window holds from the next turn, and stands in settings.json beside all that stood there",
      },
    ],
  },
  {
    id: "trust-once",
    source: "issue 5 part 2",
    contract: "Once is once.",
    tests: [
      {
        file: "test/scenarios/tools.test.ts",
        title: "runtime.md §6 the pipeline > §6 allow once: the next call of the same command asks again",
      },
      { file: "test/e2e/approval.spec.ts", title: "Y allows it once: the next time it asks again" },
    ],
  },
  {
    id: "trust-session",
    source: "issue 5 part 2",
    contract: "For this session is exactly the same command, folder and place in or out of the sandbox, or the same files.",
    tests: [
      {
        file: "test/runtime/tools/decide-approval.test.ts",
        title:
          "what was allowed for the session > counts for exactly the same command, folder and place in or out of the sandbox",
      },
      {
        file: "test/runtime/tools/decide-approval.test.ts",
        title:
          "what was allowed for the session > with the sandbox around it counts only while that holds; without it, also with it",
      },
      {
        file: "test/runtime/tools/decide-approval.test.ts",
        title: "what was allowed for the session > counts for changes of the same files, all of them",
      },
      {
        file: "test/e2e/approval.spec.ts",
        title: "A allows it in this session: the same command runs unasked, another one asks",
      },
    ],
  },
  {
    id: "trust-decline",
    source: "issue 5 part 2",
    contract: "No denies the call; no and stop ends the turn too.",
    tests: [
      {
        file: "test/scenarios/tools.test.ts",
        title: "runtime.md §6 the pipeline > §6 a decline is the call's output; the turn goes on",
      },
      {
        file: "test/scenarios/tools.test.ts",
        title: "runtime.md §6 the pipeline > §6 cancel denies the call and stops the turn",
      },
      { file: "test/renderer/approval.spec.ts", title: "Deny and stop the turn" },
    ],
  },
  {
    id: "trust-durable",
    source: "issue 5 part 2",
    contract: "A question is asked again after a restart, under its id, and answered by whoever is first.",
    tests: [
      { file: "test/black-box/open-question.test.ts", title: "after a %s" },
      {
        file: "test/ipc/approval-desk.test.ts",
        title: "ApprovalDesk > every client of the thread is asked, the first answer wins, a late one is harmless",
      },
      {
        file: "test/e2e/open-questions.spec.ts",
        title: "${ending} while ${kind} waits: asked again, and the answer goes on with the same turn",
      },
      {
        file: "test/black-box/hostile-questions.test.ts",
        title: "killed again between two answers: what was answered is not asked again, and runs once",
      },
      {
        file: "test/black-box/hostile-questions.test.ts",
        title: "a rule that denies the command meanwhile is heeded, whatever is answered",
      },
    ],
  },
  {
    id: "trust-durable-steered",
    source: "issue 5 part 2",
    contract: "A turn that waits for an answer since before a restart takes in steers, and its calls can be stopped alone.",
    tests: [
      {
        file: "test/scenarios/open-questions.test.ts",
        title:
          "a steer of a turn that waits after a restart is taken in at once, and read when the turn goes on; the question stays open",
      },
      {
        file: "test/scenarios/open-questions.test.ts",
        title: "a call that waits after a restart can be stopped alone: its question is declined, and the turn goes on",
      },
      {
        file: "test/black-box/open-question.test.ts",
        title: "after a restart the turn that waits takes a steer in, and a call of it can be stopped alone",
      },
    ],
  },
  {
    id: "trust-durable-confined",
    source: "issue 5 part 2",
    contract:
      "What was asked while the sandbox held is not answered for a run without it: the question is put again with what holds now.",
    tests: [
      {
        file: "test/scenarios/open-questions.test.ts",
        title: "the sandbox does not hold any more: the question says so as it is put again, and its answer counts",
      },
      {
        file: "test/scenarios/open-questions.test.ts",
        title: "the sandbox is given up between the question and its answer: the answer does not count, and it is asked anew",
      },
    ],
  },
  {
    id: "trust-decided-by",
    source: "issue 5 part 2",
    contract: "Who decided is recorded.",
    tests: [
      {
        file: "test/scenarios/approvals.test.ts",
        title: "protocol.md §6 policies > onRequest: what a rule allows runs, and the item names the rule",
      },
      {
        file: "test/scenarios/tools.test.ts",
        title:
          "runtime.md §6 the pipeline > §6 allow in this session: the same command in the same folder is not asked again, also in a later turn, and the rollout says why",
      },
      { file: "test/renderer/text/permission-words.test.ts", title: "who decided: %j" },
    ],
  },
  {
    id: "trust-timeout",
    source: "issue 5 part 2",
    contract: "A timeout is not a person.",
    tests: [
      {
        file: "test/scenarios/approvals.test.ts",
        title:
          "protocol.md §6 approvalTimeoutSeconds > a question that nobody answers in time is declined by the timeout, and the turn goes on",
      },
      {
        file: "test/scenarios/approvals.test.ts",
        title: "protocol.md §6 approvalTimeoutSeconds > an answer in time leaves no timer, and Stop ends the wait",
      },
    ],
  },
  {
    id: "trust-dialog-whole",
    source: "issue 5 part 2",
    contract: "The question shows the whole command, left to right, with what cannot be seen written out.",
    tests: [
      {
        file: "test/renderer/approval.spec.ts",
        title: "padding and length push nothing out of sight at ${size}: command, folder, reason and every answer",
      },
      {
        file: "test/renderer/approval.spec.ts",
        title: "letters from right to left do not change the order in which a command reads",
      },
      { file: "test/renderer/approval.spec.ts", title: "invisible characters are shown in place and the filled button is gone" },
    ],
  },
  {
    id: "trust-dialog-exact",
    source: "issue 5 part 2",
    contract: "It shows exactly what will run, and where.",
    tests: [
      {
        file: "test/renderer/approval.spec.ts",
        title: "a command that a hook changed: the question shows exactly what will run, beside what was asked for",
      },
      {
        file: "test/renderer/approval.spec.ts",
        title: "the question names the folder it will run in, whatever the card was recorded with",
      },
      {
        file: "test/e2e/hooks.spec.ts",
        title: "a preToolUse hook that changes the command: the question is about what will run, and the card says what ran",
      },
    ],
  },
  {
    id: "trust-terminal-question",
    source: "issue 5 part 2",
    contract: "In a terminal the same question is put; without one nothing that asks is done.",
    tests: [
      {
        file: "test/ipc/terminal-approval.test.ts",
        title: "it shows the folder, the command and the warnings, and says when something typed before was thrown away",
      },
      {
        file: "test/ipc/terminal-approval.test.ts",
        title: "what would be changed in files is shown as a whole, line by line, and nothing in it can look like a line of ours",
      },
      { file: "test/ipc/terminal-authority.test.ts", title: "%j: commands, files and questions of the model are answered %j" },
    ],
  },
];
