import { expect, test } from "vitest";
import { findChromium, type Machine } from "./find-chromium";

function machine(platform: NodeJS.Platform, files: readonly string[], environment: Machine["environment"] = {}): Machine {
  return { platform, environment, isExecutable: (file) => files.includes(file) };
}

test("ELECTRON_HOST_CHROMIUM decides alone", () => {
  const environment = { ELECTRON_HOST_CHROMIUM: "/opt/my/chrome" };
  expect(findChromium(machine("linux", ["/usr/bin/chromium", "/opt/my/chrome"], environment))).toEqual({
    kind: "found",
    file: "/opt/my/chrome",
  });
  const wrong = findChromium(machine("linux", ["/usr/bin/chromium"], environment));
  expect(wrong).toMatchObject({ kind: "missing", advice: expect.stringContaining("ELECTRON_HOST_CHROMIUM=/opt/my/chrome") });
});

test.each([
  ["linux", "/usr/bin/chromium", {}],
  ["linux", "/home/me/bin/google-chrome-stable", { PATH: "/home/me/bin:relative" }],
  ["linux", "/usr/bin/microsoft-edge", {}],
  ["darwin", "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome", {}],
  ["win32", "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe", { ProgramFiles: "C:\\Program Files" }],
] as const)("%s: %s is found", (platform, file, environment) => {
  expect(findChromium(machine(platform, [file], environment))).toEqual({ kind: "found", file });
});

test("Chromium comes before Chrome and Edge", () => {
  expect(findChromium(machine("linux", ["/usr/bin/microsoft-edge", "/usr/bin/chromium"]))).toEqual({
    kind: "found",
    file: "/usr/bin/chromium",
  });
});

test.each([
  ["linux", "sudo apt-get install chromium"],
  ["linux", "sudo dnf install chromium"],
  ["darwin", "brew install --cask chromium"],
] as const)("%s without a browser: one line that names the command %s", (platform, command) => {
  const answer = findChromium(machine(platform, []));
  if (answer.kind !== "missing") throw new Error("found a browser where none is");
  expect(answer.advice).toContain(command);
  expect(answer.advice).toContain("ELECTRON_HOST_CHROMIUM");
  expect(answer.advice).not.toContain("\n");
});
