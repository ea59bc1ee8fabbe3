// The view_image tool: an image file as the model can see it.
import { homedir } from "node:os";
import type { FileHandle } from "node:fs/promises";
import { checkArguments, ViewImageArguments } from "../../../shared/protocol/tool-arguments";
import { toJSONSchema } from "../../../shared/protocol/tool-schema";
import { ModelVisibleError } from "../../runtime/errors";
import type { Prepared, RunContext, RunResult, Tool } from "../../runtime/ports/tool";
import { abortedWithoutEffects } from "./elapsed";
import { harmlessRun } from "./harmless-run";
import { readImage } from "./image-format";
import { openRegularFile } from "./open-file";
import { workspacePath } from "./workspace-path";

const MOST_BYTES = 5 * 1024 * 1024;
const CHUNK_BYTES = 256 * 1024;

/** protocol.md §7 `view_image`. */
export function createViewImageTool(): Tool {
  return {
    spec: {
      name: "view_image",
      description: "Shows you an image file: PNG, JPEG, GIF or WebP, at most 5 MiB.",
      get parameters() {
        return toJSONSchema(ViewImageArguments);
      },
    },
    gate: "parallel",
    changesWorld: false,
    graceMs: 100,
    prepare,
  };
}

function prepare(value: unknown, place: { readonly cwd: string }): Prepared {
  const checked = checkArguments(ViewImageArguments, value);
  if (!checked.ok) return checked;
  const path = workspacePath(checked.args.path, { cwd: place.cwd, home: homedir() });
  return harmlessRun(checked.ignored, (context, signal) => viewImage(path, context, signal));
}

async function viewImage(path: string, context: RunContext, signal: AbortSignal): Promise<RunResult> {
  const { file, size } = await openRegularFile(path, "give the path of an image in it");
  try {
    if (size > MOST_BYTES) throw tooLarge(path, size);
    const bytes = await readBounded(file, signal);
    if (bytes === null) return abortedWithoutEffects(context);
    if (bytes.length > MOST_BYTES) throw tooLarge(path, bytes.length);
    const image = readImage(bytes);
    if (image.type === "none") throw new ModelVisibleError(`${path} holds no PNG, JPEG, GIF or WebP image`);
    if (image.type === "damaged")
      throw new ModelVisibleError(`${path} begins as ${image.mime}, but is damaged or cut off; it cannot be shown`);
    const { mime, width, height } = image.format;
    return {
      status: "completed",
      output: `${path}: ${mime}, ${width} × ${height} pixels, ${bytes.length} bytes`,
      images: [`data:${mime};base64,${bytes.toString("base64")}`],
    };
  } finally {
    await file.close();
  }
}

/** As much as may be shown and at least a byte more if there is; null: aborted. */
async function readBounded(file: FileHandle, signal: AbortSignal): Promise<Buffer | null> {
  const parts: Buffer[] = [];
  for (let total = 0; total <= MOST_BYTES;) {
    if (signal.aborted) return null;
    const { bytesRead, buffer } = await file.read(Buffer.allocUnsafe(CHUNK_BYTES), 0, CHUNK_BYTES);
    if (bytesRead === 0) break;
    parts.push(buffer.subarray(0, bytesRead));
    total += bytesRead;
  }
  return Buffer.concat(parts);
}

function tooLarge(path: string, bytes: number): ModelVisibleError {
  const size = (bytes / 1024 / 1024).toFixed(1);
  return new ModelVisibleError(
    `${path} has ${size} MiB; at most 5 MiB can be shown. Make a smaller copy with a command (scaled down, or as JPEG) and look at that`,
  );
}
