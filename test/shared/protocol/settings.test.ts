import { describe, expect, test } from "vitest";
import { HookEvent, Settings } from "../../../shared/protocol/settings";

describe("protocol.md §6 settings of the whole turn", () => {
  test("all of them at once are taken as they are", () => {
    const settings = {
      autoCompactTokenLimit: 50_000,
      toolDispatch: "afterStream",
      steer: "instant",
      hooks: Object.fromEntries(HookEvent.options.map((event) => [event, [{ command: "true", timeoutMs: 1 }, { command: "x" }]])),
      clock: { reminderSeconds: 0.5 },
      sessionRoots: ["/backup/sessions", "~", "~/.codex", "C:\\codex", "\\\\server\\codex"],
      providers: { own: { baseUrl: "http://localhost:1", requestMaxRetries: 100, streamMaxRetries: 0 } },
    };
    expect(Settings.parse(settings)).toEqual(settings);
  });

  test("each may be absent, and the two that can be switched off are off with null", () => {
    expect(Settings.parse({})).toEqual({});
    const off = { autoCompactTokenLimit: null, clock: { reminderSeconds: null } };
    expect(Settings.parse(off)).toEqual(off);
    const none = { hooks: { stop: [] }, clock: {} };
    expect(Settings.parse(none)).toEqual(none);
  });

  test.each<[string, object, string]>([
    ["a limit of nothing", { autoCompactTokenLimit: 0 }, "autoCompactTokenLimit"],
    ["a limit of half a token", { autoCompactTokenLimit: 1.5 }, "autoCompactTokenLimit"],
    ["a dispatch that does not exist", { toolDispatch: "later" }, "toolDispatch"],
    ["a steer that does not exist", { steer: "hard" }, "steer"],
    ["a hook of an event that does not exist", { hooks: { onStop: [] } }, "hooks"],
    ["a hook without a command", { hooks: { stop: [{ command: "" }] } }, "hooks.stop.0.command"],
    ["a hook with no time at all", { hooks: { stop: [{ command: "x", timeoutMs: 0 }] } }, "hooks.stop.0.timeoutMs"],
    ["a hook with another member", { hooks: { stop: [{ command: "x", shell: true }] } }, "hooks.stop.0"],
    ["a reminder in the past", { clock: { reminderSeconds: -1 } }, "clock.reminderSeconds"],
    ["another member of the clock", { clock: { remind: 1 } }, "clock"],
    ["a session root that depends on where the program was started", { sessionRoots: ["/a", "sessions"] }, "sessionRoots.1"],
    ["a session root of another person's", { sessionRoots: ["~other/sessions"] }, "sessionRoots.0"],
    [
      "too many quick retries",
      { providers: { own: { baseUrl: "http://localhost:1", requestMaxRetries: 101 } } },
      "providers.own.requestMaxRetries",
    ],
  ])("%s is refused, and the place is named", (_name, settings, place) => {
    const { error } = Settings.safeParse(settings);
    expect(error?.issues.map(({ path }) => path.join("."))).toEqual([place]);
  });
});
