import fc from "fast-check";
import { expect, test } from "vitest";
import { safeFileName } from "../../electron/window/file-name";

test.each([
  ["Tide table.md", "Tide table.md"],
  ["a/b\\c: what?*.html", "a b c what.html"],
  ["../../etc/passwd.md", "etc passwd.md"],
  ["  . dots and spaces . .jsonl", "dots and spaces.jsonl"],
  ["CON.md", "_CON.md"],
  ["com1.notes.md", "_com1.notes.md"],
  ["Console.md", "Console.md"],
  ["evil\u202Efdp.md", "evil fdp.md"],
  ["line\nbreak\ttab\0.md", "line break tab.md"],
  [".md", "Session.md"],
  ["", "Session"],
  ["???.html", "Session.html"],
  ["潮位表 🌊.md", "潮位表 🌊.md"],
  ["notes.exe", "notes.exe"],
])("%j becomes %j", (name, safe) => {
  expect(safeFileName(name)).toBe(safe);
});

test("a long name is cut between characters and keeps its ending", () => {
  const name = safeFileName(`${"🌊".repeat(300)}.jsonl`);
  expect(name).toBe(`${"🌊".repeat(30)}.jsonl`);
});

test("any text becomes a name that all systems take, and that stays as it is", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 400 }), (text) => {
      const name = safeFileName(`${text}.md`);
      expect(name).toMatch(/^[^<>:"/\\|?*\p{Cc}. ][^<>:"/\\|?*\p{Cc}]*\.md$/u);
      expect(Buffer.byteLength(name)).toBeLessThanOrEqual(130);
      expect(safeFileName(name)).toBe(name);
    }),
  );
});
