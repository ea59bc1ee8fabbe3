// The promises of protocol.md §7, each with the tests that would fail if it were broken.
import type { Requirement } from "./requirement";

export const protocolTools: readonly Requirement[] = [
  {
    id: "protocol-7-unknown-fields-strict",
    source: "protocol.md §7",
    contract: "Fields that clock.sleep and new_context do not know are errors.",
    tests: [
      {
        file: "test/shared/protocol/tool-arguments.test.ts",
        title: "runtime.md §9 arguments of clock.sleep > %j is a parse error",
      },
      { file: "test/shared/protocol/tool-arguments.test.ts", title: "checkArguments > %# refuses %j in words" },
    ],
  },
  {
    id: "protocol-7-unknown-fields-loose",
    source: "protocol.md §7",
    contract: "For other tools they are ignored and named.",
    tests: [
      {
        file: "test/scenarios/tools.test.ts",
        title: "runtime.md §6 the pipeline > §6 fields that are ignored are named in the item's notes",
      },
      {
        file: "test/shared/protocol/tool-arguments.test.ts",
        title: "checkArguments > a loose schema ignores other fields and names them",
      },
    ],
  },
  {
    id: "protocol-7-names",
    source: "protocol.md §7",
    contract: "A call is known under each of its three spellings and stored as received.",
    tests: [
      {
        file: "test/scenarios/calls.test.ts",
        title:
          "runtime.md §4 an output item is done > §4 the three spellings of a namespaced tool mean the same one, and are stored as received",
      },
      { file: "test/runtime/tools/tool-registry.test.ts", title: "a call finds its tool under every accepted name" },
    ],
  },
  {
    id: "protocol-7-namespaces",
    source: "protocol.md §7",
    contract: "Namespaced tools go out as such where the server knows them, flattened elsewhere.",
    tests: [
      {
        file: "test/adapters/model/request-mapping.test.ts",
        title: "request-mapping > declares namespaced tools as a namespace where the server knows them, flattened elsewhere",
      },
    ],
  },
  {
    id: "protocol-7-text-unknown",
    source: "protocol.md §7",
    contract: "Unknown tool: its fixed words.",
    tests: [
      {
        file: "test/scenarios/calls.test.ts",
        title:
          "runtime.md §4 an output item is done > §4 calls that cannot be routed or parsed are answered in words under their own ids, in order",
      },
    ],
  },
  {
    id: "protocol-7-text-arguments",
    source: "protocol.md §7",
    contract: "Bad arguments: their fixed words.",
    tests: [
      {
        file: "test/scenarios/sleep.test.ts",
        title: "runtime.md §9 sleep > §9 invalid arguments %j: no Sleep item, no timer, only the failed call",
      },
    ],
  },
  {
    id: "protocol-7-text-interrupted",
    source: "protocol.md §7",
    contract: "Interrupted: the fixed words with the time, and effects only of what may have had some.",
    tests: [
      {
        file: "test/scenarios/leaving-the-stream.test.ts",
        title:
          "runtime.md §5 an interrupt from every phase > §5 during a tool: its output says that the person stopped it, and after how long",
      },
      { file: "test/adapters/tools/shell-endings.test.ts", title: "abort > ends the command, and the output so far is kept" },
    ],
  },
  {
    id: "protocol-7-text-timed-out",
    source: "protocol.md §7",
    contract: "Timed out: the fixed words, then the output so far.",
    tests: [
      {
        file: "test/adapters/tools/shell-endings.test.ts",
        title: "time limit > ends the tree, fails, and keeps the output so far",
      },
    ],
  },
  {
    id: "protocol-7-text-stopped-app",
    source: "protocol.md §7",
    contract: "Stopped with the app: the fixed words.",
    tests: [
      {
        file: "test/runtime/history/resume.test.ts",
        title:
          "runtime.md §12 what continuing appends first > an open call without an outcome: the fixed words, as outcome and as output",
      },
      {
        file: "test/scenarios/app-stop.test.ts",
        title: "protocol.md §7: stopped with the app > a run and partial text; no marker that somebody meant it",
      },
    ],
  },
  {
    id: "protocol-7-text-not-started",
    source: "protocol.md §7",
    contract: "Not started: the fixed words.",
    tests: [
      {
        file: "test/scenarios/dispatch.test.ts",
        title:
          "runtime.md §6 dispatch afterStream > §6 cut: held calls are closed as not started, never run, asked about or shown to hooks; the retry is told so",
      },
    ],
  },
  {
    id: "protocol-7-text-sleep",
    source: "protocol.md §7",
    contract: "A sleep: how long of how long, and why it ended.",
    tests: [
      {
        file: "test/scenarios/sleep.test.ts",
        title: "runtime.md §9 sleep > §9 elapsed: the whole sequence, from the recorded call to the output at the drain",
      },
      {
        file: "test/scenarios/sleep.test.ts",
        title: "runtime.md §9 sleep > §9 new input ends the sleep at once; the remainder is not made up",
      },
      { file: "test/scenarios/sleep.test.ts", title: "runtime.md §9 sleep > §9 Wake now" },
    ],
  },
  {
    id: "protocol-7-text-denied",
    source: "protocol.md §7",
    contract: "Denied: by whom, and why.",
    tests: [
      {
        file: "test/scenarios/tools.test.ts",
        title: "runtime.md §6 the pipeline > §6 a decline is the call's output; the turn goes on",
      },
      {
        file: "test/scenarios/tools.test.ts",
        title:
          "runtime.md §6 the pipeline > §6 where nobody can be asked, the policy decides, and both the item and the output say so",
      },
      { file: "test/runtime/tools/run-hooks.test.ts", title: "why hooks refuse > %s" },
    ],
  },
  {
    id: "protocol-7-bounded",
    source: "protocol.md §7",
    contract: "The model reads 40 000 bytes, head and tail.",
    tests: [
      {
        file: "test/adapters/tools/shell-output.test.ts",
        title: "the output for the model > of 40 000 bytes is whole and makes no file",
      },
      {
        file: "test/adapters/tools/shell-output.test.ts",
        title: "the output for the model > of more is head and tail, says how much is left out and which file holds all of it",
      },
    ],
  },
  {
    id: "protocol-7-live-limit",
    source: "protocol.md §7",
    contract: "Live output stops after 1 MiB, and says so.",
    tests: [{ file: "test/adapters/tools/shell-output.test.ts", title: "live output > stops after 1 MiB with one note" }],
  },
  {
    id: "protocol-7-children",
    source: "protocol.md §7",
    contract: "What a command left in the background ends with the turn, and is said.",
    tests: [
      {
        file: "test/adapters/tools/shell-endings.test.ts",
        title: "a command that leaves something running > %s: returns at the shell's exit; the turn's end ends it",
      },
      {
        file: "test/scenarios/tools.test.ts",
        title: "runtime.md §6 the pipeline > §6 what a turn's tools leave behind ends with the turn, and the person is told",
      },
    ],
  },
  {
    id: "protocol-7-mapped-names",
    source: "protocol.md §7",
    contract: "A call is stored under its name as received and sent in the provider's form.",
    tests: [
      {
        file: "test/adapters/model/request-mapping.test.ts",
        title: "request-mapping > sends a call that was received as %s, namespace %s, in the provider's form",
      },
    ],
  },
];
