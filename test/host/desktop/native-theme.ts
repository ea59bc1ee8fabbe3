// `nativeTheme`: light or dark, for the app and for every page.
import { EventEmitter } from "node:events";
import type { NativeTheme } from "electron";
import type { CDPSession } from "playwright";
import { refuseUnknown } from "../refuse-unknown";
import { reportUnlessGone } from "../report";

type Source = NativeTheme["themeSource"];

export class HostNativeTheme extends EventEmitter implements Pick<NativeTheme, "shouldUseDarkColors" | "themeSource"> {
  readonly #pages = new Set<CDPSession>();
  #source: Source = "system";
  #isSystemDark = false;

  get shouldUseDarkColors(): boolean {
    return this.#source === "system" ? this.#isSystemDark : this.#source === "dark";
  }

  get themeSource(): Source {
    return this.#source;
  }

  set themeSource(source: Source) {
    if (source === this.#source) return;
    this.#source = source;
    for (const page of this.#pages) this.#apply(page).catch(reportUnlessGone("theme"));
    this.emit("updated");
  }

  /** The host's own call, before the app is ready. */
  setSystemDark(isDark: boolean): void {
    this.#isSystemDark = isDark;
  }

  /** The host's own call: this page has the theme from now on. */
  async follow(page: CDPSession): Promise<void> {
    this.#pages.add(page);
    if (this.#source !== "system") await this.#apply(page);
  }

  async #apply(page: CDPSession): Promise<void> {
    const value = this.#source === "system" ? "" : this.#source;
    await page.send("Emulation.setEmulatedMedia", { features: [{ name: "prefers-color-scheme", value }] });
  }
}
refuseUnknown("electron.nativeTheme", HostNativeTheme.prototype);
