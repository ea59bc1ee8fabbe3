import { describe, expect, it } from "vitest";
import { wishesOf } from "../../../electron/adapters/model/demo-wishes";

/** The calls of each wish, or its type. */
function calls(text: string): unknown[] {
  return wishesOf(text).map((wish) =>
    wish.type === "work" ? wish.calls.map(({ tool, args }) => [tool, ...Object.values(args)].join(" ")).join(" & ") : wish.type,
  );
}

describe("the demo's understanding", () => {
  it.each([
    ["list the files here", ["list_dir ."]],
    ["What files are in this folder?", ["list_dir ."]],
    ["List the files in src/app.", ["list_dir src/app"]],
    ["ls", ["list_dir ."]],
    ["read README.md and summarise it", ["read_file README.md"]],
    ["Please read the README", ["read_file README"]],
    ["summarize `notes and more.txt`", ["read_file notes and more.txt"]],
    ["show me src/index.ts.", ["read_file src/index.ts"]],
    ["run the tests", ["shell npm test"]],
    ["Run all the tests, please", ["shell npm test"]],
    ["run ls -la | head", ["shell ls -la | head"]],
    ["Can you run `git status`?", ["shell git status"]],
    ["`echo a & echo b`", ["shell echo a & echo b"]],
    ["run if true; then echo yes; fi", ["shell if true; then echo yes; fi"]],
    ["run sleep 5", ["shell sleep 5"]],
    ["run cd ..", ["shell cd .."]],
    ["wait 3 seconds", ["clock_sleep 3"]],
    ["sleep for 1.5s", ["clock_sleep 1.5"]],
    ["wait 2 minutes", ["clock_sleep 120"]],
    ["wait 3 more seconds", ["clock_sleep 3"]],
    ["wait a minute", ["clock_sleep 60"]],
    ["pause ten seconds", ["clock_sleep 10"]],
    ["wait 2 h", ["clock_sleep 7200"]],
    ["wait 500 ms", ["clock_sleep 0.5"]],
    ["WHAT TIME IS IT", ["clock_current_time"]],
    ["write notes.txt saying hello", ["apply_patch *** Begin Patch\n*** Add File: notes.txt\n+hello\n*** End Patch"]],
    [
      "add the line see below to README.md",
      ["apply_patch *** Begin Patch\n*** Update File: README.md\n@@\n+see below\n*** End of File\n*** End Patch"],
    ],
    ["delete the file notes.txt", ["apply_patch *** Begin Patch\n*** Delete File: notes.txt\n*** End Patch"]],
    ["search for tide in src", ["grep tide src"]],
    ["show me the image logo.png", ["view_image logo.png"]],
    ["run npm i outside the sandbox", ["shell npm i true You asked for it in these words."]],
    ["do these three things at once", ["list_dir . & read_file README.md & shell echo three things at once"]],
    ["list the files here, then wait 2 seconds and then run the tests", ["list_dir .", "clock_sleep 2", "shell npm test"]],
    ["List the files. Then read README.md.", ["list_dir .", "read_file README.md"]],
    ["compact", ["new_context"]],
    ["Please compact the window", ["new_context"]],
    ["start a new context", ["new_context"]],
    ["begin a fresh window, then list the files here", ["new_context", "list_dir ."]],
    ["show me markdown", ["markdown"]],
    ["say 5,000 words", ["words"]],
    ["wait for me", ["unknown"]],
    ["Hello!", ["unknown"]],
    ["", []],
  ])("%j", (text, expected) => {
    expect(calls(text)).toEqual(expected);
  });
});
