// The PATH of the person's login shell, for an app that was started from a desktop, whose own knows only the system's folders.
// Read once, in a shell that may print anything, ask something or hang.
import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import type { Clock } from "../../runtime/ports/clock";
import { sendSignal } from "./send-signal";
import { settlesWithin } from "./settles-within";

const LIMIT_MS = 5000;
const MOST_LETTERS = 1024 * 1024;

/** Which PATH commands get. `own`: the app's, because it was started from a shell, or `problem` says why no other could be read. */
export type PathChoice =
  | { readonly from: "login"; readonly path: string }
  | { readonly from: "own"; readonly path: string; readonly problem: string | null };

export interface PathSources {
  readonly environment: NodeJS.ProcessEnv;
  readonly platform: NodeJS.Platform;
  /** One of the app's own streams is a terminal. */
  readonly hasTerminal: boolean;
}

/** A shell counts how deep it is in SHLVL, and gives its programs a terminal; a desktop does neither. */
export function isDesktopStart({ environment, platform, hasTerminal }: PathSources): boolean {
  return (platform === "darwin" || platform === "linux") && !hasTerminal && environment["SHLVL"] === undefined;
}

/** The login shell's folders first, then what only the app knows. */
export function mergePaths(login: string, own: string): string {
  return [...new Set([...login.split(":"), ...own.split(":")].filter((folder) => folder !== ""))].join(":");
}

/** Never rejects; resolves within 5 s. */
export async function choosePath(sources: PathSources, clock: Clock): Promise<PathChoice> {
  const own = sources.environment["PATH"] ?? "";
  if (!isDesktopStart(sources)) return { from: "own", path: own, problem: null };
  const shell = sources.environment["SHELL"];
  if (shell === undefined || shell === "") return { from: "own", path: own, problem: null };
  const read = await readLoginPath(shell, sources.environment, clock);
  if (read.path === null) return { from: "own", path: own, problem: read.problem };
  return { from: "login", path: mergePaths(read.path, own) };
}

type ReadPath = { readonly path: string } | { readonly path: null; readonly problem: string };

/** Each variable ends with a NUL, since its value may hold lines; what profiles print stands outside of the two marks. */
async function readLoginPath(shell: string, environment: NodeJS.ProcessEnv, clock: Clock): Promise<ReadPath> {
  const mark = randomUUID();
  const command = `printf %s '${mark}'; env -0; printf %s '${mark}'`;
  const stdio = ["ignore", "pipe", "ignore"] as const;
  const child = spawn(shell, ["-ilc", command], { env: environment, detached: true, stdio: [...stdio], cwd: "/" });
  let text = "";
  const ended = new Promise<string | null>((resolve) => {
    child.once("error", (error) => resolve(`${shell} could not be started: ${error.message}`));
    child.stdout.setEncoding("utf8").on("data", (part: string) => {
      text += part;
      if (text.split(mark).length === 3 || text.length > MOST_LETTERS) resolve(null);
    });
    child.stdout.once("close", () => resolve(null));
  });
  const isInTime = await settlesWithin(ended, clock, LIMIT_MS);
  if (child.pid !== undefined) sendSignal(-child.pid, "SIGKILL");
  child.stdout.destroy();
  if (!isInTime) return { path: null, problem: `${shell} did not say its PATH in 5 s` };
  const problem = await ended;
  if (problem !== null) return { path: null, problem };
  const path = pathOf(text.split(mark)[1] ?? "");
  return path === null ? { path: null, problem: `${shell} did not say its PATH` } : { path };
}

/** Of the output of `env -0`. */
function pathOf(variables: string): string | null {
  const found = variables.split("\0").find((variable) => variable.startsWith("PATH="));
  return found === undefined || found === "PATH=" ? null : found.slice("PATH=".length);
}
