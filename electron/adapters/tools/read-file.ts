// The read_file tool: numbered lines of a text file, read only as far as they are shown.
import { constants } from "node:fs";
import { open, stat, type FileHandle } from "node:fs/promises";
import { homedir } from "node:os";
import { checkArguments, ReadFileArguments } from "../../../shared/protocol/tool-arguments";
import { toJSONSchema } from "../../../shared/protocol/tool-schema";
import { ModelVisibleError } from "../../runtime/errors";
import type { Prepared, RunContext, RunResult, Tool } from "../../runtime/ports/tool";
import { describeIgnored } from "./describe-ignored";
import { abortedWithoutEffects } from "./elapsed";
import { fileFault } from "./file-fault";
import { LineWindow } from "./line-window";
import { workspacePath } from "./workspace-path";

const DEFAULT_LINES = 2000;
const LIMITS = { lineCharacters: 2000, totalBytes: 40_000 };
const CHUNK_BYTES = 64 * 1024;

interface ReadRequest {
  readonly path: string;
  readonly firstLine: number;
  readonly lineCount: number;
}

/** protocol.md §7 `read_file`. */
export function createReadFileTool(): Tool {
  return {
    spec: {
      name: "read_file",
      description: "Shows a text file as numbered lines, at most 2000 lines or 40000 bytes at a time; offset reads on.",
      parameters: toJSONSchema(ReadFileArguments),
    },
    gate: "parallel",
    changesWorld: false,
    graceMs: 100,
    prepare,
  };
}

function prepare(value: unknown, place: { readonly cwd: string }): Prepared {
  const checked = checkArguments(ReadFileArguments, value);
  if (!checked.ok) return checked;
  const { path, offset = 1, limit = DEFAULT_LINES } = checked.args;
  const request = {
    path: workspacePath(path, { cwd: place.cwd, home: homedir() }),
    firstLine: offset,
    lineCount: Math.min(limit, DEFAULT_LINES),
  };
  return {
    ok: true,
    run: {
      notes: describeIgnored(checked.ignored),
      subject: null,
      lastsMs: null,
      run: (context, signal) => readFile(request, context, signal),
    },
  };
}

async function readFile(request: ReadRequest, context: RunContext, signal: AbortSignal): Promise<RunResult> {
  const file = await openText(request.path);
  try {
    const window = new LineWindow({ ...LIMITS, firstLine: request.firstLine, lineCount: request.lineCount });
    const end = await fill(window, file, { path: request.path, signal });
    return end === "aborted" ? abortedWithoutEffects(context) : { status: "completed", output: describeWindow(window, request) };
  } finally {
    await file.close();
  }
}

/** Looks before it opens: opening a pipe waits for its other end. */
async function openText(path: string): Promise<FileHandle> {
  try {
    const found = await stat(path);
    if (found.isDirectory()) throw new ModelVisibleError(`${path} is a folder; list_dir shows what is in it`);
    if (!found.isFile()) throw new ModelVisibleError(`${path} is not a regular file`);
    return await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  } catch (error) {
    if (error instanceof ModelVisibleError) throw error;
    throw await fileFault(error, path);
  }
}

async function fill(
  window: LineWindow,
  file: FileHandle,
  source: { path: string; signal: AbortSignal },
): Promise<"filled" | "aborted"> {
  const chunk = Buffer.alloc(CHUNK_BYTES);
  while (!window.hasMore) {
    if (source.signal.aborted) return "aborted";
    const { bytesRead } = await file.read(chunk, 0, CHUNK_BYTES);
    if (bytesRead === 0) break;
    const bytes = chunk.subarray(0, bytesRead);
    if (bytes.includes(0))
      throw new ModelVisibleError(`${source.path} holds binary data (a NUL byte), or text that is not UTF-8`);
    window.push(bytes);
  }
  window.end();
  return "filled";
}

function describeWindow(window: LineWindow, { path, firstLine }: ReadRequest): string {
  const { rows, linesSeen, hasMore } = window;
  if (rows.length > 0)
    return hasMore ? `${rows.join("\n")}\n[the file goes on: read it with offset ${linesSeen + 1}]` : rows.join("\n");
  if (linesSeen === 0) return "[the file is empty]";
  throw new ModelVisibleError(
    `offset ${firstLine} is behind the end: ${path} has ${linesSeen} ${linesSeen === 1 ? "line" : "lines"}`,
  );
}
