import { describe, expect, test } from "vitest";
import { patchChanges, patchIn } from "../../../electron/runtime/history/patch-text";

describe("the patch within a text", () => {
  const patch = "*** Begin Patch\n*** Delete File: a\n*** End Patch";

  test.each([
    ["alone", patch, patch],
    ["in a here-document", `apply_patch <<'EOF'\n${patch}\nEOF`, patch],
    ["cut before its end", "*** Begin Patch\n*** Delete File: a", "*** Begin Patch\n*** Delete File: a"],
    ["none", "ls", null],
  ])("%s", (_name, text, found) => {
    expect(patchIn(text)).toBe(found);
  });
});

describe("what a patch changes", () => {
  test("files with CRLF keep their names", () => {
    expect(patchChanges("*** Begin Patch\r\n*** Add File: a b.txt\r\n+x\r\n*** End Patch")).toEqual([
      { path: "a b.txt", kind: "add", diff: "x\r" },
    ]);
  });

  test("lines that belong to no file, and a move of none, change nothing", () => {
    expect(patchChanges("*** Begin Patch\n*** Move to: b\n+x\n*** End Patch")).toEqual([]);
  });
});
