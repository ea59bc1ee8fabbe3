// The promises of protocol.md §6, each with the tests that would fail if it were broken.
import type { Requirement } from "./requirement";

export const protocolSettings: readonly Requirement[] = [
  {
    id: "protocol-6-settings-validated",
    source: "protocol.md §6",
    contract: "Settings are validated, and what is wrong is named by its place.",
    tests: [
      {
        file: "test/shared/protocol/settings.test.ts",
        title: "protocol.md §6 settings of the whole turn > %s is refused, and the place is named",
      },
      {
        file: "test/adapters/settings/settings-file.test.ts",
        title:
          "the settings file > when it is broken > %j is told with line and reason, the defaults stay, with everything asked, and the file is not touched",
      },
    ],
  },
  {
    id: "protocol-6-settings-live",
    source: "protocol.md §6",
    contract: "They count at once after a change.",
    tests: [
      {
        file: "test/adapters/settings/settings-file.test.ts",
        title: "the settings file > counts at once after it has changed, without being watched",
      },
    ],
  },
  {
    id: "protocol-6-settings-last-good",
    source: "protocol.md §6",
    contract: "A broken file leaves the last good ones in force and is not overwritten.",
    tests: [
      {
        file: "test/adapters/settings/settings-file.test.ts",
        title: "the settings file > when it is broken > the last good settings stay in force until it is put right",
      },
    ],
  },
  {
    id: "protocol-6-settings-of-the-turn",
    source: "protocol.md §6",
    contract: "Hooks, dispatch, steer, compaction limit and reminder may be set, and each may be absent.",
    tests: [
      {
        file: "test/shared/protocol/settings.test.ts",
        title: "protocol.md §6 settings of the whole turn > all of them at once are taken as they are",
      },
      {
        file: "test/shared/protocol/settings.test.ts",
        title:
          "protocol.md §6 settings of the whole turn > each may be absent, and the two that can be switched off are off with null",
      },
    ],
  },
  {
    id: "protocol-6-stream-budget",
    source: "protocol.md §6",
    contract: "streamMaxRetries is the budget of a step.",
    tests: [
      { file: "test/scenarios/retry.test.ts", title: "runtime.md §11 retry > §11 a setting of 0 retries fails at once" },
      {
        file: "test/adapters/model/responses-client.test.ts",
        title: "ModelClient > has the limits it was given, or 5 retries and an unknown window",
      },
    ],
  },
  {
    id: "protocol-6-request-budget",
    source: "protocol.md §6",
    contract: "requestMaxRetries are extra quick tries before the headers, unseen.",
    tests: [
      {
        file: "test/adapters/model/responses-client.test.ts",
        title:
          "quick retries before a response has begun (setting requestMaxRetries) > follow a 5xx and a connection that closed before its headers, 200 ms × 2ⁿ ± 10 % apart, unseen",
      },
      {
        file: "test/adapters/model/responses-client.test.ts",
        title: "quick retries before a response has begun (setting requestMaxRetries) > are none unless they are asked for",
      },
    ],
  },
  {
    id: "protocol-6-environment",
    source: "protocol.md §6",
    contract: "A server that the environment names is connected without a settings file.",
    tests: [
      {
        file: "test/adapters/settings/settings-file.test.ts",
        title: "the settings file > the environment > connects a server without a settings file",
      },
    ],
  },
  {
    id: "protocol-6-hook-stdin",
    source: "protocol.md §6",
    contract: "A hook is told its event as JSON on stdin.",
    tests: [
      { file: "test/adapters/hooks/command-hooks.test.ts", title: "what a hook is told > %s: one line of JSON on stdin" },
      {
        file: "test/adapters/hooks/command-hooks.test.ts",
        title: "what a hook is told > a long input arrives whole, and a hook that does not read it is no fault",
      },
    ],
  },
  {
    id: "protocol-6-hook-block",
    source: "protocol.md §6",
    contract: "It blocks with a decision and a reason.",
    tests: [{ file: "test/adapters/hooks/hook-answer.test.ts", title: "exit code 0 > block with a reason blocks" }],
  },
  {
    id: "protocol-6-hook-continue-false",
    source: "protocol.md §6",
    contract: "It stops with continue false, which wins over a block.",
    tests: [
      { file: "test/adapters/hooks/hook-answer.test.ts", title: "exit code 0 > continue: false stops" },
      { file: "test/adapters/hooks/hook-answer.test.ts", title: "exit code 0 > continue: false wins over a block" },
    ],
  },
  {
    id: "protocol-6-hook-exit-two",
    source: "protocol.md §6",
    contract: "Exit code 2 blocks with what is on stderr.",
    tests: [
      {
        file: "test/adapters/hooks/hook-answer.test.ts",
        title: "exit code 2 > blocks with what is on stderr, and stdout does not count",
      },
    ],
  },
  {
    id: "protocol-6-hook-other-exit",
    source: "protocol.md §6",
    contract: "Another exit code is a warning.",
    tests: [
      { file: "test/adapters/hooks/hook-answer.test.ts", title: "what is no answer is a warning that says what to do > %s" },
    ],
  },
  {
    id: "protocol-6-hook-crash",
    source: "protocol.md §6",
    contract: "A hook that cannot run or crashes is a warning.",
    tests: [
      {
        file: "test/adapters/hooks/command-hooks.test.ts",
        title: "a hook that cannot run is a warning > a command that is not there",
      },
      { file: "test/adapters/hooks/hook-endings.test.ts", title: "a hook that a signal ends is a warning" },
    ],
  },
  {
    id: "protocol-6-hook-timeout",
    source: "protocol.md §6",
    contract: "A hook that takes too long is ended, with all it started, and is a warning.",
    tests: [
      { file: "test/adapters/hooks/hook-endings.test.ts", title: "the time limit > ends %s within 2 s" },
      {
        file: "test/adapters/hooks/hook-answer.test.ts",
        title: "what is no answer is a warning that says what to do > timed out",
      },
    ],
  },
  {
    id: "protocol-6-hook-default-limit",
    source: "protocol.md §6",
    contract: "A hook has 60 seconds unless the settings say otherwise.",
    tests: [
      { file: "test/adapters/hooks/hook-endings.test.ts", title: "the time limit > is 60 s where the settings say nothing" },
      {
        file: "test/adapters/hooks/hook-endings.test.ts",
        title: "the time limit > is the settings' own for each hook, and the others' answers stand",
      },
    ],
  },
  {
    id: "protocol-6-hook-garbage",
    source: "protocol.md §6",
    contract: "Output that is no answer is a warning.",
    tests: [
      { file: "test/adapters/hooks/hook-answer.test.ts", title: "exit code 0 > text that is not JSON is a warning" },
      { file: "test/adapters/hooks/hook-answer.test.ts", title: "exit code 0 > JSON of another form (%j) is a warning" },
    ],
  },
  {
    id: "protocol-6-hook-no-reason",
    source: "protocol.md §6",
    contract: "A block without a reason is a warning.",
    tests: [
      {
        file: "test/adapters/hooks/hook-answer.test.ts",
        title: "exit code 0 > %j is a warning: a block without a reason blocks nothing",
      },
    ],
  },
  {
    id: "protocol-6-hook-outlives-nothing",
    source: "protocol.md §6",
    contract: "No process of a hook outlives its turn.",
    tests: [
      {
        file: "test/adapters/hooks/command-hooks.test.ts",
        title: "nothing is left of a hook: no process, no open file, nothing on the disk",
      },
      {
        file: "test/adapters/hooks/hook-endings.test.ts",
        title: "a hook that exits and leaves something running > %s: its answer counts, and what it left is ended within 2 s",
      },
    ],
  },
  {
    id: "protocol-6-prompt-hook-blocks",
    source: "protocol.md §6",
    contract: "Input that a hook holds back goes to the front of the paused queue, with the reason said.",
    tests: [
      {
        file: "test/scenarios/prompt-hooks.test.ts",
        title:
          "userPromptSubmit hooks > a start is held back: the turn completes without asking the model; the input is at the front of the queue, which is paused; a notice says why",
      },
      {
        file: "test/runtime/turn/admit-input.test.ts",
        title:
          "userPromptSubmit > %s: nothing is lost, it goes to the front of the queue, which is paused, and the reason is said",
      },
    ],
  },
  {
    id: "protocol-6-prompt-hook-context",
    source: "protocol.md §6",
    contract: "What a hook wants the model to know stands before the input it is about.",
    tests: [
      {
        file: "test/scenarios/prompt-hooks.test.ts",
        title: "userPromptSubmit hooks > context stands before the prompt it is about",
      },
    ],
  },
  {
    id: "protocol-6-demo",
    source: "protocol.md §6",
    contract: "The demo answers behind the same adapter without any connection.",
    tests: [
      {
        file: "test/adapters/model/demo-provider.test.ts",
        title: "the demo provider > refuses other addresses, as a server would",
      },
      {
        file: "test/e2e/security.spec.ts",
        title: "no process of the app talks to another machine before a provider is set, a whole demo turn included",
      },
    ],
  },
];
