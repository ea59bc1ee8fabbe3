// A small app that uses what the stand-in must do. The specs in test/e2e-host drive it, some parts through `app.evaluate`.
"use strict";
const { readFile } = require("node:fs/promises");
const path = require("node:path");
const { app, BrowserWindow, ipcMain, Menu, protocol, session } = require("electron");

const CONTENT_TYPES = { ".html": "text/html", ".js": "text/javascript" };
const POLICY = "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'";

globalThis.log = [];
const privileges = { standard: true, secure: true, supportFetchAPI: true };
protocol.registerSchemesAsPrivileged([
  { scheme: "app", privileges },
  { scheme: "broken", privileges },
]);
app.enableSandbox();

if (!app.requestSingleInstanceLock({ from: "fixture" })) app.quit();
app.on("second-instance", (_event, argv, workingDirectory, data) => {
  globalThis.log.push({ argv: argv.slice(-1), workingDirectory, data });
});
for (const name of ["before-quit", "will-quit", "quit"]) app.on(name, () => process.stdout.write(`${name}\n`));
app.on("web-contents-created", (_event, contents) => {
  contents.on("will-navigate", (event) => {
    globalThis.log.push(`will-navigate ${event.url}`);
    if (new URL(event.url).host !== "bundle") event.preventDefault();
  });
  contents.setWindowOpenHandler(({ url }) => {
    globalThis.log.push(`open ${url}`);
    return { action: "deny" };
  });
});

ipcMain.handle("echo", (_event, value) => value);
ipcMain.handle("fail", () => {
  throw new RangeError("out of range");
});
ipcMain.handle("uncloneable", () => () => 1);
ipcMain.handle("sender", (event) => {
  const [window] = BrowserWindow.getAllWindows();
  return {
    isMainFrame: event.senderFrame === window.webContents.mainFrame,
    isSender: event.sender === window.webContents,
    url: event.senderFrame.url,
    origin: event.senderFrame.origin,
  };
});
ipcMain.handle("stream", (event, count) => {
  for (let index = 0; index < count; index += 1) event.sender.send("event", { index, text: `event ${index}` });
});

app.whenReady().then(async () => {
  protocol.handle("app", async (request) => {
    const { pathname } = new URL(request.url);
    const file = path.join(__dirname, path.basename(pathname));
    const type = CONTENT_TYPES[path.extname(file)];
    if (type === undefined) return new Response("not here", { status: 404 });
    return new Response(await readFile(file), { headers: { "content-type": type, "content-security-policy": POLICY } });
  });
  const allowed = ["clipboard-sanitized-write"];
  session.defaultSession.setPermissionCheckHandler((_contents, permission) => allowed.includes(permission));
  session.defaultSession.setPermissionRequestHandler((_contents, permission, callback) => callback(allowed.includes(permission)));
  Menu.setApplicationMenu(
    Menu.buildFromTemplate([
      {
        label: "File",
        submenu: [
          { id: "new", label: "New", click: (_item, window) => window.webContents.send("event", "new from the menu") },
          { id: "quit", role: "quit" },
        ],
      },
    ]),
  );
  const window = new BrowserWindow({
    width: 640,
    height: 480,
    show: false,
    webPreferences: {
      preload: path.join(__dirname, "preload.cjs"),
      contextIsolation: true,
      sandbox: true,
      nodeIntegration: false,
    },
  });
  window.once("ready-to-show", () => window.show());
  await window.loadURL("app://bundle/index.html");
});
