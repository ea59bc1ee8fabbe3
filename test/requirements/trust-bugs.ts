// Reports about orphaned processes, shells, patches and permissions (30 to 38, 131 to 149), each as what ours does right.
import type { Requirement } from "./requirement";

export const trustBugs: readonly Requirement[] = [
  {
    id: "bug-30",
    source: "bug report 30",
    contract: "A server that a command started through another shell is gone with Stop, its port free.",
    tests: [
      {
        file: "test/adapters/tools/shell-endings.test.ts",
        title: "abort > frees the port of a server that the command started through another shell",
      },
    ],
  },
  {
    id: "bug-31",
    source: "bug report 31",
    contract: "An interrupt ends the children, not only a flag.",
    tests: [
      { file: "test/adapters/tools/shell-endings.test.ts", title: "abort > ends 300 children within 2 s" },
      { file: "test/adapters/tools/sandbox-endings.test.ts", title: "%s ends with a stop" },
    ],
  },
  {
    id: "bug-32",
    source: "bug report 32",
    contract: "An app that is killed from outside leaves nothing running, at the latest after its next start.",
    tests: [
      {
        file: "test/adapters/tools/app-death.test.ts",
        title: "when the app is killed > its commands end at once, with no next start",
      },
      {
        file: "test/adapters/tools/app-death.test.ts",
        title: "when the app is killed > what left its group is ended at the next start",
      },
    ],
  },
  {
    id: "bug-34",
    source: "bug report 34",
    contract: "Stop is an action of its own and never words for the model.",
    tests: [
      { file: "test/renderer/composer.spec.ts", title: "Stop answers at once, and Esc stops" },
      {
        file: "test/ipc/agent-server.test.ts",
        title:
          "protocol.md §1 order > §1 an interrupt replies once the turn has ended, just before that is told; what came earlier is not held back",
      },
    ],
  },
  {
    id: "bug-35",
    source: "bug report 35",
    contract: "Stop reaches request, tools, back-off and the queue.",
    tests: [
      { file: "test/black-box/stopped-phases.test.ts", title: "Stop > %s" },
      { file: "test/black-box/stopped-phases.test.ts", title: "Stop > in the wait for the network" },
      { file: "test/e2e/queue.spec.ts", title: "Stop pauses the queue, nothing starts by itself, and Resume goes on with it" },
    ],
  },
  {
    id: "bug-37",
    source: "bug report 37",
    contract: "What is sent again under its id is accepted once.",
    tests: [
      {
        file: "test/scenarios/input.test.ts",
        title: "runtime.md §8 input > §8 the same client id twice is accepted once, and gets the first reply",
      },
      {
        file: "test/renderer/composer.spec.ts",
        title: "a send that fails keeps the text, says why, and goes out again under the same id",
      },
    ],
  },
  {
    id: "bug-38",
    source: "bug report 38",
    contract: "After Stop in any phase the session is idle and the next input is answered.",
    tests: [
      { file: "test/black-box/stopped-phases.test.ts", title: "Stop > %s" },
      {
        file: "test/scenarios/leaving-the-stream.test.ts",
        title: "runtime.md §5 an interrupt from every phase > §5 before the first event",
      },
    ],
  },
  {
    id: "bug-131",
    source: "bug report 131",
    contract: "A command returns at its shell's exit, however its children hold the pipe.",
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
    ],
  },
  {
    id: "bug-133",
    source: "bug report 133",
    contract: "Output is bounded while it is read, stderr as well.",
    tests: [
      { file: "test/adapters/tools/shell-output.test.ts", title: "memory > of %s stays within 32 MiB", row: "yes 1>&2" },
      { file: "test/adapters/tools/shell-hostile.test.ts", title: "output of every kind > a flood by %s is bounded and counted" },
    ],
  },
  {
    id: "bug-134",
    source: "bug report 134",
    contract: "Both ends are kept, the rest is in a file, and the command runs to its end.",
    tests: [
      { file: "test/adapters/tools/shell-output.test.ts", title: "the output for the model > keeps the error at the end" },
      { file: "test/adapters/tools/shell-output.test.ts", title: "the file ends at 64 MiB while the command goes on to its end" },
    ],
  },
  {
    id: "bug-136",
    source: "bug report 136",
    contract: "On Windows a timeout ends the whole tree.",
    tests: [
      { file: "test/adapters/tools/process-tree.test.ts", title: "taskkill > is told the whole tree, by pid" },
      {
        file: "test/adapters/tools/shell-endings.test.ts",
        title: "time limit > ends the tree, fails, and keeps the output so far",
      },
    ],
  },
  {
    id: "bug-137",
    source: "bug report 137",
    contract: "taskkill is called without a shell and its result is looked at.",
    tests: [
      {
        file: "test/adapters/tools/process-tree.test.ts",
        title: "taskkill > that fails is reported, unless the process was gone",
      },
    ],
  },
  {
    id: "bug-139",
    source: "bug report 139",
    contract: "Every kind of run has the same limits, and an abort that came before starts nothing.",
    tests: [
      { file: "test/adapters/tools/shell.test.ts", title: "where and how a command runs > not after an abort" },
      { file: "test/adapters/tools/sandbox-endings.test.ts", title: "a time limit ends all of it" },
    ],
  },
  {
    id: "bug-140",
    source: "bug report 140",
    contract: "Line endings stay, each line's own in a mixed file.",
    tests: [
      {
        file: "test/adapters/tools/patch/applied.test.ts",
        title: "an update > of a patch with CRLF lines keeps the file's endings, whichever they are",
      },
      {
        file: "test/adapters/tools/patch/patch-property.test.ts",
        title: "a patch makes what its edits make; every kept line keeps its ending, and an unended file stays so",
      },
    ],
  },
  {
    id: "bug-142",
    source: "bug report 142",
    contract: "No link leads a patch out of the workspace, made before, by the patch, or in between.",
    tests: [
      {
        file: "test/adapters/tools/patch/paths.test.ts",
        title: "by what is there (bug report 142) > a link in the place of the file, to outside, is not followed",
      },
      {
        file: "test/adapters/tools/patch/paths.test.ts",
        title: "by what is there (bug report 142) > a folder above that is a link",
      },
      {
        file: "test/adapters/tools/patch/races.test.ts",
        title: "between check and use (bug report 142) > a folder that is to be made becomes a link",
      },
      {
        file: "test/adapters/tools/patch/races.test.ts",
        title: "between check and use (bug report 142) > a file that becomes a link is not written through",
      },
    ],
  },
  {
    id: "bug-143",
    source: "bug report 143",
    contract: "An absolute path or .. out of the workspace is refused before anybody is asked.",
    tests: [
      { file: "test/adapters/tools/patch/paths.test.ts", title: "by its letters > %j" },
      { file: "test/adapters/tools/patch/paths.test.ts", title: "by its letters > the place a file is moved to is judged alike" },
    ],
  },
  {
    id: "bug-145",
    source: "bug report 145",
    contract: "Every command of a line must be allowed, and what is not fully read asks.",
    tests: [
      {
        file: "test/runtime/tools/command-rules.test.ts",
        title: "bug report 145: allowing takes every part, denying takes one > with “git *” allowed, %j is %s",
      },
      {
        file: "test/adapters/permissions/read-command.test.ts",
        title: "bug report 145: a command line is taken apart as bash does it > $line",
      },
    ],
  },
  {
    id: "bug-146",
    source: "bug report 146",
    contract: "No interpreter or runner is always allowed.",
    tests: [
      {
        file: "test/adapters/permissions/read-command.test.ts",
        title: "bug report 146: interpreters and runners are known as such > %s",
      },
      {
        file: "test/runtime/tools/command-rules.test.ts",
        title: "patterns of what is allowed > bug report 146: no rule allows %s, also not one that stands in the file",
      },
      { file: "test/ipc/rules.test.ts", title: "bug report 146: rule/add refuses, with words, what may never be always allowed" },
    ],
  },
  {
    id: "bug-147",
    source: "bug report 147",
    contract: "The whole text is shown and checked, and no answer is pushed out of sight.",
    tests: [
      {
        file: "test/renderer/approval.spec.ts",
        title: "padding and length push nothing out of sight at ${size}: command, folder, reason and every answer",
      },
      {
        file: "test/adapters/permissions/read-command.test.ts",
        title: "limits: an answer comes at once, whatever the text > a line that is longer than can be checked is unclear",
      },
    ],
  },
  {
    id: "bug-148",
    source: "bug report 148",
    contract: "What cannot be seen, turns text around or stands far away is shown and said.",
    tests: [
      { file: "test/runtime/tools/invisible-characters.test.ts", title: "what cannot be seen is written out, the rest stays" },
      { file: "test/runtime/tools/invisible-characters.test.ts", title: "bug report 148: padding of %j: %s" },
      {
        file: "test/runtime/tools/decide-approval.test.ts",
        title: "how it is asked > bug report 148: what cannot be seen, what stands far away and what is not understood is said",
      },
      {
        file: "test/renderer/approval.spec.ts",
        title: "letters from right to left do not change the order in which a command reads",
      },
    ],
  },
  {
    id: "bug-149",
    source: "bug report 149",
    contract: "Deny wins, whatever the order; the precedence is tested both ways.",
    tests: [
      {
        file: "test/runtime/tools/command-rules.test.ts",
        title: "bug report 149: deny wins, whatever the order > %s by %j is %s",
      },
      {
        file: "test/runtime/tools/decide-approval.test.ts",
        title: "rules > bug report 149: “deny all + allow some” denies all, “allow all of one + deny some” allows the rest",
      },
      {
        file: "test/properties/permissions.property.test.ts",
        title:
          "bug report 149: of ${RUNS} cases (seed ${SEED}) what one pattern both allows and denies is denied, in either order",
      },
    ],
  },
];
