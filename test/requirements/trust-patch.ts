// Patches, their card and their undo (issue 5 part 5), each promise with the tests that would fail if it were broken.
import type { Requirement } from "./requirement";

export const trustPatch: readonly Requirement[] = [
  {
    id: "trust-grammar",
    source: "issue 5 part 5",
    contract: "Codex's grammar: add, update, delete, move; what is no patch is refused with its line.",
    tests: [
      { file: "test/adapters/tools/patch/applied.test.ts", title: "an update > $title" },
      { file: "test/adapters/tools/patch/applied.test.ts", title: "several steps > see what the earlier ones have made" },
      {
        file: "test/adapters/tools/patch/applied.test.ts",
        title: "several steps > are told as hunks with line numbers, whole texts, and moves",
      },
      { file: "test/adapters/tools/patch/refused.test.ts", title: "a text that is no patch > %s" },
    ],
  },
  {
    id: "trust-fuzzy",
    source: "issue 5 part 5",
    contract: "Context is found as Codex finds it; what is not found is told with its nearest candidate.",
    tests: [
      { file: "test/adapters/tools/patch/applied.test.ts", title: "an update > $title" },
      {
        file: "test/adapters/tools/patch/refused.test.ts",
        title: "a patch that does not fit the files changes none of them, and keeps nothing > $title",
      },
    ],
  },
  {
    id: "trust-endings",
    source: "issue 5 part 5",
    contract: "CRLF, mixed endings and a missing last newline stay.",
    tests: [
      {
        file: "test/adapters/tools/patch/patch-property.test.ts",
        title: "a patch makes what its edits make; every kept line keeps its ending, and an unended file stays so",
      },
      { file: "test/adapters/tools/patch/patch-property.test.ts", title: "a file of one kind of ending stays one" },
      {
        file: "test/adapters/tools/patch/applied.test.ts",
        title: "an update > of a patch with CRLF lines keeps the file's endings, whichever they are",
      },
    ],
  },
  {
    id: "trust-utf8",
    source: "issue 5 part 5",
    contract: "What is not UTF-8 is refused with words.",
    tests: [
      {
        file: "test/adapters/tools/patch/refused.test.ts",
        title: "a patch that does not fit the files changes none of them, and keeps nothing > $title",
        row: "text that is not UTF-8",
      },
    ],
  },
  {
    id: "trust-atomic",
    source: "issue 5 part 5",
    contract: "Each file is old or new, whenever the program dies.",
    tests: [
      {
        file: "test/adapters/tools/patch/races.test.ts",
        title: "kill -9 > when %s, and %i ms: every file is whole, old or new, and undo puts all back",
      },
      {
        file: "test/adapters/tools/patch/races.test.ts",
        title: "kill -9 > while the snapshot is written: nothing is changed, and what is unfinished goes with the next patch",
      },
      { file: "test/black-box/hostile-undo.test.ts", title: "killed when %s" },
    ],
  },
  {
    id: "trust-all-or-nothing",
    source: "issue 5 part 5",
    contract: "A patch is done as a whole or not at all.",
    tests: [
      {
        file: "test/adapters/tools/patch/refused.test.ts",
        title: "a patch that does not fit the files changes none of them, and keeps nothing > $title",
      },
      {
        file: "test/adapters/tools/patch/races.test.ts",
        title: "a disk that refuses > half-way: what was written is put back, drafts and folders go",
      },
      { file: "test/e2e/patches.spec.ts", title: "a patch that no longer fits changes nothing and says so" },
    ],
  },
  {
    id: "trust-no-path-outside",
    source: "issue 5 part 5",
    contract: "No path leaves the workspace, by letters or by links.",
    tests: [
      { file: "test/adapters/tools/patch/paths.test.ts", title: "by its letters > %j" },
      {
        file: "test/adapters/tools/patch/paths.test.ts",
        title: "by what is there (bug report 142) > a folder above that is a link",
      },
      {
        file: "test/adapters/tools/patch/paths.test.ts",
        title: "by what is there (bug report 142) > a dangling link is no free place",
      },
      { file: "test/adapters/tools/patch/paths.test.ts", title: "on Windows (pure) > %j" },
    ],
  },
  {
    id: "trust-hard-links",
    source: "issue 5 part 5",
    contract: "A hard link is replaced, not written through.",
    tests: [
      {
        file: "test/adapters/tools/patch/applied.test.ts",
        title: "a hard link is replaced, not written through: its other name keeps the old text, and that is said",
      },
    ],
  },
  {
    id: "trust-rechecked",
    source: "issue 5 part 5",
    contract: "Places are looked at again when they are opened.",
    tests: [
      {
        file: "test/adapters/tools/patch/races.test.ts",
        title:
          "between check and use (bug report 142) > a folder that becomes a link to outside gets nothing written, nor does what it points to",
      },
      {
        file: "test/adapters/tools/patch/races.test.ts",
        title:
          "between check and use (bug report 142) > a process that swaps a folder for a link to outside, again and again, gets nothing written there",
      },
      {
        file: "test/adapters/tools/patch/races.test.ts",
        title:
          "between check and use (bug report 142) > a file that %s by somebody else keeps what they did, and the others stay as well",
      },
    ],
  },
  {
    id: "trust-diff-card",
    source: "issue 5 part 5",
    contract: "The card shows each file's lines that came and went, one column or two.",
    tests: [
      {
        file: "test/renderer/file-change.spec.ts",
        title: "each line has the numbers of both files, a sign for the eye and a word for the ear",
      },
      {
        file: "test/renderer/file-change.spec.ts",
        title: "side by side is chosen once for all changes, remembered, and folds where there is no room",
      },
      { file: "test/renderer/approval.spec.ts", title: "a change of files is read, file by file, before it is answered" },
      {
        file: "test/e2e/patches.spec.ts",
        title: "a patch is asked for with its diff, nothing is written before, and Y applies it",
      },
    ],
  },
  {
    id: "trust-undo",
    source: "issue 5 part 5",
    contract: "A turn's changes of files are undone from what was kept, without git.",
    tests: [
      {
        file: "test/adapters/tools/patch/undo.test.ts",
        title:
          "undo of a turn's patches > puts back added, changed, deleted and moved files, with bytes and permissions, and removes the folders that were made",
      },
      {
        file: "test/adapters/tools/patch/undo-command.test.ts",
        title: "turn/changes/undo > works after a restart, and without git",
      },
      {
        file: "test/e2e/patches.spec.ts",
        title: "undo > puts the files of a turn back, says so in the thread and to the model, and it stays said after a restart",
      },
    ],
  },
  {
    id: "trust-undo-guarded",
    source: "issue 5 part 5",
    contract: "All files of a turn are put back or none: what was changed since stands in the way and is named.",
    tests: [
      {
        file: "test/adapters/tools/patch/undo.test.ts",
        title: "undo of a turn's patches > a file that was changed since is named, and then none is put back",
      },
      {
        file: "test/adapters/tools/patch/undo.test.ts",
        title: "undo of a turn's patches > a file that has become a link counts as changed, and the link is not followed",
      },
      { file: "test/renderer/file-change.spec.ts", title: "files that were changed since are named, and nothing is undone" },
    ],
  },
  {
    id: "trust-undo-recorded",
    source: "issue 5 part 5",
    contract: "The undo is itself recorded, shown, and told to the model.",
    tests: [
      {
        file: "test/adapters/tools/patch/undo-command.test.ts",
        title:
          "turn/changes/undo > puts the files back, records it with the words for the model, shows it, and is no second time possible",
      },
      {
        file: "test/e2e/patches.spec.ts",
        title: "undo > puts the files of a turn back, says so in the thread and to the model, and it stays said after a restart",
      },
    ],
  },
  {
    id: "trust-snapshots-bounded",
    source: "issue 5 part 5",
    contract: "What is kept is for the person alone, bounded, and goes with the thread.",
    tests: [
      {
        file: "test/adapters/tools/patch/undo.test.ts",
        title: "what is kept > lies in a folder for the thread and one for the call, for the person alone",
      },
      {
        file: "test/adapters/tools/patch/undo.test.ts",
        title: "what is kept > is bounded for a thread: the oldest turn goes first",
      },
      { file: "test/adapters/tools/patch/undo-command.test.ts", title: "turn/changes/undo > what is kept goes with the thread" },
    ],
  },
];
