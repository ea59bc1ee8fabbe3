import { getEventListeners } from "node:events";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { OrderedLock, type LockMode, type Place } from "../../../electron/runtime/async/ordered-lock";

const never = new AbortController().signal;

interface Claim {
  readonly place: Place;
  entered: boolean | "waiting";
}

function join(lock: OrderedLock, mode: LockMode): Claim {
  return { place: lock.join(mode), entered: "waiting" };
}

/** Wants in and notes when it was let in. */
async function enter(claim: Claim, signal: AbortSignal = never): Promise<void> {
  claim.entered = await claim.place.enter(signal);
}

/** Joins and wants in at once. */
function ask(lock: OrderedLock, mode: LockMode, signal: AbortSignal = never): Claim & { readonly settled: Promise<void> } {
  const claim = join(lock, mode);
  return Object.assign(claim, { settled: enter(claim, signal) });
}

async function tick(): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
}

function held(...claims: Claim[]): boolean[] {
  return claims.map(({ entered }) => entered === true);
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
    writer.place.leave();
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
    first.place.leave();
    await tick();
    expect(held(writer, late)).toEqual([true, false]);
    writer.place.leave();
    await tick();
    expect(held(late)).toEqual([true]);
  });

  test("who joined first is let in first, however late it wants in", async () => {
    const lock = new OrderedLock();
    const slow = join(lock, "exclusive");
    const quick = ask(lock, "exclusive");
    await tick();
    expect(held(quick)).toEqual([false]);
    const settled = enter(slow);
    await settled;
    expect(held(slow, quick)).toEqual([true, false]);
    slow.place.leave();
    await tick();
    expect(held(quick)).toEqual([true]);
  });

  test("who is let in together goes on in the order of joining, also where the first wants in last", async () => {
    const lock = new OrderedLock();
    const went: string[] = [];
    const go = async (place: Place, name: string): Promise<void> => {
      await place.enter(never);
      went.push(name);
    };
    const [first, second, third] = [lock.join("shared"), lock.join("shared"), lock.join("shared")];
    const later = [go(second, "second"), go(third, "third")];
    await tick();
    await Promise.all([go(first, "first"), ...later]);
    expect(went).toEqual(["first", "second", "third"]);
  });

  test("who leaves without having entered holds back nobody", async () => {
    const lock = new OrderedLock();
    const refused = join(lock, "exclusive");
    const next = ask(lock, "exclusive");
    await tick();
    expect(held(next)).toEqual([false]);
    refused.place.leave();
    await tick();
    expect(held(next)).toEqual([true]);
    refused.place.leave();
    expect(held(next)).toEqual([true]);
  });

  test("who steps aside lets the others go first, and is before those who still wait", async () => {
    const lock = new OrderedLock();
    const asked = join(lock, "exclusive");
    const second = ask(lock, "exclusive");
    const third = ask(lock, "exclusive");
    asked.place.stepAside();
    await tick();
    expect(held(second, third)).toEqual([true, false]);
    const settled = enter(asked);
    second.place.leave();
    await settled;
    expect(held(asked, third)).toEqual([true, false]);
  });

  test("an aborted waiter gets false and lets those behind it through", async () => {
    const lock = new OrderedLock();
    const first = ask(lock, "shared");
    const stop = new AbortController();
    const writer = ask(lock, "exclusive", stop.signal);
    const late = ask(lock, "shared");
    await tick();
    stop.abort();
    await writer.settled;
    await tick();
    expect(writer.entered).toBe(false);
    expect(held(first, late)).toEqual([true, true]);
  });

  test("who asks with an aborted signal gets false, and the lock is untouched", async () => {
    const lock = new OrderedLock();
    const late = lock.join("exclusive");
    expect(await late.enter(AbortSignal.abort())).toBe(false);
    late.leave();
    expect(await lock.join("exclusive").enter(never)).toBe(true);
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
      fc.record({ type: fc.constant("join" as const), mode: fc.constantFrom<LockMode>("shared", "exclusive") }),
      fc.record({
        type: fc.constantFrom("enter" as const, "aside" as const, "leave" as const, "abort" as const),
        which: fc.nat(),
      }),
    );
    type State = "coming" | "aside" | "waiting" | "held" | "over";
    const chosenFrom = { enter: ["coming", "aside"], aside: ["coming"], leave: ["coming", "aside", "held"], abort: ["waiting"] };
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
        const lock = new OrderedLock();
        const claims: { claim: Claim; mode: LockMode; stop: AbortController; state: State }[] = [];
        const look = async (): Promise<void> => {
          await tick();
          const isInLine = ({ state }: { state: State }): boolean => state === "waiting" || state === "coming";
          const letIn = claims.filter(({ state, claim }) => state === "waiting" && claim.entered === true);
          for (const entry of claims) if (entry.state === "waiting" && entry.claim.entered === false) entry.state = "over";
          for (const entry of letIn) entry.state = "held";
          // Nobody is let in past one who joined before and has not stepped aside.
          const firstInLine = claims.findIndex(isInLine);
          if (firstInLine !== -1) expect(letIn.every((entry) => claims.indexOf(entry) < firstInLine)).toBe(true);
          const holders = claims.filter(({ state }) => state === "held");
          if (holders.some(({ mode }) => mode === "exclusive")) expect(holders).toHaveLength(1);
          // Whoever is first in line waits only for a reason.
          const next = claims[firstInLine];
          if (next?.state === "waiting")
            expect(next.mode === "exclusive" ? holders.length > 0 : holders.some(({ mode }) => mode === "exclusive")).toBe(true);
        };
        for (const action of steps) {
          if (action.type === "join") {
            const stop = new AbortController();
            claims.push({ claim: join(lock, action.mode), mode: action.mode, stop, state: "coming" });
          } else {
            const wanted = claims.filter(({ state }) => chosenFrom[action.type].includes(state));
            const chosen = wanted[action.which % Math.max(1, wanted.length)];
            if (chosen === undefined) continue;
            if (action.type === "abort") chosen.stop.abort();
            if (action.type === "aside") {
              chosen.claim.place.stepAside();
              chosen.state = "aside";
            }
            if (action.type === "leave") {
              chosen.claim.place.leave();
              chosen.state = "over";
            }
            if (action.type === "enter") {
              chosen.state = "waiting";
              const entered = enter(chosen.claim, chosen.stop.signal);
              entered.catch(expect.unreachable);
            }
          }
          await look();
        }
      }),
      { numRuns: 200 },
    );
  });
});
