// What Codex expects of itself in the area «early close», in our words, and the tests of ours that answer it.
import type { Requirement } from "./requirement";

export const codexEarlyClose: readonly Requirement[] = [
  {
    id: "codex-early-close-retried",
    source: "Codex, early close",
    contract: "A stream that closes before its end is asked again, and the turn completes.",
    tests: [
      {
        file: "test/scenarios/retry.test.ts",
        title:
          "runtime.md §11 retry > §5 of a failed attempt neither its last words nor its wish to go on count; its recorded items stay",
      },
      {
        file: "test/black-box/cut-stream.test.ts",
        title: "each tool runs once, wherever the stream is cut; the retry holds the pairs and asks only for what is missing",
      },
    ],
  },
  {
    id: "codex-no-connection",
    source: "Codex, early close",
    contract: "A server that cannot be reached uses no budget; the wait is told, and the turn ends without an error.",
    tests: [
      {
        file: "test/scenarios/retry.test.ts",
        title: "runtime.md §11 retry > §11 the network's waits do not use the stream's budget",
      },
      {
        file: "test/scenarios/retry.test.ts",
        title:
          "runtime.md §11 retry > §11 no connection: 5, 10, 20, 40, 60, 60 seconds, without budget, shown as waiting for the network",
      },
      { file: "test/scenarios/retry.test.ts", title: "runtime.md §11 retry > §11 a recovered turn ends without a stale error" },
    ],
  },
  {
    id: "codex-no-connection-delays",
    source: "Codex, early close",
    contract: "It is tried after 5, then 10 seconds.",
    tests: [
      {
        file: "test/scenarios/retry.test.ts",
        title:
          "runtime.md §11 retry > §11 no connection: 5, 10, 20, 40, 60, 60 seconds, without budget, shown as waiting for the network",
      },
    ],
  },
  {
    id: "codex-fail-then-next",
    source: "Codex, early close",
    contract: "After failures beyond the budget the turn ends with the same error, and the next one works.",
    tests: [
      {
        file: "test/scenarios/retry.test.ts",
        title:
          "runtime.md §11 retry > §11 a cut stream is retried 5 times, 200 ms × 2ⁿ ± 10 %, each told as n of 5; then the turn fails with what to do",
      },
      {
        file: "test/scenarios/retry.test.ts",
        title: "runtime.md §11 retry > §11 the turn after one that failed is like any other",
      },
    ],
  },
  {
    id: "codex-quota-once",
    source: "Codex, early close",
    contract: "A quota that is used up is one error, in words.",
    tests: [
      {
        file: "test/adapters/model/error-mapping.test.ts",
        title: "error-mapping: what is said > says for a quota when to come back, if the server says so",
      },
      {
        file: "test/scenarios/retry.test.ts",
        title: "runtime.md §11 retry > §11 rejected ($code) is terminal, with what the person can do",
        row: "quotaExceeded",
      },
    ],
  },
  {
    id: "codex-unavailable-header",
    source: "Codex, early close",
    contract: "A server that is unavailable is tried again.",
    differs: "Codex takes its own 200 ms although a header asks for a second; ours waits as long as the header asks.",
    tests: [
      {
        file: "test/scenarios/retry.test.ts",
        title: "runtime.md §11 rate limited and overloaded > §11 %s with advice: exactly that wait, told with its end and n of 5",
      },
      {
        file: "test/adapters/model/error-mapping.test.ts",
        title: "error-mapping: by status (runtime.md §11) > a server that is unavailable and says until when is overloaded",
      },
    ],
  },
  {
    id: "codex-unavailable-exhausted",
    source: "Codex, early close",
    contract: "Without advice it is tried after 200 and 400 ms, and then fails once.",
    tests: [
      {
        file: "test/scenarios/retry.test.ts",
        title:
          "runtime.md §11 retry > §11 a cut stream is retried 5 times, 200 ms × 2ⁿ ± 10 %, each told as n of 5; then the turn fails with what to do",
      },
      {
        file: "test/scenarios/retry.test.ts",
        title: "runtime.md §11 rate limited and overloaded > §11 without advice it is the back-off of any retry",
      },
    ],
  },
  {
    id: "codex-stream-limit-header",
    source: "Codex, early close",
    contract: "A limit that the stream tells is tried again.",
    differs: "Codex takes its own 200 ms although a header asks for longer; ours waits as long as the header asks.",
    tests: [
      {
        file: "test/adapters/model/responses-client.test.ts",
        title:
          "a refusal (runtime.md §11) > a limit in the stream is RateLimited after what was read, by its words or by the response's headers",
      },
    ],
  },
  {
    id: "codex-stream-failure-exhausted",
    source: "Codex, early close",
    contract: "A failure in the stream is retried within the budget, and then fails once.",
    tests: [
      {
        file: "test/scenarios/retry.test.ts",
        title:
          "runtime.md §11 rate limited and overloaded > §11 it uses the budget, together with cuts; when that is used the turn fails with the time to come back",
      },
    ],
  },
  {
    id: "codex-advice-in-words",
    source: "Codex, early close",
    contract: "Advice in the words of a limit is waited for exactly.",
    tests: [
      {
        file: "test/scenarios/retry.test.ts",
        title: "runtime.md §11 rate limited and overloaded > §11 %s with advice: exactly that wait, told with its end and n of 5",
      },
      { file: "test/adapters/model/advised-wait.test.ts", title: "advised-wait: the words of a refusal (runtime.md §11) > %s" },
    ],
  },
  {
    id: "codex-advice-words-first",
    source: "Codex, early close",
    contract: "Advice in words wins over that of a header.",
    tests: [
      {
        file: "test/adapters/model/error-mapping.test.ts",
        title: "error-mapping: what is said > gives advice as a wait and as an instant, the words before the headers",
      },
    ],
  },
  {
    id: "codex-overload-terminal",
    source: "Codex, early close",
    contract: "An overloaded server in the stream ends the turn.",
    differs: "Codex ends at once with one error; ours tries again within the budget.",
    tests: [
      { file: "test/runtime/turn/retry.test.ts", title: "runtime.md §11 429 and overloaded > overloaded is no different" },
      {
        file: "test/scenarios/retry.test.ts",
        title:
          "runtime.md §11 rate limited and overloaded > §11 it uses the budget, together with cuts; when that is used the turn fails with the time to come back",
      },
    ],
  },
  {
    id: "codex-limit-terminal",
    source: "Codex, early close",
    contract: "A 429 ends the turn.",
    differs: "Codex ends at once; ours waits as advised up to a minute and tries again within the budget.",
    tests: [
      {
        file: "test/scenarios/retry.test.ts",
        title:
          "runtime.md §11 rate limited and overloaded > §11 60 seconds are waited for; of 61 the turn fails at once, with the time to come back",
      },
      {
        file: "test/adapters/model/responses-client.test.ts",
        title: "a refusal (runtime.md §11) > a 429 is RateLimited with the advice in %s",
      },
    ],
  },
  {
    id: "codex-error-classes",
    source: "Codex, early close",
    contract: "Errors in the stream are classified: full window, quota, content policy, malformed request.",
    tests: [
      {
        file: "test/adapters/model/error-mapping.test.ts",
        title: "error-mapping: by code (runtime.md §11) > %s is %s, in the stream and with a status",
      },
      {
        file: "test/adapters/model/error-mapping.test.ts",
        title: "error-mapping: by code (runtime.md §11) > invalid_prompt is what its words say: too long, flagged, or malformed",
      },
    ],
  },
  {
    id: "codex-missing-completed",
    source: "Codex, early close",
    contract: "A stream without its end is an error of the attempt.",
    tests: [
      {
        file: "test/scenarios/reading.test.ts",
        title: "runtime.md §3 reading the stream > §3 a stream that ends without completed was cut: it is asked again",
      },
      {
        file: "test/adapters/model/responses-client.test.ts",
        title:
          "an attempt that breaks (runtime.md §3, §11) > %s: what was whole is told, what was not is not, then StreamDisconnected",
      },
    ],
  },
  {
    id: "codex-completed-without-close",
    source: "Codex, early close",
    contract: "The end counts although the connection stays open.",
    tests: [
      {
        file: "test/adapters/model/responses-client.test.ts",
        title: "reading the stream (runtime.md §3) > ends at completed although the connection stays open, and closes it",
      },
    ],
  },
  {
    id: "codex-event-kinds",
    source: "Codex, early close",
    contract: "Every kind of event is taken for what it is, and unknown ones are skipped.",
    tests: [
      {
        file: "test/adapters/model/response-mapping.test.ts",
        title:
          "response-mapping: what servers leave out or number differently > skips and counts what makes no sense, and leaves unknown kinds out",
      },
      {
        file: "test/adapters/model/response-mapping.test.ts",
        title: "response-mapping: an item's start, deltas and end (runtime.md §3) > tells a message under one key",
      },
    ],
  },
  {
    id: "codex-advised-wait-forms",
    source: "Codex, early close",
    contract: "Advice is read as milliseconds, fractions of seconds and seconds.",
    tests: [
      { file: "test/adapters/model/advised-wait.test.ts", title: "advised-wait: the words of a refusal (runtime.md §11) > %s" },
      {
        file: "test/adapters/model/advised-wait.test.ts",
        title: "advised-wait: the headers of a response (runtime.md §11) > takes seconds, whole or not, and dates",
      },
    ],
  },
  {
    id: "codex-websockets",
    source: "Codex, early close",
    contract: "A socket that fails is replaced by plain HTTP, counted and sticky as it should be.",
    notApplicable: "There is one transport, HTTP.",
  },
];
