// Composition root of the app: builds the parts and ties them to Electron's life cycle. Nothing imports it.
import { mkdirSync } from "node:fs";
import path from "node:path";
import type { BrowserWindow } from "electron";
import { app, dialog, ipcMain, Menu, powerMonitor, protocol, session, shell } from "electron";
import type { SessionTarget } from "../shared/protocol/past-session";
import type { MenuAction } from "../shared/protocol/window-push";
import { assembleAgent } from "./assembly";
import { readConfig, readPositionals } from "./config";
import type { PushToPage } from "./ipc/electron-transport";
import { serveWindow } from "./ipc/electron-transport";
import { processSchedule } from "./ipc/event-batcher";
import { errorMessage } from "./runtime/errors";
import { menuTemplate } from "./window/app-menu";
import { appScheme, serveApp } from "./window/app-protocol";
import { createTrash } from "./window/bin";
import { LINK_SCHEME } from "./window/deep-link";
import { chooseExport, chooseFolder, chooseRollout } from "./window/file-dialogs";
import { bringToFront, createMainWindow, loadPage } from "./window/main-window";
import { guardNavigation } from "./window/navigation-guard";
import { listenForOpens } from "./window/open-doors";
import { restrictSession } from "./window/permissions";
import { RecentFiles } from "./window/recent-files";
import { createWindowCommand } from "./window/window-commands";

const config = readConfig(process.argv.slice(1), process.env, "window");
const isDevelopment = !app.isPackaged;

// As root Chromium runs only without its sandbox, and then says so with this switch; to demand both would end it.
if (!app.commandLine.hasSwitch("no-sandbox")) app.enableSandbox();
app.setPath("userData", profileFolder());

if (app.requestSingleInstanceLock()) run();
else app.quit();

function run(): void {
  const agent = assembleAgent(config, { workerFile: path.join(__dirname, "../rollout-worker.cjs"), trash: createTrash(shell) });
  const recent = new RecentFiles(config.home, showMenu);
  let open: { window: BrowserWindow; push: PushToPage } | null = null;
  // Asked for before there can be a window.
  let early: SessionTarget[] = [];

  protocol.registerSchemesAsPrivileged([appScheme]);
  app.on("web-contents-created", (_event, contents) => guardNavigation(contents, openOutside));
  listenForOpens(
    { app, positionals: argumentsOf, onTarget: openTarget, onShow: showWindow, onProblem: report },
    { argv: process.argv, folder: process.cwd() },
  );
  // While it is developed the program is Electron, which no link may start.
  if (app.isPackaged) app.setAsDefaultProtocolClient(LINK_SCHEME);
  app.on("window-all-closed", () => {
    if (process.platform !== "darwin") app.quit();
  });
  stopBeforeExit(() => agent.stop());

  app
    .whenReady()
    .then(() => {
      restrictSession(session.defaultSession);
      serveApp(protocol, path.join(__dirname, "../renderer"));
      showMenu([]);
      recent.read().then(showMenu, report);
      powerMonitor.on("resume", () => agent.machineWoke());
      showWindow();
      const targets = early;
      early = [];
      targets.forEach(openTarget);
    })
    .catch(fail);

  function showWindow(): void {
    if (!app.isReady()) return;
    if (open === null) openWindow();
    else bringToFront(open.window);
  }

  function showMenu(paths: readonly string[]): void {
    const parts = {
      platform: process.platform,
      isDevelopment,
      recent: paths,
      onAction,
      onOpen: (file: string) => openTarget({ path: file }),
      onClearRecent: () => recent.clear().catch(report),
    };
    Menu.setApplicationMenu(Menu.buildFromTemplate(menuTemplate(parts)));
  }

  function openTarget(target: SessionTarget): void {
    if (!app.isReady()) {
      early.push(target);
      return;
    }
    showWindow();
    open?.push({ method: "window/open", params: target });
  }

  function openWindow(): void {
    const window = createMainWindow({ home: config.home, preload: path.join(__dirname, "preload.cjs"), isDevelopment });
    const windowCommand = createWindowCommand({
      chooseFolder: () => chooseFolder(dialog, window),
      chooseRollout: () => chooseRollout(dialog, window),
      chooseExport: (suggestedName) => chooseExport(dialog, window, suggestedName),
      recent: { read: () => recent.read(), add: addRecent },
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

  async function addRecent(file: string): Promise<void> {
    await recent.add(file);
    app.addRecentDocument(file);
  }

  function onAction(action: MenuAction): void {
    if (open === null) openWindow();
    open?.push({ method: "window/menu", params: { action } });
  }
}

/** Without the program, and without the app's folder where Electron itself is the program. */
function argumentsOf(argv: readonly string[]): readonly string[] {
  return readPositionals(argv.slice(1)).slice(process.defaultApp ? 1 : 0);
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
