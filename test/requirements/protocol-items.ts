// The promises of protocol.md §4, each with the tests that would fail if it were broken.
import type { Requirement } from "./requirement";

export const protocolItems: readonly Requirement[] = [
  {
    id: "protocol-4-user-message",
    source: "protocol.md §4",
    contract: "A person's words say how they came, and who sent them.",
    tests: [
      {
        file: "test/runtime/history/item-projection.test.ts",
        title: "words > a person's words are those of an accepted input, with how they came",
      },
      {
        file: "test/scenarios/input.test.ts",
        title: "runtime.md §8 input > §8 a steer shows as the person's, with how it came and its client id",
      },
    ],
  },
  {
    id: "protocol-4-agent-message",
    source: "protocol.md §4",
    contract: "The agent's words have a phase, and say when they were cut.",
    tests: [{ file: "test/runtime/history/item-projection.test.ts", title: "words > the agent's words with %j" }],
  },
  {
    id: "protocol-4-command-item",
    source: "protocol.md §4",
    contract: "A command shows its folder, exit code, output and where the rest is.",
    tests: [
      {
        file: "test/runtime/history/call-item.test.ts",
        title: "the item once its output is recorded > a command has its exit code, output and where the rest is",
      },
      {
        file: "test/runtime/history/call-item.test.ts",
        title: "the item that a call opens > shell is a command, with the folder it runs in",
      },
    ],
  },
  {
    id: "protocol-4-tool-call-item",
    source: "protocol.md §4",
    contract: "Another call shows its tool, arguments and output.",
    tests: [
      {
        file: "test/runtime/history/call-item.test.ts",
        title: "the item once its output is recorded > a call has its output and notes",
      },
    ],
  },
  {
    id: "protocol-4-sleep-item",
    source: "protocol.md §4",
    contract: "A sleep shows its deadline, its outcome and the time really slept.",
    tests: [
      {
        file: "test/runtime/history/call-item.test.ts",
        title: "the item once its output is recorded > a sleep has its outcome and the time really slept",
      },
      {
        file: "test/runtime/history/item-projection.test.ts",
        title: "calls > a sleep keeps its deadline, and the thread sleeps until it has returned",
      },
    ],
  },
  {
    id: "protocol-4-compaction-item",
    source: "protocol.md §4",
    contract: "A compaction shows its trigger, numbers, summary or error.",
    tests: [
      {
        file: "test/runtime/history/item-projection.test.ts",
        title: "compaction > one that came to its end, with what it cost and gave",
      },
      {
        file: "test/runtime/history/item-projection.test.ts",
        title: "compaction > one that %s is the same item, and no notice beside it",
      },
    ],
  },
  {
    id: "protocol-4-hook-prompt-item",
    source: "protocol.md §4",
    contract: "A hook prompt shows its fragments, in order.",
    tests: [
      {
        file: "test/runtime/history/item-projection.test.ts",
        title: "queue, mail and hooks > what stop hooks told the model, fragment by fragment",
      },
      {
        file: "test/runtime/history/hook-prompt.test.ts",
        title: "the hooks' words to the model > one message of the user's role, a part for each hook, in order, without an id",
      },
    ],
  },
  {
    id: "protocol-4-mail-item",
    source: "protocol.md §4",
    contract: "Mail shows its author and text as they were written, once it is delivered.",
    tests: [
      {
        file: "test/runtime/history/item-projection.test.ts",
        title: "queue, mail and hooks > mail is shown when it is delivered, as its author wrote it, and not before",
      },
    ],
  },
  {
    id: "protocol-4-approval-item",
    source: "protocol.md §4",
    contract: "An approval shows who decided what.",
    tests: [
      { file: "test/runtime/history/item-projection.test.ts", title: "approvals > asked and decided" },
      {
        file: "test/scenarios/tools.test.ts",
        title:
          "runtime.md §6 the pipeline > §6 where nobody can be asked, the policy decides, and both the item and the output say so",
      },
    ],
  },
  {
    id: "protocol-4-notice-item",
    source: "protocol.md §4",
    contract: "A notice stays.",
    tests: [
      {
        file: "test/scenarios/tools.test.ts",
        title: "runtime.md §6 the pipeline > §6 what a turn's tools leave behind ends with the turn, and the person is told",
      },
      {
        file: "test/scenarios/prompt-hooks.test.ts",
        title:
          "userPromptSubmit hooks > a start is held back: the turn completes without asking the model; the input is at the front of the queue, which is paused; a notice says why",
      },
    ],
  },
  {
    id: "protocol-4-raw-item",
    source: "protocol.md §4",
    contract: "A line of an unknown kind is shown raw.",
    tests: [{ file: "test/runtime/history/item-projection.test.ts", title: "odd lines > an unknown line is kept as it stands" }],
  },
  {
    id: "protocol-4-line-numbers",
    source: "protocol.md §4",
    contract: "Items carry the line that recorded them.",
    tests: [
      {
        file: "test/runtime/history/recorder.test.ts",
        title:
          "Recorder (runtime.md §2) > stamps each line with the time of its writing, and numbers the events by physical line",
      },
      { file: "test/scenarios/turn.test.ts", title: "runtime.md §2-§7: one turn in the file > a plain answer" },
    ],
  },
  {
    id: "protocol-4-item-fixtures",
    source: "protocol.md §4",
    contract: "Each kind of item has an example that its schema takes whole.",
    tests: [
      { file: "test/shared/protocol/wire-shapes.test.ts", title: "items > each has its fixture" },
      { file: "test/shared/protocol/wire-shapes.test.ts", title: "items > %s" },
    ],
  },
];
