import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { BoundedOutput } from "../../../electron/adapters/tools/bounded-output";

const LIMIT = 40;

function collect(bytes: Buffer, pieceBytes: number, limit = LIMIT): BoundedOutput {
  const output = new BoundedOutput(limit);
  for (let at = 0; at < bytes.length; at += pieceBytes) output.push(bytes.subarray(at, at + pieceBytes));
  return output;
}

const text = (size: { minLength?: number; maxLength: number }) => fc.string({ unit: "binary", ...size });
const piece = fc.integer({ min: 1, max: 100 });

describe("properties of the kept ends", () => {
  test("an output within the limit is kept exactly", () => {
    fc.assert(
      fc.property(text({ maxLength: LIMIT / 4 }), piece, (value, pieceBytes) => {
        const bytes = Buffer.from(value);
        expect(collect(bytes, pieceBytes).ends()).toEqual({ head: value, omittedBytes: 0, tail: "", invalidBytes: 0 });
      }),
    );
  });

  test("head and tail are a prefix and a suffix on code points, within the limit, and the omitted bytes are counted", () => {
    fc.assert(
      fc.property(text({ minLength: LIMIT + 1, maxLength: 120 }), piece, (value, pieceBytes) => {
        const bytes = Buffer.from(value);
        const output = collect(bytes, pieceBytes);
        const { head, omittedBytes, tail } = output.ends();
        const shown = Buffer.byteLength(head) + Buffer.byteLength(tail);
        expect(value.startsWith(head)).toBe(true);
        expect(value.endsWith(tail)).toBe(true);
        expect(shown).toBeLessThanOrEqual(LIMIT);
        expect(shown).toBeGreaterThan(LIMIT - 8);
        expect(shown + omittedBytes).toBe(output.totalBytes);
        expect(isWellFormed(head + tail)).toBe(true);
      }),
    );
  });

  test("bytes of any kind stay within the limit as text", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), piece, (value, pieceBytes) => {
        const output = collect(Buffer.from(value), pieceBytes);
        const { head, omittedBytes, tail } = output.ends();
        expect(Buffer.byteLength(head) + Buffer.byteLength(tail)).toBeLessThanOrEqual(LIMIT);
        expect(isWellFormed(head + tail)).toBe(true);
        expect(output.totalBytes).toBe(value.length);
        expect(omittedBytes).toBeGreaterThanOrEqual(0);
      }),
    );
  });

  test("the pieces the bytes come in make no difference", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), piece, (value, pieceBytes) => {
        const bytes = Buffer.from(value);
        expect(collect(bytes, pieceBytes).ends()).toEqual(collect(bytes, bytes.length + 1).ends());
      }),
    );
  });
});

test("an emoji at the cut is left out whole", () => {
  const output = new BoundedOutput(20_000);
  output.push(Buffer.from(`${"a".repeat(9_999)}😀${"b".repeat(30_000)}😀${"c".repeat(9_998)}`));
  const { head, omittedBytes, tail } = output.ends();
  expect(head).toBe("a".repeat(9_999));
  expect(tail).toBe("c".repeat(9_998));
  expect(omittedBytes).toBe(30_008);
});

test("everything is held as long as it fits, then it is not", () => {
  const output = new BoundedOutput(8);
  output.push(Buffer.from("12345678"));
  expect([output.isWhole, output.heldBytes().toString()]).toEqual([true, "12345678"]);
  output.push(Buffer.from("9"));
  expect(output.isWhole).toBe(false);
});

/** Encoding replaces a lone surrogate. */
function isWellFormed(value: string): boolean {
  return Buffer.from(value).toString() === value;
}
