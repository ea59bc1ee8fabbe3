import { expect, test } from "vitest";
import { cancelled, hostDialog } from "./dialog";

test("a box that nobody sees is cancelled: by id, by label, else the first button", () => {
  expect(cancelled({ buttons: ["Quit", "Stay"], cancelId: 1 })).toBe(1);
  expect(cancelled({ buttons: ["Delete", "&Cancel"] })).toBe(1);
  expect(cancelled({ buttons: ["OK", "More"] })).toBe(0);
  expect(cancelled({})).toBe(0);
});

test("an open dialog is cancelled, or answered from the environment", async () => {
  expect(await hostDialog({}).showOpenDialog()).toEqual({ canceled: true, filePaths: [] });
  expect(await hostDialog({ ELECTRON_HOST_OPEN_DIALOG: "/home/me/project" }).showOpenDialog()).toEqual({
    canceled: false,
    filePaths: ["/home/me/project"],
  });
});

test("a save dialog is cancelled, or answered from the environment", async () => {
  expect(await hostDialog({}).showSaveDialog()).toEqual({ canceled: true, filePath: "" });
  expect(await hostDialog({ ELECTRON_HOST_SAVE_DIALOG: "/home/me/session.md" }).showSaveDialog()).toEqual({
    canceled: false,
    filePath: "/home/me/session.md",
  });
});
