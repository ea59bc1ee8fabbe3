// Keeps every page where it is: no navigation away from the bundle, no frames, no webviews, no second windows.
import type { WebContents } from "electron";
import { isAppUrl, outsideLink } from "./app-url";

/** Where a link that asks for a window of its own goes: outside when it is http, https or mailto, nowhere otherwise. */
export function guardNavigation(
  contents: Pick<WebContents, "on" | "setWindowOpenHandler">,
  openOutside: (link: string) => void,
): void {
  contents.on("will-navigate", (event) => {
    if (!isAppUrl(event.url)) event.preventDefault();
  });
  contents.on("will-frame-navigate", (event) => {
    if (!event.isMainFrame || !isAppUrl(event.url)) event.preventDefault();
  });
  contents.on("will-redirect", (event) => {
    if (!isAppUrl(event.url)) event.preventDefault();
  });
  contents.on("will-attach-webview", (event) => event.preventDefault());
  contents.setWindowOpenHandler(({ url }) => {
    const link = outsideLink(url);
    if (link !== null) openOutside(link);
    return { action: "deny" };
  });
}
