import { getEventListeners } from "node:events";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { OrderedLock, type LockMode } from "../../../electron/runtime/async/ordered-lock";

const never = new AbortController().signal;

/** Asks for the lock and notes when it was given. */
function ask(lock: OrderedLock, mode: LockMode, signal: AbortSignal = never) {
  const asked: { release: (() => void) | null | "waiting" } = { release: "waiting" };
  const settled = lock.acquire(mode, signal).then((release) => {
    asked.release = release;
  });
  return { asked, settled };
}

async function tick(): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
}

function held(...claims: ReturnType<typeof ask>[]): boolean[] {
  return claims.map(({ asked }) => typeof asked.release === "function");
}

function release({ asked }: ReturnType<typeof ask>): void {
  if (typeof asked.release !== "function") throw new Error("not held");
  asked.release();
}

describe("OrderedLock", () => {
  test("readers share it", async () => {
    const lock = new OrderedLock();
    const claims = [ask(lock, "shared"), ask(lock, "shared")];
    await tick();
    expect(held(...claims)).toEqual([true, true]);
  });

  test("a writer is alone", async () => {
    const lock = new OrderedLock();
    const writer = ask(lock, "exclusive");
    const claims = [ask(lock, "exclusive"), ask(lock, "shared")];
    await tick();
    expect(held(writer, ...claims)).toEqual([true, false, false]);
    release(writer);
    await tick();
    expect(held(...claims)).toEqual([true, false]);
  });

  test("a waiting writer holds back readers that came later", async () => {
    const lock = new OrderedLock();
    const first = ask(lock, "shared");
    const writer = ask(lock, "exclusive");
    const late = ask(lock, "shared");
    await tick();
    expect(held(first, writer, late)).toEqual([true, false, false]);
    release(first);
    await tick();
    expect(held(writer, late)).toEqual([true, false]);
    release(writer);
    await tick();
    expect(held(late)).toEqual([true]);
  });

  test("an aborted waiter gets null and lets those behind it through", async () => {
    const lock = new OrderedLock();
    const first = ask(lock, "shared");
    const stop = new AbortController();
    const writer = ask(lock, "exclusive", stop.signal);
    const late = ask(lock, "shared");
    await tick();
    stop.abort();
    await writer.settled;
    await tick();
    expect(writer.asked.release).toBeNull();
    expect(held(first, late)).toEqual([true, true]);
  });

  test("who asks with an aborted signal gets null, and the lock is untouched", async () => {
    const lock = new OrderedLock();
    expect(await lock.acquire("exclusive", AbortSignal.abort())).toBeNull();
    expect(await lock.acquire("exclusive", never)).toBeTypeOf("function");
  });

  test("an abort after it was given changes nothing, and no listener is left", async () => {
    const lock = new OrderedLock();
    const stop = new AbortController();
    const writer = ask(lock, "exclusive", stop.signal);
    await tick();
    expect(getEventListeners(stop.signal, "abort")).toHaveLength(0);
    stop.abort();
    const next = ask(lock, "shared");
    await tick();
    expect(held(writer, next)).toEqual([true, false]);
  });

  test("property: never a writer beside anybody, first come first served, and nobody is forgotten", async () => {
    const step = fc.oneof(
      fc.record({ type: fc.constant("ask" as const), mode: fc.constantFrom<LockMode>("shared", "exclusive") }),
      fc.record({ type: fc.constant("release" as const), which: fc.nat() }),
      fc.record({ type: fc.constant("abort" as const), which: fc.nat() }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 30 }), async (steps) => {
        const lock = new OrderedLock();
        const claims: {
          claim: ReturnType<typeof ask>;
          mode: LockMode;
          stop: AbortController;
          state: "waiting" | "held" | "over";
        }[] = [];
        const look = async (): Promise<void> => {
          await tick();
          for (const entry of claims) {
            const { release: given } = entry.claim.asked;
            if (entry.state === "waiting" && given === null) entry.state = "over";
            if (entry.state === "waiting" && typeof given === "function") entry.state = "held";
          }
          const holders = claims.filter(({ state }) => state === "held");
          if (holders.some(({ mode }) => mode === "exclusive")) expect(holders).toHaveLength(1);
          const firstWaiting = claims.findIndex(({ state }) => state === "waiting");
          if (firstWaiting !== -1) expect(claims.slice(firstWaiting).every(({ state }) => state !== "held")).toBe(true);
          // Whoever is first in line waits only for a reason.
          const next = claims[firstWaiting];
          if (next !== undefined)
            expect(next.mode === "exclusive" ? holders.length > 0 : holders.some(({ mode }) => mode === "exclusive")).toBe(true);
        };
        for (const action of steps) {
          if (action.type === "ask") {
            const stop = new AbortController();
            claims.push({ claim: ask(lock, action.mode, stop.signal), mode: action.mode, stop, state: "waiting" });
          } else {
            const wanted = claims.filter(({ state }) => state === (action.type === "release" ? "held" : "waiting"));
            const chosen = wanted[action.which % Math.max(1, wanted.length)];
            if (chosen === undefined) continue;
            if (action.type === "abort") chosen.stop.abort();
            else {
              release(chosen.claim);
              chosen.state = "over";
            }
          }
          await look();
        }
      }),
      { numRuns: 100 },
    );
  });
});
