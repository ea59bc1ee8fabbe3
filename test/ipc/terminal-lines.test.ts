import { PassThrough } from "node:stream";
import { expect, test } from "vitest";
import { TerminalLines } from "../../electron/ipc/terminal-lines";

test("lines that came early wait their turn; after the last, null", async () => {
  const input = new PassThrough();
  const lines = new TerminalLines(input);
  input.end("one\ntwo\n");
  expect([await lines.next(), await lines.next(), await lines.next(), await lines.next()]).toEqual(["one", "two", null, null]);
});

test("a reader that gives up leaves the next line to the next reader", async () => {
  const input = new PassThrough();
  const lines = new TerminalLines(input);
  const question = new AbortController();
  const answer = lines.next(question.signal);
  question.abort();
  expect(await answer).toBe(null);
  expect(await lines.next(question.signal)).toBe(null);
  const prompt = lines.next();
  input.write("for the prompt\n");
  expect(await prompt).toBe("for the prompt");
});

test("what was typed before is forgotten, and it is known what it was", async () => {
  const input = new PassThrough();
  const lines = new TerminalLines(input);
  expect(await lines.forget()).toEqual([]);
  input.write("early\nearlier\n");
  expect(await lines.forget()).toEqual(["early", "earlier"]);
  const answer = lines.next();
  input.write("late\n");
  expect(await answer).toBe("late");
});

test("a line that nobody waits for is told when it comes; one that is waited for is not", async () => {
  const input = new PassThrough();
  const early: string[] = [];
  const lines = new TerminalLines(input, (line) => early.push(line));
  const answer = lines.next();
  input.write("answer\nprompt\n");
  expect([await answer, await lines.next()]).toEqual(["answer", "prompt"]);
  expect(early).toEqual(["prompt"]);
});

test("two readers at a time are a mistake; closing lets the one that waits go", async () => {
  const lines = new TerminalLines(new PassThrough());
  const first = lines.next();
  expect(() => lines.next()).toThrow("two cannot read the same line");
  lines.close();
  expect(await first).toBe(null);
});
