// npm start: builds, then opens the window by the best means there is, or goes on in the terminal.
import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { chooseStart, recallFailure } from "./choose-start.mjs";
import { companions, hostOutput, root } from "./parts.mjs";
import { buildParts, runProgram } from "./run-program.mjs";

const FETCH_TIMEOUT_MS = 5 * 60_000;
const electronFolder = path.join(root, "node_modules/electron");
/** Why the last fetch of Electron failed, and when. */
const failureNote = path.join(root, "node_modules/.cache/counterfoil/electron-fetch.json");
const host = path.join(root, hostOutput);
const args = process.argv.slice(2);
const isRoot = process.getuid?.() === 0;

// npm runs this in the package's folder and says where the person was.
const folder = process.env.ELECTRON_HOST_OPEN_DIALOG || process.env.INIT_CWD || process.cwd();

if (args.includes("--help") || args.includes("-h")) {
  await runProgram("exec", ["--help"]);
} else {
  buildParts(["renderer", "main", "preload", ...companions, "host"]);
  await start({ hasDisplay: hasDisplay(), isRoot, electron: findElectron(), browser: findBrowser(), folder });
}

async function start(facts) {
  const choice = chooseStart(facts);
  for (const line of choice.lines) console.error(line);
  switch (choice.kind) {
    case "fetchElectron":
      return start({ ...facts, electron: fetchElectron() });
    case "electron":
      // Chromium does not start as root with its sandbox.
      return passOn(electronBinary(), [...(isRoot && process.platform === "linux" ? ["--no-sandbox"] : []), root, ...args]);
    case "browser":
      process.env.ELECTRON_HOST_OPEN_DIALOG = folder;
      return passOn(process.execPath, [host, "--headed", root, ...args]);
    case "terminal":
      return runProgram("exec", ["--interactive", "--without-window", ...args]);
  }
}

function hasDisplay() {
  if (process.platform === "darwin" || process.platform === "win32") return true;
  return Boolean(process.env.DISPLAY || process.env.WAYLAND_DISPLAY);
}

/** The module `electron` would fetch its binary when it is loaded, so its own note of where the binary lies is read instead. */
function electronBinary() {
  const note = path.join(electronFolder, "path.txt");
  const name = existsSync(note) ? readFileSync(note, "utf8").trim() : "electron";
  return path.join(process.env.ELECTRON_OVERRIDE_DIST_PATH ?? path.join(electronFolder, "dist"), name);
}

function findElectron() {
  if (existsSync(electronBinary())) return { kind: "installed" };
  const failure = existsSync(failureNote) ? recallFailure(readFileSync(failureNote, "utf8"), Date.now()) : null;
  return failure ?? { kind: "notFetched" };
}

function findBrowser() {
  const { status, stdout, stderr } = spawnSync(process.execPath, [host, "--print-browser"], { encoding: "utf8" });
  return status === 0 ? { kind: "found", file: stdout.trim() } : { kind: "missing", advice: stderr.trim() };
}

function fetchElectron() {
  const installer = path.join(electronFolder, "install.js");
  const { status, stderr, error } = spawnSync(process.execPath, [installer], {
    stdio: ["ignore", "ignore", "pipe"],
    encoding: "utf8",
    timeout: FETCH_TIMEOUT_MS,
  });
  if (status === 0) return findElectron();
  const reason = error === undefined ? stderr.trim().split("\n")[0] : error.message;
  return remembered(reason || `the installer ended with code ${status}`);
}

function remembered(reason) {
  try {
    mkdirSync(path.dirname(failureNote), { recursive: true });
    writeFileSync(failureNote, JSON.stringify({ atMs: Date.now(), reason }));
  } catch (error) {
    console.error(`The next start will try again: ${error.message}`);
  }
  return { kind: "unavailable", reason };
}

/** Runs a program in the foreground. A terminal's interrupt reaches it by itself; what is sent to us alone is handed on. */
function passOn(file, programArgs) {
  const child = spawn(file, programArgs, { stdio: "inherit" });
  process.on("SIGINT", () => console.error("Stopping …"));
  for (const signal of ["SIGTERM", "SIGHUP"]) process.on(signal, () => child.kill(signal));
  child.on("error", (error) => {
    console.error(`${file} could not be started: ${error.message}`);
    process.exitCode = 1;
  });
  child.on("exit", (code, signal) => {
    process.exitCode = code ?? (signal === null ? 1 : 128);
  });
}
