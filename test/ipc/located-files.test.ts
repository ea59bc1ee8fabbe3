// Files that are read page by page: the catalog is asked where one lies once, and again only when it has gone from there.
import { describe, expect, test } from "vitest";
import { ThreadId } from "../../shared/protocol/ids";
import { LocatedFiles } from "../../electron/ipc/located-files";
import { CommandRefused } from "../../electron/runtime/errors";
import type { SessionFile } from "../../electron/runtime/ports/past-sessions";

const ID = ThreadId.parse("file-1");

/** A catalog that tells the paths one after the other, and files of which these are there. */
function files(paths: readonly string[], there: ReadonlySet<string>) {
  const asked: ThreadId[] = [];
  const located = new LocatedFiles(async (threadId) => {
    asked.push(threadId);
    const path = paths[Math.min(asked.length, paths.length) - 1] ?? "";
    return { threadId, path, origin: "file" };
  });
  const read = async ({ path }: SessionFile): Promise<string> => {
    if (!there.has(path)) throw new CommandRefused("notARollout", `There is no file ${path}.`);
    return path;
  };
  return { asked, page: (threadId = ID) => located.read(threadId, read) };
}

describe("files that are read page by page", () => {
  test("the catalog is asked once for a file, however many pages follow", async () => {
    const { asked, page } = files(["/a"], new Set(["/a"]));
    expect([await page(), await page(), await page()]).toEqual(["/a", "/a", "/a"]);
    expect(asked).toEqual([ID]);
  });

  test("a file that has been moved is asked for again, and its page comes", async () => {
    const there = new Set(["/a"]);
    const { asked, page } = files(["/a", "/b"], there);
    expect(await page()).toBe("/a");
    there.delete("/a");
    there.add("/b");
    expect([await page(), await page()]).toEqual(["/b", "/b"]);
    expect(asked).toEqual([ID, ID]);
  });

  test("a file that is gone for good is refused, each time after the catalog was asked", async () => {
    const { asked, page } = files(["/a"], new Set());
    await expect(page()).rejects.toThrow("There is no file /a.");
    await expect(page()).rejects.toThrow("There is no file /a.");
    expect(asked.length).toBeGreaterThanOrEqual(2);
  });

  test("a refusal of the page itself is told as it is, and asks nobody", async () => {
    const asked: ThreadId[] = [];
    const located = new LocatedFiles(async (threadId) => {
      asked.push(threadId);
      return { threadId, path: "/a", origin: "file" };
    });
    expect(await located.read(ID, async ({ path }) => path)).toBe("/a");
    const refused = located.read(ID, () => Promise.reject(new CommandRefused("invalidParams", "the file has no line 9")));
    await expect(refused).rejects.toThrow("the file has no line 9");
    expect(asked).toEqual([ID]);
  });
});
