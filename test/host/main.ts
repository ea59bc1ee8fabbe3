// The stand-in for the `electron` executable: runs an app's main process in this Node and its windows in a Chromium that is
// installed here. For tests and for developers without Electron's binary; see README.md beside it for what it is not.
import inspector from "node:inspector";
import path from "node:path";
import { readAppFolder } from "./app/app-folder";
import { TargetGone } from "./cdp-pipe";
import { parseCommandLine, type RunCommand } from "./command-line";
import { createHost } from "./electron-module";
import { findChromium, thisMachine } from "./find-chromium";
import { loadFile, provideElectron } from "./module-loader";
import { say } from "./report";

const VERSION = "45.5.0-stand-in";

function main(): void {
  const [, executable = "electron", ...argv] = process.argv;
  const command = parseCommandLine(argv, process.env);
  switch (command.kind) {
    case "version":
      process.stdout.write(`v${VERSION}\n`);
      return;
    case "refused":
      return fail(command.reason);
    case "print-browser": {
      process.stdout.write(`${chromiumOrExit()}\n`);
      return;
    }
    case "run":
      return run(command, executable);
  }
}

function run(command: RunCommand, executable: string): void {
  const isRoot = process.platform === "linux" && process.getuid?.() === 0;
  const folder = readAppFolder(command.application);
  const host = createHost({
    executable: chromiumOrExit(),
    folder,
    isHeaded: command.isHeaded,
    // Chromium refuses to run as root with its sandbox. Test runners ask for this too, where sandboxes are not permitted.
    hasNoSandbox: isRoot || command.hasNoSandbox,
    debuggingPort: command.debuggingPort,
  });
  for (const [name, value] of command.switches) host.app.commandLine.appendSwitch(name, value);
  if (command.hasNoSandbox) host.app.commandLine.appendSwitch("no-sandbox");
  becomeElectron(executable, command, folder.folder);
  provideElectron(host.electron);

  const crash = (error: unknown): void => {
    console.error("A JavaScript error occurred in the main process\n", error);
    host.end(1);
  };
  process.on("uncaughtException", crash);
  // What a closing window leaves undone is no reason to end otherwise than the app wants.
  process.on("unhandledRejection", (error) =>
    host.app.lifecycle.isRunning() ? crash(error) : say(`rejected while quitting: ${String(error)}`),
  );
  process.on("exit", host.killNow);
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => host.app.quit());

  // In Electron's order: the debugger, the modules of a test runner, the app, and only then the windows' world.
  if (command.inspectPort !== undefined) inspector.open(command.inspectPort, "127.0.0.1", false);
  for (const module of command.requires) loadFile(path.resolve(module), "required");
  loadFile(folder.mainFile, "main");
  setImmediate(() => {
    // Ended meanwhile, Chromium's silence is no failure.
    host.start().catch((error: unknown) => (error instanceof TargetGone ? undefined : crash(error)));
  });
}

function becomeElectron(executable: string, { applicationArguments }: RunCommand, folder: string): void {
  const fixed = { enumerable: true, configurable: true, writable: false };
  Object.defineProperty(process.versions, "electron", { ...fixed, value: VERSION });
  Object.defineProperty(process, "type", { ...fixed, value: "browser" });
  Object.defineProperty(process, "defaultApp", { ...fixed, value: true });
  Object.defineProperty(process, "resourcesPath", { ...fixed, value: path.join(folder, "resources") });
  process.argv = [executable, ...applicationArguments];
}

function chromiumOrExit(): string {
  const search = findChromium(thisMachine());
  return search.kind === "found" ? search.file : fail(search.advice);
}

function fail(reason: string): never {
  say(reason);
  process.exit(1);
}

main();
