// What issue 5 says must hold in all circumstances, and the approvals, cards and settings of window.md §3 to §5.
import type { Requirement } from "./requirement";

export const trustHeld: readonly Requirement[] = [
  {
    id: "trust-held-shown",
    source: "issue 5, must hold",
    contract: "Of 300 hostile cases none runs what was not shown and allowed.",
    tests: [
      {
        file: "test/adapters/permissions/read-command.test.ts",
        title: "bug report 145: a command line is taken apart as bash does it > $line",
      },
      {
        file: "test/runtime/tools/command-rules.test.ts",
        title: "disguises: a denied program is found however it is written > %j by “rm *”",
      },
      { file: "test/adapters/tools/sandbox-escapes.test.ts", title: "%s cannot be written to" },
      {
        file: "test/adapters/tools/patch/races.test.ts",
        title:
          "between check and use (bug report 142) > a process that swaps a folder for a link to outside, again and again, gets nothing written there",
      },
    ],
  },
  {
    id: "trust-held-no-hang",
    source: "issue 5, must hold",
    contract: "None hangs.",
    tests: [
      { file: "test/adapters/tools/shell-hostile.test.ts", title: "what asks has nobody to ask > %s" },
      {
        file: "test/adapters/permissions/read-command.test.ts",
        title: "limits: an answer comes at once, whatever the text > %j × %i",
      },
      { file: "test/adapters/tools/patch/paths.test.ts", title: "by what is there (bug report 142) > a pipe is not waited for" },
      { file: "test/renderer/text/ansi.test.ts", title: "hostile output stays cheap > a flood of parameters" },
    ],
  },
  {
    id: "trust-held-memory",
    source: "issue 5, must hold",
    contract: "None takes 64 MiB more memory.",
    tests: [
      { file: "test/adapters/tools/shell-output.test.ts", title: "memory > of %s stays within 32 MiB" },
      { file: "test/adapters/tools/shell-hostile.test.ts", title: "output of every kind > a flood by %s is bounded and counted" },
    ],
  },
  {
    id: "trust-held-2000",
    source: "issue 5, must hold",
    contract: "2 000 children are gone within 2 s of Stop.",
    tests: [
      { file: "test/adapters/tools/sandbox-endings.test.ts", title: "2 000 children are gone within 2 s of a stop" },
      { file: "test/adapters/tools/shell-endings.test.ts", title: "abort > ends 2 000 children within 2 s" },
    ],
  },
  {
    id: "trust-held-no-process",
    source: "issue 5, must hold",
    contract: "After quit, interrupt or kill -9 and the next start no process of ours is left.",
    tests: [
      {
        file: "test/adapters/tools/app-death.test.ts",
        title: "when the app is killed > what left its group is ended at the next start",
      },
      {
        file: "test/black-box/hostile-client.test.ts",
        title: "a client that leaves in the middle > %s: the turn's end is in the file, no process is left, exit code 0",
      },
      { file: "test/black-box/hostile-processes.test.ts", title: "%s: %s" },
      { file: "test/black-box/stopped-phases.test.ts", title: "Stop > %s" },
      {
        file: "test/e2e/reopen.spec.ts",
        title: "killed in the middle of a command: shown as it is, closed when continued, no process left",
      },
    ],
  },
  {
    id: "trust-held-speed",
    source: "issue 5, must hold",
    contract:
      "true costs at most 25 ms without and 60 ms with the sandbox; yes for 5 s at most 50 MB; grep at most 5 times ripgrep's time.",
    notApplicable: "Times are those of a machine: npm run bench measures them and says which bar was missed.",
  },
  {
    id: "trust-window-cards",
    source: "window.md §3",
    contract: "A card shows the exact command, folder, sandbox, who approved, exit code, output with colour and what was cut.",
    tests: [
      { file: "test/renderer/approval.spec.ts", title: "invisible characters are shown in place and the filled button is gone" },
      { file: "test/renderer/text/permission-words.test.ts", title: "who decided: %j" },
      {
        file: "test/renderer/text/permission-words.test.ts",
        title: "a sandbox that held, one that did not, and one that refused something",
      },
      {
        file: "test/renderer/text/output-window.test.ts",
        title: "a long one by both ends, a live one by its end; the cut says how much is between",
      },
      {
        file: "test/e2e/bad-input.spec.ts",
        title: "a tool that prints a gigabyte: the window answers meanwhile, the output is cut and its file is named",
      },
    ],
  },
  {
    id: "trust-window-hostile-text",
    source: "window.md §3",
    contract: "Commands, outputs and names are text, left to right.",
    tests: [
      { file: "test/renderer/hostile-text.spec.ts", title: "HTML stays text everywhere, and nothing is fetched" },
      { file: "test/renderer/file-change.spec.ts", title: "code stays left to right, whatever it holds" },
      { file: "test/renderer/text/exact-text.test.ts", title: "letters from right to left turn among themselves alone" },
    ],
  },
  {
    id: "trust-window-composer",
    source: "window.md §4",
    contract: "The composer says policy and sandbox and changes them.",
    tests: [
      {
        file: "test/renderer/permissions.spec.ts",
        title: "the choice beside the composer says how far the sandbox holds, and writes another one",
      },
      {
        file: "test/renderer/permissions.spec.ts",
        title: "a choice that could not be written says why, and what is in force is shown",
      },
      { file: "test/renderer/composer.spec.ts", title: "what stands in the bar never overlaps, however narrow the window is" },
    ],
  },
  {
    id: "trust-window-keys",
    source: "window.md §5",
    contract: "Y, A and N answer the approval that has the focus; Enter, held keys and typing never do.",
    tests: [
      {
        file: "test/renderer/approval.spec.ts",
        title: "${key} answers ${decision} when the card has the focus, which it takes when it appears",
      },
      { file: "test/renderer/approval.spec.ts", title: "Enter never answers, on the card or on its buttons" },
      {
        file: "test/renderer/approval.spec.ts",
        title: "the focus stays with a person who is typing, and their letters answer nothing",
      },
      { file: "test/renderer/approval.spec.ts", title: "a held key does not answer" },
    ],
  },
  {
    id: "trust-window-settings",
    source: "window.md §5",
    contract: "The settings open by key and menu; policy, sandbox, network and rules are written as they are chosen.",
    tests: [
      { file: "test/renderer/permissions.spec.ts", title: "the settings open by ${door}, and Esc closes them" },
      { file: "test/renderer/permissions.spec.ts", title: "policy, sandbox and network are written as they are chosen" },
      { file: "test/renderer/permissions.spec.ts", title: "a rule that is refused stays written, with the runtime's words" },
    ],
  },
];
