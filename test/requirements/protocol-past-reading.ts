// The promises of protocol.md §2 about reading past sessions, each with the tests that would fail if it were broken.
import type { Requirement } from "./requirement";

export const protocolPastReading: readonly Requirement[] = [
  {
    id: "protocol-2-resume-path",
    source: "protocol.md §2",
    contract: "thread/resume takes any rollout by its path, a foreign one read-only, and changes no byte of it.",
    tests: [
      {
        file: "test/ipc/thread-reading.test.ts",
        title:
          "protocol.md §2 thread/resume and thread/read of a file > any rollout is opened by its path, read-only, and no byte of it changes",
      },
    ],
  },
  {
    id: "protocol-2-resume-past-repairs",
    source: "protocol.md §2",
    contract: "thread/resume says what was damaged.",
    tests: [
      {
        file: "test/adapters/rollout/paging/opened-file.test.ts",
        title: "damaged lines are named by their number, fifty of them, and how many more there are",
      },
      {
        file: "test/ipc/command-router.test.ts",
        title: "threads > thread/resume says what is damaged and that another process writes",
      },
    ],
  },
  {
    id: "protocol-2-read-whole-limit",
    source: "protocol.md §2",
    contract: "thread/read of more than 20 000 items is refused, and the words say how they are read.",
    tests: [
      {
        file: "test/ipc/thread-reading.test.ts",
        title:
          "protocol.md §2 thread/resume and thread/read of a file > a session of more than 20 000 items is not read whole: the words say how it is read",
      },
    ],
    differs: "The section names no limit; ours has one, for a reply is one text in memory.",
  },
  {
    id: "protocol-2-items-list-both-ways",
    source: "protocol.md §2",
    contract: "thread/items/list pages in both directions, items in file order, a null cursor at the end.",
    tests: [
      {
        file: "test/adapters/rollout/paging/past-reader.test.ts",
        title: "a long rollout of $name > pages show the whole file, both ways, in any pieces",
      },
      { file: "test/adapters/rollout/paging/opened-file.test.ts", title: "no cursor stands at the ends" },
      {
        file: "test/ipc/item-page.test.ts",
        title: "itemPage > property: the pages of either direction joined are all items, those that stream included",
      },
    ],
  },
  {
    id: "protocol-2-items-list-cursor",
    source: "protocol.md §2",
    contract: "A cursor that is none of this thread's is refused in words.",
    tests: [
      { file: "test/adapters/rollout/paging/opened-file.test.ts", title: "a cursor that is none of this file's is refused: %s" },
      { file: "test/ipc/item-page.test.ts", title: "itemPage > a cursor that is none of this list is refused with words" },
    ],
  },
  {
    id: "protocol-2-items-list-into-file",
    source: "protocol.md §2",
    contract: "Of a live thread whose session holds only the end, pages and thread/read go on into the file, each item once.",
    tests: [
      {
        file: "test/ipc/thread-reading.test.ts",
        title: "protocol.md §2 a live thread that was continued from a big file > its pages go on into its file, each item once",
      },
      {
        file: "test/ipc/thread-reading.test.ts",
        title: "protocol.md §2 a live thread that was continued from a big file > thread/read holds all of it",
      },
      {
        file: "test/ipc/item-page.test.ts",
        title: "itemPage > in front of a view that begins in the middle stands what the file has",
      },
    ],
  },
  {
    id: "protocol-2-page-bounded",
    source: "protocol.md §2",
    contract:
      "A page is bounded in bytes and in text, and pages joined are still all items; one that is too large says how much of it is left out, and whoever writes it out has all of it. A long answer holds nothing else up.",
    tests: [
      {
        file: "test/adapters/rollout/paging/page-bytes.test.ts",
        title: "a page of large items ends early, and pages joined are all items: $when",
      },
      {
        file: "test/adapters/rollout/paging/page-bytes.test.ts",
        title: "less than 8 MiB lie between the first and the last item of a page $direction",
      },
      {
        file: "test/shared/view/bounded-item.test.ts",
        title: "boundedItem > of a longer text the beginning stays, and what is left out is counted to the unit",
      },
      { file: "test/shared/view/bounded-item.test.ts", title: "boundedItem > an image is there as a whole or not at all" },
      {
        file: "test/ipc/line-writer.test.ts",
        title:
          "LineWriter > a long answer goes out over many ticks, as long as the reader keeps up: other work comes in between, other lines do not",
      },
      {
        file: "test/renderer/output.spec.ts",
        title: "an entry that is too large for a page says how much of it is missing, and where all of it is",
      },
    ],
    differs:
      "The section bounds a page by its items alone; ours also by 8 MiB of the file and 2 Mi units of text, and an item by 1 Mi (images 8 Mi): the main process is not held up by any file.",
  },
  {
    id: "protocol-2-deferred-output",
    source: "protocol.md §2",
    contract:
      "A page leaves out outputs of completed calls when it is asked to, says where each is whole, and is otherwise as it was recorded; live and replayed alike. The window reads one when its card is open.",
    tests: [
      {
        file: "test/adapters/rollout/paging/opened-file.test.ts",
        title: "an output that a page leaves out stands whole at the cursor that is in its place: %s",
      },
      {
        file: "test/ipc/thread-reading.test.ts",
        title:
          "outputs that a page leaves out > are the same of a live session and of its file, and both have them whole at the cursor in their place (I11)",
      },
      {
        file: "test/ipc/thread-reading.test.ts",
        title: "outputs that a page leaves out > are there unless they are asked to be left out",
      },
      {
        file: "test/ipc/item-page.test.ts",
        title: "itemPage > an output is left out where its line can be asked for, and nowhere else",
      },
      {
        file: "test/renderer/actions/deferred-outputs.test.ts",
        title: "outputs that pages leave out > are read when their card is opened, each once",
      },
      {
        file: "test/renderer/actions/deferred-outputs.test.ts",
        title: "outputs that pages leave out > that cannot be read say why, and are read again when that is asked for: %s",
      },
    ],
    differs: "The section's commands give whole items alone; ours leave outputs out where they are asked to, as Codex's do.",
  },
  {
    id: "protocol-2-list-past",
    source: "protocol.md §2",
    contract: "thread/list has past sessions, newest first, in pages whose cursors stay good.",
    tests: [
      {
        file: "test/adapters/rollout/catalog/catalog-list.test.ts",
        title: "the list > pinned ones first, then the newest; pages that follow each other hold all of them once",
      },
      {
        file: "test/adapters/rollout/catalog/catalog-list.test.ts",
        title: "the list > a cursor stays good while files come and go",
      },
      { file: "test/adapters/rollout/catalog/catalog-list.test.ts", title: "the list > a cursor of something else is refused" },
    ],
  },
  {
    id: "protocol-2-list-filters",
    source: "protocol.md §2",
    contract: "thread/list is narrowed by folder, words, source and archive only when that is asked for.",
    tests: [
      {
        file: "test/adapters/rollout/catalog/catalog-list.test.ts",
        title: "the list > filters: folder, every word somewhere in name, preview or folder, source, archive",
      },
    ],
  },
  {
    id: "protocol-2-list-hidden",
    source: "protocol.md §2",
    contract: "Whatever thread/list leaves out is counted by its reason.",
    tests: [
      {
        file: "test/adapters/rollout/catalog/catalog-list.test.ts",
        title: "nothing is hidden silently > each reason is counted, and shown when it is asked for",
      },
      { file: "test/ipc/command-router.test.ts", title: "threads > thread/list counts what it leaves out, by reason" },
    ],
  },
  {
    id: "protocol-2-search",
    source: "protocol.md §2",
    contract: "thread/search finds what has just been recorded, with its thread and the item it stands in.",
    tests: [
      {
        file: "test/ipc/thread-reading.test.ts",
        title: "protocol.md §2 thread/search > what has just been recorded is found, with its thread, where it stands",
      },
      {
        file: "test/adapters/rollout/searching/search.test.ts",
        title: "Search > what was appended since the last search is found at once; what was deleted is not found any more",
      },
    ],
  },
  {
    id: "protocol-2-search-gone",
    source: "protocol.md §2",
    contract: "thread/search has no hit in a file that is gone.",
    tests: [
      { file: "test/ipc/thread-reading.test.ts", title: "protocol.md §2 thread/search > of a file that is gone there is no hit" },
      {
        file: "test/adapters/rollout/searching/search-database.test.ts",
        title: "SearchDatabase > a file that is removed is found no more, the others are",
      },
    ],
  },
];
