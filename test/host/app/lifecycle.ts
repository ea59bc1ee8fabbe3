// The order in which an app ends: before-quit, every window's close, will-quit, quit. Each step but the last can be refused.
import { type HostEvent, hostEvent } from "../host-event";

export interface LifecycleHost {
  emit(event: "before-quit" | "will-quit" | "window-all-closed", details: HostEvent): void;
  emitQuit(exitCode: number): void;
  hasListener(event: "window-all-closed"): boolean;
  openWindows(): readonly { close(): void; isClosing(): boolean }[];
  /** Ends the process; nothing comes after it. */
  end(exitCode: number): void;
}

type Phase = "running" | "closing windows" | "ending";

export class Lifecycle {
  readonly #host: LifecycleHost;
  #phase: Phase = "running";

  constructor(host: LifecycleHost) {
    this.#host = host;
  }

  quit(): void {
    if (this.#phase !== "running") return;
    if (this.#isRefused("before-quit")) return;
    this.#phase = "closing windows";
    for (const window of this.#host.openWindows()) {
      window.close();
      if (!window.isClosing()) {
        this.#phase = "running";
        return;
      }
    }
    this.#endWithoutWindows();
  }

  exit(exitCode: number): void {
    if (this.#phase === "ending") return;
    this.#phase = "ending";
    this.#host.emitQuit(exitCode);
    this.#host.end(exitCode);
  }

  isRunning(): boolean {
    return this.#phase === "running";
  }

  /** After each window that is gone. */
  windowClosed(): void {
    if (this.#host.openWindows().length > 0) return;
    switch (this.#phase) {
      case "running":
        if (this.#host.hasListener("window-all-closed")) this.#host.emit("window-all-closed", hostEvent({}));
        else this.quit();
        return;
      case "closing windows":
        return this.#endWithoutWindows();
      case "ending":
    }
  }

  #endWithoutWindows(): void {
    if (this.#phase !== "closing windows" || this.#host.openWindows().length > 0) return;
    if (this.#isRefused("will-quit")) {
      this.#phase = "running";
      return;
    }
    this.exit(0);
  }

  #isRefused(event: "before-quit" | "will-quit"): boolean {
    const details = hostEvent({});
    this.#host.emit(event, details);
    return details.defaultPrevented;
  }
}
