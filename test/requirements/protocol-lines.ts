// The promises of protocol.md §5, each with the tests that would fail if it were broken.
import type { Requirement } from "./requirement";

export const protocolLines: readonly Requirement[] = [
  {
    id: "protocol-5-line-envelope",
    source: "protocol.md §5",
    contract: "A line is an ASCII object with timestamp, type and payload.",
    tests: [
      {
        file: "test/shared/protocol/rollout-line.test.ts",
        title: "encodeLine > property: the line is ASCII on one line, so a file cut at any byte is valid UTF-8",
      },
      { file: "test/shared/protocol/rollout-line.test.ts", title: "encodeLine > envelope members stand in Codex's order" },
    ],
  },
  {
    id: "protocol-5-file-place",
    source: "protocol.md §5",
    contract: "The file lies under its local date.",
    tests: [
      {
        file: "test/adapters/rollout/jsonl-store.test.ts",
        title: "the JSONL store on disk > the file lies under its local date with its local time and its thread's id",
      },
    ],
  },
  {
    id: "protocol-5-full-outputs",
    source: "protocol.md §5",
    contract: "The full text of an output lies in a file of at most 64 MiB.",
    tests: [
      { file: "test/adapters/tools/shell-output.test.ts", title: "the file ends at 64 MiB while the command goes on to its end" },
    ],
  },
  {
    id: "protocol-5-line-sleep",
    source: "protocol.md §5",
    contract: "A sleep that ran has Codex's completed Sleep item beside its output.",
    tests: [
      {
        file: "test/runtime/history/output-lines.test.ts",
        title: "protocol.md §5: a sleep that ran has Codex's item beside it, with what the model asked for",
      },
    ],
  },
  {
    id: "protocol-5-line-cf-input",
    source: "protocol.md §5",
    contract: "cf_input is there before the reply, with how it came.",
    tests: [
      {
        file: "test/scenarios/recording.test.ts",
        title:
          "runtime.md §2 recording > §2 barriers stand at the accepted input, at a call that changes the world, and at the end",
      },
      { file: "test/shared/protocol/wire-shapes.test.ts", title: "rollout lines > %s is read, and written again as it was" },
    ],
  },
  {
    id: "protocol-5-line-cf-input-end",
    source: "protocol.md §5",
    contract: "cf_input_end says what became of it.",
    tests: [
      {
        file: "test/runtime/history/input-projection.test.ts",
        title: "input for a turn > is open until it is sampled or goes back, in the order it came",
      },
      {
        file: "test/scenarios/example-rollout.test.ts",
        title: "a whole rollout: an answer, calls of every end, a sleep, a steer, and an interrupt",
      },
    ],
  },
  {
    id: "protocol-5-line-cf-running",
    source: "protocol.md §5",
    contract: "cf_running is there once a run is past approval and gate.",
    tests: [
      {
        file: "test/scenarios/tools.test.ts",
        title:
          "runtime.md §6 the pipeline > §6 lookup, arguments, approval, gate, run: each once, in this order, all in the rollout",
      },
    ],
  },
  {
    id: "protocol-5-line-cf-outcome",
    source: "protocol.md §5",
    contract: "cf_outcome is there once a run has ended.",
    tests: [
      {
        file: "test/scenarios/leaving-the-stream.test.ts",
        title: "runtime.md §5 one tail for every exit > §5 the outcome is written at once, the output at the drain",
      },
    ],
  },
  {
    id: "protocol-5-line-cf-approval",
    source: "protocol.md §5",
    contract: "Question and decision are lines of their own.",
    tests: [
      {
        file: "test/scenarios/tools.test.ts",
        title:
          "runtime.md §6 the pipeline > §6 lookup, arguments, approval, gate, run: each once, in this order, all in the rollout",
      },
    ],
  },
  {
    id: "protocol-5-line-cf-superseded",
    source: "protocol.md §5",
    contract: "cf_superseded keeps partial text of a failed attempt.",
    tests: [
      {
        file: "test/scenarios/leaving-the-stream.test.ts",
        title:
          "runtime.md §5 one tail for every exit > §5 partial text of a failed attempt stays as superseded and is never in a prompt",
      },
    ],
  },
  {
    id: "protocol-5-line-cf-queue",
    source: "protocol.md §5",
    contract: "cf_queue holds every change of the queue.",
    tests: [
      { file: "test/runtime/input/follow-up-queue.test.ts", title: "changes > update, delete, reorder: each is one record" },
      { file: "test/runtime/history/input-projection.test.ts", title: "the queue: every change of it > pause and resume" },
    ],
  },
  {
    id: "protocol-5-line-cf-mail",
    source: "protocol.md §5",
    contract: "cf_mail is there once mail is accepted; without it mail was not.",
    tests: [
      {
        file: "test/scenarios/mail.test.ts",
        title:
          "runtime.md §12 mail and crashes > §12 mail of which only the first line is on disk was not acknowledged and is not delivered",
      },
    ],
  },
  {
    id: "protocol-5-line-cf-notice",
    source: "protocol.md §5",
    contract: "cf_notice keeps what the person was told.",
    tests: [
      {
        file: "test/runtime/turn/stop-hooks.test.ts",
        title: "asking them > one that failed is a warning that stays, and the others count",
      },
      {
        file: "test/scenarios/compaction-faults.test.ts",
        title: "runtime.md §10 the compaction fails > §10 manual: the turn fails; the next one is as if nothing had been",
      },
    ],
  },
  {
    id: "protocol-5-closed-table",
    source: "protocol.md §5",
    contract: "The lines that we write are a closed table, each with an example.",
    tests: [
      {
        file: "test/shared/protocol/wire-shapes.test.ts",
        title: "rollout lines > each has its fixture: the closed table of protocol.md §5 as this version has it",
      },
    ],
  },
  {
    id: "protocol-5-tolerant-reader",
    source: "protocol.md §5",
    contract: "A line that this version does not know is kept as it came.",
    tests: [
      {
        file: "test/shared/protocol/rollout-line.test.ts",
        title: "encodeLine > members that this version does not know are written as they came",
      },
      { file: "test/shared/protocol/rollout-line.test.ts", title: "parseLine > %s %j is unknown, and its text is kept" },
    ],
  },
  {
    id: "protocol-5-twins-skipped",
    source: "protocol.md §5",
    contract: "The twins that Codex reads stand in one record with their items, and are skipped when read.",
    tests: [
      {
        file: "test/scenarios/recording.test.ts",
        title: "runtime.md §2 recording > §2 one record is one write: an item and its twin go out together",
      },
      { file: "test/runtime/history/item-projection.test.ts", title: "words > the twins that Codex reads say nothing" },
    ],
  },
  {
    id: "protocol-5-torn-record",
    source: "protocol.md §5",
    contract: "A record that a crash has cut between its lines loses nothing and doubles nothing.",
    tests: [
      {
        file: "test/runtime/history/input-projection.test.ts",
        title:
          "runtime.md §12 a crash between the lines of one record > steers back into the queue: each is in one place, never in none and never in two",
      },
      {
        file: "test/runtime/history/input-projection.test.ts",
        title: "runtime.md §12 a crash between the lines of one record > out of the queue",
      },
      {
        file: "test/runtime/history/resume.test.ts",
        title:
          "runtime.md §12 what waited comes back, paused > a person's words and mail that a torn record has marked as said are said",
      },
    ],
  },
  {
    id: "protocol-5-surrogates",
    source: "protocol.md §5",
    contract: "Unpaired surrogates are replaced, in memory as in the file.",
    tests: [
      {
        file: "test/shared/protocol/rollout-line.test.ts",
        title: "encodeLine > an unpaired surrogate is replaced wherever it stands",
      },
      {
        file: "test/shared/protocol/rollout-line.test.ts",
        title: "encodeLine > the words of queue, mail, summaries and hooks are cleaned like all others: memory equals the file",
      },
    ],
  },
  {
    id: "protocol-5-old-compaction",
    source: "protocol.md §5",
    contract: "A compaction of another program is read too.",
    tests: [
      {
        file: "test/runtime/history/item-projection.test.ts",
        title: "compaction > one of another program has a summary and nothing else; its event says nothing more",
      },
      {
        file: "test/runtime/history/transcript.test.ts",
        title: "Transcript > a compaction without a window (2025) leaves it as it was",
      },
    ],
  },
];
