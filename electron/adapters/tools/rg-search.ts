// The search by ripgrep: found once, started without a shell, read only as far as is wanted, and ended with all it started.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { ModelVisibleError } from "../../runtime/errors";
import type { Clock } from "../../runtime/ports/clock";
import { newRunMark } from "./abandoned-runs";
import { findOnPath, findProgram } from "./find-program";
import { expandBraces, globFilter } from "./glob-filter";
import { levelOf } from "./ignore-files";
import { RUN_MARK } from "./process-table";
import { waitsForEver } from "./process-wait";
import { RgOutput } from "./rg-output";
import { SEARCH_LIMIT_MS } from "./own-search";
import type { SearchRequest, SearchResult, SearchRow } from "./search-row";

const MOST_ERROR_BYTES = 16 * 1024;

/** An absolute path; null: it is not installed where it can be trusted. `environment`: of Windows. */
export function findRipgrep(environment: NodeJS.ProcessEnv): string | null {
  return process.platform === "win32" ? findOnPath("rg.exe", environment) : findProgram("rg").path;
}

/** The same answer as from our own search: sorted, and git's ignore files count outside of repositories too. */
function rgArguments({ folder, file, pattern, glob }: SearchRequest): string[] {
  const names = glob !== null && !/[/!\\]/.test(glob) && /^[\w.*?{},-]+$/.test(glob) ? (expandBraces(glob) ?? []) : [];
  return [
    ...["--no-config", "--no-ignore-global", "--no-require-git", "--sort=path", "--color=never", "--no-heading", "--null"],
    ...(levelOf(folder).isInIgnored ? ["--no-ignore-parent"] : []),
    ...["--line-number", "--with-filename", "--crlf", "--no-mmap"],
    // Unlike --glob, a type does not bring back what is ignored.
    ...names.map((name) => `--type-add=wanted:${name}`),
    ...(names.length === 0 ? [] : ["--type=wanted"]),
    ...["--", pattern, file === null ? "./" : `./${file}`],
  ];
}

export interface RgParts {
  readonly program: string;
  readonly environment: NodeJS.ProcessEnv;
  readonly clock: Clock;
}

/**
 * Null: aborted. `stuck`: it gets nowhere, as where a pipe lies in the place of an ignore file, which it opens like any other. Throws ModelVisibleError for
 * a pattern that is refused. The process has ended when it settles.
 */
export async function searchByRipgrep(
  request: SearchRequest,
  parts: RgParts,
  signal: AbortSignal,
): Promise<SearchResult | "stuck" | null> {
  const isWanted = request.glob === null ? () => true : globFilter(request.glob);
  if (isWanted === null) throw new ModelVisibleError("the braces of the glob do not close");
  const { program, environment, clock } = parts;
  const child = spawn(program, rgArguments(request), {
    cwd: request.folder,
    stdio: ["ignore", "pipe", "pipe"],
    windowsHide: true,
    env: { ...environment, [RUN_MARK]: newRunMark() },
  });
  const closed = once(child, "close").then(([code]: unknown[]) => (typeof code === "number" ? code : null));
  const over = new AbortController();
  const rows: SearchRow[] = [];
  let hasMore = false;
  const output = new RgOutput((row) => {
    if (!isWanted(row.path) || hasMore) return;
    if (rows.length < request.limit) rows.push(row);
    else {
      hasMore = true;
      child.kill("SIGKILL");
    }
  });
  let errors = "";
  child.stdout.on("data", (bytes: Buffer) => output.push(bytes));
  child.stderr.on("data", (bytes: Buffer) => {
    if (errors.length < MOST_ERROR_BYTES) errors += bytes.toString("utf8");
  });
  try {
    const ended = AbortSignal.any([signal, over.signal]);
    const limit = clock.waitUntil(clock.nowMs() + SEARCH_LIMIT_MS, ended);
    const stuck =
      child.pid === undefined ? limit : waitsForEver(child.pid, clock, ended).then((isSo) => (isSo ? "stuck" : "aborted"));
    const first = await Promise.race([closed, limit, stuck]);
    if (typeof first === "string") {
      child.kill("SIGKILL");
      await closed;
    }
    if (signal.aborted) return null;
    if (first === "stuck") return "stuck";
    const stopped =
      first === "reached" ? `stopped after ${SEARCH_LIMIT_MS / 1000} s; search a smaller folder or with a glob` : null;
    const problem = first === 2 && rows.length === 0 ? patternProblem(errors) : null;
    if (problem !== null) throw new ModelVisibleError(problem);
    return { rows, hasMore, unreadable: errors === "" ? 0 : errors.trimEnd().split("\n").length, stopped };
  } finally {
    over.abort();
  }
}

/** Null: it complains of files only. */
function patternProblem(errors: string): string | null {
  if (!/^(regex parse error|error parsing|error: |the literal|unrecognized|rg: error|Compiled regex)/im.test(errors)) return null;
  const reason = /error: ([\s\S]*)/.exec(errors)?.[1] ?? errors;
  return `the pattern is not understood: ${reason.trim()}`;
}
