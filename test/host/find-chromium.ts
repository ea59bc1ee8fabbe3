// Which Chromium shows the windows. Apart because `npm start` asks the same question (`electron.cjs --print-browser`).
import { accessSync, constants, statSync } from "node:fs";
import path from "node:path";

export interface Machine {
  readonly platform: NodeJS.Platform;
  readonly environment: Record<string, string | undefined>;
  readonly isExecutable: (file: string) => boolean;
}

export type ChromiumSearch =
  { readonly kind: "found"; readonly file: string } | { readonly kind: "missing"; readonly advice: string };

/** `ELECTRON_HOST_CHROMIUM` alone if it is set, else the usual names and places. The advice is one line. */
export function findChromium(machine: Machine): ChromiumSearch {
  const chosen = machine.environment["ELECTRON_HOST_CHROMIUM"];
  if (chosen) {
    return machine.isExecutable(chosen)
      ? { kind: "found", file: chosen }
      : {
          kind: "missing",
          advice: `no Chromium at ELECTRON_HOST_CHROMIUM=${chosen}; correct or unset it, or ${howToInstall(machine.platform)}`,
        };
  }
  const file = candidates(machine).find(machine.isExecutable);
  return file === undefined
    ? {
        kind: "missing",
        advice: `no Chromium, Chrome or Edge found; ${howToInstall(machine.platform)}, or set ELECTRON_HOST_CHROMIUM to its path`,
      }
    : { kind: "found", file };
}

export function thisMachine(): Machine {
  return { platform: process.platform, environment: process.env, isExecutable };
}

function candidates({ platform, environment }: Machine): string[] {
  switch (platform) {
    case "darwin": {
      const names = ["Chromium", "Google Chrome", "Microsoft Edge"];
      const folders = ["/Applications", path.posix.join(environment["HOME"] ?? "/", "Applications")];
      return names.flatMap((name) => folders.map((folder) => `${folder}/${name}.app/Contents/MacOS/${name}`));
    }
    case "win32": {
      const programs = [
        "Chromium\\Application\\chrome.exe",
        "Google\\Chrome\\Application\\chrome.exe",
        "Microsoft\\Edge\\Application\\msedge.exe",
      ];
      const folders = ["ProgramFiles", "ProgramFiles(x86)", "LOCALAPPDATA"].flatMap((name) => environment[name] ?? []);
      return programs.flatMap((program) => folders.map((folder) => path.win32.join(folder, program)));
    }
    default: {
      const names = [
        "chromium",
        "chromium-browser",
        "google-chrome",
        "google-chrome-stable",
        "microsoft-edge",
        "microsoft-edge-stable",
      ];
      const folders = new Set([
        ...(environment["PATH"] ?? "").split(":").filter(path.posix.isAbsolute),
        "/usr/bin",
        "/usr/local/bin",
        "/snap/bin",
      ]);
      return names.flatMap((name) => [...folders].map((folder) => path.posix.join(folder, name)));
    }
  }
}

function howToInstall(platform: NodeJS.Platform): string {
  switch (platform) {
    case "darwin":
      return "install it with `brew install --cask chromium`";
    case "win32":
      return "install it with `winget install --id Google.Chrome`";
    default:
      return "install it with `sudo apt-get install chromium` (Debian, Ubuntu) or `sudo dnf install chromium` (Fedora)";
  }
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}
