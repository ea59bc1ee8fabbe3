// What went wrong with lines of JSON in programs like this one (bug reports 89 to 98), in our words, and what ours does.
import type { Requirement } from "./requirement";

export const pastBugLines: readonly Requirement[] = [
  {
    id: "bug-89",
    source: "bug report 89",
    contract: "A stub of a record before the record itself costs only the stub.",
    tests: [
      {
        file: "test/adapters/rollout/line-reader.test.ts",
        title: "LineReader > a stub of a record, JSON that is no object and nesting without end cost only their own line",
      },
      {
        file: "test/adapters/rollout/reading/record-scanner.test.ts",
        title: "scanRecords > a record that was glued to a stub stands at its own byte",
      },
    ],
  },
  {
    id: "bug-90",
    source: "bug report 90",
    contract: "After a crash in the middle of a write the next record does not land on the torn line.",
    tests: [
      {
        file: "test/adapters/rollout/jsonl-store.test.ts",
        title:
          "the JSONL store on disk > on a small disk of its own > an append that fails midway says so, and what it left is closed and reported by the next start",
      },
      {
        file: "test/adapters/rollout/jsonl-store.test.ts",
        title:
          "the JSONL store on disk > kill -9 of the writer loses nothing that was acknowledged, and the next start goes on at once",
      },
    ],
  },
  {
    id: "bug-91",
    source: "bug report 91",
    contract: "NULs at the end after a loss of power are passed over and reported.",
    tests: [
      { file: "test/adapters/rollout/line-reader.test.ts", title: "LineReader > a tail of NULs is ignored and reported" },
      {
        file: "test/adapters/rollout/line-reader.test.ts",
        title: "LineReader > a line written straight after a tail of NULs is read",
      },
    ],
  },
  {
    id: "bug-92",
    source: "bug report 92",
    contract: "One bad line never costs the session.",
    tests: [
      {
        file: "test/adapters/rollout/codex-import/line-translator.test.ts",
        title: "damage > a line that cannot be read is a notice at its place",
      },
      {
        file: "test/adapters/rollout/reading/open-source.test.ts",
        title: "openSource > a rollout whose first lines are damaged or NULs is one all the same",
      },
    ],
  },
  {
    id: "bug-93",
    source: "bug report 93",
    contract: "Separators of Unicode inside a string split no line, and are escaped when written.",
    tests: [
      {
        file: "test/adapters/rollout/line-reader.test.ts",
        title: "LineReader > U+2028, U+2029 and U+0085 inside a string are no line breaks",
      },
      {
        file: "test/shared/protocol/rollout-line.test.ts",
        title: "encodeLine > property: the line is ASCII on one line, so a file cut at any byte is valid UTF-8",
      },
    ],
  },
  {
    id: "bug-94",
    source: "bug report 94",
    contract: "No cut halves a character, and an unpaired surrogate is replaced on every way in.",
    tests: [
      {
        file: "test/shared/protocol/rollout-line.test.ts",
        title: "encodeLine > an unpaired surrogate is replaced wherever it stands",
      },
      { file: "test/adapters/rollout/searching/search-snippet.test.ts", title: "snippetOf > an emoji is never cut in half" },
      {
        file: "test/adapters/rollout/exporting/markdown.test.ts",
        title: "a long output is cut at 40 000 characters, not within one, and says so",
      },
    ],
  },
  {
    id: "bug-95",
    source: "bug report 95",
    contract: "A record is one write, by one writer.",
    tests: [
      {
        file: "test/adapters/rollout/jsonl-store.test.ts",
        title: "the JSONL store on disk > lines go out in one write, and the rest of a short write follows",
      },
      {
        file: "test/adapters/rollout/jsonl-store.test.ts",
        title: "the JSONL store on disk > a thousand appends stay whole lines with their numbers",
      },
    ],
  },
  {
    id: "bug-97",
    source: "bug report 97",
    contract: "A thread has one writer at a time; whoever comes second reads.",
    tests: [
      {
        file: "test/adapters/rollout/lock.test.ts",
        title:
          "the writer lock > refuses while a living process holds it, naming the pid, and is free when that process gives it back",
      },
      {
        file: "test/ipc/command-router.test.ts",
        title: "threads > thread/resume says what is damaged and that another process writes",
      },
    ],
  },
  {
    id: "bug-98",
    source: "bug report 98",
    contract: "Nesting without end costs its own line and overflows nothing.",
    tests: [
      {
        file: "test/adapters/rollout/line-reader.test.ts",
        title: "LineReader > a stub of a record, JSON that is no object and nesting without end cost only their own line",
      },
    ],
  },
];
