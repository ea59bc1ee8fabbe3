// The promises of protocol.md §5 about reading what others wrote, each with the tests that would fail if it were broken.
import type { Requirement } from "./requirement";

export const protocolPastLines: readonly Requirement[] = [
  {
    id: "protocol-5-eras",
    source: "protocol.md §5",
    contract: "Every era of Codex's files is known for what it is, and every line of it is a record.",
    tests: [
      { file: "test/adapters/rollout/reading/era.test.ts", title: "knows a file of the form %s" },
      { file: "test/adapters/rollout/reading/era.test.ts", title: "a file without a header is known by its first record" },
      {
        file: "test/adapters/rollout/reading/record-scanner.test.ts",
        title: "scanRecords > every line of every era is a record",
      },
    ],
  },
  {
    id: "protocol-5-single-json",
    source: "protocol.md §5",
    contract: "The single JSON of 2025 is read as lines.",
    tests: [
      {
        file: "test/adapters/rollout/reading/open-source.test.ts",
        title: "openSource > the single JSON of 2025 is read as lines: its session, then its items",
      },
    ],
  },
  {
    id: "protocol-5-history-base",
    source: "protocol.md §5",
    contract: "A file that continues another by reference is shown with its base, over several levels.",
    tests: [
      {
        file: "test/adapters/rollout/reading/open-source.test.ts",
        title: "openSource > rollouts that continue others by reference > the base comes first, as far as it is continued",
      },
      {
        file: "test/adapters/rollout/reading/open-source.test.ts",
        title: "openSource > rollouts that continue others by reference > several levels are put together, oldest first",
      },
    ],
  },
  {
    id: "protocol-5-compressed",
    source: "protocol.md §5",
    contract: "A compressed file is expanded into the cache, and is itself not changed.",
    tests: [
      {
        file: "test/adapters/rollout/reading/open-source.test.ts",
        title: "openSource > compressed files > are expanded into the cache once, and the archive is not changed",
      },
    ],
  },
  {
    id: "protocol-5-shown-once",
    source: "protocol.md §5",
    contract: "A visible message is shown once although it stands in two lines.",
    tests: [
      {
        file: "test/adapters/rollout/codex-import/messages.test.ts",
        title: "one visible message although it stands in two lines > a person's words: %s",
      },
      {
        file: "test/adapters/rollout/codex-import/messages.test.ts",
        title: "one visible message although it stands in two lines > the agent's words: %s",
      },
      {
        file: "test/adapters/rollout/codex-import/messages.test.ts",
        title: "one visible message although it stands in two lines > reasoning: %s",
      },
    ],
  },
  {
    id: "protocol-5-archived-place",
    source: "protocol.md §5",
    contract: "Archived files lie in a folder of their own and are found there.",
    tests: [
      {
        file: "test/adapters/rollout/catalog/catalog-files.test.ts",
        title: "archive > moves the file to the archive, and back into the folder of its day",
      },
      { file: "test/adapters/rollout/own-sessions.test.ts", title: "OwnSessions.locate > finds a thread in the archive" },
    ],
  },
  {
    id: "protocol-5-caches",
    source: "protocol.md §5",
    contract: "List, search and index are caches: deleted, they are made anew and nothing is lost, names included.",
    tests: [
      {
        file: "test/adapters/rollout/catalog/catalog-cache.test.ts",
        title: "the cache > without it the same list is found, names included",
      },
      {
        file: "test/adapters/rollout/searching/search.test.ts",
        title: "Search > the index is a cache: deleted, it is made again; kept, nothing is read twice",
      },
      { file: "test/adapters/rollout/paging/opened-file.test.ts", title: "a broken index file is ignored and made anew" },
      { file: "test/e2e/past-own.spec.ts", title: "a name outlives a restart and the cache; a pin puts it on top" },
    ],
  },
  {
    id: "protocol-5-outputs-deleted",
    source: "protocol.md §5",
    contract: "What a thread's commands wrote is deleted with it.",
    tests: [
      {
        file: "test/adapters/rollout/catalog/catalog-files.test.ts",
        title: "remove > takes the file, what its commands wrote, its lock and its pin",
      },
    ],
  },
];
