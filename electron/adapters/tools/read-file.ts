// The read_file tool: numbered lines of a text file, read only as far as they are shown.
import type { FileHandle } from "node:fs/promises";
import { homedir } from "node:os";
import { checkArguments, ReadFileArguments } from "../../../shared/protocol/tool-arguments";
import { toJSONSchema } from "../../../shared/protocol/tool-schema";
import { ModelVisibleError } from "../../runtime/errors";
import type { Prepared, RunContext, RunResult, Tool } from "../../runtime/ports/tool";
import { abortedWithoutEffects } from "./elapsed";
import { fileFault } from "./file-fault";
import { harmlessRun } from "./harmless-run";
import { LineWindow } from "./line-window";
import { openRegularFile } from "./open-file";
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
      get parameters() {
        return toJSONSchema(ReadFileArguments);
      },
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
  return harmlessRun(checked.ignored, (context, signal) => readFile(request, context, signal));
}

async function readFile(request: ReadRequest, context: RunContext, signal: AbortSignal): Promise<RunResult> {
  const { file } = await openRegularFile(request.path, "list_dir shows what is in it");
  try {
    const window = new LineWindow({ ...LIMITS, firstLine: request.firstLine, lineCount: request.lineCount });
    const end = await fill(window, file, { path: request.path, signal });
    return end === "aborted" ? abortedWithoutEffects(context) : { status: "completed", output: describeWindow(window, request) };
  } finally {
    await file.close();
  }
}

async function fill(
  window: LineWindow,
  file: FileHandle,
  source: { path: string; signal: AbortSignal },
): Promise<"filled" | "aborted"> {
  const chunk = Buffer.alloc(CHUNK_BYTES);
  let isFirst = true;
  while (!window.hasMore) {
    if (source.signal.aborted) return "aborted";
    const { bytesRead } = await file.read(chunk, 0, CHUNK_BYTES).catch(async (error: unknown) => {
      throw await fileFault(error, source.path);
    });
    if (bytesRead === 0) break;
    const bytes = chunk.subarray(0, bytesRead);
    if (isFirst && isUtf16(bytes))
      throw new ModelVisibleError(
        `${source.path} is text in UTF-16, which is not shown; turn it into UTF-8 with a command (iconv -f UTF-16 -t UTF-8) and read that`,
      );
    if (bytes.includes(0))
      throw new ModelVisibleError(`${source.path} holds binary data (a NUL byte), or text that is not UTF-8`);
    isFirst = false;
    window.push(bytes);
  }
  window.end();
  return "filled";
}

/** By its byte order mark, or by letters of the Latin alphabet that are half zeros. */
function isUtf16(bytes: Buffer): boolean {
  if ((bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff)) return true;
  const start = bytes.subarray(0, 64);
  if (start.length < 8 || start.length % 2 !== 0) return false;
  const zeros = [0, 0];
  for (const [index, byte] of start.entries()) if (byte === 0) zeros[index % 2] = (zeros[index % 2] ?? 0) + 1;
  return zeros.some((count, side) => count === start.length / 2 && zeros[1 - side] === 0);
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
