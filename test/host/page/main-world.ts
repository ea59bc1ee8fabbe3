// Runs in the page's own world before the page: puts what the preload exposes on `window`, and sends new windows to the host.
import { WorldBridge } from "./world-bridge";

export function start({ token }: { readonly token: string }): void {
  if (window.top !== window) return;
  const bridge = new WorldBridge({ token, side: "page", root: (name, api) => expose(String(name), api) });
  const open = (url: string, name: string, features: string): void => {
    bridge.callRoot(url, name, features);
  };

  window.open = (url, name, features) => {
    open(new URL(url ?? "about:blank", location.href).href, name ?? "", features ?? "");
    return null;
  };
  window.addEventListener("click", (event) => {
    const link = event.composedPath().find((node) => node instanceof HTMLAnchorElement && node.href !== "");
    if (event.defaultPrevented || !(link instanceof HTMLAnchorElement)) return;
    if (["", "_self", "_top", "_parent"].includes(link.target)) return;
    event.preventDefault();
    open(link.href, link.target === "_blank" ? "" : link.target, "");
  });
}

function expose(name: string, api: unknown): void {
  if (name in window) throw new Error("Cannot bind an API on top of an existing property on the window object");
  Object.defineProperty(window, name, { value: frozen(api), enumerable: true, configurable: false, writable: false });
}

function frozen(value: unknown): unknown {
  if (value === null || typeof value !== "object" || Object.isFrozen(value)) return value;
  Object.freeze(value);
  for (const item of Object.values(value)) frozen(item);
  return value;
}
