// Bytes → lines, with every kind of damage (protocol.md §5; runtime.md §12).
import { describe, expect, it } from "vitest";
import { LineReader, type ReadLines } from "../../../electron/adapters/rollout/line-reader";

/** Without offsets and notices, which are tested by themselves. */
function read(bytes: string | Uint8Array, chunkBytes = Infinity) {
  const { lines, ...facts } = readAll(bytes, chunkBytes);
  return { lines: lines.filter(({ key }) => key === undefined).map(({ line, text }) => ({ line, text })), ...facts };
}

function readAll(bytes: string | Uint8Array, chunkBytes = Infinity): ReadLines {
  const all = Buffer.from(bytes);
  const reader = new LineReader();
  const chunk = Buffer.alloc(Math.min(chunkBytes, all.length));
  for (let at = 0; at < all.length; at += chunk.length) reader.push(chunk.subarray(0, all.copy(chunk, 0, at)));
  return reader.end();
}

const NUL = "\0";

describe("LineReader", () => {
  it("says where each line begins, and goes on from any place", () => {
    const text = '\ufeff{"a":1}\r\n\n{"b":2}\n{"c":3}';
    expect(readAll(text).lines.map(({ offset }) => offset)).toEqual([0, 13, 21]);
    const reader = new LineReader({ line: 3, offset: 13 });
    reader.push(Buffer.from(text).subarray(13));
    expect(reader.end()).toEqual({
      lines: [
        { line: 3, offset: 13, text: '{"b":2}' },
        { line: 4, offset: 21, text: '{"c":3}' },
      ],
      repairs: [],
      physicalLines: 4,
      needsNewline: true,
    });
  });

  it("numbers physical lines from 1 and skips blank ones without counting them as damage", () => {
    expect(read('{"a":1}\n\n  \n{"b":2}\n')).toEqual({
      lines: [
        { line: 1, text: '{"a":1}' },
        { line: 4, text: '{"b":2}' },
      ],
      repairs: [],
      physicalLines: 4,
      needsNewline: false,
    });
  });

  it("reads nothing out of nothing", () => {
    expect(read("")).toEqual({ lines: [], repairs: [], physicalLines: 0, needsNewline: false });
  });

  it("takes a byte order mark at the start and CRLF ends", () => {
    expect(read('\ufeff{"a":1}\r\n{"b":2}\r\n')).toMatchObject({
      lines: [
        { line: 1, text: '{"a":1}' },
        { line: 2, text: '{"b":2}' },
      ],
      repairs: [],
    });
  });

  it("U+2028, U+2029 and U+0085 inside a string are no line breaks", () => {
    const text = '{"a":"one\u2028two\u2029three\u0085four"}';
    expect(read(`${text}\n`)).toMatchObject({ lines: [{ line: 1, text }], repairs: [], physicalLines: 1 });
  });

  it("a tail of NULs is ignored and reported", () => {
    expect(read(`{"a":1}\n${NUL.repeat(1206)}`)).toEqual({
      lines: [{ line: 1, text: '{"a":1}' }],
      repairs: ["line 2: NUL bytes were ignored"],
      physicalLines: 2,
      needsNewline: true,
    });
  });

  it("a line written straight after a tail of NULs is read", () => {
    expect(read(`{"a":1}\n${NUL.repeat(5)}{"b":2}\n`)).toMatchObject({
      lines: [
        { line: 1, text: '{"a":1}' },
        { line: 2, text: '{"b":2}' },
      ],
      repairs: ["line 2: NUL bytes were ignored"],
    });
  });

  it("NULs in the middle of a line cost that line only", () => {
    expect(read(`{"a":"${NUL}${NUL}"}\n{"b":2}\n`)).toMatchObject({
      lines: [{ line: 2, text: '{"b":2}' }],
      repairs: ["line 1 is damaged (10 bytes) and was left out"],
    });
  });

  it("invalid UTF-8 is decoded leniently and reported", () => {
    const bytes = Buffer.concat([Buffer.from('{"a":"'), Buffer.from([0xff, 0xc3]), Buffer.from('"}\n')]);
    expect(read(bytes)).toMatchObject({
      lines: [{ line: 1, text: '{"a":"\ufffd\ufffd"}' }],
      repairs: ["line 1 holds bytes that are not UTF-8; they are shown as \ufffd"],
    });
  });

  it("a torn last line is a line if it parses, else it is reported", () => {
    expect(read('{"a":1}\n{"b":2}')).toMatchObject({
      lines: [{ line: 1 }, { line: 2, text: '{"b":2}' }],
      repairs: [],
      needsNewline: true,
    });
    expect(read('{"a":1}\n{"b":')).toMatchObject({
      lines: [{ line: 1 }],
      repairs: ["line 2, the last one, is cut off after 5 bytes and was left out"],
      physicalLines: 2,
      needsNewline: true,
    });
  });

  it("a stub of a record, JSON that is no object and nesting without end cost only their own line", () => {
    const bytes = `{"a":{"a":1}\n[1]\nnull\n7\n${"[".repeat(200_000)}\n{"b":2}\n`;
    const result = read(bytes);
    expect(result.lines).toMatchObject([{ line: 6, text: '{"b":2}' }]);
    expect(result.repairs).toHaveLength(5);
  });

  it("where a line is damaged a notice stands, named by its place; that of zeros behind the last record is held", () => {
    const { lines } = readAll(`{"a":1}\n${NUL}\nx\n{"b":2}\n${NUL}\n{"c":`);
    const shown = lines.map(({ line, offset, key, text }) => ({ line, offset, key, isNotice: text.includes("damagedLine") }));
    expect(shown).toEqual([
      { line: 1, offset: 0, key: undefined, isNotice: false },
      { line: 2, offset: 8, key: "damage-at-8", isNotice: true },
      { line: 3, offset: 10, key: "damage-at-10", isNotice: true },
      { line: 4, offset: 12, key: undefined, isNotice: false },
      { line: 5, offset: 20, key: "damage-at-20", isNotice: true },
      { line: 6, offset: 22, key: "damage-at-22", isNotice: true },
    ]);
    const zeros = readAll(`{"a":1}\n${NUL}\n${NUL}`).lines.map(({ line, isHeld }) => ({ line, isHeld }));
    expect(zeros).toEqual([
      { line: 1, isHeld: undefined },
      { line: 2, isHeld: undefined },
      { line: 3, isHeld: true },
    ]);
  });

  it("a thousand damaged lines are told in a few words", () => {
    const { repairs } = read("x\n".repeat(1000));
    expect(repairs).toHaveLength(51);
    expect(repairs.at(-1)).toBe("and 950 more damaged lines");
  });

  it("a line that is too long for memory is left out while it is read", () => {
    const reader = new LineReader();
    const piece = Buffer.alloc(8 * 1024 * 1024, "x");
    for (let n = 0; n < 9; n += 1) reader.push(piece);
    reader.push(Buffer.from('\n{"b":2}\n'));
    const { lines, repairs } = reader.end();
    expect(lines).toMatchObject([
      { line: 1, key: "damage-at-0" },
      { line: 2, text: '{"b":2}' },
    ]);
    expect(repairs).toEqual([`line 1 is too long (${9 * piece.length} bytes) and was left out`]);
  });

  it("the size of the chunks makes no difference", () => {
    const bytes = Buffer.from(`\ufeff{"a":"é\u2028😀"}\r\n\n${NUL}{"b":2}\ndamage\n{"c":"漢字"}\n{"d":`);
    const whole = read(bytes);
    expect(whole.lines).toHaveLength(3);
    for (let chunkBytes = 1; chunkBytes <= bytes.length; chunkBytes += 1) expect(read(bytes, chunkBytes)).toEqual(whole);
  });
});
