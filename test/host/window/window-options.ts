// Which of a window's options this host keeps, which are for the eye only, and which it must refuse.
import type { BrowserWindowConstructorOptions, Rectangle, WebPreferences } from "electron";

export interface WindowOptions {
  readonly bounds: Rectangle;
  readonly preload: string | undefined;
}

const USED = ["x", "y", "width", "height", "minWidth", "minHeight", "webPreferences"];
/** A Chromium window has its own frame, title and background, and is visible from the start. */
const FOR_THE_EYE = [
  "show",
  "backgroundColor",
  "title",
  "autoHideMenuBar",
  "titleBarStyle",
  "titleBarOverlay",
  "trafficLightPosition",
  "icon",
];
/** The only values with which the page here is what it would be in Electron. */
const FIXED_PREFERENCES: Partial<Record<keyof WebPreferences, boolean>> = {
  contextIsolation: true,
  sandbox: true,
  nodeIntegration: false,
  nodeIntegrationInSubFrames: false,
  nodeIntegrationInWorker: false,
  webSecurity: true,
  allowRunningInsecureContent: false,
  webviewTag: false,
  experimentalFeatures: false,
};
const FREE_PREFERENCES = ["preload", "spellcheck", "devTools", "backgroundThrottling", "navigateOnDragDrop", "safeDialogs"];

export function windowOptions(options: BrowserWindowConstructorOptions): WindowOptions {
  const unknown = Object.keys(options).find((name) => !USED.includes(name) && !FOR_THE_EYE.includes(name));
  if (unknown !== undefined)
    throw new Error(`electron stand-in: the BrowserWindow option ${unknown} is not implemented by this host`);
  const preferences = options.webPreferences ?? {};
  for (const [name, value] of Object.entries(preferences)) refusePreference(name, value);
  return {
    bounds: {
      x: options.x ?? 0,
      y: options.y ?? 0,
      width: Math.max(options.width ?? 800, options.minWidth ?? 0),
      height: Math.max(options.height ?? 600, options.minHeight ?? 0),
    },
    preload: preferences.preload,
  };
}

function refusePreference(name: string, value: unknown): void {
  if (FREE_PREFERENCES.includes(name) || value === undefined) return;
  const fixed = Object.entries(FIXED_PREFERENCES).find(([key]) => key === name)?.[1];
  if (fixed !== value)
    throw new Error(`electron stand-in: the web preference ${name}: ${String(value)} is not implemented by this host`);
}
