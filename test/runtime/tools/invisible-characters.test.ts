import { expect, test } from "vitest";
import { escapeInvisible, invisibleCharacters } from "../../../electron/runtime/tools/invisible-characters";

const warning = (code: string): string => `the command holds the invisible character ${code}`;

test.each([
  ["ls -la", []],
  ["git commit -m 'größer 😀'", []],
  ["line one\n\tline two", []],
  ["ls \u202egnp.txt", ["U+202E"]],
  ["rm\u00a0-rf", ["U+00A0"]],
  ["a\u200bb\u200bc\u200d", ["U+200B", "U+200D"]],
  ["a\u001b[2Kb", ["U+001B"]],
  ["a\rb", ["U+000D"]],
  ["a\u{e0041}b", ["U+E0041"]],
  ["a\u2028b", ["U+2028"]],
])("%j", (command, codes) => {
  expect(invisibleCharacters(command)).toEqual(codes.map(warning));
});

test("what cannot be seen is written out, the rest stays", () => {
  expect(escapeInvisible("rm a\u202eb größer 😀")).toBe(String.raw`rm a\u{202E}b größer 😀`);
});
