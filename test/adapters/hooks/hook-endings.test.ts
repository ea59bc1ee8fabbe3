// Hooks that do not end by themselves, or leave something running: no process of a hook outlives its run.
import { existsSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { createSystemClock } from "../../../electron/adapters/system";
import type { Clock } from "../../../electron/runtime/ports/clock";
import { handClock, hookBench, noAbort, stop } from "./hook-bench";

const STUBBORN = "trap '' TERM; while :; do sleep 1; done";
/** Has left its group, does not heed SIGTERM, and holds the pipes. */
const GRANDCHILD = `(setsid sh -c "touch ready; ${STUBBORN}" &)`;

describe("the time limit", () => {
  test.each([
    ["a hook", "touch ready; sleep 300"],
    ["a hook that ignores SIGTERM", `touch ready; ${STUBBORN}`],
    ["its grandchildren, which hold its pipes", `${GRANDCHILD}; sleep 300`],
    ["a hook that has stopped itself", "touch ready; kill -STOP 0"],
    ["a hook that prints without end", "touch ready; yes"],
  ])("ends %s within 2 s", async (_name, command) => {
    const { clock, passTime } = handClock();
    const { stopHooks, place, made, count } = hookBench({ clock });
    const running = stopHooks(command).run(stop, place, noAbort());
    await made("ready");
    expect(count.living()).not.toEqual([]);
    const startedAtMs = Date.now();
    passTime();
    expect((await running).map(({ verdict }) => verdict)).toEqual([
      {
        type: "warning",
        message: expect.stringMatching(
          / did not end within 3600 s and was ignored\. Make it quicker, or raise its "timeoutMs"/,
        ) as string,
      },
    ]);
    expect(Date.now() - startedAtMs).toBeLessThan(2000);
    expect(count.living()).toEqual([]);
  });

  test("is the settings' own for each hook, and the others' answers stand", async () => {
    const { hooks, place, count } = hookBench();
    const some = hooks({ stop: [{ command: "sleep 300", timeoutMs: 50 }, { command: "echo no >&2; exit 2" }] });
    const [late, blocks] = await some.run(stop, place, noAbort());
    expect(late?.verdict).toMatchObject({ type: "warning", message: expect.stringContaining("within 0.05 s") as string });
    expect(blocks).toEqual({ hookId: "stop:1", verdict: { type: "block", reason: "no" }, context: null });
    expect(count.living()).toEqual([]);
  });

  test("is 60 s where the settings say nothing", async () => {
    const system = createSystemClock();
    // What is waited for longer than the moment between SIGTERM and SIGKILL is the limit, and passes at once.
    const clock: Clock = {
      ...system,
      waitUntil: (deadlineMs, signal) =>
        deadlineMs - system.nowMs() < 10_000 ? system.waitUntil(deadlineMs, signal) : Promise.resolve("reached"),
    };
    const { hooks, place, count } = hookBench({ clock });
    const [late] = await hooks({ stop: [{ command: "sleep 300" }] }).run(stop, place, noAbort());
    expect(late?.verdict).toMatchObject({ type: "warning", message: expect.stringContaining("within 60 s") as string });
    expect(count.living()).toEqual([]);
  });

  test("first gives the hook the chance to clean up", async () => {
    const { clock, passTime } = handClock();
    // A clock that stands never reaches the moment of SIGKILL.
    const standing = {
      ...clock,
      nowMs: () => 0,
      waitUntil: (deadlineMs: number, signal: AbortSignal) => clock.waitUntil(Date.now() + deadlineMs, signal),
    };
    const { stopHooks, place, made, path } = hookBench({ clock: standing });
    const running = stopHooks("trap 'touch cleaned; exit' TERM; touch ready; while :; do sleep 0.01; done").run(
      stop,
      place,
      noAbort(),
    );
    await made("ready");
    passTime();
    await running;
    expect(existsSync(path("cleaned"))).toBe(true);
  });
});

describe("an abort", () => {
  test("ends all that run within 2 s, grandchildren too, and gives the answers so far", async () => {
    const { stopHooks, place, made, ended, count } = hookBench();
    const abort = new AbortController();
    const quick = "echo no >&2; exit 2";
    const hooks = stopHooks(`${GRANDCHILD}; sleep 300`, quick, `touch stubborn; ${STUBBORN}`);
    const running = hooks.run(stop, place, abort.signal);
    await made("ready");
    await made("stubborn");
    await ended(quick);
    const abortedAtMs = Date.now();
    abort.abort();
    expect(await running).toEqual([{ hookId: "stop:1", verdict: { type: "block", reason: "no" }, context: null }]);
    expect(Date.now() - abortedAtMs).toBeLessThan(2000);
    expect(count.living()).toEqual([]);
  });

  test("that came before starts nothing", async () => {
    const { stopHooks, place, path } = hookBench();
    expect(await stopHooks("touch ran").run(stop, place, AbortSignal.abort())).toEqual([]);
    expect(existsSync(path("ran"))).toBe(false);
  });

  test("while a hook is being started ends it", async () => {
    const { stopHooks, place, count } = hookBench();
    const abort = new AbortController();
    const running = stopHooks("sleep 300").run(stop, place, abort.signal);
    abort.abort();
    expect(await running).toEqual([]);
    expect(count.living()).toEqual([]);
  });
});

describe("a hook that exits and leaves something running", () => {
  test.each([
    ["a child in its group", "sleep 300 & touch ready"],
    ["a child in a session of its own", "setsid sleep 300 & touch ready"],
    ["a daemon without its pipes", "(setsid sleep 300 </dev/null >/dev/null 2>&1 &); touch ready"],
    ["a child without its environment", "env -i sleep 300 & touch ready"],
    ["a grandchild that ignores SIGTERM and holds its pipes", GRANDCHILD],
  ])("%s: its answer counts, and what it left is ended within 2 s", async (_name, command) => {
    const { stopHooks, place, count } = hookBench();
    const startedAtMs = Date.now();
    const hooks = stopHooks(`${command}; until [ -e ready ]; do sleep 0.01; done; echo no >&2; exit 2`);
    expect(await hooks.run(stop, place, noAbort())).toEqual([
      { hookId: "stop:0", verdict: { type: "block", reason: "no" }, context: null },
    ]);
    expect(Date.now() - startedAtMs).toBeLessThan(2000);
    expect(count.living()).toEqual([]);
  });

  test("what that prints later is no answer", async () => {
    const { stopHooks, place, count } = hookBench();
    const hooks = stopHooks(`(sleep 300; echo '{"continue":false}') & exit 0`);
    expect(await hooks.run(stop, place, noAbort())).toEqual([{ hookId: "stop:0", verdict: { type: "pass" }, context: null }]);
    expect(count.living()).toEqual([]);
  });
});

test("a hook that a signal ends is a warning", async () => {
  const { stopHooks, place } = hookBench();
  expect(await stopHooks("kill -KILL $$").run(stop, place, noAbort())).toEqual([
    {
      hookId: "stop:0",
      verdict: {
        type: "warning",
        message:
          "The hook stop:0 (kill -KILL $$) failed with exit code 137 and was ignored. Let it exit with 0 to pass, or with 2 to block.",
      },
      context: null,
    },
  ]);
});

test("a signal that a hook sends to its own group is its own business", async () => {
  const { stopHooks, place } = hookBench();
  const hooks = stopHooks("trap 'echo caught >&2; exit 2' TERM; kill -TERM 0; sleep 300");
  expect(await hooks.run(stop, place, noAbort())).toEqual([
    { hookId: "stop:0", verdict: { type: "block", reason: "caught" }, context: null },
  ]);
});

test("a hook that ends its own group is a warning, not a hang", async () => {
  const { stopHooks, place, count } = hookBench();
  const [answer] = await stopHooks("kill -KILL 0").run(stop, place, noAbort());
  expect(answer?.verdict.type).toBe("warning");
  expect(count.living()).toEqual([]);
});
