// Responses that no provider should send, through the whole program: whatever comes, what is shown is what is in the file.
import { describe, expect, test } from "vitest";
import { blackBoxBreaches, linesOf, startHeadless, startThread, startTurn, turnEnd } from "../support/black-box";
import {
  argumentsDelta,
  call,
  callAdded,
  callDone,
  completed,
  created,
  failed,
  message,
  messageAdded,
  messageDone,
  reasoningAdded,
  reasoningDone,
  summaryDelta,
  textDelta,
} from "../support/provider-events";
import { type Chunk, type Step, cut, reply, replyWith, startScriptedModel } from "../support/scripted-model";
import { tempFolder } from "../support/temp-folder";

const echo = (word: string) => ({ command: `echo ${word}` });
const bye: Step = reply(created(), message("Bye."), completed());

/** What the first response holds, and how many outputs the thread has in the end. */
const responses: [name: string, outputs: number, chunks: Chunk[]][] = [
  [
    "a call under the id of the message that streams",
    1,
    [
      messageAdded("x"),
      textDelta("x", "He"),
      call("x", "shell", echo("1")),
      textDelta("x", "y"),
      messageDone("x", "Hey"),
      completed(),
    ],
  ],
  [
    "ids that differ only in what no file can hold",
    3,
    [
      call("c\ud800", "shell", echo("1"), { id: "1" }),
      call("c\ud801", "shell", echo("2"), { id: "2" }),
      call("c\ufffd", "shell", echo("3"), { id: "3" }),
      message("One", { id: "m\udc00" }),
      message("Two", { id: "m\udc01" }),
      completed(),
    ],
  ],
  [
    "summary parts numbered without sense, then a cut",
    0,
    [reasoningAdded("r"), summaryDelta("r", "a", -1), summaryDelta("r", "b", 1e9), summaryDelta("r", "c", 0.5), cut],
  ],
  [
    "summary parts numbered without sense",
    0,
    [reasoningAdded("r"), summaryDelta("r", "a", 1e9), reasoningDone("r", "a"), completed()],
  ],
  [
    "token counts that are no counts",
    1,
    [
      call("c", "shell", echo("1")),
      { type: "response.completed", response: { usage: { input_tokens: 1e308, output_tokens: 1e308 } } },
    ],
  ],
  [
    "two messages and two calls, interleaved",
    2,
    [
      [messageAdded("a"), textDelta("a", "A"), callAdded("k1", "shell"), argumentsDelta("k1", '{"comm'), messageAdded("b")],
      [textDelta("b", "X"), callAdded("k2", "shell"), argumentsDelta("k1", 'and":"echo 1"}'), callDone("k2", "shell", echo("2"))],
      [messageDone("a", "A"), callDone("k1", "shell", echo("1")), textDelta("b", "Y"), messageDone("b", "XY"), completed()],
    ],
  ],
  [
    "forty calls at once",
    40,
    [Array.from({ length: 40 }, (_, at) => call(`p${at}`, "shell", echo(String(at)))).flat(), completed()],
  ],
  [
    "names, arguments and paths of any kind",
    7,
    [
      call("n1", "sh\nell", {}),
      call("n2", "x".repeat(10_000), {}),
      call("n3", "__proto__", {}),
      call("n4", "shell", '{"command":"echo a\\u0000b"}'),
      call("n5", "read_file", '{"path":"a\\u0000b"}'),
      call("n6", "list_dir", '{"path":"\\udc00"}'),
      call("n7", "shell", echo("x".repeat(1_000_000))),
      completed(),
    ],
  ],
  [
    "more after the end",
    1,
    [call("c", "shell", echo("1")), completed(), call("d", "shell", echo("2")), failed("x"), completed()],
  ],
];

describe("a hostile provider", () => {
  test.each(responses)("%s", async (_name, outputs, chunks) => {
    const model = await startScriptedModel((_request, index) => (index === 0 ? reply(...chunks) : bye));
    const place = { home: tempFolder(), baseUrl: model.baseUrl };
    const program = await startHeadless(place);
    const id = await startThread(program, tempFolder());
    expect(await turnEnd(program, await startTurn(program, id, "go"))).toBe("completed");
    expect(await blackBoxBreaches(program, id, place)).toEqual([]);
    const recorded = linesOf(place.home, id).filter(
      (line) => line.type === "response_item" && line.payload.type === "function_call_output",
    );
    expect(recorded).toHaveLength(outputs);
    await model.close();
  });

  test("one call id in every response: each call runs, under an id of its own", async () => {
    const step = (index: number): Step =>
      index < 10 ? replyWith({ lineEnd: "\r" }, call("call_0", "shell", echo(`word${index}`), { id: "0" }), completed()) : bye;
    const model = await startScriptedModel((_request, index) => step(index));
    const place = { home: tempFolder(), baseUrl: model.baseUrl };
    const program = await startHeadless(place);
    const id = await startThread(program, tempFolder());
    expect(await turnEnd(program, await startTurn(program, id, "go"))).toBe("completed");
    expect(await blackBoxBreaches(program, id, place)).toEqual([]);
    const said = linesOf(place.home, id).flatMap((line) =>
      line.type === "cf_outcome" ? (/word\d/.exec(line.payload.output) ?? []) : [],
    );
    expect(said).toEqual(Array.from({ length: 10 }, (_, at) => `word${at}`));
    await model.close();
  });
});
