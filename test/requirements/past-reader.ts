// The reader of past sessions (issue 4 part 1): bytes to lines, lines to records.
import type { Requirement } from "./requirement";

export const pastReader: readonly Requirement[] = [
  {
    id: "past-line-ends",
    source: "issue 4 part 1",
    contract: "Only the byte 0x0A ends a line.",
    tests: [
      {
        file: "test/adapters/rollout/reading/record-scanner.test.ts",
        title: "scanRecords > U+2028, U+2029 and U+0085 end no line",
      },
      {
        file: "test/adapters/rollout/line-reader.test.ts",
        title: "LineReader > U+2028, U+2029 and U+0085 inside a string are no line breaks",
      },
    ],
  },
  {
    id: "past-bom-crlf",
    source: "issue 4 part 1",
    contract: "A byte order mark and CRLF take nothing away.",
    tests: [
      {
        file: "test/adapters/rollout/line-reader.test.ts",
        title: "LineReader > takes a byte order mark at the start and CRLF ends",
      },
      { file: "test/adapters/rollout/reading/record-scanner.test.ts", title: "scanRecords > damage costs no other line: %s" },
    ],
  },
  {
    id: "past-nuls",
    source: "issue 4 part 1",
    contract: "NULs cost the line they stand in, at the end nothing.",
    tests: [
      { file: "test/adapters/rollout/line-reader.test.ts", title: "LineReader > a tail of NULs is ignored and reported" },
      {
        file: "test/adapters/rollout/line-reader.test.ts",
        title: "LineReader > NULs in the middle of a line cost that line only",
      },
      {
        file: "test/adapters/rollout/codex-import/line-translator.test.ts",
        title: "damage > zeros between records are a loss, zeros at the end are none",
      },
    ],
  },
  {
    id: "past-glued",
    source: "issue 4 part 1",
    contract: "A record that is glued to a stub is read where it begins.",
    tests: [
      {
        file: "test/adapters/rollout/reading/record-scanner.test.ts",
        title: "scanRecords > a record that was glued to a stub stands at its own byte",
      },
      {
        file: "test/adapters/rollout/reading/record-scanner.test.ts",
        title: "scanRecords > a record that holds a record of the same form is found as a whole behind a stub",
      },
    ],
  },
  {
    id: "past-torn-tail",
    source: "issue 4 part 1",
    contract: "A torn last line is reported, and read if it is whole.",
    tests: [
      {
        file: "test/adapters/rollout/line-reader.test.ts",
        title: "LineReader > a torn last line is a line if it parses, else it is reported",
      },
    ],
  },
  {
    id: "past-invalid-utf8",
    source: "issue 4 part 1",
    contract: "Invalid UTF-8 costs no record and is reported.",
    tests: [
      {
        file: "test/adapters/rollout/reading/record-scanner.test.ts",
        title: "scanRecords > bytes that are not UTF-8 become U+FFFD, are reported, and cost no record",
      },
      {
        file: "test/adapters/rollout/line-reader.test.ts",
        title: "LineReader > invalid UTF-8 is decoded leniently and reported",
      },
    ],
  },
  {
    id: "past-long-lines",
    source: "issue 4 part 1",
    contract: "A line of many MiB is read; one beyond 64 MiB is left out while it streams by.",
    tests: [
      { file: "test/adapters/rollout/reading/record-scanner.test.ts", title: "scanRecords > a line of many MiB is read" },
      {
        file: "test/adapters/rollout/reading/record-scanner.test.ts",
        title: "scanRecords > a line longer than 64 MiB is left out while it streams by",
      },
    ],
  },
  {
    id: "past-utf16",
    source: "issue 4 part 1",
    contract: "UTF-16 is recognised and refused with words.",
    tests: [
      { file: "test/adapters/rollout/reading/open-source.test.ts", title: "openSource > refuses with words > %s" },
      { file: "test/adapters/rollout/catalog/facts-of-file.test.ts", title: "damage > UTF-16 is named" },
    ],
  },
  {
    id: "past-bare-lines",
    source: "issue 4 part 1",
    contract: "The bare lines of 2025 are read: header, markers of state, items.",
    tests: [
      {
        file: "test/adapters/rollout/reading/record-scanner.test.ts",
        title: "scanRecords > reads the bare lines of 2025: header, state markers, items",
      },
      {
        file: "test/adapters/rollout/codex-import/line-translator.test.ts",
        title: "eras before the envelope > %s: turns, words, commands and the folder they ran in",
      },
    ],
  },
  {
    id: "past-base-missing",
    source: "issue 4 part 1",
    contract: "A base that is missing, shorter, no rollout or in a circle is said, and the rest is shown.",
    tests: [
      {
        file: "test/adapters/rollout/reading/open-source.test.ts",
        title: "openSource > rollouts that continue others by reference > a base that is missing is said, and the rest is shown",
      },
      {
        file: "test/adapters/rollout/reading/open-source.test.ts",
        title:
          "openSource > rollouts that continue others by reference > a base that is shorter than it was is said, and what it has is shown, even with a torn end",
      },
      {
        file: "test/adapters/rollout/reading/open-source.test.ts",
        title: "openSource > rollouts that continue others by reference > a circle ends where it closes",
      },
      {
        file: "test/adapters/rollout/reading/open-source.test.ts",
        title: "openSource > rollouts that continue others by reference > a base that is no rollout is as good as none",
      },
    ],
  },
  {
    id: "past-base-cut",
    source: "issue 4 part 1",
    contract: "Where a base is cut the ordinal decides, not the byte.",
    tests: [
      {
        file: "test/adapters/rollout/reading/open-source.test.ts",
        title: "openSource > rollouts that continue others by reference > the ordinal decides, not the byte offset",
      },
      {
        file: "test/adapters/rollout/reading/open-source.test.ts",
        title: "openSource > rollouts that continue others by reference > a cut that lies in the base of the base cuts there",
      },
    ],
  },
  {
    id: "past-zst-torn",
    source: "issue 4 part 1",
    contract: "Of a torn archive what it had is shown and that is said; one that gives nothing is refused.",
    tests: [
      {
        file: "test/adapters/rollout/reading/open-source.test.ts",
        title: "openSource > compressed files > a torn archive gives what it had, and says so again when it comes from the cache",
      },
      {
        file: "test/adapters/rollout/reading/open-source.test.ts",
        title: "openSource > compressed files > an archive of which nothing can be expanded is refused",
      },
    ],
  },
  {
    id: "past-zst-bomb",
    source: "issue 4 part 1",
    contract: "An archive that is small and says it is much is expanded up to a limit.",
    tests: [
      {
        file: "test/adapters/rollout/reading/open-source.test.ts",
        title: "openSource > compressed files > what is small and says it is much is expanded up to a limit, and that is said",
      },
    ],
  },
  {
    id: "past-unknown-kept",
    source: "issue 4 part 1",
    contract: "Lines of an unknown kind are kept and can be shown raw.",
    tests: [
      {
        file: "test/adapters/rollout/reading/record-scanner.test.ts",
        title: "scanRecords > keeps records of unknown types, and objects that are no records",
      },
      { file: "test/adapters/rollout/codex-import/runs.test.ts", title: "lines that nobody knows are kept as they stand" },
      { file: "test/renderer/text/past-words.test.ts", title: "a record is set out over lines, unless it is no JSON" },
    ],
    differs: "Codex skips lines that it does not know; ours can show them.",
  },
  {
    id: "past-same-words-twice",
    source: "issue 4 part 1",
    contract: "The same words said twice are two messages.",
    tests: [
      {
        file: "test/adapters/rollout/codex-import/messages.test.ts",
        title: "one visible message although it stands in two lines > the same words said twice are two messages",
      },
    ],
  },
  {
    id: "past-context-folded",
    source: "issue 4 part 1",
    contract: "What a program put around the person's words is context, not the person's.",
    tests: [
      {
        file: "test/adapters/rollout/codex-import/messages.test.ts",
        title: "what a program put around the person's words is context > %s",
      },
      {
        file: "test/adapters/rollout/codex-import/messages.test.ts",
        title:
          "what a program put around the person's words is context > in a file whose events tell the person's words, an item without an event is context",
      },
    ],
  },
  {
    id: "past-editor-mark",
    source: "issue 4 part 1",
    contract: "Behind an editor's mark the person's words stand alone.",
    tests: [
      {
        file: "test/adapters/rollout/codex-import/messages.test.ts",
        title:
          "what a program put around the person's words is context > behind an editor's mark stand the person's words alone; the model is sent the whole",
      },
      {
        file: "test/adapters/rollout/catalog/facts-of-file.test.ts",
        title: "the person's first words > of a message that an editor wrapped, those behind its mark",
      },
    ],
  },
  {
    id: "past-file-order",
    source: "issue 4 part 1",
    contract: "Order is file order, never time.",
    tests: [
      {
        file: "test/adapters/rollout/codex-import/messages.test.ts",
        title:
          "one visible message although it stands in two lines > events ahead of their items, as 2025's files have them, are shown once and in order",
      },
      {
        file: "test/shared/view/thread-view.test.ts",
        title:
          "items stand in file order > items of a page whose lines are not counted yet stand in the order they were read, each once",
      },
    ],
  },
];
