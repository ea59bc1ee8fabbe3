import type { BrowserWindow, OpenDialogOptions, SaveDialogOptions } from "electron";
import { beforeEach, expect, test } from "vitest";
import { chooseExport, chooseFolder, chooseRollout } from "../../electron/window/file-dialogs";

let asked: unknown[];
let chosen: string | null;

beforeEach(() => {
  asked = [];
  chosen = "/home/me/a.jsonl";
});

// The dialogs are handed the window and look at nothing of it.
const window = {} as BrowserWindow;
const dialogs = {
  showOpenDialog: async (_window: unknown, options?: OpenDialogOptions) => {
    asked.push(options?.properties);
    return { canceled: chosen === null, filePaths: chosen === null ? [] : [chosen] };
  },
  showSaveDialog: async (_window: unknown, options?: SaveDialogOptions) => {
    asked.push([options?.defaultPath, options?.filters?.map(({ extensions }) => extensions)]);
    return { canceled: chosen === null, filePath: chosen ?? "" };
  },
};

test("a rollout and a folder are chosen, or nothing", async () => {
  expect(await chooseRollout(dialogs, window)).toBe("/home/me/a.jsonl");
  expect(await chooseFolder(dialogs, window)).toBe("/home/me/a.jsonl");
  chosen = null;
  expect([await chooseRollout(dialogs, window), await chooseFolder(dialogs, window)]).toEqual([null, null]);
  expect(asked.slice(0, 2)).toEqual([["openFile"], ["openDirectory", "createDirectory"]]);
});

test("an export is suggested under a safe name with its own kind of file", async () => {
  expect(await chooseExport(dialogs, window, "../what: now?.md")).toBe("/home/me/a.jsonl");
  chosen = null;
  expect(await chooseExport(dialogs, window, "notes")).toBeNull();
  expect(asked).toEqual([
    ["what now.md", [["md"], ["*"]]],
    ["notes", [["*"]]],
  ]);
});
