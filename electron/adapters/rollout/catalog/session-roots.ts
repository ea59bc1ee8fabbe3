// The roots in use: those of the settings, and those that the person took up (HOME/session-roots.json); and the Codex homes that are offered.
import { stat } from "node:fs/promises";
import { homedir } from "node:os";
import { isAbsolute, join } from "node:path";
import { z } from "zod";
import type { SessionRoot } from "../../../../shared/protocol/past-session";
import { CommandRefused } from "../../../runtime/errors";
import { systemCode } from "../storage-fault";
import { PersonFile } from "./person-file";
import { expandHome, foldersOfRoot, realOrSame } from "./session-places";

const RootsJson = z.object({ roots: z.array(z.string()) });

export interface SessionRootsParts {
  readonly home: string;
  readonly configured: () => Promise<readonly string[]> | readonly string[];
  readonly codexHomes: readonly string[];
}

export class SessionRoots {
  readonly #parts: SessionRootsParts;
  readonly #file: PersonFile<z.infer<typeof RootsJson>>;

  constructor(parts: SessionRootsParts) {
    this.#parts = parts;
    this.#file = new PersonFile({ path: join(parts.home, "session-roots.json"), schema: RootsJson, empty: { roots: [] } });
  }

  /** Absolute; they need not exist. */
  async used(): Promise<string[]> {
    return [...(await this.#parts.configured()), ...(await this.#file.readOrEmpty()).roots];
  }

  /** `count`: the rollouts in a root. */
  async list(count: (root: string) => Promise<number>): Promise<SessionRoot[]> {
    const configured = await this.#parts.configured();
    const accepted = (await this.#file.readOrEmpty()).roots;
    const found: SessionRoot[] = [{ path: this.#parts.home, kind: "own", isOffered: false }];
    const seen = new Set([await realOrSame(this.#parts.home)]);
    const add = async (path: string, root: Omit<SessionRoot, "path">): Promise<void> => {
      const real = await realOrSame(path);
      if (seen.has(real)) return;
      seen.add(real);
      found.push({ path, ...root });
    };
    for (const path of configured) await add(path, { kind: "configured", isOffered: false });
    for (const path of accepted) await add(path, { kind: await this.#kindOf(path), isOffered: false });
    for (const path of this.#parts.codexHomes)
      if (await isCodexHome(path)) await add(path, { kind: "codexHome", isOffered: true });
    return Promise.all(found.map(async (root) => ({ ...root, sessions: await count(root.path) })));
  }

  /** Rejects with CommandRefused `invalidParams` or StorageError `io`. */
  async set(given: string, isUsed: boolean): Promise<void> {
    const path = expandHome(given, homedir());
    if (!isAbsolute(path)) throw new CommandRefused("invalidParams", `${given} is not an absolute path`);
    if (isUsed && !(await isFolder(path))) throw new CommandRefused("invalidParams", `${path} is not a folder`);
    const real = await realOrSame(path);
    const same = async (others: readonly string[]): Promise<string[]> => {
      const reals = await Promise.all(others.map(realOrSame));
      return others.filter((_, index) => reals[index] === real);
    };
    const isConfigured = (await same(await this.#parts.configured())).length > 0;
    if (isConfigured && !isUsed)
      throw new CommandRefused("invalidParams", `${path} is one of "sessionRoots" in settings.json; take it out there`);
    if (isConfigured) return;
    const known = await same((await this.#file.read()).roots);
    await this.#file.change(({ roots }) => {
      const others = roots.filter((root) => !known.includes(root));
      return { roots: isUsed ? [...others, path] : others };
    });
  }

  async #kindOf(path: string): Promise<SessionRoot["kind"]> {
    const real = await realOrSame(path);
    const homes = await Promise.all(this.#parts.codexHomes.map(realOrSame));
    return homes.includes(real) ? "codexHome" : "configured";
  }
}

/** It holds folders of rollouts. */
async function isCodexHome(path: string): Promise<boolean> {
  const [first] = await foldersOfRoot(path);
  return first !== undefined && first !== (await realOrSame(path));
}

async function isFolder(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isDirectory();
  } catch (error) {
    if (systemCode(error) === null) throw error;
    return false;
  }
}
