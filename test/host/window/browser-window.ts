// `BrowserWindow`: a Chromium window with one page, its place on the screen and its way to close.
import { EventEmitter } from "node:events";
import type { BrowserWindow, BrowserWindowConstructorOptions, Rectangle } from "electron";
import { hostEvent } from "../host-event";
import { refuseUnknown } from "../refuse-unknown";
import { reportUnlessGone } from "../report";
import { HostWebContents, type PageHost } from "./web-contents";
import { windowOptions } from "./window-options";

export interface WindowHost extends PageHost {
  readonly isReady: () => boolean;
  /** All windows that are not gone, the one that had the focus last at the end. */
  readonly windows: HostBrowserWindow[];
  /** The page Chromium started with, for the first window that asks. */
  readonly takeFirstPage: () => string | undefined;
  readonly onWindowCreated: (window: HostBrowserWindow) => void;
  readonly onWindowClosed: () => void;
}

type Phase = "open" | "asking" | "closing" | "closed";
type State = "normal" | "minimized" | "maximized" | "fullscreen";
type Used = Pick<
  BrowserWindow,
  | "id"
  | "loadURL"
  | "show"
  | "focus"
  | "restore"
  | "maximize"
  | "isMinimized"
  | "isMaximized"
  | "getBounds"
  | "getNormalBounds"
  | "isDestroyed"
  | "destroy"
  | "close"
  | "setProgressBar"
  | "setTitle"
>;

const NO_FRAME = { width: 0, height: 0 };

let lastId = 0;

export class HostBrowserWindow extends EventEmitter implements Used {
  readonly id = (lastId += 1);
  readonly webContents: HostWebContents;
  readonly #host: WindowHost;
  readonly #created: Promise<void>;
  #phase: Phase = "open";
  #state: State = "normal";
  #bounds: Rectangle;
  #normalBounds: Rectangle;
  /** What Chromium draws around the page; Electron's sizes here are those of the page. */
  #frame: { readonly width: number; readonly height: number } | null = null;
  #chromiumId = 0;
  #isReadyToShow = false;

  constructor(host: WindowHost, options: BrowserWindowConstructorOptions = {}) {
    super();
    this.setMaxListeners(0);
    if (!host.isReady()) throw new Error("Cannot create BrowserWindow before app is ready");
    const { bounds, preload } = windowOptions(options);
    this.#host = host;
    this.#bounds = bounds;
    this.#normalBounds = bounds;
    this.webContents = new HostWebContents(host, {
      preload,
      size: () => this.#bounds,
      close: () => this.close(),
      onResized: () => this.#followBounds(),
      onReadyToShow: () => this.#readyToShow(),
    });
    host.windows.push(this);
    this.#created = this.#create();
    this.#created.catch(reportUnlessGone("window"));
    host.onWindowCreated(this);
  }

  loadURL(url: string): Promise<void> {
    return this.webContents.loadURL(url);
  }

  /** Visible from the start (`window-options.ts`): only tells the listeners. */
  show(): void {
    this.emit("show", hostEvent({}));
    this.focus();
  }

  focus(): void {
    const { windows } = this.#host;
    const index = windows.indexOf(this);
    if (index >= 0) windows.push(...windows.splice(index, 1));
    this.#whenCreated(() => this.#host.chromium().browser.send("Target.activateTarget", { targetId: this.#targetId() }));
    this.emit("focus", hostEvent({}));
  }

  restore(): void {
    this.#setState("normal", "restore");
  }

  maximize(): void {
    this.#setState("maximized", "maximize");
  }

  isMinimized(): boolean {
    return this.#state === "minimized";
  }

  isMaximized(): boolean {
    return this.#state === "maximized";
  }

  getBounds(): Rectangle {
    return { ...this.#bounds };
  }

  getNormalBounds(): Rectangle {
    return { ...this.#normalBounds };
  }

  /** The window takes the document's title; there is no other place for one. */
  setTitle(_title: string): void {}

  /** There is no taskbar entry to draw it on. */
  setProgressBar(_progress: number): void {}

  isDestroyed(): boolean {
    return this.#phase === "closed";
  }

  /** The host's own question: nothing can keep it open any more. */
  isClosing(): boolean {
    return this.#phase === "closing" || this.#phase === "closed";
  }

  close(): void {
    if (this.#phase !== "open") return;
    if (this.#isRefused()) return;
    this.#phase = "closing";
    this.#closePage();
  }

  destroy(): void {
    if (this.#phase === "closed") return;
    this.#closePage();
    this.#gone();
  }

  /** The host's own call: Chromium says that the page is no more. A person closed it, or we did. */
  pageGone(): void {
    // Too late to refuse, but listeners may have something to put away.
    if (this.#phase === "open") this.#isRefused();
    this.#gone();
  }

  #isRefused(): boolean {
    this.#phase = "asking";
    const event = hostEvent({});
    this.emit("close", event);
    if (this.#phase === "asking") this.#phase = "open";
    return event.defaultPrevented || this.isClosing();
  }

  #closePage(): void {
    this.#created
      .then(() => this.#host.chromium().browser.send("Target.closeTarget", { targetId: this.#targetId() }))
      .catch((error: unknown) => {
        reportUnlessGone("close")(error);
        this.#gone();
      });
  }

  #gone(): void {
    if (this.#phase === "closed") return;
    this.#phase = "closed";
    const { windows } = this.#host;
    windows.splice(windows.indexOf(this), 1);
    this.webContents.markDestroyed();
    this.emit("closed");
    this.#host.onWindowClosed();
  }

  async #create(): Promise<void> {
    const { browser } = this.#host.chromium();
    const targetId =
      this.#host.takeFirstPage() ?? (await browser.send("Target.createTarget", { url: "about:blank", newWindow: true })).targetId;
    const { session } = await this.webContents.attach(targetId);
    this.#chromiumId = (await browser.send("Browser.getWindowForTarget", { targetId })).windowId;
    const expression = "[Math.max(0, outerWidth - innerWidth), Math.max(0, outerHeight - innerHeight)]";
    // While a change is under way the page may know one of the two sizes only: the frame is what is found twice.
    for (let isSame = false; !isSame;) {
      await this.#place();
      const { result } = await session.send("Runtime.evaluate", { expression, returnByValue: true });
      const [width = 0, height = 0] = result.value as number[];
      isSame = this.#frame !== null && this.#frame.width === width && this.#frame.height === height;
      this.#frame = { width, height };
    }
  }

  async #place(): Promise<void> {
    const { x, y, width, height } = this.#bounds;
    const frame = this.#frame ?? NO_FRAME;
    const bounds = { left: x, top: y, width: width + frame.width, height: height + frame.height };
    await this.#host.chromium().browser.send("Browser.setWindowBounds", { windowId: this.#chromiumId, bounds });
  }

  #setState(state: State, event: string): void {
    this.#state = state;
    this.#whenCreated(() =>
      this.#host
        .chromium()
        .browser.send("Browser.setWindowBounds", { windowId: this.#chromiumId, bounds: { windowState: state } }),
    );
    this.emit(event, hostEvent({}));
  }

  #followBounds(): void {
    this.#whenCreated(async () => {
      const { bounds } = await this.#host.chromium().browser.send("Browser.getWindowBounds", { windowId: this.#chromiumId });
      const { left = 0, top = 0, width = 0, height = 0, windowState = "normal" } = bounds;
      const before = this.#bounds;
      this.#state = windowState;
      const frame = this.#frame ?? NO_FRAME;
      this.#bounds = { x: left, y: top, width: width - frame.width, height: height - frame.height };
      if (windowState === "normal") this.#normalBounds = this.#bounds;
      const isResized = before.width !== this.#bounds.width || before.height !== this.#bounds.height;
      if (before.x !== left || before.y !== top) this.emit("move", hostEvent({}));
      if (!isResized) return;
      this.webContents.applyZoom();
      this.emit("resize", hostEvent({}));
    });
  }

  #readyToShow(): void {
    if (this.#isReadyToShow) return;
    this.#isReadyToShow = true;
    this.emit("ready-to-show", hostEvent({}));
  }

  #targetId(): string {
    const { targetId } = this.webContents;
    if (targetId === undefined) throw new Error("the window has no page yet");
    return targetId;
  }

  #whenCreated(act: () => Promise<unknown>): void {
    this.#created.then(act).catch(reportUnlessGone("window"));
  }
}
refuseUnknown("electron.BrowserWindow", HostBrowserWindow.prototype);

/** The class that the app sees: bound to this host, with the list of windows as its statics. */
export function browserWindowClass(host: WindowHost) {
  class BoundBrowserWindow extends HostBrowserWindow {
    constructor(options?: BrowserWindowConstructorOptions) {
      super(host, options);
    }

    static getAllWindows(): HostBrowserWindow[] {
      return [...host.windows].sort((a, b) => a.id - b.id);
    }

    static fromWebContents(contents: HostWebContents): HostBrowserWindow | null {
      return host.windows.find((window) => window.webContents === contents) ?? null;
    }

    static getFocusedWindow(): HostBrowserWindow | null {
      return host.windows.at(-1) ?? null;
    }
  }
  return refuseUnknown("electron.BrowserWindow", BoundBrowserWindow);
}
