// How a rollout is opened, and both ways with Codex (issue 4 parts 7 and 8).
import type { Requirement } from "./requirement";

export const pastDoors: readonly Requirement[] = [
  {
    id: "past-drop",
    source: "issue 4 part 7",
    contract: "A file that is dropped on the window is opened and remembered.",
    tests: [
      {
        file: "test/renderer/open-file.spec.ts",
        title: "a file that is dragged over the window is shown where it goes; dropped, it opens and is remembered",
      },
      {
        file: "test/renderer/open-file.spec.ts",
        title: "of several files the first that may be a session is opened, and that is said",
      },
    ],
  },
  {
    id: "past-menu-open",
    source: "issue 4 part 7",
    contract: "A file is chosen by keys, the first page or the menu.",
    tests: [
      { file: "test/renderer/open-file.spec.ts", title: "Ctrl Shift O and the first page choose a file" },
      { file: "test/window/file-dialogs.test.ts", title: "a rollout and a folder are chosen, or nothing" },
    ],
  },
  {
    id: "past-arguments",
    source: "issue 4 part 7",
    contract: "Paths and links among the arguments, also of a second start, are opened from where the person was.",
    tests: [
      {
        file: "test/window/open-doors.test.ts",
        title: "paths and links among the arguments of the start are opened, options are not",
      },
      {
        file: "test/window/open-doors.test.ts",
        title: "a second start shows the window and opens what it was given, from where it was started",
      },
      { file: "test/window/open-request.test.ts", title: "a path is taken from where the person was" },
    ],
  },
  {
    id: "past-recent",
    source: "issue 4 part 7",
    contract: "Recent files are kept, the newest first, and can be cleared.",
    tests: [
      {
        file: "test/window/recent-files.test.ts",
        title: "the newest is first, each is there once, and the next start knows them",
      },
      { file: "test/window/recent-files.test.ts", title: "only the last ones are kept, and none after clearing" },
      { file: "test/renderer/open-file.spec.ts", title: "files that were opened before are on the first page" },
    ],
  },
  {
    id: "past-refused",
    source: "issue 4 part 7",
    contract: "What is no rollout is refused in words; what is open stays.",
    tests: [
      {
        file: "test/renderer/open-file.spec.ts",
        title: "a file that is no session is refused in words; what is open stays, and nothing is remembered",
      },
    ],
  },
  {
    id: "past-summary",
    source: "issue 4 part 7",
    contract: "open FILE --summary prints one JSON object; what is no rollout: words and exit code 1.",
    tests: [
      {
        file: "test/adapters/rollout/reading/summary-door.test.ts",
        title: "prints one JSON object with the numbers of the file, and changes nothing",
      },
      {
        file: "test/adapters/rollout/reading/summary-door.test.ts",
        title: "what is no rollout is refused with words and code 1",
      },
    ],
  },
  {
    id: "past-summary-numbers",
    source: "issue 4 part 7",
    contract: "Its numbers are records, words, calls with and without their other half, compactions, turns and damage.",
    tests: [
      { file: "test/adapters/rollout/reading/summary.test.ts", title: "summarize > counts a file with an envelope" },
      {
        file: "test/adapters/rollout/reading/summary.test.ts",
        title: "summarize > a call without output is open, an output without call an orphan, a second output neither",
      },
      {
        file: "test/adapters/rollout/reading/summary.test.ts",
        title: "summarize > counts compactions and the starts and ends of turns",
      },
      {
        file: "test/adapters/rollout/reading/summary.test.ts",
        title: "summarize > damage is counted by lines and told in words, and so is what the source lacks",
      },
    ],
  },
  {
    id: "past-codex-appends",
    source: "issue 4 part 8",
    contract: "What Codex appends to a session of ours shows the person's words and its answers, and is gone on from.",
    tests: [
      {
        file: "test/adapters/rollout/continuing/appended-lines.test.ts",
        title: "a person's words in Codex are a person's words, in the view, the window and the preview",
      },
      {
        file: "test/adapters/rollout/continuing/appended-lines.test.ts",
        title: "what Codex has left open is closed: nothing is left to close",
      },
      { file: "test/adapters/rollout/continuing/appended-lines.test.ts", title: "our own lines behind it are ours again" },
    ],
  },
];
