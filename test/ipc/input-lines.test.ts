import { PassThrough, Readable } from "node:stream";
import { describe, expect, test } from "vitest";
import { inputLines } from "../../electron/ipc/input-lines";

async function linesOf(input: Readable, longest?: number): Promise<(string | null)[]> {
  const lines: (string | null)[] = [];
  for await (const line of inputLines(input, longest)) lines.push(line);
  return lines;
}

describe("inputLines", () => {
  test("a line may come in any number of chunks, and a chunk may hold any number of lines", async () => {
    expect(await linesOf(Readable.from(["a", "b\nc", "", "d\ne\n\nf"].map((text) => Buffer.from(text))))).toEqual([
      "ab",
      "cd",
      "e",
      "",
      "f",
    ]);
  });

  test("a line that is too long is left out, held in no memory, and the next ones are taken", async () => {
    const input = Readable.from(["12345", "6789\n", "1234567\n12345678\n1", "2345678"].map((text) => Buffer.from(text)));
    expect(await linesOf(input, 7)).toEqual([null, "1234567", null, null]);
  });

  test("a long line takes time that grows with its length, not with its square", async () => {
    const input = new PassThrough();
    const lines = linesOf(input);
    const chunk = Buffer.alloc(4 * 1024, "x");
    const startedAt = performance.now();
    for (let count = 0; count < 8000; count += 1) if (!input.write(chunk)) await new Promise((done) => input.once("drain", done));
    input.end();
    expect((await lines)[0]?.length).toBe(8000 * chunk.length);
    // With the line put together anew at each chunk this takes a minute.
    expect(performance.now() - startedAt).toBeLessThan(20_000);
  });
});
