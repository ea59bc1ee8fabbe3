import { chmodSync, chownSync, mkdirSync, realpathSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { findOnPath, findProgram } from "../../../electron/adapters/tools/find-program";
import { tempFolder } from "../../support/temp-folder";

const isRoot = process.getuid?.() === 0;

/** Folders of their own, in each of which `tool` lies. */
function places(...names: string[]): { readonly root: string; readonly folders: readonly string[] } {
  const root = realpathSync(tempFolder());
  const folders = names.map((name) => join(root, name));
  for (const folder of folders) {
    mkdirSync(folder, { recursive: true, mode: 0o755 });
    writeFileSync(join(folder, "tool"), "", { mode: 0o755 });
  }
  return { root, folders };
}

describe.skipIf(process.platform === "win32")("issue 5 part 3 a program that the app runs by itself", () => {
  test("is the first that can be run", () => {
    const { root, folders } = places("a", "b", "c");
    chmodSync(join(root, "a", "tool"), 0o644);
    expect(findProgram("tool", [join(root, "none"), ...folders])).toEqual({ path: join(root, "b", "tool") });
    expect(findProgram("other", folders)).toEqual({ path: null, refused: null });
    mkdirSync(join(root, "a", "folder"));
    expect(findProgram("folder", folders)).toEqual({ path: null, refused: null });
  });

  test.each([
    ["the file", "a/tool"],
    ["its folder", "a"],
    ["a folder above", "."],
  ])("is not one of which others may write %s", (_what, open) => {
    const { root, folders } = places("a");
    chmodSync(join(root, open), 0o777);
    const refused = { path: join(root, "a", "tool"), why: `others may write to ${join(root, open)}` };
    expect(findProgram("tool", folders)).toEqual({ path: null, refused });
    const good = places("b").folders;
    expect(findProgram("tool", [...folders, ...good])).toEqual({ path: join(good[0] ?? "", "tool") });
  });

  test("is not one that a link finds where others may write", () => {
    const { root, folders } = places("a/b", "bin");
    chmodSync(join(root, "a"), 0o777);
    symlinkSync(join(root, "a", "b", "tool"), join(root, "bin", "linked"));
    expect(findProgram("linked", folders)).toMatchObject({
      path: null,
      refused: { why: `others may write to ${join(root, "a")}` },
    });
  });

  test("may lie below a folder to which others may only add", () => {
    const { root, folders } = places("a/b");
    chmodSync(join(root, "a"), 0o1777);
    expect(findProgram("tool", folders)).toEqual({ path: join(root, "a", "b", "tool") });
  });

  test.runIf(isRoot)("is not one that belongs to somebody else, or to a group of others that may write it", () => {
    const { root, folders } = places("a", "b");
    chownSync(join(root, "a", "tool"), 1234, 0);
    chownSync(join(root, "b", "tool"), 0, 1234);
    chmodSync(join(root, "b", "tool"), 0o775);
    expect(findProgram("tool", folders)).toMatchObject({ path: null });
    chmodSync(join(root, "b", "tool"), 0o755);
    expect(findProgram("tool", folders)).toEqual({ path: join(root, "b", "tool") });
  });

  test("on Windows comes from the absolute folders of the PATH", () => {
    const { root } = places("a");
    expect(findOnPath("tool", { PATH: ["", ".", "a", join(root, "a")].join(":") })).toBe(join(root, "a", "tool"));
    expect(findOnPath("tool", {})).toBeNull();
  });
});
