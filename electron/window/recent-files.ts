// HOME/recent.json: the rollouts that were opened by path, newest first. A file that cannot be read counts as none; nothing else depends on it.
import { randomUUID } from "node:crypto";
import { mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { z } from "zod";

export const MAX_RECENT = 20;

const Recent = z.object({ paths: z.array(z.string()) });

export class RecentFiles {
  readonly #file: string;
  readonly #onChanged: (paths: readonly string[]) => void;
  #last: Promise<unknown> = Promise.resolve();

  /** `onChanged`: after each change, with all of them. */
  constructor(home: string, onChanged: (paths: readonly string[]) => void) {
    this.#file = path.join(home, "recent.json");
    this.#onChanged = onChanged;
  }

  async read(): Promise<readonly string[]> {
    try {
      const { paths } = Recent.parse(JSON.parse(await readFile(this.#file, "utf8")));
      return paths.filter((file) => path.isAbsolute(file)).slice(0, MAX_RECENT);
    } catch (error) {
      if (isExpected(error)) return [];
      throw error;
    }
  }

  /** Resolves when it is on disk, in the order of the calls. A path that is not absolute is left out. */
  add(file: string): Promise<void> {
    return this.#change((paths) => (path.isAbsolute(file) ? [file, ...paths.filter((known) => known !== file)] : paths));
  }

  clear(): Promise<void> {
    return this.#change(() => []);
  }

  #change(next: (paths: readonly string[]) => readonly string[]): Promise<void> {
    const change = async (): Promise<void> => {
      const paths = next(await this.read()).slice(0, MAX_RECENT);
      await replaceFile(this.#file, `${JSON.stringify({ paths })}\n`);
      this.#onChanged(paths);
    };
    const done = this.#last.then(change);
    this.#last = done.catch((error: unknown) => error);
    return done;
  }
}

async function replaceFile(file: string, text: string): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true });
  const part = `${file}.${randomUUID()}.part`;
  try {
    await writeFile(part, text, { mode: 0o600 });
    await rename(part, file);
  } finally {
    await rm(part, { force: true });
  }
}

/** No file, no permission, no JSON, another shape. */
function isExpected(error: unknown): boolean {
  return error instanceof SyntaxError || error instanceof z.ZodError || (error instanceof Error && "code" in error);
}
