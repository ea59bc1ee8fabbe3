// In which folders a rule holds: its own and those below, by the parts of their paths, as they are written and as they really are.
import { realpath } from "node:fs/promises";
import path from "node:path";

export interface FolderScope {
  /** Either path of the folder lies in it. */
  readonly mayHold: (ruleFolder: string) => Promise<boolean>;
  /** The folder really lies in it: a link within a project that leads out of it does not take the project's rules along. */
  readonly surelyHolds: (ruleFolder: string) => Promise<boolean>;
}

/** `way`: where a `cd` leads from the folder, which a shell may know by either of its paths. */
export async function folderScope(folder: string, way = "."): Promise<FolderScope> {
  const written = [folder, await realFolder(path.resolve(folder))].map((from) => path.resolve(from, way));
  const real = await Promise.all(written.map(realFolder));
  return {
    surelyHolds: async (ruleFolder) => {
      const realRule = await realFolder(ruleFolder);
      return real.every((place) => isWithin(place, realRule));
    },
    mayHold: async (ruleFolder) => {
      const realRule = await realFolder(ruleFolder);
      return [...written, ...real].some((place) => isWithin(place, ruleFolder) || isWithin(place, realRule));
    },
  };
}

/** `/a/bc` is not within `/a/b`. */
export function isWithin(folder: string, outer: string): boolean {
  const between = path.relative(outer, folder);
  return between === "" || (between !== ".." && !between.startsWith(`..${path.sep}`) && !path.isAbsolute(between));
}

/** Of what is not there (yet) or may not be looked at, the path of what is above it counts. */
async function realFolder(folder: string): Promise<string> {
  try {
    return await realpath(folder);
  } catch {
    const above = path.dirname(folder);
    return above === folder ? folder : path.join(await realFolder(above), path.basename(folder));
  }
}
