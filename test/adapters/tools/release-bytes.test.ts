import { describe, expect, test } from "vitest";
import { releaseBytes } from "../../../electron/adapters/tools/release-bytes";

describe("bytes that are released", () => {
  test("are gone", () => {
    const bytes = new Uint8Array(100_000).fill(1);
    releaseBytes(bytes);
    expect(bytes.byteLength).toBe(0);
    expect(bytes.buffer.byteLength).toBe(0);
  });

  test("do not take along what they are a part of", () => {
    const whole = new Uint8Array(100_000).fill(1);
    releaseBytes(whole.subarray(1));
    releaseBytes(Buffer.from("from Node's own store of small ones"));
    expect(whole.byteLength).toBe(100_000);
    expect(Buffer.from("another").toString()).toBe("another");
  });

  test("can be released twice, and be none", () => {
    const bytes = new Uint8Array(10);
    releaseBytes(bytes);
    releaseBytes(bytes);
    releaseBytes(new Uint8Array(0));
    expect(bytes.byteLength).toBe(0);
  });

  test("leave nothing behind for the collector", () => {
    const before = process.memoryUsage().arrayBuffers;
    for (let count = 0; count < 2000; count++) releaseBytes(new Uint8Array(65_536).fill(1));
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(8 * 1024 * 1024);
  });
});
