// What Codex expects of itself in the area «parallelism», in our words, and the tests of ours that answer it.
import type { Requirement } from "./requirement";

export const codexParallelism: readonly Requirement[] = [
  {
    id: "codex-parallel-overlap",
    source: "Codex, parallelism",
    contract: "Two tools that may, run at the same time.",
    tests: [{ file: "test/scenarios/tools.test.ts", title: "runtime.md §6 the gate > §6 parallel tools share the gate" }],
  },
  {
    id: "codex-parallel-shell",
    source: "Codex, parallelism",
    contract: "So do commands, and commands beside other tools.",
    tests: [
      {
        file: "test/adapters/tools/shell.test.ts",
        title: "preparing a command > is declared as parallel, changing the world, with two seconds of grace and a schema",
      },
      { file: "test/scenarios/tools.test.ts", title: "runtime.md §6 the gate > §6 parallel tools share the gate" },
    ],
  },
  {
    id: "codex-parallel-grouped",
    source: "Codex, parallelism",
    contract: "Calls stand together before all their outputs, which keep the order of the calls.",
    tests: [
      {
        file: "test/scenarios/calls.test.ts",
        title: "runtime.md §4 an output item is done > §4 outputs are recorded in issue order, whatever the order of their ends",
      },
      {
        file: "test/scenarios/leaving-the-stream.test.ts",
        title: "runtime.md §5 one tail for every exit > §5 completed: close, drain, usage, follow up",
      },
    ],
  },
  {
    id: "codex-parallel-in-stream",
    source: "Codex, parallelism",
    contract: "Calls have run before the response is complete.",
    tests: [
      {
        file: "test/scenarios/dispatch.test.ts",
        title:
          "runtime.md §6 dispatch afterStream > §6 what overlap buys: in-stream calls run while the response is still arriving",
      },
      {
        file: "test/scenarios/turn.test.ts",
        title:
          "runtime.md §2-§7: one turn in the file > calls start while the stream still arrives; outputs are recorded in issue order",
      },
    ],
  },
  {
    id: "codex-parallel-declared",
    source: "Codex, parallelism",
    contract: "A tool is parallel only when it declares it, and an unknown one never is.",
    tests: [
      { file: "test/runtime/async/ordered-lock.test.ts", title: "OrderedLock > a writer is alone" },
      {
        file: "test/scenarios/tools.test.ts",
        title:
          "runtime.md §6 the gate > §6 an exclusive tool waits for those before it and holds back those behind it: fair order",
      },
    ],
  },
  {
    id: "codex-tool-custom-unknown",
    source: "Codex, parallelism",
    contract: "An unknown custom tool is answered in words by an output of its kind.",
    tests: [
      {
        file: "test/scenarios/calls.test.ts",
        title: "runtime.md §4 an output item is done > §4 a custom call is answered by an output of its own kind",
      },
    ],
  },
  {
    id: "codex-tool-namespace",
    source: "Codex, parallelism",
    contract: "The namespace of a call is kept in its line and in the next prompt.",
    tests: [
      {
        file: "test/scenarios/calls.test.ts",
        title:
          "runtime.md §4 an output item is done > §4 the three spellings of a namespaced tool mean the same one, and are stored as received",
      },
      {
        file: "test/adapters/model/request-mapping.test.ts",
        title: "request-mapping > sends a call that was received as %s, namespace %s, in the provider's form",
      },
    ],
  },
  {
    id: "codex-tool-collision",
    source: "Codex, parallelism",
    contract: "Two tools of one name are refused before any request.",
    tests: [{ file: "test/runtime/tools/tool-registry.test.ts", title: "two tools of one name are a mistake of the program" }],
  },
  {
    id: "codex-tool-declined-then-allowed",
    source: "Codex, parallelism",
    contract: "After a declined call a later one may be allowed.",
    tests: [
      {
        file: "test/scenarios/tools.test.ts",
        title: "runtime.md §6 the pipeline > §6 a decline is the call's output; the turn goes on",
      },
      {
        file: "test/scenarios/tools.test.ts",
        title: "runtime.md §6 the pipeline > §6 allow once: the next call of the same command asks again",
      },
    ],
  },
  {
    id: "codex-tool-timeout",
    source: "Codex, parallelism",
    contract: "A command that takes too long is ended, keeps its output and says how long it was.",
    tests: [
      {
        file: "test/adapters/tools/shell-endings.test.ts",
        title: "time limit > ends the tree, fails, and keeps the output so far",
      },
    ],
  },
  {
    id: "codex-tool-grandchild-pipe",
    source: "Codex, parallelism",
    contract: "A command returns although a grandchild holds its output open.",
    tests: [
      {
        file: "test/adapters/tools/shell-endings.test.ts",
        title: "a command that leaves something running > %s: returns at the shell's exit; the turn's end ends it",
      },
    ],
  },
  {
    id: "codex-tool-shape",
    source: "Codex, parallelism",
    contract: "A command's output has its exit code and wall time.",
    tests: [
      { file: "test/adapters/tools/shell.test.ts", title: "what the model reads > of a command that succeeded" },
      { file: "test/adapters/tools/shell.test.ts", title: "what the model reads > of a command that failed" },
    ],
  },
  {
    id: "codex-tool-list",
    source: "Codex, parallelism",
    contract: "What a step offers follows its state.",
    tests: [
      {
        file: "test/adapters/model/request-mapping.test.ts",
        title:
          "request-mapping > offers tools all at once and by choice, and says nothing of tools when there are none, as in a compaction",
      },
      {
        file: "test/scenarios/tools.test.ts",
        title: "runtime.md §6 the pipeline > §6 the list that a step advertises holds every tool's name, words and schema",
      },
    ],
  },
  {
    id: "codex-tool-history-at-start",
    source: "Codex, parallelism",
    contract: "When a tool starts, its call is recorded already.",
    tests: [
      {
        file: "test/scenarios/calls.test.ts",
        title: "runtime.md §4 an output item is done > §4 a call is on disk before its tool starts (I6)",
      },
    ],
  },
  {
    id: "codex-tool-malformed",
    source: "Codex, parallelism",
    contract: "Arguments of the wrong form are answered as a parse error and nothing happens.",
    tests: [
      {
        file: "test/scenarios/calls.test.ts",
        title:
          "runtime.md §4 an output item is done > §4 calls that cannot be routed or parsed are answered in words under their own ids, in order",
      },
    ],
  },
  {
    id: "codex-tool-truncated",
    source: "Codex, parallelism",
    contract: "A long output is bounded, with one mark that it was cut.",
    tests: [
      {
        file: "test/adapters/tools/shell-output.test.ts",
        title: "the output for the model > of more is head and tail, says how much is left out and which file holds all of it",
      },
      {
        file: "test/adapters/tools/bounded-output.test.ts",
        title: "properties of the kept ends > an output within the limit is kept exactly",
      },
    ],
  },
  {
    id: "codex-tool-plan-patch",
    source: "Codex, parallelism",
    contract: "Plans and patches are items with their calls' ids.",
    notApplicable: "The tools for plans and patches come with later issues.",
  },
  {
    id: "codex-tool-sandbox",
    source: "Codex, parallelism",
    contract: "What the sandbox refuses reaches the model as it is.",
    notApplicable: "The sandbox comes with a later issue.",
  },
  {
    id: "codex-tool-mcp",
    source: "Codex, parallelism",
    contract: "Outputs of foreign tool servers are bounded.",
    notApplicable: "There are no MCP servers.",
  },
  {
    id: "codex-tool-user-input",
    source: "Codex, parallelism",
    contract: "The model can ask the person a question.",
    notApplicable: "That tool comes with a later issue.",
  },
  {
    id: "codex-tool-code-mode",
    source: "Codex, parallelism",
    contract: "Calls from code run in parallel, are rejected as values and end with the turn.",
    notApplicable: "There is no code mode.",
  },
];
