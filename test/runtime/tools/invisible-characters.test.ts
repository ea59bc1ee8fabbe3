import { expect, test } from "vitest";
import {
  escapeInvisible,
  hidesCharacters,
  invisibleCharacters,
  padding,
} from "../../../electron/runtime/tools/invisible-characters";

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
  ["a\u3164b", ["U+3164"]],
  ["a\u2800b", ["U+2800"]],
  ["a\u034fb", ["U+034F"]],
  ["a\ufe0fb", ["U+FE0F"]],
  ["a\u1680b", ["U+1680"]],
  ["a\ud800b", ["U+D800"]],
])("%j", (command, codes) => {
  expect(invisibleCharacters(command)).toEqual(codes.map(warning));
  expect(hidesCharacters(command)).toBe(codes.length > 0);
});

test("what cannot be seen is written out, the rest stays", () => {
  expect(escapeInvisible("rm a\u202eb größer 😀")).toBe(String.raw`rm a\u{202E}b größer 😀`);
});

test.each([
  [`ls${" ".repeat(39)}x`, false],
  [`ls${" ".repeat(40)}; rm x`, true],
  [`ls${"\t".repeat(40)}; rm x`, true],
  [`ls${" ".repeat(60)}`, false],
  [`ls${"\n".repeat(7)}rm x`, false],
  [`ls${"\n  ".repeat(8)}rm x`, true],
])("bug report 148: padding of %j: %s", (command, isPadded) => {
  expect(padding(command)).toEqual(isPadded ? ["a part of the command stands behind a long run of blanks"] : []);
});
