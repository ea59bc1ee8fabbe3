// Who decides whether a call runs (runtime.md §6, §12, protocol.md §2, §6), each promise with the tests that would fail if it were broken.
import type { Requirement } from "./requirement";

const scenarios = "test/scenarios/approvals.test.ts";
const pipeline = "test/runtime/tools/tool-pipeline.test.ts";
const open = "test/scenarios/open-questions.test.ts";
const stages = "runtime.md §6 the stages of a call";

export const approvals: readonly Requirement[] = [
  {
    id: "runtime-6-guards",
    source: "runtime.md §6",
    contract: "A guard may refuse a call or abstain; one that fails refuses.",
    tests: [
      {
        file: pipeline,
        title: `${stages} > %s refuses: denied by policy with the reason, nobody is asked, nothing runs`,
        row: "a guard that throws",
      },
    ],
  },
  {
    id: "runtime-6-stage-by-stage",
    source: "runtime.md §6",
    contract: "What one stage ends no later one meets; what breaks in a stage lets nothing run.",
    tests: [
      { file: pipeline, title: `${stages} > each once, in this order: arguments, pre, guard, approval, run, post` },
      { file: pipeline, title: `${stages} > %s: failed, and no later stage is met` },
      {
        file: pipeline,
        title: `${stages} > what cannot be judged does not run: the command's reader, the rules, the sandbox throw`,
      },
    ],
  },
  {
    id: "runtime-6-free-text",
    source: "runtime.md §6",
    contract: "Free text reaches a tool that takes it, and no other.",
    tests: [
      {
        file: pipeline,
        title: `${stages} > free text is the one argument of a tool that takes it; a function call of it is taken, too`,
      },
    ],
  },
  {
    id: "protocol-6-policies",
    source: "protocol.md §6",
    contract:
      "onRequest asks where the sandbox does not hold and no rule allows; always asks; never does not, but for questions of the model.",
    tests: [
      {
        file: scenarios,
        title: "protocol.md §6 policies > onRequest: where the sandbox holds nobody is asked; nothing says that somebody was",
      },
      {
        file: scenarios,
        title:
          "protocol.md §6 policies > always: asked though the sandbox holds and a rule allows; an answer for the session still counts",
      },
      {
        file: scenarios,
        title:
          "protocol.md §6 policies > questions of the model are put under never, too; the run hears the answers, a decline ends it",
      },
    ],
  },
  {
    id: "protocol-6-remembered",
    source: "protocol.md §6",
    contract: "An answer for the session holds for exactly the same, and never for what cannot be remembered.",
    tests: [
      {
        file: scenarios,
        title: "protocol.md §6 policies > an answer for the session to what can never be remembered counts for this once",
      },
      {
        file: scenarios,
        title: "protocol.md §6 policies > changes of the same files are allowed for the session together, of others not",
      },
    ],
  },
  {
    id: "protocol-6-approval-timeout",
    source: "protocol.md §6",
    contract: "A question that nobody answers in time is declined, and not in the person's name.",
    tests: [
      {
        file: scenarios,
        title:
          "protocol.md §6 approvalTimeoutSeconds > a question that nobody answers in time is declined by the timeout, and the turn goes on",
      },
    ],
  },
  {
    id: "protocol-2-item-interrupt",
    source: "protocol.md §2",
    contract: "One call can be stopped alone in every stage; its turn goes on.",
    tests: [
      { file: scenarios, title: "protocol.md §2 item/interrupt > one running call is aborted; its siblings and the turn go on" },
      {
        file: scenarios,
        title: "protocol.md §2 item/interrupt > a call that waits for its answer is declined by that, and only it",
      },
      { file: scenarios, title: "protocol.md §2 item/interrupt > a call at the gate never starts" },
    ],
  },
  {
    id: "protocol-2-settings-write",
    source: "protocol.md §2",
    contract: "What is chosen in the window is written beside all that stands there, or refused with words.",
    tests: [
      {
        file: "test/adapters/settings/settings-file.test.ts",
        title:
          "the settings file > what a person chooses in the window is written (protocol.md §6) > leaves everything else as and where it stands, also the indent, and nothing beside the file",
      },
      {
        file: "test/adapters/settings/settings-file.test.ts",
        title:
          "the settings file > what a person chooses in the window is written (protocol.md §6) > is refused with words where %s stands, and nothing is overwritten",
      },
    ],
  },
  {
    id: "runtime-12-open-question",
    source: "runtime.md §12",
    contract:
      "A question that is open when the program ends is asked again under its id, and its answer continues the same turn.",
    tests: [
      { file: "test/black-box/open-question.test.ts", title: "after a %s" },
      { file: open, title: "after a %s the answer continues the same turn" },
      {
        file: open,
        title: "calls get their outputs in the order of issue: what a run had said, what the stop has cut, what was answered",
      },
    ],
  },
  {
    id: "runtime-12-question-withdrawn",
    source: "runtime.md §12",
    contract: "Whatever else is written withdraws it and closes the turn; Stop closes it as stopped by the person.",
    tests: [
      {
        file: open,
        title: "anything else that is written withdraws the question and closes the turn: the answer comes too late",
      },
      {
        file: open,
        title: "Stop closes a turn that waits after a restart as interrupted, also one whose question was not put yet",
      },
    ],
  },
  {
    id: "runtime-12-question-same",
    source: "runtime.md §12",
    contract: "The old question counts only for exactly what was asked, and no answer to it passes a guard.",
    tests: [
      { file: open, title: "what would run is not what was asked: that question is withdrawn, and a new one is put" },
      { file: open, title: "a guard that stands there now refuses, whatever was answered; the question is closed by policy" },
      { file: open, title: "a person who was asked still decides, though by now it would run by itself" },
    ],
  },
];
