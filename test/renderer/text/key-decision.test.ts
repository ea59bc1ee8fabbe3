import { expect, test } from "vitest";
import { type ComposerKey, decideKey } from "../../../renderer/text/key-decision";

const plain: ComposerKey = {
  key: "Enter",
  shiftKey: false,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  keyCode: 13,
  isComposing: false,
  hasJustComposed: false,
};

test.each([
  ["Enter submits", {}, "submit"],
  ["Shift+Enter is a new line", { shiftKey: true }, "newline"],
  ["Alt+Enter is a new line", { altKey: true }, "newline"],
  ["Ctrl+Enter goes into what runs", { ctrlKey: true }, "submitNow"],
  ["Cmd+Enter goes into what runs", { metaKey: true }, "submitNow"],
  ["Ctrl+Shift+Enter is a new line", { ctrlKey: true, shiftKey: true }, "newline"],
  ["Ctrl+Enter while composing is the input method's", { ctrlKey: true, isComposing: true }, "none"],
  ["Enter while composing is the input method's", { isComposing: true }, "none"],
  ["keyCode 229 is the input method's", { keyCode: 229 }, "none"],
  ["a key right after compositionend is the input method's", { hasJustComposed: true }, "none"],
  ["Esc escapes", { key: "Escape", keyCode: 27 }, "escape"],
  ["Esc while composing is the input method's", { key: "Escape", isComposing: true }, "none"],
  ["Esc right after compositionend is the input method's", { key: "Escape", hasJustComposed: true }, "none"],
  ["a letter is a letter", { key: "a", keyCode: 65 }, "none"],
] as const)("%s", (_name, changes, decision) => {
  expect(decideKey({ ...plain, ...changes })).toBe(decision);
});
