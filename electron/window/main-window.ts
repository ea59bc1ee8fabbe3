// The one window: made hidden, shown once its page can be painted, remembered when it closes.
import { BrowserWindow, nativeTheme, screen } from "electron";
import { APP_ORIGIN } from "./app-url";
import { MINIMUM_SIZE, placeWindow } from "./window-bounds";
import { recallWindow, rememberWindow } from "./window-memory";

export interface MainWindowParts {
  home: string;
  preload: string;
  isDevelopment: boolean;
}

/** Makes the window; its page is loaded by `loadPage`, so that whoever serves it can be attached first. */
export function createMainWindow({ home, preload, isDevelopment }: MainWindowParts): BrowserWindow {
  const memory = recallWindow(home);
  const window = new BrowserWindow({
    ...placeWindow(
      memory?.bounds ?? null,
      screen.getAllDisplays().map((display) => display.workArea),
    ),
    minWidth: MINIMUM_SIZE.width,
    minHeight: MINIMUM_SIZE.height,
    title: "Counterfoil",
    show: false,
    backgroundColor: paperColour(),
    webPreferences: {
      preload,
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      spellcheck: true,
      devTools: isDevelopment,
    },
  });
  // Maximising shows a window, so it has to wait for the page too.
  window.once("ready-to-show", () => (memory?.isMaximized === true ? window.maximize() : window.show()));
  window.on("close", () => {
    const problem = rememberWindow(home, { bounds: window.getNormalBounds(), isMaximized: window.isMaximized() });
    if (problem !== null) process.stderr.write(`counterfoil: the window's place was not kept: ${problem}\n`);
  });
  return window;
}

export function loadPage(window: BrowserWindow): Promise<void> {
  return window.loadURL(`${APP_ORIGIN}/index.html`);
}

export function bringToFront(window: BrowserWindow): void {
  if (window.isMinimized()) window.restore();
  window.show();
  window.focus();
}

/** `--paper` of the page's tokens, so that the window has the page's colour before the page is there. */
function paperColour(): string {
  return nativeTheme.shouldUseDarkColors ? "#191b18" : "#fafaf7";
}
