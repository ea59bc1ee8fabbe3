// Composition root of the app: builds the parts and ties them to Electron's life cycle. Nothing imports it.
import { mkdirSync } from "node:fs";
import path from "node:path";
import type { BrowserWindow } from "electron";
import { app, dialog, ipcMain, Menu, powerMonitor, protocol, session, shell } from "electron";
import { assembleAgent } from "./assembly";
import { readConfig } from "./config";
import type { PushToPage } from "./ipc/electron-transport";
import { serveWindow } from "./ipc/electron-transport";
import { processSchedule } from "./ipc/event-batcher";
import { errorMessage } from "./runtime/errors";
import type { MenuAction } from "./window/app-menu";
import { menuTemplate } from "./window/app-menu";
import { appScheme, serveApp } from "./window/app-protocol";
import { bringToFront, createMainWindow, loadPage } from "./window/main-window";
import { guardNavigation } from "./window/navigation-guard";
import { restrictSession } from "./window/permissions";
import { createWindowCommand } from "./window/window-commands";

const config = readConfig(process.argv.slice(1), process.env);
const isDevelopment = !app.isPackaged;

// As root Chromium runs only without its sandbox, and then says so with this switch; to demand both would end it.
if (!app.commandLine.hasSwitch("no-sandbox")) app.enableSandbox();
app.setPath("userData", profileFolder());

if (app.requestSingleInstanceLock()) run();
else app.quit();

function run(): void {
  const agent = assembleAgent(config, { workerFile: path.join(__dirname, "../rollout-worker.cjs") });
  let open: { window: BrowserWindow; push: PushToPage } | null = null;

  protocol.registerSchemesAsPrivileged([appScheme]);
  app.on("web-contents-created", (_event, contents) => guardNavigation(contents, openOutside));
  app.on("second-instance", showWindow);
  app.on("activate", showWindow);
  app.on("window-all-closed", () => {
    if (process.platform !== "darwin") app.quit();
  });
  stopBeforeExit(() => agent.stop());

  app
    .whenReady()
    .then(() => {
      restrictSession(session.defaultSession);
      serveApp(protocol, path.join(__dirname, "../renderer"));
      Menu.setApplicationMenu(Menu.buildFromTemplate(menuTemplate({ platform: process.platform, isDevelopment, onAction })));
      powerMonitor.on("resume", () => agent.machineWoke());
      showWindow();
    })
    .catch(fail);

  function showWindow(): void {
    if (!app.isReady()) return;
    if (open === null) openWindow();
    else bringToFront(open.window);
  }

  function openWindow(): void {
    const window = createMainWindow({ home: config.home, preload: path.join(__dirname, "preload.cjs"), isDevelopment });
    const windowCommand = createWindowCommand({
      chooseFolder: () => chooseFolder(window),
      openOutside: (link) => shell.openExternal(link),
      drafts: agent.drafts,
    });
    const push = serveWindow({
      ipcMain,
      contents: window.webContents,
      connect: agent.connect,
      windowCommand,
      schedule: processSchedule,
    });
    open = { window, push };
    window.on("closed", () => (open = null));
    loadPage(window).catch(report);
  }

  function onAction(action: MenuAction): void {
    if (open === null) openWindow();
    else open.push({ method: "window/menu", params: { action } });
  }
}

/** Electron's own files lie beside ours, so that one folder holds everything and two homes are two apps. */
function profileFolder(): string {
  const folder = path.join(config.home, "profile");
  mkdirSync(folder, { recursive: true });
  return folder;
}

/** The windows are gone by then; the process stays until turns are interrupted, their processes ended and all is on disk. */
function stopBeforeExit(stop: () => Promise<void>): void {
  let isStopping = false;
  app.on("will-quit", (event) => {
    event.preventDefault();
    if (isStopping) return;
    isStopping = true;
    stop().then(() => app.exit(0), fail);
  });
}

async function chooseFolder(window: BrowserWindow): Promise<string | null> {
  const { canceled, filePaths } = await dialog.showOpenDialog(window, { properties: ["openDirectory", "createDirectory"] });
  return canceled ? null : (filePaths[0] ?? null);
}

function openOutside(link: string): void {
  shell.openExternal(link).catch(report);
}

function report(error: unknown): void {
  process.stderr.write(`counterfoil: ${errorMessage(error)}\n`);
}

function fail(error: unknown): void {
  report(error);
  app.exit(1);
}
