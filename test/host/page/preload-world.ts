// Runs in the isolated world before the page: gives the preload script its `require`, and joins it to host and page.
import { decode, encode } from "../codec";
import { refuseUnknown } from "../refuse-unknown";
import { HostIpcRenderer } from "./ipc-renderer";
import { type PageDelivery, type PageReport, RECEIVE_FUNCTION, REPORT_BINDING } from "./names";
import { WorldBridge } from "./world-bridge";

export interface PreloadWorldOptions {
  readonly token: string;
  /** Where files lie that are dropped on the page; the engine does not tell. Undefined: they have no path. */
  readonly fileFolder?: string;
  readonly process: { readonly platform: string; readonly versions: Record<string, string | undefined> };
}
type PreloadScript = (require: (name: string) => unknown, process: object, module: object, exports: object) => void;

export function start({ token, process, fileFolder }: PreloadWorldOptions, preload: PreloadScript | null): void {
  if (window.top !== window) return;
  const binding: unknown = Reflect.get(globalThis, REPORT_BINDING);
  if (typeof binding !== "function") throw new Error("the host's binding is missing");
  const report = (content: PageReport): void => {
    Reflect.apply(binding, undefined, [encode(content)]);
  };

  const open = (url: unknown, name: unknown, features: unknown): void =>
    report({ kind: "open", url: String(url), name: String(name), features: String(features) });
  const bridge = new WorldBridge({ token, side: "preload", root: open });
  const ipcRenderer = new HostIpcRenderer(report);
  const receive = (batch: readonly string[]): void => {
    for (const text of batch) ipcRenderer.receive(decode(text) as PageDelivery);
  };
  Reflect.set(globalThis, RECEIVE_FUNCTION, receive);
  window.addEventListener("resize", () => report({ kind: "resized" }));

  if (preload === null) return;
  const contextBridge = refuseUnknown("contextBridge", {
    exposeInMainWorld: (name: string, api: unknown) => {
      bridge.callRoot(name, api);
    },
  });
  const webUtils = refuseUnknown("webUtils", {
    getPathForFile: (file: File) => (fileFolder === undefined ? "" : `${fileFolder}/${file.name}`),
  });
  const electron = refuseUnknown("electron", { contextBridge, ipcRenderer, webUtils });
  const module = { exports: {} };
  const sandboxed = refuseUnknown("process", { ...process, type: "renderer", sandboxed: true, contextIsolated: true });
  try {
    preload((name) => required(name, electron), sandboxed, module, module.exports);
  } catch (error) {
    report({ kind: "preload-failed", error: error instanceof Error ? (error.stack ?? error.message) : String(error) });
  }
}

/** A sandboxed preload has no module but Electron's own (Electron also gives it events, timers and url; nothing here needs them). */
function required(name: string, electron: object): object {
  if (name === "electron" || name === "electron/renderer") return electron;
  throw new Error(`module not found: ${name}`);
}
