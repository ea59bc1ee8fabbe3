// What `require("electron")` gives to the main process, and how its parts know each other.
import type * as Electron from "electron";
import type { AppFolder } from "./app/app-folder";
import { HostApp } from "./app/host-app";
import { SingleInstance } from "./app/single-instance";
import { Chromium } from "./chromium";
import { hostDialog } from "./desktop/dialog";
import { hostMenu, type RoleAction } from "./desktop/menu";
import { HostNativeTheme } from "./desktop/native-theme";
import { HostPowerMonitor } from "./desktop/power-monitor";
import { HostScreen } from "./desktop/screen";
import { hostShell } from "./desktop/shell";
import { hostEvent } from "./host-event";
import { HostIpcMain } from "./ipc-main";
import { HostProtocol } from "./protocol";
import { refuseUnknown } from "./refuse-unknown";
import { say } from "./report";
import { HostSession } from "./session";
import { readScreenFacts } from "./system-facts";
import { browserWindowClass, type HostBrowserWindow, type WindowHost } from "./window/browser-window";

export interface HostOptions {
  readonly executable: string;
  readonly folder: AppFolder;
  readonly isHeaded: boolean;
  readonly hasNoSandbox: boolean;
  readonly debuggingPort: number | undefined;
}

export function createHost(options: HostOptions) {
  const windows: HostBrowserWindow[] = [];
  const singleInstance = new SingleInstance();
  const ipcMain = new HostIpcMain();
  const defaultSession = new HostSession();
  const nativeTheme = new HostNativeTheme();
  const screen = new HostScreen();
  let chromium: Chromium | undefined;
  let firstPage: string | undefined;
  let isReady = false;

  const app = new HostApp({ folder: options.folder, singleInstance, openWindows: () => [...windows], end });
  const protocol = new HostProtocol(() => isReady);
  const host: WindowHost = {
    chromium: running,
    protocol,
    ipcMain,
    session: defaultSession,
    nativeTheme,
    windows,
    isReady: () => isReady,
    openWindow: (url, windowOptions) => openWindow(url, windowOptions),
    takeFirstPage: () => {
      const page = firstPage;
      firstPage = undefined;
      return page;
    },
    onWindowCreated: ({ webContents }) => void app.emit("web-contents-created", hostEvent({}), webContents),
    onWindowClosed: () => app.lifecycle.windowClosed(),
  };
  const BrowserWindow = browserWindowClass(host);

  const act: RoleAction = (role) => {
    const focused = BrowserWindow.getFocusedWindow();
    const zoomBy = (step: number): void => focused?.webContents.setZoomLevel(focused.webContents.getZoomLevel() + step);
    switch (role) {
      case "quit":
        return app.quit();
      case "close":
        return focused?.close();
      case "reload":
      case "forceReload":
        return focused?.webContents.reload();
      case "resetZoom":
        return focused?.webContents.setZoomLevel(0);
      case "zoomIn":
        return zoomBy(0.5);
      case "zoomOut":
        return zoomBy(-0.5);
      default:
        throw new Error(`electron stand-in: the menu role ${role} is not implemented by this host`);
    }
  };

  const electron = refuseUnknown("electron", {
    app,
    BrowserWindow,
    dialog: hostDialog(process.env),
    ipcMain,
    Menu: hostMenu({ act, focusedWindow: () => BrowserWindow.getFocusedWindow() ?? undefined }),
    nativeTheme,
    powerMonitor: new HostPowerMonitor(),
    protocol,
    screen,
    session: refuseUnknown("electron.session", { defaultSession }),
    shell: hostShell({ isHeaded: options.isHeaded, bin: process.env["ELECTRON_HOST_BIN"] }),
    webContents: refuseUnknown("electron.webContents", {
      // How a test runner finds the window of a page.
      fromDevToolsTargetId: (targetId: string) => windows.find((window) => window.webContents.targetId === targetId)?.webContents,
    }),
  } satisfies Partial<Record<keyof typeof Electron, unknown>>);

  function running(): Chromium {
    if (chromium === undefined) throw new Error("electron stand-in: Chromium is not running yet");
    return chromium;
  }

  function openWindow(url: string, windowOptions: Electron.BrowserWindowConstructorOptions): void {
    new BrowserWindow(windowOptions).loadURL(url).catch((error: unknown) => say(String(error)));
  }

  /** Starts Chromium, after the app's own module has appended its switches, and then tells the app that it is ready. */
  async function start(): Promise<void> {
    if (isEnding) return;
    const { executable, isHeaded, hasNoSandbox, debuggingPort } = options;
    chromium = Chromium.launch(executable, { isHeaded, hasNoSandbox, debuggingPort, switches: app.switches });
    chromium.exited.then(chromiumGone, chromiumGone);
    firstPage = await chromium.firstPage();
    const facts = await readScreenFacts(chromium, firstPage);
    if (isEnding) return;
    screen.setFacts(facts.screen);
    nativeTheme.setSystemDark(facts.isDark);
    chromium.browser.on("Target.targetDestroyed", ({ targetId }) => {
      windows.find((window) => window.webContents.targetId === targetId)?.pageGone();
    });
    isReady = true;
    app.markReady();
  }

  let isEnding = false;

  function chromiumGone(lastLines: string): void {
    if (isEnding) return;
    if (isReady && windows.length === 0) {
      // With windows on a screen Chromium ends with the last one, even where an app would live on (macOS).
      say("Chromium ended with its last window, and the app with it");
      app.quit();
      return;
    }
    say(`${isReady ? "Chromium has gone away" : "Chromium does not start"}\n${lastLines}`);
    app.exit(1);
  }

  function end(exitCode: number): void {
    if (isEnding) return;
    isEnding = true;
    Promise.all([chromium?.close(), singleInstance.release()]).then(
      () => process.exit(exitCode),
      (error: unknown) => {
        say(String(error));
        process.exit(1);
      },
    );
  }

  return { electron, app, start, end, killNow: () => chromium?.killNow() };
}
