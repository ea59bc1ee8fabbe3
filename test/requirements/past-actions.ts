// What is done to past sessions (issue 4 part 6).
import type { Requirement } from "./requirement";

export const pastActions: readonly Requirement[] = [
  {
    id: "past-rename",
    source: "issue 4 part 6",
    contract: "A session is renamed in its row.",
    tests: [
      {
        file: "test/renderer/sessions.spec.ts",
        title: "renaming > F2 opens the field in the row; Enter keeps the name, and the focus is on the row again",
      },
      { file: "test/renderer/sessions.spec.ts", title: "renaming > a refusal is told, and the name stays as it was" },
    ],
  },
  {
    id: "past-pin-archive",
    source: "issue 4 part 6",
    contract: "Pins and the archive are done, said and seen in the list, and hold over a restart.",
    tests: [
      { file: "test/renderer/sessions.spec.ts", title: "pin, unpin, archive: each is done, said, and seen in the list" },
      {
        file: "test/adapters/rollout/catalog/catalog-files.test.ts",
        title: "pins > hold over a new start, also of files that lie anywhere; unpinned ones are gone from the list again",
      },
      { file: "test/e2e/past-own.spec.ts", title: "archived and brought back it is the same session; deleted it is gone" },
    ],
  },
  {
    id: "past-archive-safe",
    source: "issue 4 part 6",
    contract: "Archiving overwrites nothing, and moves nothing that another process writes.",
    tests: [
      { file: "test/adapters/rollout/catalog/catalog-files.test.ts", title: "archive > never overwrites a file" },
      { file: "test/adapters/rollout/catalog/catalog-files.test.ts", title: "archive > not while another process writes it" },
    ],
  },
  {
    id: "past-delete",
    source: "issue 4 part 6",
    contract: "Deleting goes to the bin where there is one and asks again where there is none; no older copy comes to light.",
    tests: [
      {
        file: "test/renderer/sessions.spec.ts",
        title: "deleting > says that it goes to the bin, and the safe answer has the focus",
      },
      { file: "test/renderer/sessions.spec.ts", title: "deleting > where there is no bin it asks again, for good" },
      {
        file: "test/adapters/rollout/catalog/catalog-files.test.ts",
        title: "remove > with all copies of it, so that no older one comes to light",
      },
    ],
  },
  {
    id: "past-fork-same",
    source: "issue 4 part 6",
    contract: "A fork of a session of ours shows every item as it was, through any turn.",
    tests: [
      {
        file: "test/adapters/rollout/forking/fork-rollout.test.ts",
        title:
          "a fork of a session of ours looks exactly like it > every item, with its words, status, times and outcome; but not its name",
      },
      {
        file: "test/adapters/rollout/forking/fork-rollout.test.ts",
        title: "a fork of a session of ours looks exactly like it > through a turn: up to its end and nothing behind it",
      },
      { file: "test/renderer/past.spec.ts", title: "each turn's end forks from there and copies as Markdown" },
    ],
  },
  {
    id: "past-fork-cut",
    source: "issue 4 part 6",
    contract: "Cut anywhere, a session's fork is a whole thread.",
    tests: [
      {
        file: "test/adapters/rollout/forking/fork-rollout.test.ts",
        title: "a fork of a session of ours looks exactly like it > cut anywhere, its fork is a whole thread",
      },
    ],
  },
  {
    id: "past-continue-foreign",
    source: "issue 4 part 6",
    contract: "A session of another program is continued as one of ours: the same words and calls, and the next turn works.",
    tests: [
      {
        file: "test/adapters/rollout/forking/fork-rollout.test.ts",
        title: "a session of another program becomes one of ours > its words and calls are the same to a person, and it goes on",
      },
      {
        file: "test/e2e/past-open.spec.ts",
        title: "Continue as a new session makes one of ours that goes on; Fork from here takes the turns up to it",
      },
    ],
  },
  {
    id: "past-continue-pairs",
    source: "issue 4 part 6",
    contract: "Its pairs are closed in the order of their calls.",
    tests: [
      {
        file: "test/adapters/rollout/forking/fork-rollout.test.ts",
        title:
          "a session of another program becomes one of ours > every call gets exactly one output, in the order in which they were issued",
      },
      {
        file: "test/adapters/rollout/forking/fork-rollout.test.ts",
        title:
          "a session of another program becomes one of ours > words between a call and its output wait for it; if the model goes on first, the call was aborted",
      },
    ],
  },
  {
    id: "past-continue-sealed",
    source: "issue 4 part 6",
    contract: "Its sealed reasoning is not sent on; the summary stays.",
    tests: [
      {
        file: "test/adapters/rollout/forking/fork-rollout.test.ts",
        title:
          "a session of another program becomes one of ours > sealed reasoning is left out, its summary stays, in the window too",
      },
    ],
  },
  {
    id: "past-export-forms",
    source: "issue 4 part 6",
    contract: "An export is Markdown, one self-contained page, or the original bytes.",
    tests: [
      { file: "test/adapters/rollout/exporting/export-thread.test.ts", title: "Markdown holds head, turns and ends" },
      { file: "test/adapters/rollout/exporting/export-thread.test.ts", title: "HTML is one whole page" },
      { file: "test/adapters/rollout/exporting/export-thread.test.ts", title: "JSONL is the original bytes, whatever they are" },
      {
        file: "test/e2e/past-own.spec.ts",
        title: "an export says what looks like a secret and writes each of the three forms; the file itself is not touched",
      },
    ],
  },
  {
    id: "past-export-inert",
    source: "issue 4 part 6",
    contract: "An exported page runs nothing, loads nothing, and its text is never more than text.",
    tests: [
      { file: "test/adapters/rollout/exporting/html.test.ts", title: "the page allows no script and nothing from outside" },
      { file: "test/adapters/rollout/exporting/html.test.ts", title: "text of a %s is never more than text" },
      {
        file: "test/adapters/rollout/exporting/html.test.ts",
        title: "only an image that lies in the session is shown, only web addresses are links",
      },
    ],
  },
  {
    id: "past-export-secrets",
    source: "issue 4 part 6",
    contract: "What looks like a secret is listed first, masked.",
    tests: [
      { file: "test/renderer/open-file.spec.ts", title: "export > says first what looks like a secret, masked" },
      {
        file: "test/adapters/rollout/exporting/secret-findings.test.ts",
        title: "a finding shows at most the first four and the last two characters",
      },
      {
        file: "test/adapters/rollout/exporting/export-thread.test.ts",
        title: "what looks like a secret is found over all pages, and nothing is read after the list is full",
      },
    ],
  },
  {
    id: "past-export-file",
    source: "issue 4 part 6",
    contract: "An export replaces only what was meant, never a session, and a failure leaves the old file.",
    tests: [
      {
        file: "test/adapters/rollout/exporting/export-file.test.ts",
        title: "an existing file is replaced only when that was said",
      },
      {
        file: "test/adapters/rollout/exporting/export-file.test.ts",
        title: "the session's own file is never the target, by whatever name",
      },
      {
        file: "test/adapters/rollout/exporting/export-file.test.ts",
        title: "what goes wrong halfway leaves the old file and nothing else",
      },
    ],
  },
  {
    id: "past-import",
    source: "issue 4 part 6",
    contract: "An import keeps every byte and the id where that is free.",
    tests: [
      {
        file: "test/adapters/rollout/forking/import-rollout.test.ts",
        title: "importRollout > keeps its id and every byte where no session has the id, a torn last line too",
      },
      {
        file: "test/adapters/rollout/forking/import-rollout.test.ts",
        title: "importRollout > gets a new id where its own is taken, also by an archived session",
      },
      { file: "test/renderer/open-file.spec.ts", title: "an exported session of ours can be imported" },
    ],
  },
  {
    id: "past-copy",
    source: "issue 4 part 6",
    contract: "A session or one turn of it is copied as Markdown.",
    tests: [
      { file: "test/renderer/sessions.spec.ts", title: "Continue, Copy as Markdown and Copy link" },
      { file: "test/renderer/actions/open-thread.test.ts", title: "a turn is copied as Markdown" },
      {
        file: "test/adapters/rollout/exporting/export-thread.test.ts",
        title: "one turn is copied without a head, and a turn that is not there is refused",
      },
    ],
  },
  {
    id: "past-deep-link",
    source: "issue 4 part 6",
    contract: "A link names a thread by its id or by the id in its file's header, and nothing else.",
    tests: [
      { file: "test/window/deep-link.test.ts", title: "%s names a thread" },
      { file: "test/window/deep-link.test.ts", title: "%j names none" },
      {
        file: "test/adapters/rollout/catalog/catalog-locate.test.ts",
        title: "locate by id > a file of a root by its own id, and by the id of its header: then the newest",
      },
      {
        file: "test/renderer/actions/open-thread.test.ts",
        title: "opening a past session > asked for by the id in its file's header it is shown as the thread it is",
      },
    ],
  },
];
