// HOME/drafts.json: what the person has typed and not yet sent, by thread. Read anew for each change, replaced as a whole.
import { readFile, readdir, rename } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { z } from "zod";
import { errorMessage } from "../../runtime/errors";
import { atomicWrite } from "../atomic-write";

export interface DraftsFile {
  /** All drafts. Never rejects: a file that cannot be read is told as a problem and gives no drafts. */
  read(): Promise<Readonly<Record<string, string>>>;
  /** An empty text removes the draft. Resolves when it is on disk, in the order of the calls; rejects in words for the person, the file then being as before. */
  write(key: string, text: string): Promise<void>;
  /** Resolves when all writes so far have ended, however they did: the program may end then. Never rejects. */
  settled(): Promise<void>;
}

/** Bytes of UTF-8. */
export const MAX_DRAFT_BYTES = 1024 * 1024;

const Drafts = z.record(z.string(), z.string());

/** `onProblem`: told once for each broken file that was put aside, and for each read that the disk refused. */
export function createDraftsFile({
  file,
  onProblem,
}: {
  readonly file: string;
  readonly onProblem: (problem: string) => void;
}): DraftsFile {
  let last: Promise<unknown> = Promise.resolve();
  const inOrder = <Result>(task: () => Promise<Result>): Promise<Result> => {
    const result = last.then(task);
    last = result.catch((error: unknown) => error);
    return result;
  };

  const load = async (): Promise<Map<string, string>> => {
    let text: string;
    try {
      text = await readFile(file, "utf8");
    } catch (error) {
      if (error instanceof Error && "code" in error && error.code === "ENOENT") return new Map();
      throw new Error(`The drafts in ${file} cannot be read (${errorMessage(error)}).`, { cause: error });
    }
    const drafts = parseDrafts(text);
    if (drafts !== null) return drafts;
    const aside = await putAside(file);
    onProblem(`The drafts in ${file} were damaged. They were kept as ${aside}, and new drafts begin empty.`);
    return new Map();
  };

  return {
    read: () =>
      inOrder(async () => {
        try {
          return Object.fromEntries(await load());
        } catch (error) {
          onProblem(errorMessage(error));
          return {};
        }
      }),
    write: (key, text) =>
      inOrder(async () => {
        if (Buffer.byteLength(text) > MAX_DRAFT_BYTES)
          throw new Error("This draft is longer than 1 MiB and was not saved. Shorten it or put the text into a file.");
        const drafts = await load();
        if (text === "") drafts.delete(key);
        else drafts.set(key, text);
        try {
          await atomicWrite(file, `${JSON.stringify(Object.fromEntries(drafts))}\n`);
        } catch (error) {
          throw new Error(`The draft could not be saved in ${file} (${errorMessage(error)}).`, { cause: error });
        }
      }),
    settled: () => inOrder(() => Promise.resolve()),
  };
}

function parseDrafts(text: string): Map<string, string> | null {
  try {
    return new Map(Object.entries(Drafts.parse(JSON.parse(text))));
  } catch {
    return null;
  }
}

/** Renames to the first free `drafts.broken-<n>.json`; answers the new path. */
async function putAside(file: string): Promise<string> {
  const taken = new Set(await readdir(dirname(file)));
  let n = 1;
  const name = (): string => `${basename(file, ".json")}.broken-${n}.json`;
  while (taken.has(name())) n += 1;
  const aside = join(dirname(file), name());
  await rename(file, aside);
  return aside;
}
