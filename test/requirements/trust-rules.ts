// Rules, and how command lines are read for them (issue 5 part 2), each promise with the tests that would fail if it were broken.
import type { Requirement } from "./requirement";

export const trustRules: readonly Requirement[] = [
  {
    id: "trust-rules-folder",
    source: "issue 5 part 2",
    contract: "Rules hold in a folder and those below it, by the parts of its real path.",
    tests: [
      {
        file: "test/adapters/permissions/rules-file.test.ts",
        title: "in which folders a rule holds > in its own and those below, by the parts of the path",
      },
      {
        file: "test/adapters/permissions/rules-file.test.ts",
        title: "in which folders a rule holds > a link out of it takes what is denied along, and not what is allowed",
      },
      {
        file: "test/adapters/permissions/rules-file.test.ts",
        title: "in which folders a rule holds > a project that is known by a link has its rules by either path",
      },
      {
        file: "test/runtime/tools/approval-facts.test.ts",
        title: "what is denied where the session or the command stands counts, what is allowed only where the command stands",
      },
      {
        file: "test/black-box/hostile-rules.test.ts",
        title: "cd and its likes out of the folder are asked about, although both commands are allowed in it",
      },
    ],
  },
  {
    id: "trust-rules-listed",
    source: "issue 5 part 2",
    contract: "They are listed and revocable in the settings.",
    tests: [
      {
        file: "test/renderer/permissions.spec.ts",
        title: "rules stand by their folder; one is removed, one added for the folder that is shown",
      },
      {
        file: "test/e2e/permissions.spec.ts",
        title:
          "rules, where nothing confines a command > Always allow makes a rule that holds until it is removed in the settings",
      },
      {
        file: "test/ipc/rules.test.ts",
        title: "protocol.md §2: rule/add, rule/list and rule/delete keep the rules in HOME/rules.json",
      },
    ],
  },
  {
    id: "trust-rules-broken",
    source: "issue 5 part 2",
    contract: "A broken file of rules is told and never written over, and everything asks meanwhile.",
    tests: [
      {
        file: "test/adapters/permissions/rules-file.test.ts",
        title: "HOME/rules.json > that is broken is told, what and where, and never written over: %j",
      },
      { file: "test/runtime/tools/decide-approval.test.ts", title: "rules > under %s, when the rules cannot be read: %s" },
      {
        file: "test/ipc/rules.test.ts",
        title: "rule/list tells what is wrong with a broken file, and rule/add does not write over it",
      },
    ],
  },
  {
    id: "trust-rules-sandbox",
    source: "issue 5 part 2",
    contract: "No rule lets a command out of the sandbox.",
    tests: [
      {
        file: "test/runtime/tools/decide-approval.test.ts",
        title: "rules > no rule lets a command out of the sandbox, and none is suggested for that",
      },
    ],
  },
  {
    id: "trust-parsed",
    source: "issue 5 part 2",
    contract: "Every command of a line is found, wherever it stands: behind ;, &&, |, a newline, in $( ) and backticks.",
    tests: [
      {
        file: "test/adapters/permissions/read-command.test.ts",
        title: "bug report 145: a command line is taken apart as bash does it > $line",
      },
      {
        file: "test/runtime/tools/command-rules.test.ts",
        title: "bug report 145: allowing takes every part, denying takes one > with “git *” allowed, %j is %s",
      },
    ],
  },
  {
    id: "trust-bash-fuzz",
    source: "issue 5 part 2",
    contract: "The reading is held against bash itself, over fixed and over random lines.",
    tests: [
      {
        file: "test/adapters/permissions/read-command.test.ts",
        title:
          'bug report 145: a command line is taken apart as bash does it > each of these lines runs what the table says${noBash === null ? "" : ` (not run: ${noBash})`}',
      },
      {
        file: "test/properties/command-reading.property.test.ts",
        title:
          'bug report 145: of ${CASES} random command lines (seed ${SEED}), what bash ran was seen or the line was unclear${reason === null ? "" : ` (not run: ${reason})`}',
      },
    ],
  },
  {
    id: "trust-not-understood",
    source: "issue 5 part 2",
    contract: "What is not fully understood asks, at once, however long or deep it is.",
    tests: [
      {
        file: "test/adapters/permissions/read-command.test.ts",
        title: "limits: an answer comes at once, whatever the text > %j × %i",
      },
      {
        file: "test/adapters/permissions/read-command.test.ts",
        title: "limits: an answer comes at once, whatever the text > a line that is longer than can be checked is unclear",
      },
      {
        file: "test/adapters/permissions/read-command.test.ts",
        title: "with %s nothing is taken apart: every command is asked about",
      },
      {
        file: "test/runtime/tools/decide-approval.test.ts",
        title: "rules > under %s a command that may hide a denied one: %s, also in the sandbox",
      },
    ],
  },
  {
    id: "trust-never-always",
    source: "issue 5 part 2",
    contract: "Interpreters and runners are never always allowed, nor for the session.",
    tests: [
      {
        file: "test/adapters/permissions/read-command.test.ts",
        title: "bug report 146: interpreters and runners are known as such > %s",
      },
      {
        file: "test/runtime/tools/decide-approval.test.ts",
        title: "how it is asked > bug report 146: a runner can neither be remembered nor allowed by a rule",
      },
      { file: "test/adapters/permissions/rules-file.test.ts", title: "what may not be added > bug report 146: allow %j" },
      {
        file: "test/e2e/permissions.spec.ts",
        title:
          "rules, where nothing confines a command > what runs other programs can be always allowed neither by a question nor by a rule, which stays written",
      },
    ],
  },
  {
    id: "trust-rules-behind-cd",
    source: "issue 5 part 2",
    contract: "Behind a `cd` the rules of the folder it leads to hold too.",
    tests: [
      {
        file: "test/black-box/hostile-rules.test.ts",
        title: "what a folder denies is refused behind a cd from elsewhere too, however it is gone there",
      },
    ],
  },
  {
    id: "trust-rules-elsewhere",
    source: "issue 5 part 2",
    contract:
      "An option that takes a program into another folder, and a link that the line itself makes, are judged as a `cd` is.",
    tests: [
      {
        file: "test/black-box/hostile-rules.test.ts",
        title: "an option that takes a program into another folder is judged there too, as a cd is",
      },
      {
        file: "test/black-box/hostile-rules.test.ts",
        title: "a link that the line itself makes is not followed by what lies there before it runs",
      },
      {
        file: "test/black-box/hostile-rules.test.ts",
        title: "what is allowed in a folder is asked about where an option or a link of the line leads out of it",
      },
    ],
  },
  {
    id: "trust-rules-git-folders",
    source: "issue 5 part 5",
    contract: "Patches make and change nothing that git takes for a repository, and git takes none that only looks like one.",
    tests: [
      {
        file: "test/adapters/tools/patch/paths.test.ts",
        title: "in a folder that git takes for a repository, whatever its name > nothing is, of a session in it or below it",
      },
      {
        file: "test/black-box/hostile-git.test.ts",
        title: "a folder that only looks like a repository is none for git, whoever made it",
      },
    ],
  },
];
