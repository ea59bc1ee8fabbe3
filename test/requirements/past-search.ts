// Search over all sessions (issue 4 part 5).
import type { Requirement } from "./requirement";

export const pastSearch: readonly Requirement[] = [
  {
    id: "past-search-fields",
    source: "issue 4 part 5",
    contract: "Prompts, answers, commands and outputs are found, and open at their item.",
    tests: [
      {
        file: "test/adapters/rollout/searching/search.test.ts",
        title: "Search > prompts, answers, commands and outputs are found, what was said first, with the words marked",
      },
      { file: "test/adapters/rollout/searching/search.test.ts", title: "Search > an output opens at its call" },
      {
        file: "test/e2e/past-big.spec.ts",
        title: "a word in it is found, opens where it stands, and from there it goes back to the end",
      },
    ],
  },
  {
    id: "past-search-recent",
    source: "issue 4 part 5",
    contract: "The newest come first, whichever file was taken in last, each hit once over all pages.",
    tests: [
      {
        file: "test/adapters/rollout/searching/search-database.test.ts",
        title: "SearchDatabase > the newest are found first, whichever file was taken in last",
      },
      {
        file: "test/adapters/rollout/searching/search.test.ts",
        title: "Search > pages go on from the newest to the oldest, each hit once",
      },
    ],
  },
  {
    id: "past-search-snippet",
    source: "issue 4 part 5",
    contract: "A snippet marks every word where it stands and cuts no character in half.",
    tests: [
      {
        file: "test/adapters/rollout/searching/search-snippet.test.ts",
        title: "snippetOf > marks every word where it stands, whatever its case",
      },
      {
        file: "test/adapters/rollout/searching/search-snippet.test.ts",
        title: "snippetOf > ranges are of the snippet, also behind letters whose lower case is longer",
      },
      { file: "test/adapters/rollout/searching/search-snippet.test.ts", title: "snippetOf > an emoji is never cut in half" },
    ],
  },
  {
    id: "past-search-cjk",
    source: "issue 4 part 5",
    contract: "Parts of Chinese words are found, which have no spaces.",
    tests: [
      {
        file: "test/adapters/rollout/searching/search-database.test.ts",
        title: "SearchDatabase > beginnings, phrases, accents and parts of Chinese are found; the rest is not",
      },
      {
        file: "test/adapters/rollout/searching/search-words.test.ts",
        title: "searchWords > the index stores runs of Chinese as pairs among other words",
      },
    ],
  },
  {
    id: "past-search-incremental",
    source: "issue 4 part 5",
    contract: "What was appended is found at once; what was replaced is read anew; nothing is taken in twice.",
    tests: [
      {
        file: "test/adapters/rollout/searching/search.test.ts",
        title: "Search > what was appended since the last search is found at once; what was deleted is not found any more",
      },
      { file: "test/adapters/rollout/searching/search.test.ts", title: "Search > a file that was replaced is read anew" },
      {
        file: "test/adapters/rollout/searching/search.test.ts",
        title: "Search > a question that comes while all is being taken in takes nothing in twice",
      },
    ],
  },
  {
    id: "past-search-cache",
    source: "issue 4 part 5",
    contract: "An index that was deleted, overwritten or damaged is made anew.",
    tests: [
      {
        file: "test/adapters/rollout/searching/create-search.test.ts",
        title: "an index that was deleted with the whole cache is made anew by the next search",
      },
      {
        file: "test/adapters/rollout/searching/create-search.test.ts",
        title: "an index that was overwritten is made anew by the next search",
      },
      { file: "test/adapters/rollout/searching/search-database.test.ts", title: "SearchDatabase > a damaged index is made anew" },
    ],
  },
  {
    id: "past-search-lock",
    source: "issue 4 part 5",
    contract: "A process that was killed with the index locked leaves it usable.",
    tests: [
      {
        file: "test/adapters/rollout/searching/search-database.test.ts",
        title: "SearchDatabase > it is there again after a reopening, and after a process that was killed with the lock held",
      },
    ],
  },
  {
    id: "past-search-faults",
    source: "issue 4 part 5",
    contract: "A file that cannot be read is no obstacle to finding what stands in others.",
    tests: [
      {
        file: "test/adapters/rollout/searching/create-search.test.ts",
        title: "a file that the disk refuses is no obstacle to finding what stands in others",
      },
      {
        file: "test/adapters/rollout/searching/search.test.ts",
        title: "Search > a file that is no rollout is no obstacle; an unknown cursor is refused with words",
      },
    ],
  },
  {
    id: "past-search-palette",
    source: "issue 4 part 5",
    contract: "Hits stand under their sessions; an answer to older words never replaces that to newer ones.",
    tests: [
      {
        file: "test/renderer/palette.spec.ts",
        title: "hits stand under their session with their field, the match marked in UTF-16 units, and open at the item",
      },
      {
        file: "test/renderer/palette.spec.ts",
        title: "an answer to older words never replaces that to newer ones, and one search is under way at a time",
      },
    ],
  },
];
