// Reports about what is on screen (116 to 130), each as what ours does right.
import type { Requirement } from "./requirement";

export const trustWindowBugs: readonly Requirement[] = [
  {
    id: "bug-116",
    source: "bug report 116",
    contract: "Enter of an input method never sends, answers or chooses.",
    tests: [
      { file: "test/renderer/composer.spec.ts", title: "Enter of an input method never sends, nor does Esc stop" },
      { file: "test/renderer/questions.spec.ts", title: "Enter of an input method never sends" },
      { file: "test/renderer/palette.spec.ts", title: "Enter of an input method chooses nothing" },
    ],
  },
  {
    id: "bug-117",
    source: "bug report 117",
    contract: "Very long outputs do not stop the window.",
    tests: [
      { file: "test/renderer/output.spec.ts", title: "ten million characters in one line do not stop the window" },
      {
        file: "test/renderer/text/output-window.test.ts",
        title: "a long one by both ends, a live one by its end; the cut says how much is between",
      },
      {
        file: "test/e2e/bad-input.spec.ts",
        title: "a tool that prints a gigabyte: the window answers meanwhile, the output is cut and its file is named",
      },
    ],
  },
  {
    id: "bug-118",
    source: "bug report 118",
    contract: "What is very long is drawn in steps.",
    tests: [
      { file: "test/renderer/past.spec.ts", title: "what is very long is drawn in steps" },
      { file: "test/renderer/file-change.spec.ts", title: "a huge change is drawn in steps" },
    ],
  },
  {
    id: "bug-119",
    source: "bug report 119",
    contract: "What has been drawn is not drawn again as text arrives.",
    tests: [
      {
        file: "test/renderer/markdown/block-splitter.test.ts",
        title: "BlockSplitter > a settled block never changes as text arrives",
      },
      {
        file: "test/renderer/markdown/block-splitter.test.ts",
        title: "BlockSplitter > an open fence is the tail, unread, until its closing line",
      },
    ],
  },
  {
    id: "bug-121",
    source: "bug report 121",
    contract: "HTML is text wherever it comes from.",
    tests: [
      { file: "test/renderer/hostile-text.spec.ts", title: "HTML stays text everywhere, and nothing is fetched" },
      {
        file: "test/e2e/security.spec.ts",
        title:
          "a model that means ill > its HTML is text, in what it says and in what a tool prints, and only web links lead anywhere",
      },
    ],
  },
  {
    id: "bug-122",
    source: "bug report 122",
    contract: "No raw HTML reaches the document.",
    tests: [
      { file: "test/renderer/hostile-text.spec.ts", title: "HTML stays text everywhere, and nothing is fetched" },
      {
        file: "test/e2e/security.spec.ts",
        title: "no script gets in and no connection gets out: inline script, eval, fetch, images, frames",
      },
    ],
  },
  {
    id: "bug-123",
    source: "bug report 123",
    contract: "Only http, https and mailto lead anywhere, and the window goes nowhere.",
    tests: [
      { file: "test/renderer/hostile-text.spec.ts", title: "only http, https and mailto are links, opened through the bridge" },
      {
        file: "test/e2e/security.spec.ts",
        title: "the window goes nowhere: links, location and window.open are refused, permissions are denied",
      },
      {
        file: "test/window/window-commands.test.ts",
        title: "link/open opens http, https and mailto outside and refuses the rest",
      },
    ],
  },
  {
    id: "bug-124",
    source: "bug report 124",
    contract: "Messages to the main process are typed, and their sender is checked.",
    tests: [
      {
        file: "test/ipc/electron-transport.test.ts",
        title: "a sender that is not the page is refused before its message is looked at",
      },
      { file: "test/ipc/sender-guard.test.ts", title: "a main frame of origin %j is refused" },
      { file: "test/e2e/security.spec.ts", title: "a command that is none and one that is malformed are refused in words" },
    ],
  },
  {
    id: "bug-125",
    source: "bug report 125",
    contract: "What is no link cannot be pressed, and one that cannot be opened says so.",
    tests: [
      { file: "test/renderer/hostile-text.spec.ts", title: "only http, https and mailto are links, opened through the bridge" },
      { file: "test/e2e/doors.spec.ts", title: "a link opens the session it names; one that names none says so" },
    ],
  },
  {
    id: "bug-127",
    source: "bug report 127",
    contract: "Colours are rendered, every other sequence is dropped.",
    tests: [
      { file: "test/renderer/text/ansi.test.ts", title: "other sequences > no escape character ever gets through" },
      {
        file: "test/renderer/text/ansi.test.ts",
        title: "other sequences > titles, links, cursor moves and unfinished sequences are dropped, their text is kept",
      },
    ],
  },
  {
    id: "bug-128",
    source: "bug report 128",
    contract: "Code and commands are left to right, whatever letters they hold.",
    tests: [
      { file: "test/renderer/file-change.spec.ts", title: "code stays left to right, whatever it holds" },
      {
        file: "test/renderer/approval.spec.ts",
        title: "letters from right to left do not change the order in which a command reads",
      },
    ],
  },
  {
    id: "bug-130",
    source: "bug report 130",
    contract: "Copying gives the source.",
    tests: [
      {
        file: "test/renderer/file-change.spec.ts",
        title: "copying gives the source: no numbers, no signs, invisible characters as they are",
      },
      { file: "test/renderer/file-change.spec.ts", title: "a part of a line is copied as that part" },
    ],
  },
];
