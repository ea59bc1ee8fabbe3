// The grep tool: lines that match a pattern, by ripgrep where it is installed, else by our own search; both give the same answer.
import { open, realpath, stat } from "node:fs/promises";
import { homedir } from "node:os";
import path from "node:path";
import { checkArguments, GrepArguments } from "../../../shared/protocol/tool-arguments";
import { toJSONSchema } from "../../../shared/protocol/tool-schema";
import { ModelVisibleError } from "../../runtime/errors";
import type { Prepared, RunContext, Tool } from "../../runtime/ports/tool";
import { isWithin } from "../is-within";
import { abortedWithoutEffects } from "./elapsed";
import { fileFault } from "./file-fault";
import { globFilter } from "./glob-filter";
import { harmlessRun } from "./harmless-run";
import { searchOurselves } from "./own-search";
import { searchByRipgrep } from "./rg-search";
import { needsBacktracking, readPattern } from "./search-pattern";
import type { SearchRequest, SearchResult } from "./search-row";
import { workspacePath } from "./workspace-path";

const DEFAULT_LIMIT = 100;
const MOST_OUTPUT_BYTES = 40_000;
const BINARY_LOOK_BYTES = 64 * 1024;

export interface GrepParts {
  /** Where ripgrep is, or null; asked for with the first call. */
  readonly ripgrep: () => string | null;
  readonly environment: NodeJS.ProcessEnv;
  /** Built beside the program. */
  readonly workerFile: string;
}

/** protocol.md §7 `grep`. */
export function createGrepTool(parts: GrepParts): Tool {
  let found: { readonly program: string | null } | null = null;
  const search: Search = async (request, { cwd, context }, signal) => {
    const { clock } = context;
    found ??= { program: parts.ripgrep() };
    const { program } = found;
    // Its engine knows neither look-around nor back-references; ours does. And what lies where commands can write may be anything.
    if (program === null || needsBacktracking(request.pattern) || (await liesIn(program, cwd)))
      return searchOurselves(request, { workerFile: parts.workerFile, clock }, signal);
    const result = await searchByRipgrep(request, { program, environment: parts.environment, clock }, signal);
    return result === "stuck" ? searchOurselves(request, { workerFile: parts.workerFile, clock }, signal) : result;
  };
  return {
    spec: {
      name: "grep",
      description:
        "Searches files line by line for a regular expression; gives path:line:text, sorted by path. Ignored, hidden and binary files are left out.",
      get parameters() {
        return toJSONSchema(GrepArguments);
      },
    },
    gate: "parallel",
    changesWorld: false,
    graceMs: 2000,
    prepare: (value, { cwd }) => prepare(value, { cwd, search }),
  };
}

/** `cwd`: the session's folder. */
interface SearchPlace {
  readonly cwd: string;
  readonly context: RunContext;
}

type Search = (request: SearchRequest, place: SearchPlace, signal: AbortSignal) => Promise<SearchResult | null>;

async function liesIn(program: string, folder: string): Promise<boolean> {
  try {
    const [file, outer] = await Promise.all([realpath(program), realpath(folder)]);
    return isWithin(program, outer) || isWithin(file, outer);
  } catch {
    // Where that cannot be told, it is not run.
    return true;
  }
}

function prepare(value: unknown, { cwd, search }: { readonly cwd: string; readonly search: Search }): Prepared {
  const checked = checkArguments(GrepArguments, value);
  if (!checked.ok) return checked;
  const { pattern, path: where = ".", glob, limit = DEFAULT_LIMIT } = checked.args;
  const target = workspacePath(where, { cwd, home: homedir() });
  return harmlessRun(checked.ignored, async (context, signal) => {
    const read = readPattern(pattern);
    if (!read.ok) throw new ModelVisibleError(`the pattern is not understood: ${read.problem}`);
    if (glob !== undefined && globFilter(glob) === null) throw new ModelVisibleError("the braces of the glob do not close");
    const place = await placeOf(target);
    const result = await search({ ...place, pattern, glob: glob ?? null, limit }, { cwd, context }, signal);
    if (result === null) return abortedWithoutEffects(context);
    return { status: "completed", output: describe(result, { cwd, folder: place.folder }) };
  });
}

async function placeOf(target: string): Promise<{ readonly folder: string; readonly file: string | null }> {
  try {
    const found = await stat(target);
    if (found.isDirectory()) return { folder: target, file: null };
    if (!found.isFile()) throw new ModelVisibleError(`${target} is not a regular file or folder`);
    if (await isBinary(target)) throw new ModelVisibleError(`${target} holds binary data (a NUL byte), which is not searched`);
    return { folder: path.dirname(target), file: path.basename(target) };
  } catch (error) {
    if (error instanceof ModelVisibleError) throw error;
    throw await fileFault(error, target);
  }
}

async function isBinary(file: string): Promise<boolean> {
  const handle = await open(file);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(BINARY_LOOK_BYTES), 0, BINARY_LOOK_BYTES, 0);
    const isUtf16 = (buffer[0] === 0xff && buffer[1] === 0xfe) || (buffer[0] === 0xfe && buffer[1] === 0xff);
    return !isUtf16 && buffer.subarray(0, bytesRead).includes(0);
  } finally {
    await handle.close();
  }
}

function describe(
  { rows, hasMore, unreadable, stopped }: SearchResult,
  { cwd, folder }: { readonly cwd: string; readonly folder: string },
): string {
  const lines: string[] = [];
  let bytes = 0;
  let left = 0;
  for (const { path: file, line, text } of rows) {
    const shown = `${oneLine(shownPath(path.join(folder, file), cwd))}:${line}:${text}`;
    bytes += Buffer.byteLength(shown) + 1;
    if (bytes > MOST_OUTPUT_BYTES) left += 1;
    else lines.push(shown);
  }
  if (rows.length === 0 && stopped === null) lines.push("[no line matches]");
  if (hasMore || left > 0) lines.push("[there are more: narrow the pattern, the path or the glob]");
  if (stopped !== null) lines.push(`[${stopped}]`);
  if (unreadable > 0) lines.push(`[${unreadable} ${unreadable === 1 ? "file or folder" : "files or folders"} could not be read]`);
  return lines.join("\n");
}

/** As read_file takes it: within the session's folder relative to it. */
function shownPath(file: string, cwd: string): string {
  return isWithin(file, cwd) ? path.relative(cwd, file) : file;
}

function oneLine(name: string): string {
  return name.replaceAll(/\p{Cc}/gu, (character) => `\\x${character.charCodeAt(0).toString(16).padStart(2, "0")}`);
}
