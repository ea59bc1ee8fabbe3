// Never more than needed (issue 4 part 3): the index of a file, its pages, and where they are read.
import type { Requirement } from "./requirement";

export const pastIndex: readonly Requirement[] = [
  {
    id: "past-first-page",
    source: "issue 4 part 3",
    contract: "Before the index is there pages show the same items, under the same ids, with the turns they are of.",
    tests: [
      {
        file: "test/adapters/rollout/paging/past-reader.test.ts",
        title: "a long rollout of $name > before the index is there, pages show the same items under the same ids",
      },
      {
        file: "test/adapters/rollout/paging/past-reader.test.ts",
        title: "a page before the index has the turns of its items, from their start to their end",
      },
    ],
  },
  {
    id: "past-index-kept",
    source: "issue 4 part 3",
    contract: "The index is kept: a file is indexed once, and from where it ended when it has only grown.",
    tests: [
      {
        file: "test/adapters/rollout/paging/past-reader.test.ts",
        title: "a file that is opened a second time is not indexed again",
      },
      {
        file: "test/adapters/rollout/paging/past-reader.test.ts",
        title: "a file of form %s that has only grown is indexed from there on",
      },
    ],
  },
  {
    id: "past-index-stale",
    source: "issue 4 part 3",
    contract: "A file that was replaced or cut is read anew.",
    tests: [
      { file: "test/adapters/rollout/paging/past-reader.test.ts", title: "a file that was replaced is read anew" },
      {
        file: "test/adapters/rollout/paging/past-reader.test.ts",
        title: "a file that was cut while it is being indexed is read anew by the next page, which waits for nothing else",
      },
    ],
  },
  {
    id: "past-index-lines",
    source: "issue 4 part 3",
    contract: "Lines are numbered and damage is named once the file has been read; nothing on screen moves.",
    tests: [
      {
        file: "test/adapters/rollout/paging/opened-file.test.ts",
        title: "progress is told, at the end that all is passed over, and then lines are numbered",
      },
      {
        file: "test/renderer/past.spec.ts",
        title: "line numbers appear in the margin once the file has been read; nothing on screen moves",
      },
      {
        file: "test/e2e/past-big.spec.ts",
        title: "it opens at its end; lines are numbered later and nothing moves; older entries come on scrolling up",
      },
    ],
  },
  {
    id: "past-checkpoint-same",
    source: "issue 4 part 3",
    contract: "Going on from a checkpoint shows what reading from the start shows.",
    tests: [
      {
        file: "test/adapters/rollout/codex-import/line-translator.test.ts",
        title: "properties > property: going on from a state that was kept as JSON gives the same lines",
      },
      {
        file: "test/adapters/rollout/paging/past-reader.test.ts",
        title: "a long rollout of $name > pages show the whole file, both ways, in any pieces",
      },
    ],
  },
  {
    id: "past-checkpoint-small",
    source: "issue 4 part 3",
    contract: "What is kept at a checkpoint stays small however much went before.",
    tests: [
      {
        file: "test/adapters/rollout/codex-import/line-translator.test.ts",
        title: "the state stays small, however much went before",
      },
    ],
  },
  {
    id: "past-across-edges",
    source: "issue 4 part 3",
    contract: "What waits for another line is whole wherever a stretch ends.",
    tests: [
      { file: "test/adapters/rollout/paging/stretch.test.ts", title: "a call waits for its output" },
      { file: "test/adapters/rollout/paging/stretch.test.ts", title: "words wait for the line that says whose they are" },
      { file: "test/adapters/rollout/paging/stretch.test.ts", title: "an answer whose line has not been counted is whole" },
    ],
  },
  {
    id: "past-worker",
    source: "issue 4 part 3",
    contract:
      "Files are read in a worker: results, refusals and events cross the thread, and one that dies is told and replaced.",
    tests: [
      {
        file: "test/adapters/rollout/worker/task-worker.test.ts",
        title:
          "a worker and its ports > results come back to the call they belong to, and the worker knows what it was told at its start",
      },
      {
        file: "test/adapters/rollout/worker/task-worker.test.ts",
        title: "a worker and its ports > a refusal and a fault of the disk cross as what they are, another error by its words",
      },
      { file: "test/adapters/rollout/worker/task-worker.test.ts", title: "a worker and its ports > events come in between" },
      {
        file: "test/adapters/rollout/worker/task-worker.test.ts",
        title: "a worker and its ports > a worker that dies: whoever waits is told, and the next call starts another",
      },
    ],
  },
  {
    id: "past-continued-in-part",
    source: "issue 4 part 3",
    contract: "A big session of ours is gone on from its last compaction as if all of it had been read.",
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
    id: "past-opened-big",
    source: "issue 4 part 3",
    contract: "A big file opens at its end; older items come on scrolling up.",
    tests: [
      {
        file: "test/e2e/past-big.spec.ts",
        title: "it opens at its end; lines are numbered later and nothing moves; older entries come on scrolling up",
      },
    ],
  },
];
