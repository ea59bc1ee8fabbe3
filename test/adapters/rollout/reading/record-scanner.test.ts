// Bytes → records: every era, every damage; a line that is whole is never lost.
import { describe, expect, it } from "vitest";
import { memoryBytes } from "../../../../electron/adapters/rollout/reading/file-bytes";
import { isDamaged } from "../../../../electron/adapters/rollout/reading/file-record";
import { scanRecords, type ScannedLine } from "../../../../electron/adapters/rollout/reading/record-scanner";
import { eras, ID, linesOf, meta, said, scan, wrapped } from "./rollout-fixtures";

const one = wrapped("event_msg", { type: "user_message", message: "one" }, 1);
const two = wrapped("event_msg", { type: "user_message", message: "two" }, 2);
const NUL = "\0";

/** As a program writes it that sets blanks. */
function spaced(line: string): string {
  return line.replace('{"timestamp":"', '{ "timestamp": "');
}

function deep(levels: number): string {
  return `${'{"a":'.repeat(levels)}1${"}".repeat(levels)}`;
}

/** `line:user_message text` of a record, `line:damage` of a damaged line. */
function told(lines: readonly ScannedLine[]): string[] {
  return lines.map((entry) => `${entry.place.line}:${isDamaged(entry) ? entry.damage : textOf(entry.payload)}`);
}

function textOf(payload: unknown): string {
  return typeof payload === "object" && payload !== null && "message" in payload ? String(payload.message) : "?";
}

describe("scanRecords", () => {
  it("gives each record its envelope, its place in bytes and its number of line", async () => {
    const [first, second] = await scan(linesOf([one, two]));
    const record: unknown = JSON.parse(two);
    const place = { offset: one.length + 1, length: two.length, line: 2 };
    const payload = { type: "user_message", message: "two" };
    expect(second).toEqual({ place, timestamp: "2026-02-03T10:00:02.000Z", type: "event_msg", payload, record });
    expect(first?.place).toEqual({ offset: 0, length: one.length, line: 1 });
  });

  it("reads the bare lines of 2025: header, state markers, items", async () => {
    const header = { id: ID, timestamp: "2025-08-02T10:00:00.000Z", instructions: null };
    const item = said("user", "hello");
    const lines = await scan(linesOf([header, { record_type: "state" }, item].map((line) => JSON.stringify(line))));
    expect(lines.map((entry) => (isDamaged(entry) ? entry : [entry.type, entry.timestamp, entry.payload]))).toEqual([
      ["session_meta", "2025-08-02T10:00:00.000Z", header],
      ["state", null, { record_type: "state" }],
      ["response_item", null, item],
    ]);
  });

  it("keeps records of unknown types, and objects that are no records", async () => {
    const lines = await scan(linesOf([wrapped("from_the_future", { x: 1 }), '{"ts":"1","kind":"log"}']));
    expect(lines.map((entry) => (isDamaged(entry) ? entry : [entry.type, entry.payload]))).toEqual([
      ["from_the_future", { x: 1 }],
      ["other", { ts: "1", kind: "log" }],
    ]);
  });

  it.each([
    ["blank lines are nothing, and count as lines", `${one}\n\n  \r\n${two}\n`, ["1:one", "4:two"]],
    ["a byte order mark", `\ufeff${one}\n${two}\n`, ["1:one", "2:two"]],
    ["CRLF", `${one}\r\n${two}\r\n`, ["1:one", "2:two"]],
    ["no newline at the end", `${one}\n${two}`, ["1:one", "2:two"]],
    ["a torn tail", `${one}\n${two.slice(0, 70)}`, ["1:one", "2:cut"]],
    ["a line of plain text", `${one}\nError: disk\n${two}\n`, ["1:one", "2:notJson", "3:two"]],
    ["JSON that is no object", `${one}\n[1]\n"text"\n${two}\n`, ["1:one", "2:notJson", "3:notJson", "4:two"]],
    ["a tail of NULs is one damage", `${one}\n${two}\n${NUL.repeat(1206)}`, ["1:one", "2:two", "3:nulBytes"]],
    ["a hole of NULs in the middle", `${one}\n${NUL.repeat(512)}\n${two}\n`, ["1:one", "2:nulBytes", "3:two"]],
    ["a record behind NULs", `${one}\n${NUL.repeat(5)}${two}\n`, ["1:one", "2:nulBytes", "2:two"]],
    ["NULs within a record", `${one}\n${two.replace("two", NUL.repeat(3))}\n`, ["1:one", "2:notJson"]],
    ["a stub in front of a whole record", `${one.slice(0, 60)}${two}\n${one}\n`, ["1:glued", "1:two", "2:one"]],
    ["NULs between whole records", `${one}${NUL.repeat(9)}${two}${NUL.repeat(9)}\n`, ["1:glued", "1:one", "1:two"]],
    ["a stub between whole records", `${one}${two.slice(0, 60)}${two}\n`, ["1:glued", "1:one", "1:two"]],
    ["a stub behind a whole record", `${one}${two.slice(0, 60)}\n`, ["1:glued", "1:one"]],
    ["two whole records on a line", `${one}${two}\n`, ["1:glued", "1:one", "1:two"]],
    [
      "glued records that were written with blanks",
      `${spaced(one).slice(0, 60)}${spaced(one)} ${spaced(two)}\n`,
      ["1:glued", "1:one", "1:two"],
    ],
    [
      "a torn record whose last part looks like one of 2025",
      `${wrapped("response_item", said("user", "x")).slice(0, -1)}\n${two}\n`,
      ["1:notJson", "2:two"],
    ],
    ["nesting that ends, and is too deep", `${deep(1001)}\n${two}\n`, ["1:notJson", "2:two"]],
    ["nesting that is deep", `${deep(1000)}\n${two}\n`, ["1:?", "2:two"]],
    ["nesting without end", `${"[".repeat(100_000)}\n${two}\n`, ["1:notJson", "2:two"]],
  ])("damage costs no other line: %s", async (_, bytes, expected) => {
    expect(told(await scan(bytes))).toEqual(expected);
  });

  it("records of 2025 that are glued are kept as well, and what stands in them is not taken for one", async () => {
    const header = JSON.stringify({ id: ID, timestamp: "2025-08-02T10:00:00.000Z", instructions: null });
    const item = JSON.stringify(said("user", "hello"));
    const marker = JSON.stringify({ record_type: "state" });
    const types = (await scan(`${header}${item}${marker}${item.slice(0, 40)}${item}\n${item.slice(0, -2)}\n`)).map((entry) =>
      isDamaged(entry) ? entry.damage : entry.type,
    );
    expect(types).toEqual(["glued", "session_meta", "response_item", "state", "response_item", "notJson"]);
  });

  it("very many lines that are nothing cost little", async () => {
    const lines = await scan(`${"x\n".repeat(100_000)}${"{\n".repeat(100_000)}${one}\n`);
    expect(lines).toHaveLength(200_001);
    expect(told(lines.slice(-1))).toEqual(["200001:one"]);
  });

  it("a record that was glued to a stub stands at its own byte", async () => {
    const [damaged, record] = await scan(`${one.slice(0, 60)}${two}\n`);
    expect(damaged).toEqual({ place: { offset: 0, length: 60 + two.length, line: 1 }, damage: "glued" });
    expect(record?.place).toEqual({ offset: 60, length: two.length, line: 1 });
  });

  it("any number of records that are glued to one line are kept, in time that grows with its length", async () => {
    const words = Array.from({ length: 50_000 }, (_, n) => `n${n}`);
    const line = words.map((message) => wrapped("event_msg", { type: "user_message", message })).join("");
    expect(told(await scan(`${line}\n${two}\n`))).toEqual(["1:glued", ...words.map((message) => `1:${message}`), "2:two"]);
  });

  it("starts of records that are none cost little, however many stand on a line", async () => {
    const line = `${'{"timestamp":"'.repeat(200_000)}${one}`;
    expect(told(await scan(`${line}\n${two}\n`))).toEqual(["1:glued", "1:one", "2:two"]);
  });

  it("a record that holds a record of the same form is found as a whole behind a stub", async () => {
    const outer = wrapped("session_meta", {
      ...meta(),
      base: { timestamp: "2026-02-03T09:00:00.000Z" },
      list: [JSON.parse(one)],
    });
    const [, record, ...rest] = await scan(`${two.slice(0, 40)}${outer}\n`);
    expect(rest).toEqual([]);
    expect(record).toMatchObject({ type: "session_meta", record: JSON.parse(outer) as object });
  });

  it("bytes that are not UTF-8 become U+FFFD, are reported, and cost no record", async () => {
    const [before = "", after = ""] = one.split("one");
    const bytes = Buffer.concat([Buffer.from(`${before}o`), Buffer.from([0xff, 0xc3]), Buffer.from(`e${after}\n${two}\n`)]);
    expect(told(await scan(bytes))).toEqual(["1:notUtf8", "1:o\ufffd\ufffde", "2:two"]);
  });

  it("U+FFFD that was written as such is no damage", async () => {
    expect(told(await scan(linesOf([wrapped("event_msg", { type: "user_message", message: "\ufffd" })])))).toEqual(["1:\ufffd"]);
  });

  it("U+2028, U+2029 and U+0085 end no line", async () => {
    const message = "one\u2028two\u2029three\u0085four";
    expect(told(await scan(linesOf([wrapped("event_msg", { type: "user_message", message }), two])))).toEqual([
      `1:${message}`,
      "2:two",
    ]);
  });

  it("a line longer than 64 MiB is left out while it streams by", async () => {
    const size = 65 * 1024 * 1024;
    const all = Buffer.alloc(size + 1 + two.length + 1, "x");
    all.write(`\n${two}\n`, size);
    expect(await scan(all)).toMatchObject([
      { place: { offset: 0, length: size, line: 1 }, damage: "tooLong" },
      { place: { offset: size + 1, line: 2 }, payload: { message: "two" } },
    ]);
  });

  it("a line of many MiB is read", async () => {
    const text = "x".repeat(5 * 1024 * 1024);
    expect(told(await scan(linesOf([wrapped("event_msg", { type: "user_message", message: text }), two])))).toEqual([
      `1:${text}`,
      "2:two",
    ]);
  });

  it("begins at a line's start, with its number or without", async () => {
    const bytes = linesOf([one, two]);
    expect(told(await scan(bytes, { offset: one.length + 1, line: 2 }))).toEqual(["2:two"]);
    expect(told(await scan(bytes, { offset: one.length + 1, line: null }))).toEqual(["null:two"]);
  });

  it("ends before the line that starts at the end of the range, and finishes the one that starts before it", async () => {
    const bytes = linesOf([one, two, one]);
    expect(told(await scan(bytes, { end: one.length + 1 }))).toEqual(["1:one"]);
    expect(told(await scan(bytes, { end: one.length + 2 }))).toEqual(["1:one", "2:two"]);
    expect(await scan(bytes, { end: 0 })).toEqual([]);
  });

  it("the size of what a read brings makes no difference", async () => {
    const bytes = Buffer.from(`\ufeff${one}\r\n\n${NUL}${two}\ndamage\n${one.slice(0, 60)}${two}\n${two.slice(0, 50)}`);
    const whole = await scan(bytes);
    expect(told(whole)).toEqual(["1:one", "3:nulBytes", "3:two", "4:notJson", "5:glued", "5:two", "6:cut"]);
    for (const step of [1, 2, 7, 64, 333]) {
      const source = {
        ...memoryBytes(bytes),
        read: (at: number, length: number) => Promise.resolve(bytes.subarray(at, at + Math.min(step, length))),
      };
      const found: ScannedLine[] = [];
      for await (const batch of scanRecords(source, { offset: 0, line: 1 })) found.push(...batch);
      expect(found).toEqual(whole);
    }
  });

  it("every line of every era is a record", async () => {
    for (const lines of Object.values(eras)) {
      const found = await scan(linesOf(lines));
      expect(found.map((entry) => (isDamaged(entry) ? entry : entry.record))).toEqual(
        lines.map((line): unknown => JSON.parse(line)),
      );
    }
  });
});
