// Which shell runs commands on this machine.
import { existsSync } from "node:fs";
import type { ShellPlatform } from "./shell-command";

/** `environment` is kept, not copied: what is taken out of it later is not in the next command's. */
export function detectPlatform(environment: NodeJS.ProcessEnv): ShellPlatform {
  if (process.platform === "win32") return { isWindows: true, shell: environment["ComSpec"] ?? "cmd.exe", environment };
  return { isWindows: false, shell: existsSync("/bin/bash") ? "/bin/bash" : "/bin/sh", environment };
}
