import fc from "fast-check";
import { expect, test } from "vitest";
import { decode, encode } from "./codec";

test("any structured value comes back equal to its structured clone", () => {
  const values = fc.anything({
    withBigInt: true,
    withDate: true,
    withMap: true,
    withSet: true,
    withSparseArray: true,
    withTypedArray: true,
  });
  fc.assert(
    fc.property(values, (value) => {
      expect(decode(encode(value))).toStrictEqual(structuredClone(value));
    }),
    { numRuns: 300 },
  );
});

test("numbers that JSON lacks, undefined, BigInt and invalid dates survive", () => {
  const value = [Number.NaN, Infinity, -Infinity, -0, undefined, 12345678901234567890n, new Date(Number.NaN), /a\/b/giu];
  const back = decode(encode(value));
  expect(back).toStrictEqual(value);
});

test("cycles and shared references keep their identity, through maps and sets too", () => {
  const shared = { name: "shared" };
  const value: Record<string, unknown> = { shared, map: new Map<unknown, unknown>([[shared, new Set([shared])]]) };
  value["self"] = value;
  const back = decode(encode(value)) as typeof value;
  expect(back["self"]).toBe(back);
  const [entry] = back["map"] as Map<unknown, Set<unknown>>;
  expect(entry?.[0]).toBe(back["shared"]);
  expect(entry?.[1].has(back["shared"])).toBe(true);
});

test("an own key named __proto__ stays a key", () => {
  const value = JSON.parse('{"__proto__": {"admin": true}}') as object;
  const back = decode(encode(value)) as { admin?: boolean };
  expect(Object.keys(back)).toEqual(["__proto__"]);
  expect(back.admin).toBeUndefined();
});

test("an array that looks like a tag stays an array", () => {
  expect(decode(encode(["U", ["R", 0]]))).toEqual(["U", ["R", 0]]);
});

test("errors keep kind, text, stack and cause", () => {
  const back = decode(encode(new RangeError("too far", { cause: { at: 3 } }))) as RangeError;
  expect(back).toBeInstanceOf(RangeError);
  expect([back.message, back.cause]).toEqual(["too far", { at: 3 }]);
  expect(back.stack).toContain("codec.test");
});

test.each([() => 1, Symbol("s"), new WeakMap(), Promise.resolve(1), { deep: [() => 1] }])(
  "what cannot be cloned says so (%#)",
  (value) => {
    expect(() => encode(value)).toThrow("An object could not be cloned.");
  },
);

test("large buffers survive", () => {
  const bytes = Uint8Array.from({ length: 300_000 }, (_, index) => index % 251);
  expect(decode(encode(bytes))).toStrictEqual(bytes);
});
