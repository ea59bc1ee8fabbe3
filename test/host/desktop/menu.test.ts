import { expect, test } from "vitest";
import { hostMenu } from "./menu";

function menus() {
  const log: unknown[] = [];
  const window = { id: 1 };
  const Menu = hostMenu({ act: (role) => log.push(role), focusedWindow: () => window });
  return { Menu, log, window };
}

test("an item deep in the application menu is found by id and clicked with itself and the focused window", () => {
  const { Menu, log, window } = menus();
  const click = (item: { id: string }, focused: unknown): void => void log.push(item.id, focused);
  const template = [
    { label: "File", submenu: [{ type: "separator" as const }, { id: "new", label: "New", accelerator: "CmdOrCtrl+N", click }] },
  ];
  Menu.setApplicationMenu(Menu.buildFromTemplate(template));
  const item = Menu.getApplicationMenu()?.getMenuItemById("new");
  item?.click();
  expect(log).toEqual(["new", window]);
  expect([item?.accelerator, Menu.getApplicationMenu()?.getMenuItemById("other")]).toEqual(["CmdOrCtrl+N", null]);
});

test("a disabled item does nothing, a checkbox toggles, a role acts in place of click", () => {
  const { Menu, log } = menus();
  const click = (): void => void log.push("clicked");
  const menu = Menu.buildFromTemplate([
    { id: "off", label: "Off", enabled: false, click },
    { id: "check", label: "Check", type: "checkbox", click },
    { id: "quit", role: "quit", click },
  ]);
  for (const id of ["off", "check", "quit"]) menu.getMenuItemById(id)?.click();
  expect(log).toEqual(["clicked", "quit"]);
  expect(menu.getMenuItemById("check")?.checked).toBe(true);
});
