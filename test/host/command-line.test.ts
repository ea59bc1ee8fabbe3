import { expect, test } from "vitest";
import { parseCommandLine } from "./command-line";

test("a test runner's command line: loader, ports, switches, then the app and its own arguments", () => {
  const argv = [
    "-r",
    "/loader.js",
    "--no-sandbox",
    "--inspect=0",
    "--remote-debugging-port=0",
    "--lang=de",
    "/app",
    "--headed",
    "a.jsonl",
  ];
  expect(parseCommandLine(argv, {})).toEqual({
    kind: "run",
    application: "/app",
    requires: ["/loader.js"],
    inspectPort: 0,
    debuggingPort: 0,
    isHeaded: false,
    hasNoSandbox: true,
    switches: [["lang", "de"]],
    applicationArguments: argv,
  });
});

test("headed by option or environment; the option is the host's own and the app does not see it", () => {
  expect(parseCommandLine(["--headed", "."], {})).toMatchObject({
    isHeaded: true,
    application: ".",
    applicationArguments: ["."],
  });
  expect(parseCommandLine(["."], { ELECTRON_HOST_HEADED: "1" })).toMatchObject({ isHeaded: true });
});

test("without an app the current folder is meant, and nothing listens", () => {
  expect(parseCommandLine([], {})).toMatchObject({
    kind: "run",
    application: ".",
    inspectPort: undefined,
    debuggingPort: undefined,
    hasNoSandbox: false,
  });
});

test("questions instead of a run, and a loader without its module", () => {
  expect(parseCommandLine(["--version"], {})).toEqual({ kind: "version" });
  expect(parseCommandLine(["--print-browser"], {})).toEqual({ kind: "print-browser" });
  expect(parseCommandLine(["-r"], {})).toEqual({ kind: "refused", reason: "-r needs a module" });
});
