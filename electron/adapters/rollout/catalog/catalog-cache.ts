// HOME/cache/catalog.jsonl: what was read of each file, so that a start reads only what has changed. It may be deleted at any time.
import { readFile, stat } from "node:fs/promises";
import { z } from "zod";
import { atomicWrite } from "../../atomic-write";
import { systemCode } from "../storage-fault";
import { FileFacts } from "./file-facts";
import { parsedJson } from "./loose-json";

/** `stamp`: of the file when it was read; `size` and `inode` tell whether it has only grown since. */
const CachedFile = z.object({
  path: z.string(),
  stamp: z.string(),
  size: z.number(),
  inode: z.string(),
  facts: FileFacts,
});
export type CachedFile = z.infer<typeof CachedFile>;

/** Another number whenever facts are read in another way. */
const VERSION = 5;
const Head = z.object({ version: z.literal(VERSION) });

/** Hundreds of thousands of sessions; a larger one, or a longer line, is nothing that was written here. */
const MAX_BYTES = 64 * 1024 * 1024;
const MAX_LINE = 256 * 1024;

/** As far as it is in order: what stands behind the first line that is not is read from the files again. */
export async function readCache(path: string): Promise<Map<string, CachedFile>> {
  const files = new Map<string, CachedFile>();
  const text = await textOfCache(path);
  let isHead = true;
  for (let start = 0; start < text.length;) {
    const newline = text.indexOf("\n", start);
    const end = newline === -1 ? text.length : newline;
    const value = end - start > MAX_LINE ? undefined : parsedJson(text.slice(start, end));
    const file = isHead ? null : CachedFile.safeParse(value);
    if (file === null ? !Head.safeParse(value).success : !file.success) break;
    if (file?.success === true) files.set(file.data.path, file.data);
    isHead = false;
    start = end + 1;
  }
  return files;
}

/** Empty where there is none, and of what is no file: a pipe would be waited for for good. */
async function textOfCache(path: string): Promise<string> {
  try {
    const file = await stat(path);
    return file.isFile() && file.size <= MAX_BYTES ? await readFile(path, "utf8") : "";
  } catch (error) {
    if (systemCode(error) === null) throw error;
    return "";
  }
}

/** Rejects with the system's error, the old one then being as before. */
export async function writeCache(path: string, files: Iterable<CachedFile>): Promise<void> {
  const lines = [JSON.stringify({ version: VERSION } satisfies z.infer<typeof Head>)];
  for (const file of files) {
    const line = JSON.stringify(file);
    if (line.length <= MAX_LINE) lines.push(line);
  }
  await atomicWrite(path, `${lines.join("\n")}\n`);
}
