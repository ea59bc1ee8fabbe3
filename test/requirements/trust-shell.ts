// Commands, their processes and what they print (issue 5 part 4), each promise with the tests that would fail if it were broken.
import type { Requirement } from "./requirement";

export const trustShell: readonly Requirement[] = [
  {
    id: "trust-stop-tree",
    source: "issue 5 part 4",
    contract: "Stop ends the whole tree, also what has left the group.",
    tests: [
      {
        file: "test/adapters/tools/shell-endings.test.ts",
        title: "abort > ends a tree that ignores SIGTERM and has left its group",
      },
      {
        file: "test/adapters/tools/shell-endings.test.ts",
        title: "abort > ends a group that has stopped itself, its keeper too",
      },
      { file: "test/adapters/tools/sandbox-endings.test.ts", title: "%s ends with a stop" },
      { file: "test/e2e/stop.spec.ts", title: "Stop while a command runs: its processes are gone, its output so far stays" },
    ],
  },
  {
    id: "trust-timeout-tree",
    source: "issue 5 part 4",
    contract: "So does the time limit.",
    tests: [
      {
        file: "test/adapters/tools/shell-endings.test.ts",
        title: "time limit > ends the tree, fails, and keeps the output so far",
      },
      { file: "test/adapters/tools/sandbox-endings.test.ts", title: "a time limit ends all of it" },
    ],
  },
  {
    id: "trust-quit-tree",
    source: "issue 5 part 4",
    contract: "So does quitting.",
    tests: [
      {
        file: "test/black-box/hostile-client.test.ts",
        title: "a client that leaves in the middle > %s: the turn's end is in the file, no process is left, exit code 0",
      },
      { file: "test/e2e/reopen.spec.ts", title: "closing the window in the middle of a turn ends it in the file" },
    ],
  },
  {
    id: "trust-sweep",
    source: "issue 5 part 4",
    contract: "What a crash left is ended at once or at the next start, and nothing of others.",
    tests: [
      {
        file: "test/adapters/tools/app-death.test.ts",
        title: "when the app is killed > its commands end at once, with no next start",
      },
      {
        file: "test/adapters/tools/app-death.test.ts",
        title: "when the app is killed > what left its group is ended at the next start",
      },
      { file: "test/adapters/tools/sandbox-endings.test.ts", title: "%s ends at once, with no next start" },
      {
        file: "test/adapters/tools/sandbox-endings.test.ts",
        title: "what has killed its keeper before is ended at the next start",
      },
      {
        file: "test/adapters/tools/app-death.test.ts",
        title: "runs of an app that lives, or of one in a container, are not abandoned",
      },
      { file: "test/black-box/hostile-temporary.test.ts", title: "what a killed program has left goes when the next one quits" },
    ],
  },
  {
    id: "trust-background",
    source: "issue 5 part 4",
    contract: "Children in the background do not hold the turn, and end with it.",
    tests: [
      {
        file: "test/adapters/tools/shell-endings.test.ts",
        title: "a command that leaves something running > %s: returns at the shell's exit; the turn's end ends it",
      },
      {
        file: "test/adapters/tools/shell-endings.test.ts",
        title:
          "a command that leaves something running > a loop that prints: returns with what came until then, and the loop is not stopped by a full pipe",
      },
      { file: "test/adapters/tools/sandbox-endings.test.ts", title: "%s lives on after its command and ends with the turn" },
    ],
  },
  {
    id: "trust-bounded",
    source: "issue 5 part 4",
    contract: "Output is bounded, head and tail, while it is read; the full text is in a file.",
    tests: [
      {
        file: "test/adapters/tools/shell-output.test.ts",
        title: "the output for the model > of more is head and tail, says how much is left out and which file holds all of it",
      },
      { file: "test/adapters/tools/shell-output.test.ts", title: "the output for the model > keeps the error at the end" },
      { file: "test/adapters/tools/shell-output.test.ts", title: "the file ends at 64 MiB while the command goes on to its end" },
      {
        file: "test/adapters/tools/bounded-output.test.ts",
        title:
          "properties of the kept ends > head and tail are a prefix and a suffix on code points, within the limit, and the omitted bytes are counted",
      },
    ],
  },
  {
    id: "trust-bytes",
    source: "issue 5 part 4",
    contract: "Invalid bytes and other encodings are decoded, and it is said what they were.",
    tests: [
      {
        file: "test/adapters/tools/shell-hostile.test.ts",
        title: "output of every kind > %s: is shown, and it is said what it was",
      },
      {
        file: "test/adapters/tools/shell-hostile.test.ts",
        title: "output of every kind > UTF-16 is shown live as what it says, whatever pieces it comes in",
      },
      {
        file: "test/adapters/tools/shell-output.test.ts",
        title: "the output for the model > keeps bytes that are not text for the file",
      },
    ],
  },
  {
    id: "trust-no-prompt",
    source: "issue 5 part 4",
    contract: "No prompt hangs a command: no input, no terminal, no editor, no password.",
    tests: [
      { file: "test/adapters/tools/shell-hostile.test.ts", title: "what asks has nobody to ask > %s" },
      {
        file: "test/adapters/tools/shell-hostile.test.ts",
        title: "what asks has nobody to ask > the environment says so to whatever may ask, also over what the person has set",
      },
      { file: "test/adapters/tools/shell.test.ts", title: "where and how a command runs > %s does not wait for input" },
      { file: "test/adapters/tools/shell.test.ts", title: "where and how a command runs > without a terminal to ask on" },
    ],
  },
  {
    id: "trust-login-path",
    source: "issue 5 part 4",
    contract: "Started from a desktop, the login shell's PATH is read once, with a time limit.",
    tests: [
      {
        file: "test/adapters/tools/login-path.test.ts",
        title: "an app is started from a desktop > when it has no terminal and no shell above it, on systems with login shells",
      },
      {
        file: "test/adapters/tools/login-path.test.ts",
        title: "the PATH of the login shell > of a real login shell is read from its profile",
      },
      {
        file: "test/adapters/tools/login-path.test.ts",
        title: "the PATH of the login shell > is given up after 5 s, and the shell is ended",
      },
      {
        file: "test/adapters/tools/login-path.test.ts",
        title: "the PATH of the login shell > is not waited for when a profile leaves something running",
      },
    ],
  },
  {
    id: "trust-live-ansi",
    source: "issue 5 part 4",
    contract: "Live output is rendered with its colours, and nothing else that a terminal would obey.",
    tests: [
      { file: "test/adapters/tools/shell.test.ts", title: "live output comes while the command runs" },
      { file: "test/renderer/text/ansi.test.ts", title: "other sequences > no escape character ever gets through" },
      {
        file: "test/renderer/output.spec.ts",
        title: "colours and styles are drawn, everything else a terminal would obey is not there",
      },
      { file: "test/renderer/output.spec.ts", title: "live output reads the same wherever it is split" },
    ],
  },
  {
    id: "trust-stop-alone",
    source: "issue 5 part 4",
    contract: "One running command is stopped alone.",
    tests: [
      {
        file: "test/adapters/tools/shell-endings.test.ts",
        title: "one of two commands is stopped alone: the other and what it has left in the background go on",
      },
      {
        file: "test/renderer/permissions.spec.ts",
        title: 'one running command is stopped alone from its ${isOpen ? "opened" : "closed"} card',
      },
      {
        file: "test/e2e/stop.spec.ts",
        title: "one of two commands is stopped alone: its processes are gone, the other one and the turn go on",
      },
    ],
  },
];
