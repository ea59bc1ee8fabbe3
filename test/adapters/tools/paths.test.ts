import { describe, expect, test } from "vitest";
import { fileFault, pickNearest } from "../../../electron/adapters/tools/file-fault";
import { logPath } from "../../../electron/adapters/tools/log-path";
import { workspacePath } from "../../../electron/adapters/tools/workspace-path";

test.each([
  ["src/a.ts", "/project/src/a.ts"],
  [".", "/project"],
  ["", "/project"],
  ["../other", "/other"],
  ["/etc/hosts", "/etc/hosts"],
  ["/etc/../etc/hosts", "/etc/hosts"],
  ["~", "/home/someone"],
  ["~/x", "/home/someone/x"],
  ["~x", "/project/~x"],
])("a path of the model: %s is %s", (path, absolute) => {
  expect(workspacePath(path, { cwd: "/project", home: "/home/someone" })).toBe(absolute);
});

describe("the nearest name", () => {
  const names = ["readme.md", "package.json", "main.ts", "main.test.ts"];
  test.each([
    ["README.md", "readme.md"],
    ["pakage.json", "package.json"],
    ["main.tsx", "main.ts"],
    ["server.go", null],
  ])("to %s is %s", (wanted, near) => {
    expect(pickNearest(wanted, names)).toBe(near);
  });
});

test.each([
  ["EACCES", "permission denied: /a"],
  ["EPERM", "permission denied: /a"],
  ["ELOOP", "symbolic links form a loop: /a"],
  ["EIO", "/a: the disk said no"],
])("a file system error %s reads: %s", async (code, words) => {
  const error = Object.assign(new Error("the disk said no"), { code });
  expect(await fileFault(error, "/a")).toMatchObject({ name: "ModelVisibleError", message: words, cause: error });
});

describe("the file of a full output", () => {
  const path = (callId: string) => logPath("/outputs", { threadId: "thread-1", callId });

  test("is named as the call", () => {
    expect(path("call_Ab-1")).toBe("/outputs/thread-1/call_Ab-1.log");
  });

  test("of an odd call id lies in the same folder, and odd ids stay apart", () => {
    const odd = ["..", "a/b", "a\\b", "a b", "", "con", "NUL", "x".repeat(300), `${"x".repeat(300)}y`, "😀", "\0"];
    const files = odd.map(path);
    for (const file of files) expect(file).toMatch(/^\/outputs\/thread-1\/[A-Za-z0-9_-]{1,117}\.log$/);
    expect(new Set(files).size).toBe(odd.length);
  });
});
