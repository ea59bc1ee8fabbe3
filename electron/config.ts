// The only reader of the process's environment and arguments: everything else is handed what it needs.
import { homedir } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { SandboxMode } from "../shared/protocol/thread";

export interface Config {
  /** Absolute path of the folder that holds sessions, settings, drafts and everything else of ours. */
  readonly home: string;
  readonly readOnly: boolean;
  /** Absolute paths where Codex may have its home: CODEX_HOME, and the usual place. */
  readonly codexHomes: readonly string[];
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly terminal: TerminalConfig;
}

/** What only the terminal program reads. */
export interface TerminalConfig {
  readonly cwd: string;
  readonly json: boolean;
  readonly approveAll: boolean;
  /** Null: what the settings say. */
  readonly sandbox: SandboxMode | null;
  readonly interactive: boolean;
  readonly wantsHelp: boolean;
  /** Absolute path of the rollout to be summed up instead of running a turn. */
  readonly summaryOf: string | null;
  readonly prompt: string;
  /** What a start without a display was asked to open: links, and absolute paths of files. */
  readonly notOpened: readonly string[];
}

/** Who reads the arguments. The window leaves unknown switches to Electron and Chromium, which put theirs in the same place. */
export type Program = "window" | "exec" | "headless";

export const USAGE = `Usage:
  npm start -- [options] [FILE or LINK]      the window, with that rollout open; without a display, prompts line by line
  npm run -s exec -- [options] "PROMPT"      one turn in this terminal
  npm run -s exec -- open FILE --summary     what a rollout holds, as one JSON object
  npm run -s headless -- [options]           JSON-RPC over stdin and stdout, one object per line

Options:
  --interactive    exec: read prompts line by line; with a PROMPT that one comes first
  --json           exec: print events as JSON lines, and nothing else
  --approve all    exec: run commands and change files without asking
  --sandbox MODE   exec: readOnly, workspaceWrite or dangerFullAccess; what the settings say when it is left out
  --cwd DIR        exec: the folder to work in; this one when it is left out
  --home DIR       where sessions and settings lie; or COUNTERFOIL_HOME
  --read-only      change nothing: sessions can be read only
  -h, --help       this text

Examples:
  npm run -s exec -- "list the files here"
  npm run -s exec -- --interactive --cwd ~/project`;

/** Words for a person when the arguments make no sense. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

/** `argv`: without the program's own path. Throws UsageError. */
export function readConfig(argv: readonly string[], environment: NodeJS.ProcessEnv, program: Program): Config {
  const { values, positionals } = parse(argv, program !== "window");
  if (program === "headless") refuseOfExec(values, positionals);
  const isWindowless = values["without-window"] === true;
  const approve = values["approve"];
  if (approve !== undefined && approve !== "all") throw new UsageError("--approve takes only the word all");
  return {
    home: path.resolve(stringOf(values["home"]) ?? environment["COUNTERFOIL_HOME"] ?? defaultHome(environment)),
    readOnly: values["read-only"] === true,
    codexHomes: codexHomes(environment),
    environment,
    terminal: {
      cwd: path.resolve(stringOf(values["cwd"]) ?? process.cwd()),
      json: values["json"] === true,
      approveAll: approve === "all",
      sandbox: sandboxOf(values["sandbox"]),
      interactive: values["interactive"] === true,
      wantsHelp: values["help"] === true,
      summaryOf: values["summary"] === true ? fileToSumUp(positionals) : null,
      prompt: isWindowless ? "" : positionals.join(" "),
      notOpened: isWindowless ? positionals.map((what) => fileOrLink(what, environment)) : [],
    },
  };
}

const OF_EXEC = ["cwd", "json", "approve", "sandbox", "interactive", "summary", "without-window"] as const;

/** What would have no effect is not passed over in silence: nobody is confined by it, nor anything allowed. */
function refuseOfExec(values: Readonly<Record<string, unknown>>, [word]: readonly string[]): void {
  const option = OF_EXEC.find((name) => values[name] !== undefined);
  if (option !== undefined)
    throw new UsageError(`headless does not know --${option}: that is for exec. A client says it by thread/start.\n\n${USAGE}`);
  if (word !== undefined) throw new UsageError(`headless takes no words (${word}): its client asks over stdin.\n\n${USAGE}`);
}

/** npm runs programs in the package's folder and says where the person was. */
function fileOrLink(what: string, environment: NodeJS.ProcessEnv): string {
  return what.includes("://") ? what : path.resolve(environment["INIT_CWD"] ?? process.cwd(), what);
}

/** What a start asks the window to open: paths and links, as they were typed. `argv` as for `readConfig`. */
export function readPositionals(argv: readonly string[]): readonly string[] {
  return parse(argv, false).positionals;
}

const options = {
  home: { type: "string" },
  cwd: { type: "string" },
  "read-only": { type: "boolean" },
  json: { type: "boolean" },
  approve: { type: "string" },
  sandbox: { type: "string" },
  interactive: { type: "boolean" },
  /** Of a start that goes on in the terminal. */
  "without-window": { type: "boolean" },
  summary: { type: "boolean" },
  help: { type: "boolean", short: "h" },
} as const;

function parse(argv: readonly string[], strict: boolean): { values: Record<string, unknown>; positionals: string[] } {
  try {
    return parseArgs({ args: [...argv], options, strict, allowPositionals: true });
  } catch (error) {
    const unknown = unknownOption(error);
    if (unknown !== null) throw new UsageError(`Unknown option ${unknown}.\n\n${USAGE}`, { cause: error });
    throw new UsageError(error instanceof Error ? error.message : String(error), { cause: error });
  }
}

/** Node names it between quotation marks, amid advice that fits no program of ours. */
function unknownOption(error: unknown): string | null {
  if (!(error instanceof Error && "code" in error && error.code === "ERR_PARSE_ARGS_UNKNOWN_OPTION")) return null;
  return /'([^']+)'/.exec(error.message)?.[1] ?? null;
}

function fileToSumUp([command, file, ...rest]: readonly string[]): string {
  if (command !== "open" || file === undefined || rest.length > 0)
    throw new UsageError("--summary is for one file: open FILE --summary");
  return path.resolve(file);
}

function sandboxOf(value: unknown): SandboxMode | null {
  if (value === undefined) return null;
  const mode = SandboxMode.options.find((option) => option === value);
  if (mode === undefined) throw new UsageError(`--sandbox takes one of ${SandboxMode.options.join(", ")}`);
  return mode;
}

function stringOf(value: unknown): string | null {
  return typeof value === "string" && value !== "" ? value : null;
}

function codexHomes(environment: NodeJS.ProcessEnv): readonly string[] {
  const named = environment["CODEX_HOME"];
  const usual = path.join(homedir(), ".codex");
  return named === undefined || named === "" || path.resolve(named) === usual ? [usual] : [path.resolve(named), usual];
}

/** protocol.md §6. */
function defaultHome(environment: NodeJS.ProcessEnv): string {
  if (process.platform === "darwin") return path.join(homedir(), "Library", "Application Support", "Counterfoil");
  if (process.platform === "win32")
    return path.join(environment["APPDATA"] ?? path.join(homedir(), "AppData", "Roaming"), "Counterfoil");
  return path.join(environment["XDG_CONFIG_HOME"] || path.join(homedir(), ".config"), "counterfoil");
}
