// The native menu. Its actions reach the page as `window/menu` events; keys that the page itself has handled never get here,
// because a key goes to the page first and the page prevents its default.
import type { MenuItemConstructorOptions } from "electron";
import type { MenuAction } from "../../shared/protocol/window-push";

export interface MenuParts {
  platform: NodeJS.Platform;
  isDevelopment: boolean;
  /** Rollouts that were opened by path, newest first. */
  recent: readonly string[];
  onAction: (action: MenuAction) => void;
  onOpen: (path: string) => void;
  onClearRecent: () => void;
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

function fileMenu(parts: MenuParts, isMac: boolean): MenuItemConstructorOptions {
  const { onAction } = parts;
  const action = (id: MenuAction, label: string, accelerator: string): MenuItemConstructorOptions => ({
    id,
    label,
    accelerator,
    click: () => onAction(id),
  });
  return {
    label: "File",
    submenu: [
      action("newSession", "New Session", "CmdOrCtrl+N"),
      action("openFolder", "Open Folder…", "CmdOrCtrl+O"),
      action("openRollout", "Open Rollout…", "CmdOrCtrl+Shift+O"),
      { id: "openRecent", label: "Open Recent", submenu: recentItems(parts) },
      { type: "separator" },
      action("showPalette", "Find in Sessions…", "CmdOrCtrl+K"),
      action("showSettings", "Settings…", "CmdOrCtrl+,"),
      { type: "separator" },
      action("renameSession", "Rename Session…", "F2"),
      action("exportSession", "Export Session…", "CmdOrCtrl+Shift+E"),
      action("archiveSession", "Archive Session", "CmdOrCtrl+Shift+A"),
      { type: "separator" },
      { role: "close" },
      ...(isMac ? [] : [{ role: "quit" } as const]),
    ],
  };
}

function recentItems({ recent, onOpen, onClearRecent }: MenuParts): MenuItemConstructorOptions[] {
  if (recent.length === 0) return [{ label: "Nothing Yet", enabled: false }];
  return [
    // In a label one ampersand would underline the next letter.
    ...recent.map((file, index) => ({ id: `recent-${index}`, label: file.replaceAll("&", "&&"), click: () => onOpen(file) })),
    { type: "separator" },
    { id: "clearRecent", label: "Clear Menu", click: onClearRecent },
  ];
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
