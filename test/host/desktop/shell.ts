// `shell`: hands a URL to the person's own browser, or says it where there is none.
import { spawn } from "node:child_process";
import type { Shell } from "electron";
import { refuseUnknown } from "../refuse-unknown";
import { say } from "../report";

export function hostShell({ isHeaded }: { readonly isHeaded: boolean }) {
  return refuseUnknown("electron.shell", {
    openExternal: async (url) => {
      say(`shell.openExternal ${url}`);
      if (!isHeaded || process.platform !== "linux") return;
      const opener = spawn("xdg-open", [url], { stdio: "ignore", detached: true });
      opener.on("error", (error) => say(`xdg-open: ${error.message}`));
      opener.unref();
    },
  } satisfies Pick<Shell, "openExternal">);
}
