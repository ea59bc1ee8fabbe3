// What went wrong with session files in programs like this one (bug reports 73 to 88), in our words, and what ours does.
import type { Requirement } from "./requirement";

export const pastBugFiles: readonly Requirement[] = [
  {
    id: "bug-73",
    source: "bug report 73",
    contract:
      "A file of big repeated compactions is read from the last one on, as a stream; only that one's window goes to the model.",
    tests: [
      {
        file: "test/scenarios/continuing.test.ts",
        title:
          "runtime.md §12 a big file is read from its last compaction on > §12 wherever the file ends, going on finds what reading all of it finds",
      },
      {
        file: "test/scenarios/continuing.test.ts",
        title:
          "runtime.md §12 a big file is read from its last compaction on > I5 a turn goes on with the window of the last compaction and every pair of it",
      },
    ],
  },
  {
    id: "bug-74",
    source: "bug report 74",
    contract: "Windows of old compactions are not copied again: a fork keeps only the last.",
    tests: [
      {
        file: "test/adapters/rollout/forking/fork-rollout.test.ts",
        title: "a fork of a session of ours looks exactly like it > of compactions only the last keeps its window",
      },
    ],
  },
  {
    id: "bug-76",
    source: "bug report 76",
    contract: "A line larger than any string is left out while it streams by, and its session stays what it is.",
    tests: [
      {
        file: "test/adapters/rollout/catalog/facts-of-file.test.ts",
        title: "size does not matter (bug reports 76, 77) > a header of 700 MB names the session",
      },
      {
        file: "test/adapters/rollout/reading/record-scanner.test.ts",
        title: "scanRecords > a line longer than 64 MiB is left out while it streams by",
      },
    ],
  },
  {
    id: "bug-77",
    source: "bug report 77",
    contract: "A huge line costs the list nothing: it looks at beginnings.",
    tests: [
      {
        file: "test/adapters/rollout/catalog/facts-of-file.test.ts",
        title: "size does not matter (bug reports 76, 77) > a line of 700 MB: its beginning is enough",
      },
    ],
  },
  {
    id: "bug-79",
    source: "bug report 79",
    contract: "No folder, provider or source is filtered away by itself; what is left out is counted.",
    tests: [
      {
        file: "test/adapters/rollout/catalog/catalog-list.test.ts",
        title: "nothing is hidden silently > each reason is counted, and shown when it is asked for",
      },
      {
        file: "test/renderer/sessions.spec.ts",
        title: "the chips name each source with its count; archived sessions are behind a switch",
      },
    ],
  },
  {
    id: "bug-81",
    source: "bug report 81",
    contract: "A session is known by its id; its time comes from what it holds, not from its name.",
    tests: [
      {
        file: "test/adapters/rollout/catalog/catalog-list.test.ts",
        title:
          "the list > when it was made: the header, else the first record, else the id in the name, else the day in it, never later than the last write (bug report 81)",
      },
      {
        file: "test/adapters/rollout/own-sessions.test.ts",
        title: "OwnSessions.locate > finds a thread by the id at the end of a name; folders and times in it are only hints",
      },
    ],
  },
  {
    id: "bug-82",
    source: "bug report 82",
    contract: "A record that nobody knows keeps its place in the count, and hides no session.",
    tests: [
      {
        file: "test/adapters/rollout/reading/record-scanner.test.ts",
        title: "scanRecords > keeps records of unknown types, and objects that are no records",
      },
      {
        file: "test/adapters/rollout/forking/fork-rollout.test.ts",
        title: "a session of another program becomes one of ours > a line of an unknown kind is kept",
      },
    ],
  },
  {
    id: "bug-83",
    source: "bug report 83",
    contract: "An append that the disk refuses is said, and memory is never ahead of the file.",
    tests: [
      {
        file: "test/scenarios/recording.test.ts",
        title:
          "runtime.md §2 recording > §2 a failed append ($what) fails the turn in words, and memory is not ahead of the file",
      },
      {
        file: "test/adapters/rollout/jsonl-store.test.ts",
        title:
          "the JSONL store on disk > on a small disk of its own > an append that fails midway says so, and what it left is closed and reported by the next start",
      },
      {
        file: "test/adapters/rollout/jsonl-store.test.ts",
        title: "the JSONL store on disk > on a small disk of its own > a disk that is read-only is said",
      },
    ],
  },
  {
    id: "bug-85",
    source: "bug report 85",
    contract: "An archived session is found like any other.",
    tests: [
      { file: "test/adapters/rollout/own-sessions.test.ts", title: "OwnSessions.locate > finds a thread in the archive" },
      {
        file: "test/adapters/rollout/catalog/catalog-locate.test.ts",
        title: "locate by id > our own, in the day of the id, in any other folder, or in the archive",
      },
    ],
  },
  {
    id: "bug-86",
    source: "bug report 86",
    contract: "A writer is bound to its file: one that was replaced or deleted is never written.",
    tests: [
      {
        file: "test/adapters/rollout/jsonl-store.test.ts",
        title: "the JSONL store on disk > refuses a file that another one has replaced",
      },
      {
        file: "test/adapters/rollout/jsonl-store.test.ts",
        title: "the JSONL store on disk > never writes into a file that was deleted meanwhile, and never makes it anew",
      },
    ],
  },
  {
    id: "bug-87",
    source: "bug report 87",
    contract: "Where a history was copied the first header counts.",
    tests: [
      {
        file: "test/adapters/rollout/catalog/facts-of-file.test.ts",
        title: "lineage > the first header counts: that of a parent whose lines were copied does not (bug report 87)",
      },
      {
        file: "test/adapters/rollout/codex-import/messages.test.ts",
        title: "a fork's copied history is shown as it is; its second header says nothing",
      },
    ],
  },
  {
    id: "bug-88",
    source: "bug report 88",
    contract: "Any file opens by its path, whether listed or not.",
    tests: [
      {
        file: "test/ipc/thread-reading.test.ts",
        title:
          "protocol.md §2 thread/resume and thread/read of a file > any rollout is opened by its path, read-only, and no byte of it changes",
      },
      {
        file: "test/adapters/rollout/catalog/catalog-locate.test.ts",
        title: "locate by path > our own file is the thread of its name, one of a root is that root's, any other is itself",
      },
    ],
  },
];
