import { describe, expect, it } from "vitest";
import fc from "fast-check";
import { createSseParser } from "../../../electron/adapters/model/sse-parser";
import { StreamDisconnected } from "../../../electron/runtime/errors";

const encoder = new TextEncoder();

function parse(...chunks: (string | Uint8Array)[]): string[] {
  const parser = createSseParser();
  return [...chunks.flatMap((chunk) => parser.feed(typeof chunk === "string" ? encoder.encode(chunk) : chunk)), ...parser.end()];
}

function inPieces(text: string, size: number): Uint8Array[] {
  const bytes = encoder.encode(text);
  return Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) => bytes.subarray(at * size, (at + 1) * size));
}

describe("sse-parser (runtime.md §3)", () => {
  it.each(["\n", "\r\n", "\r"])("takes lines that end in %j (bug 100)", (end) => {
    expect(parse(["event: x", "data: A", "data: B", "", "data: C", "", ""].join(end))).toEqual(["A\nB", "C"]);
  });

  it("does not take CR and LF in two chunks for an empty line (bug 99)", () => {
    expect(parse("data: A\r\n", "data: B\r", "\ndata: C\r\n", "\r\n")).toEqual(["A\nB\nC"]);
  });

  it("hands an event over at its blank line, also when lines end in CR alone", () => {
    const parser = createSseParser();
    expect(parser.feed(encoder.encode("data: A\r\r"))).toEqual(["A"]);
    expect(parser.feed(encoder.encode("data: B\n\n"))).toEqual(["B"]);
    expect(parser.feed(encoder.encode("data: C\r\n\r"))).toEqual(["C"]);
    expect(parser.feed(encoder.encode("\n"))).toEqual([]);
  });

  it("joins a character that was split between chunks (bug 101)", () => {
    const bytes = encoder.encode("data: é😀\n\n");
    expect(parse(...[...bytes].map((byte) => Uint8Array.of(byte)))).toEqual(["é😀"]);
  });

  it("joins several data lines with a newline (bug 101)", () => {
    expect(parse('data: {\ndata:   "a": 1\ndata: }\n\n')).toEqual(['{\n  "a": 1\n}']);
  });

  it("takes a byte order mark off, also when it is split", () => {
    const bytes = encoder.encode("\ufeffdata: A\n\n");
    expect(parse(bytes)).toEqual(["A"]);
    expect(parse(...[...bytes].map((byte) => Uint8Array.of(byte)))).toEqual(["A"]);
  });

  it("leaves comments out and hands odd data over as it stands (bugs 103, 104)", () => {
    expect(
      parse(": OPENROUTER PROCESSING\n\ndata: : keepalive\n\ndata: [DONE]\n\ndata:A\n\nid: 7\nretry: x\nwhat: ever\ndata: B\n\n"),
    ).toEqual([": keepalive", "[DONE]", "A", "B"]);
  });

  it("hands over a last event without its blank line", () => {
    expect(parse("data: A\n")).toEqual(["A"]);
    expect(parse("data: A")).toEqual(["A"]);
    expect(parse("<html><body>no\nevents</body></html>")).toEqual([]);
  });

  it("gives the same events however the bytes are cut", () => {
    const text = "\ufeffevent: a\r\ndata: ä\r\ndata: 😀\r\n\r\n: c\rdata: x\r\rdata: y\n\n\ndata: {}\n\n";
    const whole = parse(text);
    expect(whole).toEqual(["ä\n😀", "x", "y", "{}"]);
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 12 }), (size) => {
        expect(parse(...inPieces(text, size))).toEqual(whole);
      }),
    );
  });

  it("ends a stream whose event never ends", () => {
    const parser = createSseParser();
    const piece = encoder.encode("x".repeat(8 * 1024 * 1024));
    expect(() => {
      for (let at = 0; at < 10; at++) parser.feed(piece);
    }).toThrow(StreamDisconnected);
  });
});
