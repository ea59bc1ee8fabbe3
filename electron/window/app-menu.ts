// The native menu. Its actions reach the page as `window/menu` events; keys that the page itself has handled never get here,
// because a key goes to the page first and the page prevents its default.
import type { MenuItemConstructorOptions } from "electron";

export type MenuAction = "newSession" | "openFolder" | "toggleSidebar";

export interface MenuParts {
  platform: NodeJS.Platform;
  isDevelopment: boolean;
  onAction: (action: MenuAction) => void;
}

export function menuTemplate(parts: MenuParts): MenuItemConstructorOptions[] {
  const isMac = parts.platform === "darwin";
  return [
    ...(isMac ? [{ role: "appMenu" } as const] : []),
    fileMenu(parts, isMac),
    editMenu(),
    viewMenu(parts),
    windowMenu(isMac),
  ];
}

function fileMenu({ onAction }: MenuParts, isMac: boolean): MenuItemConstructorOptions {
  return {
    label: "File",
    submenu: [
      { id: "newSession", label: "New Session", accelerator: "CmdOrCtrl+N", click: () => onAction("newSession") },
      { id: "openFolder", label: "Open Folder…", accelerator: "CmdOrCtrl+O", click: () => onAction("openFolder") },
      { type: "separator" },
      { role: "close" },
      ...(isMac ? [] : [{ role: "quit" } as const]),
    ],
  };
}

function editMenu(): MenuItemConstructorOptions {
  return {
    label: "Edit",
    submenu: [
      { role: "undo" },
      { role: "redo" },
      { type: "separator" },
      { role: "cut" },
      { role: "copy" },
      { role: "paste" },
      { role: "pasteAndMatchStyle" },
      { role: "delete" },
      { role: "selectAll" },
    ],
  };
}

function viewMenu({ isDevelopment, onAction }: MenuParts): MenuItemConstructorOptions {
  return {
    label: "View",
    submenu: [
      { id: "toggleSidebar", label: "Toggle Sidebar", accelerator: "CmdOrCtrl+B", click: () => onAction("toggleSidebar") },
      { type: "separator" },
      { role: "resetZoom" },
      { role: "zoomIn" },
      { role: "zoomOut" },
      { role: "togglefullscreen" },
      { type: "separator" },
      { role: "reload" },
      ...(isDevelopment ? [{ role: "toggleDevTools" } as const] : []),
    ],
  };
}

function windowMenu(isMac: boolean): MenuItemConstructorOptions {
  return {
    label: "Window",
    role: "window",
    submenu: [{ role: "minimize" }, ...(isMac ? ([{ role: "zoom" }, { role: "front" }] as const) : [])],
  };
}
