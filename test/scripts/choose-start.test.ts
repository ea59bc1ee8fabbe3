import { expect, test } from "vitest";
import type { StartChoice, StartFacts } from "../../scripts/choose-start.mjs";
import { chooseStart } from "../../scripts/choose-start.mjs";

const installed: StartFacts["electron"] = { kind: "installed" };
const notFetched: StartFacts["electron"] = { kind: "notFetched" };
const unavailable: StartFacts["electron"] = { kind: "unavailable", reason: "fetch failed" };
const found: StartFacts["browser"] = { kind: "found", file: "/usr/bin/chromium" };
const missing: StartFacts["browser"] = {
  kind: "missing",
  advice: "no Chromium found; install it with `sudo apt-get install chromium`",
};

/** Each row: the facts, what follows, and the words that the person has to find in what is said. */
const rows: [display: boolean, StartFacts["electron"], StartFacts["browser"], StartChoice["kind"], said: string[]][] = [
  [true, installed, found, "electron", []],
  [true, installed, missing, "electron", []],
  [true, notFetched, found, "fetchElectron", ["Fetching Electron once"]],
  [true, notFetched, missing, "fetchElectron", ["Fetching Electron once"]],
  [true, unavailable, found, "browser", ["fetch failed", "npx install-electron", "/usr/bin/chromium"]],
  [true, unavailable, missing, "terminal", ["npx install-electron", "sudo apt-get install chromium", "in this terminal"]],
  [false, installed, found, "terminal", ["No display", "xvfb-run -a npm start", "in this terminal"]],
  [false, installed, missing, "terminal", ["No display", "in this terminal"]],
  [false, notFetched, found, "terminal", ["No display", "in this terminal"]],
  [
    false,
    notFetched,
    missing,
    "terminal",
    ["No display", "npx install-electron", "sudo apt-get install chromium", "in this terminal"],
  ],
  [false, unavailable, found, "terminal", ["No display", "in this terminal"]],
  [
    false,
    unavailable,
    missing,
    "terminal",
    ["No display", "npx install-electron", "sudo apt-get install chromium", "in this terminal"],
  ],
];

test.each(rows)("display %j, Electron %j, browser %j: %s", (hasDisplay, electron, browser, kind, said) => {
  const choice = chooseStart({ hasDisplay, isRoot: false, electron, browser });
  const text = choice.lines.join("\n");
  expect({ kind: choice.kind, unsaid: said.filter((words) => !text.includes(words)), isSilent: text === "" }).toEqual({
    kind,
    unsaid: [],
    isSilent: said.length === 0,
  });
});

test("what is said is one line where the window still opens", () => {
  const lines = [notFetched, unavailable].map(
    (electron) => chooseStart({ hasDisplay: true, isRoot: false, electron, browser: found }).lines,
  );
  expect(lines.map((each) => each.length)).toEqual([1, 1]);
  expect(lines.flat().filter((line) => line.includes("\n"))).toEqual([]);
});

test("root is told no sudo", () => {
  for (const hasDisplay of [true, false]) {
    const { lines } = chooseStart({ hasDisplay, isRoot: true, electron: unavailable, browser: missing });
    expect(lines.join("\n")).toContain("apt-get install chromium");
    expect(lines.join("\n")).not.toContain("sudo");
  }
});
