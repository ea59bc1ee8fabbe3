// Tools that look, plan and ask, and what the model is told of the workspace (issue 5 parts 6 and 7), each promise with the tests that would fail if it were broken.
import type { Requirement } from "./requirement";

export const trustTools: readonly Requirement[] = [
  {
    id: "trust-read-file",
    source: "issue 5 part 6",
    contract: "read_file: numbered lines with an offset and limits, and refusals in words.",
    tests: [
      {
        file: "test/adapters/tools/read-file.test.ts",
        title: "lines > are numbered, in any kind of line end, with or without one at the end",
      },
      { file: "test/adapters/tools/read-file.test.ts", title: "lines > are at most 2000" },
      { file: "test/adapters/tools/read-file.test.ts", title: "refusals in words > a missing file, with the nearest name" },
      { file: "test/adapters/tools/read-file.test.ts", title: "lines > of a huge file are read only as far as they are shown" },
    ],
  },
  {
    id: "trust-list-dir",
    source: "issue 5 part 6",
    contract: "list_dir: sorted, bounded, and it honours ignore files, and says so.",
    tests: [
      {
        file: "test/adapters/tools/list-dir.test.ts",
        title: "entries > that are over 500 are left out and counted, the deepest first",
      },
      {
        file: "test/adapters/tools/list-dir.test.ts",
        title: "issue 5 part 6 ignore files > what they leave out is counted, and how to see it is said",
      },
      { file: "test/adapters/tools/list-dir.test.ts", title: "issue 5 part 6 ignore files > ignored: true shows it" },
    ],
  },
  {
    id: "trust-grep",
    source: "issue 5 part 6",
    contract: "grep: the same answers by ripgrep and by our own search, within limits.",
    tests: [
      {
        file: "test/adapters/tools/grep.test.ts",
        title: "issue 5 part 6 patterns: the same lines by ripgrep and by our own search > %s: %s",
      },
      {
        file: "test/adapters/tools/grep.test.ts",
        title:
          "issue 5 part 6 files: the same by ripgrep and by our own search > are in the order of their paths, folders among files",
      },
      {
        file: "test/adapters/tools/grep.test.ts",
        title: "issue 5 part 6 limits > so many lines as asked for, 100 if not; that there are more is said",
      },
      {
        file: "test/adapters/tools/grep.test.ts",
        title: "issue 5 part 6 limits > a pattern that backtracks without end, %s, is ended",
      },
    ],
  },
  {
    id: "trust-grep-refusals",
    source: "issue 5 part 6",
    contract: "What grep cannot search for or look into is said.",
    tests: [
      {
        file: "test/adapters/tools/grep.test.ts",
        title: "issue 5 part 6 patterns: the same lines by ripgrep and by our own search > %j is refused with words",
      },
      {
        file: "test/adapters/tools/grep.test.ts",
        title: "issue 5 part 6 words > a missing path comes with the nearest name, a binary file is named",
      },
    ],
  },
  {
    id: "trust-view-image",
    source: "issue 5 part 6",
    contract: "view_image: a real image within a size reaches the model; anything else is refused in words.",
    tests: [
      {
        file: "test/adapters/tools/view-image.test.ts",
        title:
          "protocol.md §7 view_image > an image is known by its content, not its name; its size is in the words, the picture beside them",
      },
      { file: "test/adapters/tools/view-image.test.ts", title: "protocol.md §7 view_image > %s is refused" },
      {
        file: "test/adapters/tools/view-image.test.ts",
        title: "protocol.md §7 view_image > more than 5 MiB is refused with what to do, and is not read",
      },
      {
        file: "test/scenarios/pictures.test.ts",
        title:
          "issue 5 part 6 pictures in an output > the model reads words and picture; the outcome's line, people and searches have the words",
      },
    ],
  },
  {
    id: "trust-pictures-refused",
    source: "issue 5 part 6",
    contract: "A server that takes no pictures costs none of the session.",
    tests: [
      {
        file: "test/runtime/turn/refused-parts.test.ts",
        title:
          "pictures that the server does not take > are said in their place from then on, in messages and outputs; the items stay as they are",
      },
    ],
  },
  {
    id: "trust-plan",
    source: "issue 5 part 6",
    contract: "update_plan: checked steps, nothing is asked.",
    tests: [
      { file: "test/adapters/tools/plan.test.ts", title: "protocol.md §7 update_plan > our form and Codex's are taken" },
      { file: "test/adapters/tools/plan.test.ts", title: "protocol.md §7 update_plan > %s is refused" },
      {
        file: "test/adapters/tools/plan.test.ts",
        title: "protocol.md §7 update_plan > an unknown field is noted; nothing is asked",
      },
    ],
  },
  {
    id: "trust-user-input",
    source: "issue 5 part 6",
    contract: "request_user_input: the questions are put whatever the policy, and the answers come by their order.",
    tests: [
      {
        file: "test/adapters/tools/user-input.test.ts",
        title: "protocol.md §7 request_user_input > the questions are what is asked of the person",
      },
      {
        file: "test/adapters/tools/user-input.test.ts",
        title: "protocol.md §7 request_user_input > the answers come in Codex's form, by the order of the questions",
      },
      {
        file: "test/scenarios/approvals.test.ts",
        title:
          "protocol.md §6 policies > questions of the model are put under never, too; the run hears the answers, a decline ends it",
      },
      {
        file: "test/renderer/questions.spec.ts",
        title: "by the keyboard alone: an option, a text, and Enter sends when every question has its answer",
      },
    ],
  },
  {
    id: "trust-cards",
    source: "issue 5 part 6",
    contract: "Each has its card.",
    tests: [
      {
        file: "test/renderer/output.spec.ts",
        title: "what was found, looked at and planned can be read; a denied call says by whom and why",
      },
      { file: "test/e2e/tools.spec.ts", title: "a search shows where it found something, and leaves out what is ignored" },
      { file: "test/e2e/tools.spec.ts", title: "an image that the model looks at is on screen, also after a restart" },
      { file: "test/e2e/tools.spec.ts", title: "a plan is shown with its steps" },
      { file: "test/renderer/questions.spec.ts", title: "afterwards the card says what was answered, and what was left" },
    ],
  },
  {
    id: "trust-agents-md",
    source: "issue 5 part 7",
    contract: "AGENTS.md from the repository's root down to the folder, bounded, and nothing that a link leads out to.",
    tests: [
      {
        file: "test/adapters/workspace-context/instruction-files.test.ts",
        title:
          "issue 5 part 7 which AGENTS.md files count > from the repository's root down to the folder, in that order; none above the root",
      },
      {
        file: "test/adapters/workspace-context/instruction-files.test.ts",
        title:
          "issue 5 part 7 at most 32 KiB in all > a byte more is cut on a code point, and said to the model and to the person",
      },
      {
        file: "test/adapters/workspace-context/instruction-files.test.ts",
        title: "issue 5 part 7 a repository cannot have the person's other files read > %s as a link out of the repository",
      },
      {
        file: "test/e2e/tools.spec.ts",
        title: "AGENTS.md of the workspace reaches the model once, and again when it has changed",
      },
    ],
  },
  {
    id: "trust-environment",
    source: "issue 5 part 7",
    contract: "Folder, shell, system and date, permissions, and instructions are told each by its form.",
    tests: [
      {
        file: "test/runtime/turn/context-text.test.ts",
        title: "issue 5 part 7 each kind is told by its form > permissions from the developer, the rest from the user",
      },
      {
        file: "test/runtime/turn/context-text.test.ts",
        title:
          "issue 5 part 7 permissions > the sandbox, whether it is enforced, where may be written, the network, how to ask for more",
      },
      {
        file: "test/runtime/turn/context-text.test.ts",
        title: "issue 5 part 7 each kind is told by its form > several files say where each is from",
      },
    ],
  },
  {
    id: "trust-context-once",
    source: "issue 5 part 7",
    contract: "They are recorded once, and again what has changed.",
    tests: [
      {
        file: "test/scenarios/workspace-context.test.ts",
        title:
          "issue 5 part 7 the context of the workspace > is recorded once, in front of the person's first words, and not again while nothing changes",
      },
      {
        file: "test/scenarios/workspace-context.test.ts",
        title: "issue 5 part 7 the context of the workspace > only what has changed is told again",
      },
      {
        file: "test/scenarios/workspace-context.test.ts",
        title: "issue 5 part 7 the context of the workspace > a session that is opened anew does not tell it again",
      },
    ],
  },
  {
    id: "trust-context-contained",
    source: "issue 5 part 7",
    contract: "Nothing that a file or a folder's name says can pass for something else.",
    tests: [
      {
        file: "test/runtime/turn/context-text.test.ts",
        title: "issue 5 part 7 what a file says cannot break out of its block > %j",
      },
      {
        file: "test/runtime/turn/context-text.test.ts",
        title: "issue 5 part 7 what a file says cannot break out of its block > nor can a folder's name",
      },
      {
        file: "test/scenarios/workspace-context.test.ts",
        title: "issue 5 part 7 the context of the workspace > a person's words that look like it are not taken for it",
      },
    ],
  },
  {
    id: "trust-context-faults",
    source: "issue 5 part 7",
    contract: "What cannot be read is a notice and holds nothing back.",
    tests: [
      {
        file: "test/adapters/workspace-context/instruction-files.test.ts",
        title:
          "issue 5 part 7 what cannot be read is a problem in words, and never waited for > a pipe, a folder, a broken link, a loop",
      },
      {
        file: "test/scenarios/workspace-context.test.ts",
        title: "issue 5 part 7 the context of the workspace > what cannot be read is a notice, once, and the turn goes on",
      },
      {
        file: "test/scenarios/workspace-context.test.ts",
        title:
          "issue 5 part 7 the context of the workspace > a folder that does not answer holds nothing back for longer than 5 s",
      },
    ],
  },
];
