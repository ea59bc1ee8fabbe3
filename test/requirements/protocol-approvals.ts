// Commands, items, lines and settings of approvals and undo (protocol.md §2, §4, §5, §6), each promise with the tests that would fail if it were broken.
import type { Requirement } from "./requirement";

export const protocolApprovals: readonly Requirement[] = [
  {
    id: "protocol-2-rules",
    source: "protocol.md §2",
    contract: "rule/list, rule/add and rule/delete keep the rules of the home, and a read-only program changes none.",
    tests: [
      {
        file: "test/ipc/rules.test.ts",
        title: "protocol.md §2: rule/add, rule/list and rule/delete keep the rules in HOME/rules.json",
      },
      { file: "test/ipc/rules.test.ts", title: "a program that was started read-only adds and deletes no rules" },
    ],
  },
  {
    id: "protocol-2-undo",
    source: "protocol.md §2",
    contract: "turn/changes/undo restores a turn's files or says why not, and never while a turn runs.",
    tests: [
      {
        file: "test/adapters/tools/patch/undo-command.test.ts",
        title:
          "turn/changes/undo > puts the files back, records it with the words for the model, shows it, and is no second time possible",
      },
      {
        file: "test/adapters/tools/patch/undo-command.test.ts",
        title: "turn/changes/undo > names what was changed since, changes nothing and records nothing",
      },
      { file: "test/adapters/tools/patch/undo-command.test.ts", title: "turn/changes/undo > is refused while a turn runs" },
      {
        file: "test/adapters/tools/patch/undo-command.test.ts",
        title: "turn/changes/undo > a turn without patches has nothing to undo",
      },
    ],
  },
  {
    id: "protocol-2-server-requests",
    source: "protocol.md §2",
    contract: "Commands, file changes and questions are asked of every client, answered by any, resolved to all.",
    tests: [
      {
        file: "test/ipc/approval-desk.test.ts",
        title: "ApprovalDesk > every client of the thread is asked, the first answer wins, a late one is harmless",
      },
      {
        file: "test/ipc/approval-desk.test.ts",
        title:
          "protocol.md §1 questions over the server > §1 repeated on resume with the same id; answered from any client; resolved to all",
      },
      {
        file: "test/ipc/approval-desk.test.ts",
        title: "ApprovalDesk > an answer that cannot be read throws one line of words, and the question stays open",
      },
      { file: "test/shared/protocol/wire-shapes.test.ts", title: "commands > %s" },
    ],
  },
  {
    id: "protocol-2-thread-sandbox",
    source: "protocol.md §2",
    contract: "thread/start chooses a policy and a sandbox, which hold for the thread.",
    tests: [
      {
        file: "test/scenarios/thread-choice.test.ts",
        title: "protocol.md §2 thread/start: its sandbox and its policy are the thread's own, also after it was opened anew",
      },
      {
        file: "test/ipc/command-router.test.ts",
        title:
          "threads > thread/start makes a thread in a folder, with its choice of model and policy, and subscribes its client",
      },
    ],
  },
  {
    id: "protocol-4-command-sandbox",
    source: "protocol.md §4",
    contract: "A command says whether it was confined, and why not.",
    tests: [
      {
        file: "test/renderer/text/permission-words.test.ts",
        title: "a sandbox that held, one that did not, and one that refused something",
      },
      {
        file: "test/adapters/tools/sandbox-refusal.test.ts",
        title:
          "a sandbox that does not hold here > because it is not installed: says how to install it, and commands run as they are, with that note",
      },
      {
        file: "test/e2e/sandbox.spec.ts",
        title:
          "in the sandbox, asked only when needed > a command runs unasked, and its card and the composer say that the sandbox held",
      },
    ],
  },
  {
    id: "protocol-4-file-change",
    source: "protocol.md §4",
    contract: "A change of files shows each path, kind and diff, and what it undoes.",
    tests: [
      {
        file: "test/adapters/tools/patch/undo-command.test.ts",
        title: "a call of apply_patch > %s changes the file, and is shown as the change that it made",
      },
      {
        file: "test/adapters/tools/patch/undo-command.test.ts",
        title:
          "turn/changes/undo > puts the files back, records it with the words for the model, shows it, and is no second time possible",
      },
      { file: "test/renderer/text/call-words.test.ts", title: "a patch says what was done to which files" },
    ],
  },
  {
    id: "protocol-4-plan",
    source: "protocol.md §4",
    contract: "A plan shows its steps, an image its path.",
    tests: [
      { file: "test/e2e/tools.spec.ts", title: "a plan is shown with its steps" },
      { file: "test/e2e/tools.spec.ts", title: "an image that the model looks at is on screen, also after a restart" },
      { file: "test/shared/protocol/wire-shapes.test.ts", title: "items > %s" },
    ],
  },
  {
    id: "protocol-4-answers",
    source: "protocol.md §4",
    contract: "An approval shows its kind, decision, rule and answers.",
    tests: [
      {
        file: "test/scenarios/approvals.test.ts",
        title: "protocol.md §6 policies > onRequest: what a rule allows runs, and the item names the rule",
      },
      {
        file: "test/scenarios/approvals.test.ts",
        title:
          "protocol.md §6 policies > questions of the model are put under never, too; the run hears the answers, a decline ends it",
      },
      { file: "test/renderer/text/permission-words.test.ts", title: "how a question ended; a secret is never repeated" },
    ],
  },
  {
    id: "protocol-5-undo",
    source: "protocol.md §5",
    contract: "cf_undo keeps what was restored, in one record with the words for the model.",
    tests: [
      {
        file: "test/adapters/tools/patch/undo-command.test.ts",
        title:
          "turn/changes/undo > puts the files back, records it with the words for the model, shows it, and is no second time possible",
      },
      { file: "test/shared/protocol/wire-shapes.test.ts", title: "rollout lines > %s is read, and written again as it was" },
    ],
  },
  {
    id: "protocol-5-question-kinds",
    source: "protocol.md §5",
    contract: "cf_approval_requested and cf_approval_decided keep question, kind, answer and who gave it.",
    tests: [
      { file: "test/shared/protocol/wire-shapes.test.ts", title: "rollout lines > %s shows every member" },
      {
        file: "test/scenarios/tools.test.ts",
        title:
          "runtime.md §6 the pipeline > §6 allow in this session: the same command in the same folder is not asked again, also in a later turn, and the rollout says why",
      },
      {
        file: "test/properties/approvals.property.test.ts",
        title:
          "runtime.md §6, §12: of ${RUNS / 20} random plans with questions (seed ${SEED}) nothing runs without its accepted answer on disk",
      },
    ],
  },
  {
    id: "protocol-6-sandbox",
    source: "protocol.md §6",
    contract: "sandbox and network are settings, in force at once, in the file and in the window.",
    tests: [
      {
        file: "test/adapters/settings/settings-file.test.ts",
        title: "the settings file > %j is in force, and nothing else is changed by it",
      },
      {
        file: "test/e2e/permissions.spec.ts",
        title: "what is chosen in the window holds from the next turn, and stands in settings.json beside all that stood there",
      },
      {
        file: "test/runtime/tools/tool-pipeline.test.ts",
        title:
          "runtime.md §6 the stages of a call > the run hears how far it is confined, whether a person has let it out, and the answers to its questions",
      },
    ],
  },
  {
    id: "protocol-7-shell",
    source: "protocol.md §7",
    contract: "shell: what it takes, and exit code, wall time and output as its words.",
    tests: [
      {
        file: "test/adapters/tools/shell.test.ts",
        title: "preparing a command > asks for the exact command and folder, and notes fields it does not know",
      },
      { file: "test/adapters/tools/shell.test.ts", title: "what the model reads > of a command that succeeded" },
      { file: "test/adapters/tools/shell.test.ts", title: "what the model reads > of a command that failed" },
    ],
  },
  {
    id: "protocol-7-apply-patch",
    source: "protocol.md §7",
    contract: "apply_patch: free text, or one argument where a server has no custom tools.",
    tests: [
      {
        file: "test/runtime/tools/tool-pipeline.test.ts",
        title:
          "runtime.md §6 the stages of a call > free text is the one argument of a tool that takes it; a function call of it is taken, too",
      },
      {
        file: "test/adapters/tools/patch/undo-command.test.ts",
        title: "a call of apply_patch > %s changes the file, and is shown as the change that it made",
      },
    ],
  },
  {
    id: "protocol-7-looking",
    source: "protocol.md §7",
    contract: "read_file, list_dir, grep and view_image change nothing and ask nothing.",
    tests: [
      {
        file: "test/adapters/tools/read-file.test.ts",
        title: "prepare: needs no approval, notes unknown fields, refuses wrong types",
      },
      { file: "test/adapters/tools/list-dir.test.ts", title: "prepare: needs no approval and notes unknown fields" },
      {
        file: "test/runtime/tools/tool-pipeline.test.ts",
        title:
          "runtime.md §6 the stages of a call > what changes nothing and asks nothing goes through without a question, but not past the guards",
      },
    ],
  },
  {
    id: "protocol-7-asking",
    source: "protocol.md §7",
    contract: "update_plan and request_user_input: their arguments, in ours and in Codex's form.",
    tests: [
      { file: "test/adapters/tools/plan.test.ts", title: "protocol.md §7 update_plan > our form and Codex's are taken" },
      {
        file: "test/adapters/tools/user-input.test.ts",
        title: "protocol.md §7 request_user_input > the answers come in Codex's form, by the order of the questions",
      },
    ],
  },
];
