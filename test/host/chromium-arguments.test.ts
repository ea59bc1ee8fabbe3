import { expect, test } from "vitest";
import { chromiumArguments, type ChromiumLaunch } from "./chromium-arguments";

const launch: ChromiumLaunch = {
  profile: "/tmp/p",
  isHeaded: false,
  hasNoSandbox: false,
  debuggingPort: undefined,
  switches: new Map(),
};

test("headless, sandboxed, on a pipe, without a listening port", () => {
  const args = chromiumArguments(launch);
  expect(args).toEqual(
    expect.arrayContaining([
      "--headless",
      "--remote-debugging-pipe",
      "--user-data-dir=/tmp/p",
      "--disable-quic",
      "--no-first-run",
    ]),
  );
  expect(args.filter((argument) => /no-sandbox|remote-debugging-port/.test(argument))).toEqual([]);
});

test("a window, a port and no sandbox only when asked for", () => {
  const args = chromiumArguments({ ...launch, isHeaded: true, hasNoSandbox: true, debuggingPort: 0 });
  expect(args).toEqual(expect.arrayContaining(["--no-sandbox", "--remote-debugging-port=0"]));
  expect(args).not.toContain("--headless");
});

test("the app's switches are passed on, its disabled features joined to ours in one switch", () => {
  const args = chromiumArguments({
    ...launch,
    switches: new Map([
      ["lang", "de"],
      ["mute-audio", ""],
      ["disable-features", "LensOverlay,PaintHolding"],
    ]),
  });
  expect(args).toEqual(expect.arrayContaining(["--lang=de", "--mute-audio"]));
  expect(args.filter((argument) => argument.startsWith("--disable-features"))).toEqual([
    "--disable-features=Translate,MediaRouter,OptimizationHints,LensOverlay,PaintHolding",
  ]);
});
