import { expect, test } from "vitest";
import { createTrash } from "../../electron/window/bin";

test("files go into the bin one after the other, and not on after one that the system refuses", async () => {
  const taken: string[] = [];
  const trash = createTrash({
    trashItem: async (path) => {
      if (path === "stuck") throw new Error("the bin is full");
      taken.push(path);
    },
  });
  expect(await trash(["a", "b"])).toBeNull();
  expect(await trash(["c", "stuck", "d"])).toBe("the bin is full");
  expect(taken).toEqual(["a", "b", "c"]);
});
