// What is shown of past sessions (issue 4 part 2): turns and items of every era by the one projection.
import type { Requirement } from "./requirement";

export const pastView: readonly Requirement[] = [
  {
    id: "past-commands",
    source: "issue 4 part 2",
    contract: "A command is rebuilt from its call and its output, with exit code and duration where the file tells them.",
    tests: [
      { file: "test/adapters/rollout/codex-import/runs.test.ts", title: "a command's call and its output > %s" },
      {
        file: "test/adapters/rollout/codex-import/runs.test.ts",
        title: "a command's call and its output > %s knows better than the output",
      },
      {
        file: "test/adapters/rollout/codex-import/runs.test.ts",
        title: "a command's call and its output > how long it took is not told where the file rounds it to nothing",
      },
      {
        file: "test/adapters/rollout/codex-import/runs.test.ts",
        title: "a command's call and its output > a local shell call is a command",
      },
    ],
  },
  {
    id: "past-pairs",
    source: "issue 4 part 2",
    contract: "Every call has exactly one output; one without was aborted, a second is said, one without a call stands alone.",
    tests: [
      {
        file: "test/adapters/rollout/codex-import/runs.test.ts",
        title: "every call has exactly one output > a call without one was aborted when the next turn begins or the file ends",
      },
      {
        file: "test/adapters/rollout/codex-import/runs.test.ts",
        title: "every call has exactly one output > a second output is left out and said; one without a call is shown by itself",
      },
    ],
  },
  {
    id: "past-patches",
    source: "issue 4 part 2",
    contract: "Patches tell every file, by the call or by what was told of it.",
    tests: [
      { file: "test/adapters/rollout/codex-import/runs.test.ts", title: "patches > %s, by its call" },
      {
        file: "test/adapters/rollout/codex-import/runs.test.ts",
        title: "patches > %s tells every file, with a call and without",
      },
    ],
  },
  {
    id: "past-other-tools",
    source: "issue 4 part 2",
    contract: "MCP calls, web searches, images, plans and sleeps are shown as what they are, once.",
    tests: [
      { file: "test/adapters/rollout/codex-import/runs.test.ts", title: "other tools > %s" },
      { file: "test/adapters/rollout/codex-import/runs.test.ts", title: "other tools > an MCP server's error is a failure" },
      { file: "test/adapters/rollout/codex-import/runs.test.ts", title: "other tools > a web search, told twice, is one" },
      {
        file: "test/adapters/rollout/codex-import/runs.test.ts",
        title: "other tools > a made image, told twice, is one; one that is looked at is the call's",
      },
      {
        file: "test/adapters/rollout/codex-import/runs.test.ts",
        title: "other tools > plans: the call's steps, the item's words",
      },
      { file: "test/adapters/rollout/codex-import/runs.test.ts", title: "other tools > a sleep, with its call and without" },
    ],
  },
  {
    id: "past-images",
    source: "issue 4 part 2",
    contract: "An image of a person's message is shown once, in either form.",
    tests: [
      { file: "test/adapters/rollout/codex-import/messages.test.ts", title: "images of a person's message > %s: once" },
      {
        file: "test/renderer/past.spec.ts",
        title: "images: drawn from the session, on the web only outside and when asked, broken ones said",
      },
    ],
  },
  {
    id: "past-abort-order",
    source: "issue 4 part 2",
    contract: "An output or item behind the abort of its turn is still that turn's.",
    tests: [
      {
        file: "test/adapters/rollout/codex-import/runs.test.ts",
        title: "every call has exactly one output > an output behind the abort of its turn is its call's",
      },
      {
        file: "test/adapters/rollout/codex-import/messages.test.ts",
        title: "turns > what stands behind an abort is still of the aborted turn",
      },
    ],
  },
  {
    id: "past-turn-ends",
    source: "issue 4 part 2",
    contract: "A turn ended as the file tells; one that nothing ends was interrupted.",
    tests: [
      {
        file: "test/adapters/rollout/codex-import/messages.test.ts",
        title: "turns > told by the file: completed, failed with its error, aborted for whatever reason",
      },
      {
        file: "test/adapters/rollout/codex-import/messages.test.ts",
        title: "turns > what nothing ends is interrupted when the next begins or the file ends",
      },
      {
        file: "test/adapters/rollout/codex-import/messages.test.ts",
        title: "turns > in a file that tells none, each message of a person's opens one and ends the one before",
      },
    ],
  },
  {
    id: "past-turns-taken-back",
    source: "issue 4 part 2",
    contract: "Turns that were taken back stay, with a notice.",
    tests: [
      { file: "test/adapters/rollout/codex-import/messages.test.ts", title: "turns > turns taken back stay, with a notice" },
    ],
    differs: "Codex shows such turns no more; ours lose nothing that is in the file.",
  },
  {
    id: "past-compactions",
    source: "issue 4 part 2",
    contract: "A compaction is shown once, with or without the window that it left.",
    tests: [
      {
        file: "test/adapters/rollout/codex-import/runs.test.ts",
        title: "compactions > a line and its event are one, its summary without what was put in front for the model",
      },
      {
        file: "test/adapters/rollout/codex-import/runs.test.ts",
        title: "compactions > without a window all that was said before stays the model's",
      },
      {
        file: "test/adapters/rollout/codex-import/runs.test.ts",
        title: "compactions > the window that it left is the model's; kinds that are not known are left out of it, not the line",
      },
    ],
  },
  {
    id: "past-sub-agents",
    source: "issue 4 part 2",
    contract: "What is about another agent is shown as that, and a session tells who started it.",
    tests: [
      { file: "test/adapters/rollout/codex-import/runs.test.ts", title: "other tools > %s is about another agent" },
      {
        file: "test/adapters/rollout/catalog/facts-of-file.test.ts",
        title: "lineage > sub-agents name the thread that started them, in each form",
      },
    ],
  },
  {
    id: "past-forks-linked",
    source: "issue 4 part 2",
    contract: "A fork's header tells where it comes from; a copied history is shown as it is.",
    tests: [
      {
        file: "test/adapters/rollout/forking/fork-rollout.test.ts",
        title:
          "a fork of a session of ours looks exactly like it > its header says where it comes from; the source's choices hold",
      },
      {
        file: "test/adapters/rollout/codex-import/messages.test.ts",
        title: "a fork's copied history is shown as it is; its second header says nothing",
      },
    ],
  },
  {
    id: "past-translated",
    source: "issue 4 part 2",
    contract: "Whatever stands in a file, its ids are unique, nothing runs at its end, and every line it becomes is one of ours.",
    tests: [
      {
        file: "test/adapters/rollout/codex-import/line-translator.test.ts",
        title:
          "properties > property: whatever stands in a file, nothing throws, ids are unique, nothing runs at the end, and every line is one of ours",
      },
    ],
  },
];
