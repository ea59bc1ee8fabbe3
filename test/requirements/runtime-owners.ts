// The promises of runtime.md §1, each with the tests that would fail if it were broken.
import type { Requirement } from "./requirement";

export const runtimeOwners: readonly Requirement[] = [
  {
    id: "runtime-1-thread-is-a-file",
    source: "runtime.md §1",
    contract: "A thread is one rollout file that is only ever appended to.",
    tests: [
      {
        file: "test/adapters/rollout/jsonl-store.test.ts",
        title: "the JSONL store on disk > a thousand appends stay whole lines with their numbers",
      },
      {
        file: "test/scenarios/resume.test.ts",
        title:
          "runtime.md §12 killed, then continued > §12 killed at every line of a busy turn, and in the middle of every line: it goes on by appending only",
      },
    ],
  },
  {
    id: "runtime-1-session-is-one",
    source: "runtime.md §1",
    contract: "An open thread has one live session, however many ask for it at once.",
    tests: [
      {
        file: "test/runtime/session-manager.test.ts",
        title: "one thread has one session > asked for twice at once, a thread is read once",
      },
    ],
  },
  {
    id: "runtime-1-session-owns-turn",
    source: "runtime.md §1",
    contract: "A session has at most one active turn.",
    tests: [
      {
        file: "test/scenarios/input.test.ts",
        title: "runtime.md §8 input > §8 a start while a turn runs is refused; the server never chooses steer or queue",
      },
      {
        file: "test/scenarios/steer.test.ts",
        title:
          "runtime.md §7 §8 steers and what the model still owes > §8 two starts at the same moment in an idle thread: one turn begins, the other is refused",
      },
    ],
  },
  {
    id: "runtime-1-session-owns-lock",
    source: "runtime.md §1",
    contract: "An open session that writes holds the thread's only writer lock.",
    tests: [
      {
        file: "test/adapters/rollout/lock.test.ts",
        title:
          "the writer lock > refuses while a living process holds it, naming the pid, and is free when that process gives it back",
      },
      {
        file: "test/black-box/two-programs.test.ts",
        title: "one writes; the other sees each of its turns, is refused, and writes at once when the first was killed",
      },
    ],
  },
  {
    id: "runtime-1-turn-until-nothing-is-needed",
    source: "runtime.md §1",
    contract: "A turn lasts from accepted input until nothing more is needed.",
    tests: [
      { file: "test/scenarios/turn.test.ts", title: "runtime.md §2-§7: one turn in the file > a plain answer" },
      {
        file: "test/scenarios/leaving-the-stream.test.ts",
        title: "runtime.md §5 one tail for every exit > §5 completed: close, drain, usage, follow up",
      },
    ],
  },
  {
    id: "runtime-1-turn-one-abort",
    source: "runtime.md §1",
    contract: "One abort reaches everything that a turn has started.",
    tests: [
      {
        file: "test/scenarios/leaving-the-stream.test.ts",
        title: "runtime.md §5 an interrupt from every phase > §5 every call of the step gets its output, in issue order",
      },
      {
        file: "test/scenarios/tools.test.ts",
        title: "runtime.md §6 the pipeline > §6 Stop answers a waiting question; it is completed on screen and told as resolved",
      },
    ],
  },
  {
    id: "runtime-1-turn-settings-frozen",
    source: "runtime.md §1",
    contract: "Settings are read when a turn starts and hold until it ends.",
    tests: [
      {
        file: "test/runtime/session-manager.test.ts",
        title: "starting and closing > settings are read anew at the start of each turn",
      },
      {
        file: "test/runtime/session-manager.test.ts",
        title:
          "starting and closing > settings that change within a turn count for the next one: every step of a turn asks the model it began with",
      },
    ],
  },
  {
    id: "runtime-1-step-list-frozen",
    source: "runtime.md §1",
    contract: "A step advertises every tool with its words and schema, and a call is answered by that list.",
    tests: [
      {
        file: "test/scenarios/tools.test.ts",
        title: "runtime.md §6 the pipeline > §6 the list that a step advertises holds every tool's name, words and schema",
      },
      {
        file: "test/scenarios/calls.test.ts",
        title:
          "runtime.md §4 an output item is done > §4 calls that cannot be routed or parsed are answered in words under their own ids, in order",
      },
    ],
  },
  {
    id: "runtime-1-step-late-tool",
    source: "runtime.md §1",
    contract: "What a detached tool returns later enters no other step and no other turn.",
    tests: [
      {
        file: "test/scenarios/leaving-the-stream.test.ts",
        title:
          "runtime.md §5 one tail for every exit > §5 a tool that ignores the abort is detached after its grace, and its late result is dropped",
      },
    ],
  },
  {
    id: "runtime-1-in-flight-local",
    source: "runtime.md §1",
    contract: "The runs of one attempt are kept in the order in which the model issued them.",
    tests: [
      { file: "test/runtime/turn/in-flight.test.ts", title: "drain records in issue order, each output as it is reached" },
      { file: "test/runtime/turn/in-flight.test.ts", title: "nothing in flight: nothing to do" },
    ],
  },
  {
    id: "runtime-1-handler-owns-nothing",
    source: "runtime.md §1",
    contract: "Nothing that a tool started outlives the turn of its call.",
    tests: [
      {
        file: "test/scenarios/tools.test.ts",
        title: "runtime.md §6 the pipeline > §6 what a turn's tools leave behind ends with the turn, and the person is told",
      },
      {
        file: "test/adapters/tools/shell-endings.test.ts",
        title: "a command that leaves something running > %s: returns at the shell's exit; the turn's end ends it",
      },
    ],
  },
];
