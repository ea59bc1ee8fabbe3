// What past sessions hold in all circumstances: window.md §6, and what issue 4 says must hold.
import type { Requirement } from "./requirement";

export const pastHeld: readonly Requirement[] = [
  {
    id: "past-window-read-only",
    source: "window.md §6",
    contract: "Opening is read-only: no turn starts, nothing is written.",
    tests: [
      {
        file: "test/renderer/past.spec.ts",
        title: "a read-only session is announced, has one offer in place of the composer, and opening it wrote nothing",
      },
      {
        file: "test/renderer/actions/open-thread.test.ts",
        title: "opening a past session > only reads: nothing is started, nothing is written",
      },
      {
        file: "test/e2e/past-open.spec.ts",
        title: "a rollout of Codex is read with everything in it; no byte of it changes and nothing is written",
      },
    ],
  },
  {
    id: "past-window-damage",
    source: "window.md §6",
    contract: "What was damaged is said by its line.",
    tests: [
      {
        file: "test/renderer/text/past-words.test.ts",
        title: "the banner of a past session > tells each damaged place by its line",
      },
      {
        file: "test/adapters/rollout/codex-import/line-translator.test.ts",
        title: "damage > a line that cannot be read is a notice at its place",
      },
    ],
  },
  {
    id: "past-window-continue",
    source: "window.md §6",
    contract: "A read-only session has one offer in place of the composer: to continue it as a new one.",
    tests: [
      {
        file: "test/renderer/past.spec.ts",
        title: "a read-only session is announced, has one offer in place of the composer, and opening it wrote nothing",
      },
      {
        file: "test/renderer/actions/open-thread.test.ts",
        title: "a new session goes on from a copy, up to a turn or as a whole",
      },
    ],
  },
  {
    id: "past-window-hit",
    source: "window.md §6",
    contract: "A hit opens at its entry, pages on both sides come on scrolling, and the end can be jumped to.",
    tests: [
      {
        file: "test/renderer/past.spec.ts",
        title: "a search hit opens at its entry, which is marked; newer pages come on scrolling down, and nothing jumps",
      },
      { file: "test/renderer/past.spec.ts", title: "from a hit the end can be jumped to, by keyboard too" },
      {
        file: "test/renderer/actions/open-thread.test.ts",
        title: "opening a past session > at an item: pages on both sides of it, and the item is marked",
      },
    ],
  },
  {
    id: "past-window-inert",
    source: "window.md §6",
    contract: "Nothing of a past session is markup, and nothing hides in it.",
    tests: [{ file: "test/renderer/past.spec.ts", title: "nothing of a past session is markup, and nothing hides in it" }],
  },
  {
    id: "past-window-access",
    source: "window.md §6",
    contract: "Past sessions are reached by keyboard alone, and axe finds nothing.",
    tests: [
      { file: "test/renderer/sessions-look.spec.ts", title: "${name}: axe finds nothing, light and dark" },
      {
        file: "test/renderer/sessions.spec.ts",
        title: "the arrows, Home and End lead through the list, and Tab stops at one row only",
      },
      {
        file: "test/renderer/sessions.spec.ts",
        title: "the menu by keyboard: it opens at the row, the arrows choose, Esc gives the focus back and stops nothing",
      },
    ],
  },
  {
    id: "past-no-byte",
    source: "issue 4, must hold",
    contract: "Opening changes no byte and no time of a file.",
    tests: [
      {
        file: "test/adapters/rollout/reading/open-source.test.ts",
        title: "openSource > opening changes neither the bytes nor the times of a file",
      },
      {
        file: "test/adapters/rollout/catalog/catalog-files.test.ts",
        title: "files of other programs > are neither moved nor deleted, and listing, opening and pinning change no byte of them",
      },
    ],
  },
  {
    id: "past-live-replayed",
    source: "issue 4, must hold",
    contract: "What is shown of a session's file, by pages from either end, is what its thread shows.",
    tests: [
      {
        file: "test/properties/turn.test.ts",
        title: "runtime.md §14: the invariants hold under ${RUNS} random turns, tools, hooks, people and disks (seed ${SEED})",
      },
      {
        file: "test/e2e/past-own.spec.ts",
        title: "a turn with tools, sleep and compaction looks after a restart as it did while it ran (I11)",
      },
    ],
  },
  {
    id: "past-mutations",
    source: "issue 4, must hold",
    contract: "Random damage throws nothing and costs no undamaged line.",
    tests: [
      {
        file: "test/adapters/rollout/reading/mutations.test.ts",
        title: "random damage to a file of the form %s costs no whole line",
      },
      { file: "test/adapters/rollout/reading/mutations.test.ts", title: "a line that was lost would be noticed" },
      {
        file: "test/adapters/rollout/codex-import/line-translator.test.ts",
        title:
          "properties > property: whatever stands in a file, nothing throws, ids are unique, nothing runs at the end, and every line is one of ours",
      },
    ],
  },
  {
    id: "past-list-5000",
    source: "issue 4, must hold",
    contract: "A list of 5 000 sessions comes by pages, with few rows in the page.",
    tests: [
      {
        file: "test/renderer/sessions.spec.ts",
        title: "5 000 sessions: pages come as one scrolls, few rows are in the page, and what is read stays in its place",
      },
    ],
  },
  {
    id: "past-export-memory",
    source: "issue 4, must hold",
    contract: "100 MB are exported in bounded memory.",
    tests: [
      { file: "test/adapters/rollout/exporting/export-thread.test.ts", title: "100 MB as %s are written in bounded memory" },
    ],
  },
];
