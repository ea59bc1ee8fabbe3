// Where an app keeps its files: `app.getPath` and `app.setPath`.
import { homedir, tmpdir } from "node:os";
import path from "node:path";

export class AppPaths {
  readonly #chosen = new Map<string, string>();
  readonly #appName: () => string;

  constructor(appName: () => string) {
    this.#appName = appName;
  }

  get(name: string): string {
    const chosen = this.#chosen.get(name);
    if (chosen !== undefined) return chosen;
    switch (name) {
      case "home":
        return homedir();
      case "temp":
        return tmpdir();
      case "appData":
        return appData(process.platform, process.env);
      case "userData":
        return path.join(this.get("appData"), this.#appName());
      default:
        throw new Error(`electron stand-in: electron.app.getPath("${name}") is not implemented by this host`);
    }
  }

  set(name: string, folder: string): void {
    if (!path.isAbsolute(folder)) throw new Error("Path must be absolute");
    this.#chosen.set(name, folder);
  }
}

function appData(platform: NodeJS.Platform, environment: NodeJS.ProcessEnv): string {
  switch (platform) {
    case "darwin":
      return path.join(homedir(), "Library", "Application Support");
    case "win32":
      return environment["APPDATA"] ?? path.join(homedir(), "AppData", "Roaming");
    default:
      return environment["XDG_CONFIG_HOME"] || path.join(homedir(), ".config");
  }
}
