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
  await trash(["a", "b"]);
  await expect(trash(["c", "stuck", "d"])).rejects.toThrow("the bin is full");
  expect(taken).toEqual(["a", "b", "c"]);
});
