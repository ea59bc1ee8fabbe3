// The promises of runtime.md §3, each with the tests that would fail if it were broken.
import type { Requirement } from "./requirement";

export const runtimeReadingIds: readonly Requirement[] = [
  {
    id: "runtime-3-rebuilt-from-list",
    source: "runtime.md §3",
    contract: "Items that were never done are built from the list of the response.",
    tests: [
      {
        file: "test/adapters/model/response-mapping.test.ts",
        title:
          "response-mapping: what servers leave out or number differently > builds items that were never done from the response's own list (bug 111)",
      },
    ],
  },
  {
    id: "runtime-3-rebuilt-from-deltas",
    source: "runtime.md §3",
    contract: "Without a list they are built from their deltas.",
    tests: [
      {
        file: "test/adapters/model/response-mapping.test.ts",
        title: "response-mapping: what servers leave out or number differently > else from their deltas (bug 111)",
      },
    ],
  },
  {
    id: "runtime-3-missing-ids",
    source: "runtime.md §3",
    contract: "Items and calls without an id get one, once.",
    tests: [
      {
        file: "test/adapters/model/response-mapping.test.ts",
        title:
          "response-mapping: what servers leave out or number differently > makes ids for a call that has none, once (bug 107)",
      },
      { file: "test/runtime/turn/streaming-items.test.ts", title: "StreamingItems > a missing, empty or used id is replaced" },
    ],
  },
  {
    id: "runtime-3-first-id",
    source: "runtime.md §3",
    contract: "The first id seen of an item is the one that counts.",
    tests: [
      {
        file: "test/scenarios/reading.test.ts",
        title:
          "runtime.md §3 reading the stream > §3 the first id seen of a streamed item is canonical, and it is one item on screen",
      },
      {
        file: "test/adapters/model/response-mapping.test.ts",
        title:
          "response-mapping: what servers leave out or number differently > keeps the first ids seen and matches by position when the ids change on the way (bug 112)",
      },
    ],
  },
  {
    id: "runtime-3-same-call-once",
    source: "runtime.md §3",
    contract: "The same call twice in one attempt runs once.",
    tests: [
      {
        file: "test/scenarios/reading.test.ts",
        title: "runtime.md §3 reading the stream > §3 the same call twice in one attempt is dispatched once",
      },
      {
        file: "test/adapters/model/response-mapping.test.ts",
        title:
          "response-mapping: what servers leave out or number differently > never runs a call twice that stands in the deltas, in the end and in the list (bug 28)",
      },
    ],
  },
  {
    id: "runtime-3-used-id-fresh",
    source: "runtime.md §3",
    contract: "A different call under a used id gets a fresh id before it is recorded.",
    tests: [
      {
        file: "test/scenarios/reading.test.ts",
        title:
          "runtime.md §3 reading the stream > §3 a different call under a used call id gets a fresh id before it is recorded",
      },
      {
        file: "test/scenarios/reading.test.ts",
        title: "runtime.md §3 reading the stream > §3 the same id in a later step is another call, even with the same arguments",
      },
      {
        file: "test/black-box/hostile-provider.test.ts",
        title: "a hostile provider > one call id in every response: each call runs, under an id of its own",
      },
    ],
  },
  {
    id: "runtime-3-end-turn-false",
    source: "runtime.md §3",
    contract: "A response that says it is not the end of the turn is followed by another step without a call.",
    tests: [
      {
        file: "test/scenarios/reading.test.ts",
        title: "runtime.md §3 reading the stream > §3 end_turn false asks for another step without a call",
      },
      {
        file: "test/adapters/model/response-mapping.test.ts",
        title:
          "response-mapping: an item's start, deltas and end (runtime.md §3) > asks for another step when end_turn is false, and only then",
      },
    ],
  },
  {
    id: "runtime-3-malformed-harmless",
    source: "runtime.md §3",
    contract: "Events that are malformed, unknown, doubled or out of place harm neither turn nor program.",
    tests: [
      { file: "test/black-box/hostile-provider.test.ts", title: "a hostile provider > %s" },
      {
        file: "test/adapters/model/response-mapping.test.ts",
        title:
          "response-mapping: what servers leave out or number differently > skips and counts what makes no sense, and leaves unknown kinds out",
      },
    ],
  },
  {
    id: "runtime-3-text-is-no-call",
    source: "runtime.md §3",
    contract: "Only structured items are calls: what merely looks like one in text stays text.",
    tests: [
      {
        file: "test/adapters/model/response-mapping.test.ts",
        title: "response-mapping: only structured items are calls (bug 19) > %s in a message is text",
      },
      {
        file: "test/adapters/model/response-mapping.test.ts",
        title:
          "response-mapping: only structured items are calls (bug 19) > in a summary of its thoughts, a refusal or arguments as well",
      },
    ],
  },
];
