// The list of past sessions (issue 4 part 4): what is found, what is told of it, what is hidden and why.
import type { Requirement } from "./requirement";

export const pastList: readonly Requirement[] = [
  {
    id: "past-roots-offered",
    source: "issue 4 part 4",
    contract: "A Codex home that is found is offered, taken up and given up again, and nothing in it changes.",
    tests: [
      {
        file: "test/adapters/rollout/catalog/catalog-files.test.ts",
        title: "roots > a Codex home that is found is offered with its number of sessions, taken up, and given up again",
      },
      {
        file: "test/renderer/sessions.spec.ts",
        title: "session roots > a Codex home that was found is offered once; Not now puts it off quietly",
      },
      {
        file: "test/e2e/past-open.spec.ts",
        title:
          "Codex's sessions are offered; taken up they are listed by folder, and a file that is no session is listed on request",
      },
      {
        file: "test/adapters/rollout/catalog/catalog-files.test.ts",
        title: "files of other programs > are neither moved nor deleted, and listing, opening and pinning change no byte of them",
      },
    ],
  },
  {
    id: "past-roots-configured",
    source: "issue 4 part 4",
    contract: "Configured roots are those of the settings now; roots within each other give each session once.",
    tests: [
      {
        file: "test/adapters/rollout/catalog/catalog-files.test.ts",
        title: "roots > configured ones are those of the settings now, and are given up there only",
      },
      {
        file: "test/adapters/rollout/catalog/catalog-files.test.ts",
        title: "roots > roots within each other, or around our own, give each session once",
      },
    ],
  },
  {
    id: "past-list-grouped",
    source: "issue 4 part 4",
    contract: "The list is grouped by folder, with pinned sessions on top.",
    tests: [
      { file: "test/renderer/sessions.spec.ts", title: "groups: pinned on top, then the folders, each with its state in words" },
    ],
  },
  {
    id: "past-list-facts",
    source: "issue 4 part 4",
    contract: "Title, preview, status, model, tokens, size and source are those of the file.",
    tests: [
      {
        file: "test/adapters/rollout/catalog/catalog-list.test.ts",
        title: "the list > a session of our own, and one of a Codex home, with all that their files tell",
      },
      { file: "test/adapters/rollout/catalog/facts-of-file.test.ts", title: "facts of a file of each era > wrapped, 2026" },
      {
        file: "test/adapters/rollout/catalog/facts-of-file.test.ts",
        title: "how it ended > the last count that says anything is what it has used",
      },
      {
        file: "test/adapters/rollout/catalog/facts-of-file.test.ts",
        title: "how it ended > %# the last of start, end and abort counts",
      },
    ],
  },
  {
    id: "past-list-names",
    source: "issue 4 part 4",
    contract: "A rename is a line: the last one counts, wherever in the file it stands.",
    tests: [
      {
        file: "test/adapters/rollout/catalog/facts-of-file.test.ts",
        title: "names > the last line that names it counts, and an empty one takes the name away",
      },
      {
        file: "test/adapters/rollout/catalog/facts-of-file.test.ts",
        title: "names > a rename that much work followed is found between head and tail, also where two reads meet",
      },
    ],
  },
  {
    id: "past-list-codex-names",
    source: "issue 4 part 4",
    contract: "Names that were given in Codex are shown.",
    tests: [
      {
        file: "test/adapters/rollout/catalog/catalog-list.test.ts",
        title: "the list > names of a Codex home are those of its index, the newest line of each",
      },
    ],
  },
  {
    id: "past-list-hidden",
    source: "issue 4 part 4",
    contract: "Nothing is hidden silently: reasons are counted, said and can be shown.",
    tests: [
      {
        file: "test/adapters/rollout/catalog/catalog-list.test.ts",
        title: "nothing is hidden silently > each reason is counted, and shown when it is asked for",
      },
      {
        file: "test/renderer/sessions.spec.ts",
        title: "what is not listed is said with its reasons, and can be shown and hidden again",
      },
    ],
  },
  {
    id: "past-list-watch",
    source: "issue 4 part 4",
    contract: "New, changed and removed files are told and in the list.",
    tests: [
      {
        file: "test/adapters/rollout/catalog/catalog-cache.test.ts",
        title: "changes > a new file, a longer one and one that is gone are told and in the list",
      },
      { file: "test/adapters/rollout/catalog/catalog-cache.test.ts", title: "changes > a file in a folder that is new is told" },
      {
        file: "test/adapters/rollout/catalog/catalog-cache.test.ts",
        title: "changes > what the watch cannot hear is found when the list is asked for later",
      },
    ],
  },
  {
    id: "past-list-cache",
    source: "issue 4 part 4",
    contract: "The list's cache is read instead of the files, and a broken one is none.",
    tests: [
      {
        file: "test/adapters/rollout/catalog/catalog-cache.test.ts",
        title: "the cache > with it the same list is there, and no file that has not changed is read",
      },
      { file: "test/adapters/rollout/catalog/catalog-cache.test.ts", title: "the cache > a broken one (%j) is no cache" },
      {
        file: "test/adapters/rollout/catalog/catalog-cache.test.ts",
        title: "the cache > a file that has changed in size or time is read anew",
      },
    ],
  },
  {
    id: "past-list-broken",
    source: "issue 4 part 4",
    contract: "Broken files are told apart and listed as such.",
    tests: [
      {
        file: "test/adapters/rollout/catalog/facts-of-file.test.ts",
        title: "damage > an empty file, and files that are no rollouts, are told apart",
      },
      {
        file: "test/e2e/past-open.spec.ts",
        title:
          "Codex's sessions are offered; taken up they are listed by folder, and a file that is no session is listed on request",
      },
    ],
  },
  {
    id: "past-list-first-page",
    source: "issue 4 part 4",
    contract: "The newest are there before all files have been read, and that is said.",
    tests: [
      {
        file: "test/adapters/rollout/catalog/catalog-cache.test.ts",
        title: "changes > until all files are read the newest are there, and it is told when the rest is",
      },
      { file: "test/renderer/sessions.spec.ts", title: "while files are still being looked at, that is said" },
    ],
  },
  {
    id: "past-list-lock",
    source: "issue 4 part 4",
    contract: "A turn without an end was interrupted, unless a living process holds the thread.",
    tests: [
      {
        file: "test/adapters/rollout/catalog/catalog-list.test.ts",
        title: "the list > a turn without an end is interrupted, unless the lock of its thread is held",
      },
    ],
  },
];
