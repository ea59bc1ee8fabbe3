// What Codex expects of itself in the area «hooks», in our words, and the tests of ours that answer it.
import type { Requirement } from "./requirement";

export const codexHooks: readonly Requirement[] = [
  {
    id: "codex-hook-block-twice",
    source: "Codex, hooks",
    contract: "A stop hook blocks twice: three requests in one turn, the flag false, true, true, both prompts recorded.",
    tests: [
      {
        file: "test/scenarios/hooks.test.ts",
        title:
          "runtime.md §7 stop hooks > §7 one blocks twice in a turn: three requests, flag false, true, true, one turn, both prompts in the file and on screen",
      },
    ],
  },
  {
    id: "codex-hook-fragments",
    source: "Codex, hooks",
    contract: "Two hooks that block are both heard in the next request.",
    tests: [
      {
        file: "test/scenarios/hooks.test.ts",
        title:
          "runtime.md §7 stop hooks > §7 several: all are asked, whoever blocks is heard, in the order they are declared, in one message",
      },
    ],
  },
  {
    id: "codex-hook-resumed",
    source: "Codex, hooks",
    contract: "The prompt is still in the history of a thread that is opened again.",
    tests: [
      {
        file: "test/scenarios/hooks.test.ts",
        title:
          "runtime.md §7 stop hooks > §12 in a thread that is opened again the prompt is still there, on screen and for the model",
      },
    ],
  },
  {
    id: "codex-hook-large",
    source: "Codex, hooks",
    contract: "Words too long for the window.",
    differs: "Codex puts them into a file; ours are cut.",
    tests: [
      {
        file: "test/adapters/hooks/hook-answer.test.ts",
        title: "exit code 0 > a reason and a context that would fill the window are cut, on whole characters",
      },
    ],
  },
  {
    id: "codex-hook-prompt-blocked",
    source: "Codex, hooks",
    contract: "Blocked words are not sent; the context that came with the block is.",
    tests: [
      {
        file: "test/scenarios/prompt-hooks.test.ts",
        title: "userPromptSubmit hooks > context of what is held back is kept and reaches the model with the next prompt",
      },
    ],
  },
  {
    id: "codex-hook-prompt-blocked-where",
    source: "Codex, hooks",
    contract: "Blocked words.",
    differs: "Codex drops them; ours are at the front of the paused queue, to be changed and sent.",
    tests: [
      {
        file: "test/scenarios/prompt-hooks.test.ts",
        title:
          "userPromptSubmit hooks > a start is held back: the turn completes without asking the model; the input is at the front of the queue, which is paused; a notice says why",
      },
      {
        file: "test/scenarios/prompt-hooks.test.ts",
        title: "userPromptSubmit hooks > what was held back can be changed and sent on: it is asked about again then",
      },
    ],
  },
  {
    id: "codex-hook-prompt-earlier-accepted",
    source: "Codex, hooks",
    contract: "A steer that was accepted is sampled in the same turn although the one behind it is blocked.",
    tests: [
      {
        file: "test/scenarios/prompt-hooks.test.ts",
        title: "userPromptSubmit hooks > of two steers %s is held back: the other is sampled in the same turn",
      },
    ],
  },
  {
    id: "codex-hook-async",
    source: "Codex, hooks",
    contract: "Hooks that run beside the turn.",
    notApplicable: "Hooks are waited for.",
  },
  {
    id: "codex-hook-session",
    source: "Codex, hooks",
    contract: "Hooks of a session's start and end.",
    notApplicable: "There are no such hooks.",
  },
  {
    id: "codex-hook-pre-blocks",
    source: "Codex, hooks",
    contract: "A hook before a call blocks it: the reason is its output, and nothing happened.",
    tests: [
      {
        file: "test/scenarios/tool-hooks.test.ts",
        title:
          "runtime.md §6 preToolUse hooks > §6 one refuses: nothing has happened, nobody was asked, the model reads why, and the turn goes on",
      },
    ],
  },
  {
    id: "codex-hook-pre-rewrites",
    source: "Codex, hooks",
    contract: "It rewrites the arguments: only that happens, and it saw the original.",
    tests: [
      {
        file: "test/scenarios/tool-hooks.test.ts",
        title:
          "runtime.md §6 preToolUse hooks > §6 one rewrites the arguments: the hook saw those of the model, the tool those of the hook, the call stays as it was written",
      },
    ],
  },
  {
    id: "codex-hook-pre-context",
    source: "Codex, hooks",
    contract: "It adds context, also when it blocks.",
    tests: [
      {
        file: "test/scenarios/tool-hooks.test.ts",
        title:
          "runtime.md §6 preToolUse hooks > §6 context comes behind the outputs of its step, in the order it was said, also from a hook that refuses (I4)",
      },
    ],
  },
  {
    id: "codex-hook-pre-merged",
    source: "Codex, hooks",
    contract: "Hooks of several places run together.",
    tests: [
      {
        file: "test/adapters/hooks/command-hooks.test.ts",
        title: "several hooks > run at once, and their answers keep the order of declaration",
      },
      {
        file: "test/scenarios/tool-hooks.test.ts",
        title: "runtime.md §6 preToolUse hooks > §6 all reasons in order; a stop is a refusal too",
      },
    ],
  },
  {
    id: "codex-hook-pre-before-start",
    source: "Codex, hooks",
    contract: "A call that is blocked never counts as started.",
    tests: [
      {
        file: "test/scenarios/tool-hooks.test.ts",
        title:
          "runtime.md §6 preToolUse hooks > §6 one refuses: nothing has happened, nobody was asked, the model reads why, and the turn goes on",
      },
    ],
  },
  {
    id: "codex-hook-post-context",
    source: "Codex, hooks",
    contract: "A hook behind a call adds context.",
    tests: [
      {
        file: "test/scenarios/tool-hooks.test.ts",
        title: "runtime.md §6 postToolUse hooks > §6 its context comes behind the outputs",
      },
    ],
  },
  {
    id: "codex-hook-post-replaces",
    source: "Codex, hooks",
    contract: "It blocks, stops or exits with 2: the model reads its words, and it saw the real output.",
    tests: [
      {
        file: "test/scenarios/tool-hooks.test.ts",
        title:
          "runtime.md §6 postToolUse hooks > §6 one replaces what the model reads; it saw what really came; what was done stays done",
      },
      {
        file: "test/scenarios/tool-hooks.test.ts",
        title: "runtime.md §6 postToolUse hooks > §6 stop replaces it too, with its reason",
      },
      {
        file: "test/adapters/hooks/hook-answer.test.ts",
        title: "exit code 2 > blocks with what is on stderr, and stdout does not count",
      },
    ],
  },
  {
    id: "codex-hook-permission",
    source: "Codex, hooks",
    contract: "Hooks that answer approvals.",
    differs: "In Codex a hook can allow; in ours no hook gives a permission.",
    tests: [{ file: "test/adapters/hooks/hook-answer.test.ts", title: "preToolUse > allow permits nothing more than a pass" }],
  },
  {
    id: "codex-hook-code-mode",
    source: "Codex, hooks",
    contract: "Hooks around calls from code.",
    notApplicable: "There is no code mode.",
  },
  {
    id: "codex-hook-agents",
    source: "Codex, hooks",
    contract: "Hooks of sub-agents.",
    notApplicable: "There are no sub-agents.",
  },
  {
    id: "codex-hook-reason-continues",
    source: "Codex, hooks",
    contract: "A block with a reason makes the turn go on with it.",
    tests: [
      { file: "test/adapters/hooks/hook-answer.test.ts", title: "exit code 0 > block with a reason blocks" },
      {
        file: "test/scenarios/hooks.test.ts",
        title:
          "runtime.md §7 stop hooks > §7 one blocks twice in a turn: three requests, flag false, true, true, one turn, both prompts in the file and on screen",
      },
    ],
  },
  {
    id: "codex-hook-no-reason",
    source: "Codex, hooks",
    contract: "A block without one, or with a blank one, is a failure and blocks nothing.",
    tests: [
      {
        file: "test/adapters/hooks/hook-answer.test.ts",
        title: "exit code 0 > %j is a warning: a block without a reason blocks nothing",
      },
    ],
  },
  {
    id: "codex-hook-continue-false",
    source: "Codex, hooks",
    contract: "Continue false wins over a block.",
    tests: [{ file: "test/adapters/hooks/hook-answer.test.ts", title: "exit code 0 > continue: false wins over a block" }],
  },
  {
    id: "codex-hook-exit-two",
    source: "Codex, hooks",
    contract: "Exit code 2 takes only what is on stderr.",
    tests: [
      {
        file: "test/adapters/hooks/hook-answer.test.ts",
        title: "exit code 2 > blocks with what is on stderr, and stdout does not count",
      },
    ],
  },
  {
    id: "codex-hook-exit-two-silent",
    source: "Codex, hooks",
    contract: "Without anything there it blocks nothing.",
    tests: [{ file: "test/adapters/hooks/hook-answer.test.ts", title: "exit code 2 > with a blank stderr (%j) is a warning" }],
  },
  {
    id: "codex-hook-invalid-stdout",
    source: "Codex, hooks",
    contract: "Output that is none of the forms is a failure, not silence.",
    tests: [
      { file: "test/adapters/hooks/hook-answer.test.ts", title: "exit code 0 > text that is not JSON is a warning" },
      { file: "test/adapters/hooks/hook-answer.test.ts", title: "exit code 0 > JSON of another form (%j) is a warning" },
    ],
  },
  {
    id: "codex-hook-order",
    source: "Codex, hooks",
    contract: "Reasons are joined in the order of declaration.",
    tests: [
      {
        file: "test/runtime/turn/stop-hooks.test.ts",
        title: "runtime.md §7 what the stop hooks come to > those that block are heard in the order in which they are declared",
      },
      {
        file: "test/scenarios/hooks.test.ts",
        title:
          "runtime.md §7 stop hooks > §7 several: all are asked, whoever blocks is heard, in the order they are declared, in one message",
      },
    ],
  },
];
