// The only reader of the process's environment and arguments: everything else is handed what it needs.
import { homedir } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";

export interface Config {
  /** Absolute path of the folder that holds sessions, settings, drafts and everything else of ours. */
  readonly home: string;
  readonly readOnly: boolean;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly terminal: TerminalConfig;
}

/** What only the terminal program reads. */
export interface TerminalConfig {
  readonly cwd: string;
  readonly json: boolean;
  readonly approveAll: boolean;
  readonly interactive: boolean;
  readonly prompt: string;
}

/** Words for a person when the arguments make no sense. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

/**
 * `argv`: without the program's own path. Unknown switches are left to Electron and Chromium, which put theirs in the same place; the
 * terminal programs ask for `isStrict`. Throws UsageError.
 */
export function readConfig(argv: readonly string[], environment: NodeJS.ProcessEnv, isStrict = false): Config {
  const { values, positionals } = parse(argv, isStrict);
  const approve = values["approve"];
  if (approve !== undefined && approve !== "all") throw new UsageError("--approve takes only the word all");
  return {
    home: path.resolve(stringOf(values["home"]) ?? environment["COUNTERFOIL_HOME"] ?? defaultHome(environment)),
    readOnly: values["read-only"] === true,
    environment,
    terminal: {
      cwd: path.resolve(stringOf(values["cwd"]) ?? process.cwd()),
      json: values["json"] === true,
      approveAll: approve === "all",
      interactive: values["interactive"] === true,
      prompt: positionals.join(" "),
    },
  };
}

const options = {
  home: { type: "string" },
  cwd: { type: "string" },
  "read-only": { type: "boolean" },
  json: { type: "boolean" },
  approve: { type: "string" },
  interactive: { type: "boolean" },
} as const;

function parse(argv: readonly string[], strict: boolean): { values: Record<string, unknown>; positionals: string[] } {
  try {
    return parseArgs({ args: [...argv], options, strict, allowPositionals: true });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error), { cause: error });
  }
}

function stringOf(value: unknown): string | null {
  return typeof value === "string" && value !== "" ? value : null;
}

/** protocol.md §6. */
function defaultHome(environment: NodeJS.ProcessEnv): string {
  if (process.platform === "darwin") return path.join(homedir(), "Library", "Application Support", "Counterfoil");
  if (process.platform === "win32")
    return path.join(environment["APPDATA"] ?? path.join(homedir(), "AppData", "Roaming"), "Counterfoil");
  return path.join(environment["XDG_CONFIG_HOME"] || path.join(homedir(), ".config"), "counterfoil");
}
