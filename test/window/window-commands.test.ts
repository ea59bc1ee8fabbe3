import { beforeEach, expect, test } from "vitest";
import { StorageError } from "../../electron/runtime/errors";
import type { WindowCommand } from "../../electron/window/window-commands";
import { createWindowCommand } from "../../electron/window/window-commands";

let opened: string[];
let suggested: string[];
let recent: string[];
let drafts: Record<string, string>;
let chosen: string | null;
let isDiskFull: boolean;
let command: WindowCommand;

beforeEach(() => {
  opened = [];
  suggested = [];
  recent = [];
  drafts = {};
  chosen = "/tmp";
  isDiskFull = false;
  command = createWindowCommand({
    chooseFolder: async () => chosen,
    chooseRollout: async () => chosen,
    chooseExport: async (suggestedName) => {
      suggested.push(suggestedName);
      return chosen;
    },
    recent: {
      read: async () => recent,
      add: async (path) => {
        recent.unshift(path);
      },
    },
    openOutside: async (link) => {
      opened.push(link);
    },
    drafts: {
      read: async () => drafts,
      write: async (key, text) => {
        if (isDiskFull) throw new StorageError("io", "no space left");
        drafts[key] = text;
      },
    },
  });
});

test("folder/choose answers the folder, or null when none was chosen", async () => {
  expect(await command({ id: 1, method: "folder/choose" })).toEqual({ id: 1, result: { path: "/tmp" } });
  chosen = null;
  expect(await command({ id: 2, method: "folder/choose", params: {} })).toEqual({ id: 2, result: { path: null } });
});

test("file/choose asks for a rollout to open, or where an export is saved", async () => {
  expect(await command({ id: 1, method: "file/choose", params: { purpose: "openRollout" } })).toEqual({
    id: 1,
    result: { path: "/tmp" },
  });
  const params = { purpose: "saveExport", suggestedName: "Tide table.md" };
  expect(await command({ id: 2, method: "file/choose", params })).toEqual({ id: 2, result: { path: "/tmp" } });
  chosen = null;
  expect(await command({ id: 3, method: "file/choose", params })).toEqual({ id: 3, result: { path: null } });
  expect(suggested).toEqual(["Tide table.md", "Tide table.md"]);
  expect(await command({ id: 4, method: "file/choose", params: { purpose: "saveExport" } })).toMatchObject({
    error: { data: { kind: "invalidParams" } },
  });
});

test("what was opened is added to the recent files, and they are read", async () => {
  expect(await command({ id: 1, method: "recent/add", params: { path: "/home/me/a.jsonl" } })).toEqual({ id: 1, result: {} });
  expect(await command({ id: 2, method: "recent/read" })).toEqual({ id: 2, result: { paths: ["/home/me/a.jsonl"] } });
});

test("link/open opens http, https and mailto outside and refuses the rest", async () => {
  expect(await command({ id: 1, method: "link/open", params: { url: "https://example.com" } })).toEqual({ id: 1, result: {} });
  expect(await command({ id: 2, method: "link/open", params: { url: "file:///etc/passwd" } })).toEqual({
    id: 2,
    error: { code: -32602, message: "only http, https and mailto links are opened", data: { kind: "invalidParams" } },
  });
  expect(opened).toEqual(["https://example.com/"]);
});

test("drafts are written and read", async () => {
  expect(await command({ id: 1, method: "draft/write", params: { key: "new", text: "half a thou" } })).toEqual({
    id: 1,
    result: {},
  });
  expect(await command({ id: 2, method: "draft/read" })).toEqual({ id: 2, result: { drafts: { new: "half a thou" } } });
});

test("a draft that cannot be kept is said as a storage error", async () => {
  isDiskFull = true;
  expect(await command({ id: 1, method: "draft/write", params: { key: "new", text: "x" } })).toEqual({
    id: 1,
    error: { code: -32000, message: "no space left", data: { kind: "storage" } },
  });
});

test("params of another shape are refused with the field's name", async () => {
  expect(await command({ id: 1, method: "draft/write", params: { key: 1, text: "x" } })).toMatchObject({
    id: 1,
    error: { message: expect.stringMatching(/^key: /) as unknown, data: { kind: "invalidParams" } },
  });
  expect(drafts).toEqual({});
});

test("a result of another shape never crosses", async () => {
  Object.assign(drafts, { new: 7 });
  expect(await command({ id: 1, method: "draft/read" })).toMatchObject({ id: 1, error: { data: { kind: "internal" } } });
});

test.each(["turn/start", "toString", "__proto__"])("%s is not a window command", (method) => {
  expect(command({ id: 1, method })).toBeUndefined();
});
