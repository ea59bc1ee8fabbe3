// `webContents`: the page inside a window, its navigation, and what main process and page send each other.
import { EventEmitter } from "node:events";
import type { BrowserWindowConstructorOptions, WebContents } from "electron";
import type { Chromium } from "../chromium";
import { encode } from "../codec";
import { hostEvent } from "../host-event";
import { type Answer, failure, type HostIpcMain } from "../ipc-main";
import type { HostNativeTheme } from "../desktop/native-theme";
import type { PageDelivery, PageReport } from "../page/names";
import type { HostProtocol } from "../protocol";
import { refuseUnknown } from "../refuse-unknown";
import { reportUnlessGone, say } from "../report";
import type { HostSession } from "../session";
import { type DocumentId, PageLink } from "./page-link";
import { answerRequest, type Navigation } from "./request-gate";
import { fromChromiumUrl, toChromiumUrl } from "./scheme-url";
import { HostWebFrame } from "./web-frame";

/** What a page needs of the rest of the host. */
export interface PageHost {
  readonly chromium: () => Chromium;
  readonly protocol: HostProtocol;
  readonly ipcMain: HostIpcMain;
  readonly session: HostSession;
  readonly nativeTheme: HostNativeTheme;
  readonly openWindow: (url: string, options: BrowserWindowConstructorOptions) => void;
}
export interface PageOwner {
  readonly preload: string | undefined;
  readonly size: () => { readonly width: number; readonly height: number };
  readonly close: () => void;
  readonly onResized: () => void;
  readonly onReadyToShow: () => void;
}

type OpenHandler = Parameters<WebContents["setWindowOpenHandler"]>[0];
type Used = Pick<
  WebContents,
  | "id"
  | "setWindowOpenHandler"
  | "send"
  | "getURL"
  | "isDestroyed"
  | "reload"
  | "setZoomLevel"
  | "getZoomLevel"
  | "loadURL"
  | "close"
>;

/** Codes of Chromium's network errors that a load here can end with. */
const ERROR_CODES: Record<string, number> = {
  ERR_FAILED: -2,
  ERR_ABORTED: -3,
  ERR_CONNECTION_REFUSED: -102,
  ERR_NAME_NOT_RESOLVED: -105,
};

/** What Chromium shows in a window before the app's first page; for the app there is no page yet. */
const BLANK = ["about:blank", "data:text/html,"];

let lastId = 0;

export class HostWebContents extends EventEmitter implements Used {
  readonly id = (lastId += 1);
  readonly mainFrame = new HostWebFrame(() => this.getURL());
  readonly #host: PageHost;
  readonly #owner: PageOwner;
  readonly #link: Promise<PageLink>;
  #resolveLink: (link: PageLink | Promise<PageLink>) => void = () => undefined;
  #targetId: string | undefined;
  #url = "";
  #isDestroyed = false;
  #zoomLevel = 0;
  #openHandler: OpenHandler = () => ({ action: "allow" });
  /** The load that the app itself has asked for: its listeners are not asked about it. */
  #ownLoad: string | undefined;

  constructor(host: PageHost, owner: PageOwner) {
    super();
    this.setMaxListeners(0);
    this.#host = host;
    this.#owner = owner;
    this.#link = new Promise((resolve) => (this.#resolveLink = resolve));
  }

  /** The host's own call, once: gives the contents their page. */
  async attach(targetId: string): Promise<PageLink> {
    this.#targetId = targetId;
    const { chromium, nativeTheme } = this.#host;
    this.#resolveLink(
      PageLink.attach({
        chromium: chromium(),
        targetId,
        preload: this.#owner.preload,
        onReport: (report, from) => this.#onReport(report, from),
        prepare: (link) => this.#listen(link),
      }),
    );
    const link = await this.#link;
    await nativeTheme.follow(link.session);
    return link;
  }

  get targetId(): string | undefined {
    return this.#targetId;
  }

  async loadURL(url: string): Promise<void> {
    const { session } = await this.#link;
    const chromiumUrl = toChromiumUrl(url, (scheme) => this.#host.protocol.isCustomScheme(scheme));
    await this.#host.session.applyPermissions(this.#host.chromium().browser, { contents: this, url, chromiumUrl });
    const isLoaded = this.#nextLoad();
    this.#ownLoad = withoutFragment(url);
    const { errorText = "" } = await session.send("Page.navigate", { url: chromiumUrl });
    if (errorText !== "") this.#failLoad(errorText.replace("net::", ""), url);
    if (!(await isLoaded)) this.#failLoad("ERR_FAILED", url);
  }

  reload(): void {
    this.#ownLoad = withoutFragment(this.#url);
    this.#withLink("reload", ({ session }) => session.send("Page.reload"));
  }

  send(channel: string, ...args: unknown[]): void {
    if (this.#isDestroyed) throw new TypeError("Object has been destroyed");
    // Now, not when the page can take it: later changes of the sender's objects are not sent.
    const text = encode({ kind: "event", channel, arguments: args } satisfies PageDelivery);
    this.#withLink("send", async (link) => link.deliver(text));
  }

  setWindowOpenHandler(handler: OpenHandler): void {
    this.#openHandler = handler;
  }

  /** As a person's zoom does it: the same window shows fewer or more CSS pixels. */
  setZoomLevel(level: number): void {
    this.#zoomLevel = level;
    this.applyZoom();
  }

  getZoomLevel(): number {
    return this.#zoomLevel;
  }

  getURL(): string {
    return this.#url;
  }

  isDestroyed(): boolean {
    return this.#isDestroyed;
  }

  close(): void {
    this.#owner.close();
  }

  /** The host's own call, after the window's size has changed too. */
  applyZoom(): void {
    const factor = 1.2 ** this.#zoomLevel;
    const { width, height } = this.#owner.size();
    const metrics = {
      width: Math.round(width / factor),
      height: Math.round(height / factor),
      deviceScaleFactor: factor,
      mobile: false,
    };
    this.#withLink("zoom", ({ session }) =>
      this.#zoomLevel === 0
        ? session.send("Emulation.clearDeviceMetricsOverride")
        : session.send("Emulation.setDeviceMetricsOverride", metrics),
    );
  }

  /** The host's own call: the page is gone. */
  markDestroyed(): void {
    if (this.#isDestroyed) return;
    this.#isDestroyed = true;
    this.emit("destroyed");
  }

  #withLink(what: string, use: (link: PageLink) => Promise<unknown>): void {
    this.#link.then(use).catch(reportUnlessGone(what));
  }

  #listen({ session, frameId }: PageLink): void {
    session.on("Page.frameNavigated", ({ frame }) => {
      if (frame.parentId === undefined && !BLANK.includes(frame.url)) this.#url = fromChromiumUrl(frame.url);
    });
    session.on("Page.navigatedWithinDocument", (moved) => {
      if (moved.frameId === frameId) this.#url = fromChromiumUrl(moved.url);
    });
    session.on("Page.loadEventFired", () => {
      if (this.#url === "") return;
      this.emit("did-finish-load", hostEvent({}));
      this.#owner.onReadyToShow();
    });
    session.on("Inspector.targetCrashed", () => {
      this.emit("render-process-gone", hostEvent({}), { reason: "crashed", exitCode: 1 });
    });
    session.on("Fetch.requestPaused", (held) => {
      const mayNavigate = (navigation: Navigation): boolean => this.#mayNavigate(navigation, navigation.frameId === frameId);
      answerRequest(held, { session, protocol: this.#host.protocol, mayNavigate }).catch(
        reportUnlessGone(`request ${held.request.url}`),
      );
    });
  }

  /** True when the next document has loaded, false when the page ends before. */
  #nextLoad(): Promise<boolean> {
    return new Promise((resolve) => {
      const settle = (isLoaded: boolean): void => {
        this.off("did-finish-load", onLoad);
        this.off("destroyed", onEnd);
        resolve(isLoaded);
      };
      const onLoad = (): void => settle(true);
      const onEnd = (): void => settle(false);
      this.on("did-finish-load", onLoad);
      this.on("destroyed", onEnd);
    });
  }

  #failLoad(description: string, url: string): never {
    const code = ERROR_CODES[description] ?? -2;
    if (description !== "ERR_ABORTED") this.emit("did-fail-load", hostEvent({}), code, description, url, true);
    throw Object.assign(new Error(`${description} (${code}) loading '${url}'`), { code: description, errno: code, url });
  }

  #mayNavigate({ url, isRedirect }: Navigation, isMainFrame: boolean): boolean {
    const isOwnLoad = isMainFrame && this.#ownLoad === withoutFragment(url);
    if (isOwnLoad) this.#ownLoad = undefined;
    const ask = (name: string): boolean => {
      const frame = isMainFrame ? this.mainFrame : null;
      const details = hostEvent({ url, isMainFrame, isSameDocument: false, frame });
      this.emit(name, details, url);
      return !details.defaultPrevented;
    };
    if (isRedirect) return ask("will-redirect");
    const isAllowed = isOwnLoad || (ask("will-frame-navigate") && (!isMainFrame || ask("will-navigate")));
    if (isAllowed) ask("did-start-navigation");
    return isAllowed;
  }

  #onReport(report: PageReport, from: DocumentId): void {
    switch (report.kind) {
      case "invoke":
        this.#withLink("invoke", (link) => this.#answer(report, { link, from }));
        return;
      case "open":
        return this.#open(report);
      case "resized":
        return this.#owner.onResized();
      case "preload-failed":
        return say(`unable to load preload script ${this.#owner.preload}: ${report.error}`);
    }
  }

  async #answer(
    { id, channel, arguments: args }: Extract<PageReport, { kind: "invoke" }>,
    to: { link: PageLink; from: DocumentId },
  ): Promise<void> {
    const event = hostEvent({ sender: this, senderFrame: this.mainFrame, type: "frame" });
    const answer = await this.#host.ipcMain.answer(channel, event, args);
    to.link.deliver(encodeAnswer(id, channel, answer), to.from);
  }

  #open({ url: chromiumUrl, name, features }: Extract<PageReport, { kind: "open" }>): void {
    const url = fromChromiumUrl(chromiumUrl);
    const disposition = features === "" ? "foreground-tab" : "new-window";
    const referrer = { url: "", policy: "strict-origin-when-cross-origin" } as const;
    const response = this.#openHandler({ url, frameName: name, features, disposition, referrer });
    if (response.action === "allow") this.#host.openWindow(url, response.overrideBrowserWindowOptions ?? {});
  }
}
refuseUnknown("electron.WebContents", HostWebContents.prototype);

function withoutFragment(url: string): string {
  return url.replace(/#.*$/, "");
}

function encodeAnswer(id: number, channel: string, answer: Answer): string {
  try {
    return encode({ ...answer, id } satisfies PageDelivery);
  } catch (error) {
    // The result cannot be cloned.
    return encode({ ...failure(channel, error), id } satisfies PageDelivery);
  }
}
