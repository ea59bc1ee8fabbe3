import { expect, test } from "vitest";
import type { StartChoice, StartFacts } from "../../scripts/choose-start.mjs";
import { chooseStart, recallFailure } from "../../scripts/choose-start.mjs";

const installed: StartFacts["electron"] = { kind: "installed" };
const notFetched: StartFacts["electron"] = { kind: "notFetched" };
const unavailable: StartFacts["electron"] = { kind: "unavailable", reason: "fetch failed" };
const found: StartFacts["browser"] = { kind: "found", file: "/usr/bin/chromium" };
const missing: StartFacts["browser"] = {
  kind: "missing",
  advice: "no Chromium found; install it with `sudo apt-get install chromium`",
};
const folder = "/home/me/project";

/** Each row: the facts, what follows, and the words that the person has to find in what is said. */
const rows: [display: boolean, StartFacts["electron"], StartFacts["browser"], StartChoice["kind"], said: string[]][] = [
  [true, installed, found, "electron", []],
  [true, installed, missing, "electron", []],
  [true, notFetched, found, "fetchElectron", ["Fetching Electron once"]],
  [true, notFetched, missing, "fetchElectron", ["Fetching Electron once"]],
  [true, unavailable, found, "browser", ["fetch failed", "npx install-electron", "ELECTRON_MIRROR", "/usr/bin/chromium"]],
  [true, unavailable, missing, "terminal", ["npx install-electron", "sudo apt-get install chromium", "in this terminal"]],
  [
    false,
    installed,
    found,
    "terminal",
    ["No display, so no window: start it from a desktop session, or over `ssh -X`, for one.", "in this terminal"],
  ],
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
  const choice = chooseStart({ hasDisplay, isRoot: false, electron, browser, folder });
  const text = choice.lines.join("\n");
  expect({ kind: choice.kind, unsaid: said.filter((words) => !text.includes(words)), isSilent: text === "" }).toEqual({
    kind,
    unsaid: [],
    isSilent: said.length === 0,
  });
});

test("what is said is one line where the window still opens", () => {
  const lines = [notFetched, unavailable].map(
    (electron) => chooseStart({ hasDisplay: true, isRoot: false, electron, browser: found, folder }).lines,
  );
  expect(lines.map((each) => each.length)).toEqual([1, 1]);
  expect(lines.flat().filter((line) => line.includes("\n"))).toEqual([]);
});

test("root is told no sudo", () => {
  for (const hasDisplay of [true, false]) {
    const { lines } = chooseStart({ hasDisplay, isRoot: true, electron: unavailable, browser: missing, folder });
    expect(lines.join("\n")).toContain("apt-get install chromium");
    expect(lines.join("\n")).not.toContain("sudo");
  }
});

test("without native dialogs it is said which folder opens, and how to open another", () => {
  const { lines } = chooseStart({ hasDisplay: true, isRoot: false, electron: unavailable, browser: found, folder });
  expect(lines.join("\n")).toMatch(
    /without native menus and dialogs: "Open a folder" opens \/home\/me\/project; for another, ELECTRON_HOST_OPEN_DIALOG=\/path npm start\.$/,
  );
});

const hour = 60 * 60_000;
const note = JSON.stringify({ atMs: 100 * hour, reason: "fetch failed" });

test.each([
  ["just now", note, 100 * hour, unavailable],
  ["for a day", note, 124 * hour - 1, unavailable],
  ["no longer than a day", note, 124 * hour, null],
  ["not from a time that has not come yet", note, 99 * hour, null],
  ["not without a reason", JSON.stringify({ atMs: 100 * hour }), 100 * hour, null],
  ["not when it is cut", note.slice(0, 9), 100 * hour, null],
  ["not when it is something else", "null", 100 * hour, null],
])("a failed fetch is remembered: %s", (_name, text, nowMs, recalled) => {
  expect(recallFailure(text, nowMs)).toEqual(recalled);
});
