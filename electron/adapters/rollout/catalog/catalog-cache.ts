// HOME/cache/catalog.jsonl: what was read of each file, so that a start reads only what has changed. It may be deleted at any time.
import { readFile } from "node:fs/promises";
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
const VERSION = 2;
const Head = z.object({ version: z.literal(VERSION) });

/** What cannot be read of it is not there. */
export async function readCache(path: string): Promise<Map<string, CachedFile>> {
  const files = new Map<string, CachedFile>();
  const [head = "", ...lines] = (await textOfCache(path)).split("\n");
  if (!Head.safeParse(parsedJson(head)).success) return files;
  for (const line of lines) {
    const file = CachedFile.safeParse(parsedJson(line));
    if (file.success) files.set(file.data.path, file.data);
  }
  return files;
}

async function textOfCache(path: string): Promise<string> {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    if (systemCode(error) === null) throw error;
    return "";
  }
}

/** Rejects with the system's error, the old one then being as before. */
export async function writeCache(path: string, files: Iterable<CachedFile>): Promise<void> {
  const lines = [JSON.stringify({ version: VERSION } satisfies z.infer<typeof Head>)];
  for (const file of files) lines.push(JSON.stringify(file));
  await atomicWrite(path, `${lines.join("\n")}\n`);
}
