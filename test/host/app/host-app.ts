// `app`: names, paths, readiness and the events of the program's life.
import { EventEmitter } from "node:events";
import type { App, CommandLine } from "electron";
import { hostEvent } from "../host-event";
import { refuseUnknown } from "../refuse-unknown";
import type { AppFolder } from "./app-folder";
import { AppPaths } from "./app-paths";
import { Lifecycle, type LifecycleHost } from "./lifecycle";
import type { SingleInstance } from "./single-instance";

export interface AppHost {
  readonly folder: AppFolder;
  readonly singleInstance: SingleInstance;
  readonly openWindows: LifecycleHost["openWindows"];
  readonly end: LifecycleHost["end"];
}

// `on` and `emit` are Node's: their overloads per event are the one thing a plain emitter cannot declare.
type UsedApp = Pick<
  App,
  | "whenReady"
  | "isReady"
  | "quit"
  | "exit"
  | "requestSingleInstanceLock"
  | "enableSandbox"
  | "setPath"
  | "getPath"
  | "getVersion"
  | "getName"
  | "setName"
  | "isPackaged"
  | "getAppPath"
  | "setAppUserModelId"
  | "addRecentDocument"
  | "setAsDefaultProtocolClient"
>;

export class HostApp extends EventEmitter implements UsedApp {
  readonly isPackaged = false;
  readonly switches = new Map<string, string>();
  readonly commandLine = refuseUnknown("electron.app.commandLine", {
    appendSwitch: (name, value = "") => void this.switches.set(name, value),
    hasSwitch: (name) => this.switches.has(name),
  } satisfies Pick<CommandLine, "appendSwitch" | "hasSwitch">);
  readonly lifecycle: Lifecycle;
  readonly #host: AppHost;
  readonly #paths = new AppPaths(() => this.getName());
  readonly #ready: Promise<void>;
  #resolveReady: () => void = () => undefined;
  #isReady = false;
  #name: string;

  constructor(host: AppHost) {
    super();
    this.setMaxListeners(0);
    this.#host = host;
    this.#name = host.folder.name;
    this.#ready = new Promise((resolve) => (this.#resolveReady = resolve));
    this.lifecycle = new Lifecycle({
      emit: (event, details) => void this.emit(event, details),
      emitQuit: (exitCode) => void this.emit("quit", hostEvent({}), exitCode),
      hasListener: (event) => this.listenerCount(event) > 0,
      openWindows: host.openWindows,
      end: host.end,
    });
  }

  /** Windows can be made. Separate from the event, which a test runner's loader holds back. */
  markReady(): void {
    this.#isReady = true;
    this.#resolveReady();
    this.emit("ready", hostEvent({}), {});
  }

  isReady(): boolean {
    return this.#isReady;
  }

  whenReady(): Promise<void> {
    return this.#ready;
  }

  quit(): void {
    this.lifecycle.quit();
  }

  exit(exitCode = 0): void {
    this.lifecycle.exit(exitCode);
  }

  requestSingleInstanceLock(additionalData?: Record<string, unknown>): boolean {
    const greeting = { argv: process.argv, workingDirectory: process.cwd(), additionalData: additionalData ?? null };
    return this.#host.singleInstance.acquire(this.getPath("userData"), greeting, (heard) => {
      this.emit("second-instance", hostEvent({}), heard.argv, heard.workingDirectory, heard.additionalData);
    });
  }

  /** Chromium's sandbox is always on here (but for root, whom it refuses). */
  enableSandbox(): void {}

  setPath(name: string, folder: string): void {
    this.#paths.set(name, folder);
  }

  getPath(name: string): string {
    return this.#paths.get(name);
  }

  getVersion(): string {
    return this.#host.folder.version;
  }

  getName(): string {
    return this.#name;
  }

  setName(name: string): void {
    this.#name = name;
  }

  getAppPath(): string {
    return this.#host.folder.folder;
  }

  /** The taskbar's identity on Windows; a Chromium window has its own. */
  setAppUserModelId(_id: string): void {}

  /** The taskbar's or dock's own list; there is none here. */
  addRecentDocument(_path: string): void {}

  /** The system is not changed by a stand-in: no link starts it. */
  setAsDefaultProtocolClient(_scheme: string): boolean {
    return false;
  }
}
refuseUnknown("electron.app", HostApp.prototype);
