// `shell`: hands a URL to the person's own browser, or says it where there is none, and puts files into a folder that stands for the bin.
import { spawn } from "node:child_process";
import { mkdir, rename } from "node:fs/promises";
import path from "node:path";
import type { Shell } from "electron";
import { refuseUnknown } from "../refuse-unknown";
import { say } from "../report";

export interface ShellHost {
  readonly isHeaded: boolean;
  /** ELECTRON_HOST_BIN: the folder that stands for the system's bin. Undefined: there is no bin. */
  readonly bin: string | undefined;
}

export function hostShell({ isHeaded, bin }: ShellHost) {
  return refuseUnknown("electron.shell", {
    openExternal: async (url) => {
      say(`shell.openExternal ${url}`);
      if (!isHeaded || process.platform !== "linux") return;
      const opener = spawn("xdg-open", [url], { stdio: "ignore", detached: true });
      opener.on("error", (error) => say(`xdg-open: ${error.message}`));
      opener.unref();
    },
    trashItem: async (item) => {
      if (bin === undefined) throw new Error("Failed to move item to trash: no bin here (set ELECTRON_HOST_BIN to a folder)");
      await mkdir(bin, { recursive: true });
      await rename(item, path.join(bin, path.basename(item)));
    },
  } satisfies Pick<Shell, "openExternal" | "trashItem">);
}
