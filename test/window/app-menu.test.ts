import type { MenuItemConstructorOptions } from "electron";
import { expect, test } from "vitest";
import { menuTemplate } from "../../electron/window/app-menu";
import { MenuAction } from "../../shared/protocol/window-push";

/** What Electron's roles bring along, as far as the menu uses them. */
const ROLE_ACCELERATORS: Readonly<Record<string, string>> = {
  close: "CmdOrCtrl+W",
  quit: "CmdOrCtrl+Q",
  undo: "CmdOrCtrl+Z",
  redo: "Shift+CmdOrCtrl+Z",
  cut: "CmdOrCtrl+X",
  copy: "CmdOrCtrl+C",
  paste: "CmdOrCtrl+V",
  pasteAndMatchStyle: "Shift+CmdOrCtrl+V",
  selectAll: "CmdOrCtrl+A",
  resetZoom: "CmdOrCtrl+0",
  zoomIn: "CmdOrCtrl+Plus",
  zoomOut: "CmdOrCtrl+-",
  togglefullscreen: "F11",
  reload: "CmdOrCtrl+R",
  toggleDevTools: "Shift+CmdOrCtrl+I",
  minimize: "CmdOrCtrl+M",
};

function items(template: readonly MenuItemConstructorOptions[]): MenuItemConstructorOptions[] {
  return template.flatMap((item) => [item, ...(Array.isArray(item.submenu) ? items(item.submenu) : [])]);
}

function build(platform: NodeJS.Platform, { isDevelopment = true, recent = [] as string[] } = {}) {
  const actions: MenuAction[] = [];
  const opened: string[] = [];
  const template = menuTemplate({
    platform,
    isDevelopment,
    recent,
    onAction: (action) => actions.push(action),
    onOpen: (path) => opened.push(path),
    onClearRecent: () => opened.splice(0),
  });
  return { actions, opened, items: items(template) };
}

function click(all: readonly MenuItemConstructorOptions[], id: string): void {
  const item = all.find((candidate) => candidate.id === id);
  if (item?.click === undefined) throw new Error(`nothing to click at ${id}`);
  // Called by Electron with the item, the window and the keys; ours ask for none of them.
  (item.click as () => void)();
}

test.each(["linux", "win32", "darwin"] as const)("on %s no two items have the same accelerator", (platform) => {
  const keys = build(platform).items.flatMap(({ accelerator, role }) => accelerator ?? ROLE_ACCELERATORS[role ?? ""] ?? []);
  expect(keys.length).toBeGreaterThan(15);
  expect(new Set(keys).size).toBe(keys.length);
});

test.each(["linux", "win32", "darwin"] as const)("on %s every item does something", (platform) => {
  const idle = build(platform).items.filter(
    (item) =>
      item.type !== "separator" &&
      item.role === undefined &&
      item.click === undefined &&
      item.submenu === undefined &&
      item.enabled !== false,
  );
  expect(idle).toEqual([]);
});

test("the page's actions are sent by name", () => {
  const { actions, items: all } = build("linux");
  for (const id of MenuAction.options) click(all, id);
  expect(actions).toEqual(MenuAction.options);
});

test("Open Recent opens what was opened before, and can be cleared", () => {
  const { opened, items: all } = build("linux", { recent: ["/home/me/a & b.jsonl", "/home/me/c.jsonl"] });
  expect(all.filter(({ id }) => id?.startsWith("recent-")).map(({ label }) => label)).toEqual([
    "/home/me/a && b.jsonl",
    "/home/me/c.jsonl",
  ]);
  click(all, "recent-1");
  click(all, "recent-0");
  expect(opened).toEqual(["/home/me/c.jsonl", "/home/me/a & b.jsonl"]);
  click(all, "clearRecent");
  expect(opened).toEqual([]);
});

test("developer tools are in the menu only during development", () => {
  const hasTools = (isDevelopment: boolean): boolean =>
    build("linux", { isDevelopment }).items.some(({ role }) => role === "toggleDevTools");
  expect([hasTools(true), hasTools(false)]).toEqual([true, false]);
});

test("quit is in the app's own menu on macOS and in File elsewhere", () => {
  const roles = (platform: NodeJS.Platform): unknown[] =>
    build(platform).items.flatMap(({ role }) => (role === "quit" || role === "appMenu" ? [role] : []));
  expect([roles("darwin"), roles("win32"), roles("linux")]).toEqual([["appMenu"], ["quit"], ["quit"]]);
});
