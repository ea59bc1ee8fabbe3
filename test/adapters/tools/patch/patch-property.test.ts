// Random files and random edits: the patch that says them makes exactly the file they make, endings and all.
import fc from "fast-check";
import { expect, test } from "vitest";
import { applyHunks } from "../../../../electron/adapters/tools/patch/apply-hunks";
import { parsePatch } from "../../../../electron/adapters/tools/patch/parse-patch";
import { readText, splitLines, textBytes, type TextLine } from "../../../../electron/adapters/tools/patch/text-lines";
import { unifiedDiff } from "../../../../electron/adapters/tools/patch/unified-diff";
import { update } from "./patch-bench";

/** What becomes of one line of the file. */
interface Act {
  readonly type: "keep" | "remove" | "replace" | "insertAfter";
  readonly texts: readonly string[];
}

const text = fc.oneof(
  fc.constantFrom("", " ", "a", "b", "}", "\tx", "-", "+", "@@", "*** End of File", "é – “x”", "🙂", "x  "),
  fc.string({ maxLength: 12 }).map((line) => line.replaceAll(/[\n\r\0]/g, "_")),
);
const endings = fc.constantFrom<"\n" | "\r\n">("\n", "\r\n");
const file = fc
  .record({ lines: fc.array(fc.record({ text, ending: endings }), { minLength: 1, maxLength: 40 }), isOpen: fc.boolean() })
  // An empty last line that nothing ends is no line.
  .map(({ lines, isOpen }) =>
    lines.map((line, index): TextLine => (isOpen && index === lines.length - 1 ? { text: `${line.text}.`, ending: "" } : line)),
  );
const act = fc.record({
  type: fc.constantFrom<Act["type"]>("keep", "keep", "keep", "keep", "remove", "replace", "insertAfter"),
  texts: fc.array(text, { minLength: 1, maxLength: 3 }),
});

/** One hunk from the file's first line to its last, so that there is no doubt about the place; and the file it makes. */
function edited(
  lines: readonly TextLine[],
  acts: readonly Act[],
): { readonly hunk: readonly string[]; readonly texts: readonly string[] } {
  const hunk = ["@@"];
  const texts: string[] = [];
  for (const [index, line] of lines.entries()) {
    const { type, texts: fresh } = acts[index] ?? { type: "keep", texts: [] };
    const isKept = type === "keep" || type === "insertAfter";
    hunk.push(`${isKept ? " " : "-"}${line.text}`);
    if (isKept) texts.push(line.text);
    if (type === "replace" || type === "insertAfter") {
      hunk.push(...fresh.map((each) => `+${each}`));
      texts.push(...fresh);
    }
  }
  return { hunk, texts };
}

function patched(lines: readonly TextLine[], hunk: readonly string[]): readonly TextLine[] {
  const parsed = parsePatch(update("f", ...hunk));
  if (!parsed.ok) throw new Error(parsed.detail);
  const [step] = parsed.steps;
  if (step?.kind !== "update") throw new Error("no update");
  const applied = applyHunks(lines, step.hunks);
  if (!applied.ok) throw new Error(applied.why);
  return applied.lines;
}

/** Takes a unified diff at its word. */
const row = ({ text, ending }: TextLine): string => text + (ending === "\r\n" ? "\r" : "");

function byDiff(before: readonly TextLine[], diff: string): readonly string[] {
  const made: string[] = [];
  let at = 0;
  const old = before.map(row);
  for (const told of diff === "" ? [] : diff.split("\n")) {
    const header = /^@@ -(\d+),(\d+) \+\d+,\d+ @@$/.exec(told);
    if (header !== null) {
      const start = Number(header[1]) - (header[2] === "0" ? 0 : 1);
      for (; at < start; at += 1) made.push(old[at] ?? "?");
    } else if (told.startsWith("+")) made.push(told.slice(1));
    else if (told.startsWith("-") || told.startsWith(" ")) {
      expect(told.slice(1)).toBe(old[at]);
      if (told.startsWith(" ")) made.push(told.slice(1));
      at += 1;
    }
  }
  return [...made, ...old.slice(at)];
}

test("a patch makes what its edits make; every kept line keeps its ending, and an unended file stays so", () => {
  fc.assert(
    fc.property(file, fc.array(act, { maxLength: 40 }), (lines, acts) => {
      const { hunk, texts } = edited(lines, acts);
      const made = patched(lines, hunk);
      expect(made.map((line) => line.text)).toEqual(texts);
      const isOpen = lines.at(-1)?.ending === "";
      for (const [index, line] of made.entries()) expect(line.ending === "").toBe(isOpen && index === made.length - 1);
      const kept = lines.filter(
        (line, index) => ["keep", "insertAfter"].includes(acts[index]?.type ?? "keep") && line.ending !== "",
      );
      // In order, among those that are made, but for one that is the last now.
      let from = 0;
      for (const line of kept) {
        const at = made.findIndex(
          (each, index) => index >= from && each.text === line.text && (each.ending === line.ending || each.ending === ""),
        );
        expect(at).toBeGreaterThanOrEqual(0);
        from = at + 1;
      }
    }),
    { numRuns: 600 },
  );
});

test("a file of one kind of ending stays one", () => {
  fc.assert(
    fc.property(file, endings, fc.array(act, { maxLength: 40 }), (lines, ending, acts) => {
      const uniform = lines.map((line) => (line.ending === "" ? line : { ...line, ending }));
      const { hunk } = edited(uniform, acts);
      const all = new Set(patched(uniform, hunk).map((line) => line.ending));
      all.delete("");
      if (uniform.some((line) => line.ending !== "")) expect([...all].filter((each) => each !== ending)).toEqual([]);
    }),
    { numRuns: 300 },
  );
});

test("the hunks that are told lead from the old text to the new, whatever the two are", () => {
  fc.assert(
    fc.property(file, file, (before, after) => {
      expect(byDiff(before, unifiedDiff(before, after))).toEqual(after.map(row));
    }),
    { numRuns: 600 },
  );
});

test("a change of endings alone is told as what it is", () => {
  const [unix, windows] = ["a\nb\n", "a\nb\r\n"].map(splitLines);
  expect(unifiedDiff(unix ?? [], windows ?? [])).toBe("@@ -1,2 +1,2 @@\n a\n-b\n+b\r");
});

test("bytes are the same after being read as lines and written", () => {
  fc.assert(
    fc.property(file, fc.boolean(), (lines, hasMark) => {
      const bytes = textBytes({ mark: hasMark ? "\ufeff" : "", lines });
      const read = readText(bytes);
      expect(read.ok && textBytes(read.file).equals(bytes)).toBe(true);
      expect(read.ok && read.file.lines).toEqual(splitLines(lines.map((line) => line.text + line.ending).join("")));
    }),
    { numRuns: 300 },
  );
});

test("no text, however it is made, breaks the reader of patches", () => {
  const word = fc.constantFrom(
    "*** Begin Patch",
    "*** End Patch",
    "*** Update File: f",
    "*** Add File: g",
    "*** Move to: h",
    "*** End of File",
    "@@",
    "@@ x",
    " a",
    "-a",
    "+a",
    "",
    "x",
    "<<EOF",
    "EOF",
  );
  fc.assert(
    fc.property(fc.array(fc.oneof(word, fc.string())), (lines) => {
      const parsed = parsePatch(lines.join("\n"));
      expect(parsed.ok ? parsed.steps.length > 0 : parsed.detail.length > 0).toBe(true);
    }),
    { numRuns: 1000 },
  );
});
