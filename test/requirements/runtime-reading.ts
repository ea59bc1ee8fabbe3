// The promises of runtime.md §3, each with the tests that would fail if it were broken.
import type { Requirement } from "./requirement";

export const runtimeReading: readonly Requirement[] = [
  {
    id: "runtime-3-only-done-and-completed",
    source: "runtime.md §3",
    contract: "Only a finished item and the end of the response are business; deltas move the screen and nothing else.",
    tests: [
      {
        file: "test/scenarios/reading.test.ts",
        title: "runtime.md §3 reading the stream > §3 deltas move the screen and nothing else",
      },
    ],
  },
  {
    id: "runtime-3-split-on-bytes",
    source: "runtime.md §3",
    contract: "The stream is split on bytes, and a character may lie in two of them.",
    tests: [
      {
        file: "test/adapters/model/sse-parser.test.ts",
        title: "sse-parser (runtime.md §3) > joins a character that was split between chunks (bug 101)",
      },
      {
        file: "test/adapters/model/sse-parser.test.ts",
        title: "sse-parser (runtime.md §3) > gives the same events however the bytes are cut",
      },
    ],
  },
  {
    id: "runtime-3-line-ends",
    source: "runtime.md §3",
    contract: "Lines may end in LF, CRLF or CR.",
    tests: [
      {
        file: "test/adapters/model/sse-parser.test.ts",
        title: "sse-parser (runtime.md §3) > takes lines that end in %j (bug 100)",
      },
      {
        file: "test/adapters/model/sse-parser.test.ts",
        title: "sse-parser (runtime.md §3) > does not take CR and LF in two chunks for an empty line (bug 99)",
      },
    ],
  },
  {
    id: "runtime-3-comments",
    source: "runtime.md §3",
    contract: "Comments are left out.",
    tests: [
      {
        file: "test/adapters/model/sse-parser.test.ts",
        title: "sse-parser (runtime.md §3) > leaves comments out and hands odd data over as it stands (bugs 103, 104)",
      },
    ],
  },
  {
    id: "runtime-3-byte-order-mark",
    source: "runtime.md §3",
    contract: "A byte order mark at the start is taken off.",
    tests: [
      {
        file: "test/adapters/model/sse-parser.test.ts",
        title: "sse-parser (runtime.md §3) > takes a byte order mark off, also when it is split",
      },
    ],
  },
  {
    id: "runtime-3-several-data-lines",
    source: "runtime.md §3",
    contract: "Several data lines of an event are joined.",
    tests: [
      {
        file: "test/adapters/model/sse-parser.test.ts",
        title: "sse-parser (runtime.md §3) > joins several data lines with a newline (bug 101)",
      },
    ],
  },
  {
    id: "runtime-3-no-event-name",
    source: "runtime.md §3",
    contract: "An event needs no name line.",
    tests: [
      {
        file: "test/adapters/model/responses-client.test.ts",
        title: "reading the stream (runtime.md §3) > is the same with %s",
        row: "no event names",
      },
    ],
  },
  {
    id: "runtime-3-done-mark",
    source: "runtime.md §3",
    contract: "The mark that other servers end a stream with is left out.",
    tests: [
      {
        file: "test/adapters/model/sse-parser.test.ts",
        title: "sse-parser (runtime.md §3) > leaves comments out and hands odd data over as it stands (bugs 103, 104)",
      },
      {
        file: "test/adapters/model/responses-client.test.ts",
        title: "reading the stream (runtime.md §3) > skips and counts data that makes no sense, and goes on",
      },
    ],
  },
  {
    id: "runtime-3-any-byte-rearms",
    source: "runtime.md §3",
    contract: "Any byte proves that the server lives.",
    tests: [
      {
        file: "test/adapters/model/responses-client.test.ts",
        title: "silence (runtime.md §3) > is broken by any byte: a comment, a keep-alive, a piece of an event (bug 106)",
      },
    ],
  },
  {
    id: "runtime-3-idle-before-headers",
    source: "runtime.md §3",
    contract: "The idle timer covers the wait for the headers too.",
    tests: [
      {
        file: "test/adapters/model/responses-client.test.ts",
        title: "silence (runtime.md §3) > is measured by our clock alone, from the request on, before the headers",
      },
    ],
  },
  {
    id: "runtime-3-idle-default",
    source: "runtime.md §3",
    contract: "Silence is waited for 300 seconds unless the settings say otherwise.",
    tests: [
      {
        file: "test/adapters/settings/settings-file.test.ts",
        title: "the settings file > chooses a provider and a model, with the defaults of what is not said",
      },
    ],
  },
  {
    id: "runtime-3-not-json",
    source: "runtime.md §3",
    contract: "Data that is no JSON is skipped and counted, and the person is told once the turn has gone on.",
    tests: [
      {
        file: "test/adapters/model/responses-client.test.ts",
        title: "reading the stream (runtime.md §3) > skips and counts data that makes no sense, and goes on",
      },
      {
        file: "test/scenarios/reading.test.ts",
        title:
          "runtime.md §3 reading the stream > §3 what could not be read is told once the outputs are recorded, and the turn goes on",
      },
    ],
  },
  {
    id: "runtime-3-completed-ends",
    source: "runtime.md §3",
    contract: "Nothing is read after completed, although the connection stays open.",
    tests: [
      {
        file: "test/adapters/model/responses-client.test.ts",
        title: "reading the stream (runtime.md §3) > ends at completed although the connection stays open, and closes it",
      },
      {
        file: "test/adapters/model/responses-client.test.ts",
        title: "reading the stream (runtime.md §3) > reads nothing after completed",
      },
      {
        file: "test/scenarios/reading.test.ts",
        title: "runtime.md §3 reading the stream > §3 completed ends reading at once: what comes behind it is not looked at",
      },
    ],
  },
  {
    id: "runtime-3-cut-is-retryable",
    source: "runtime.md §3",
    contract: "A stream that ends without completed, failed or incomplete was cut, and is asked again.",
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
    id: "runtime-3-failed-after-items",
    source: "runtime.md §3",
    contract: "A failure in the stream is told after the items that were read before it.",
    tests: [
      {
        file: "test/adapters/model/responses-client.test.ts",
        title: "an attempt that breaks (runtime.md §3, §11) > failed in the stream is told after the items that were read",
      },
      {
        file: "test/adapters/model/response-mapping.test.ts",
        title:
          "response-mapping: the other ends (runtime.md §3) > throws what the provider said about a failure, however it puts it",
      },
    ],
  },
];
