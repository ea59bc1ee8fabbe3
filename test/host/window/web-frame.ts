// The main frame as the app sees it. One object for a page's whole life, so that a sender can be compared by identity.
import type { WebFrameMain } from "electron";
import { refuseUnknown } from "../refuse-unknown";
import { originOf } from "./scheme-url";

export class HostWebFrame implements Pick<WebFrameMain, "url" | "origin"> {
  readonly #currentUrl: () => string;

  constructor(currentUrl: () => string) {
    this.#currentUrl = currentUrl;
  }

  get url(): string {
    return this.#currentUrl();
  }

  get origin(): string {
    return originOf(this.url);
  }
}
refuseUnknown("electron.WebFrameMain", HostWebFrame.prototype);
