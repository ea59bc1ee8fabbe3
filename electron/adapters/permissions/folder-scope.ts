// In which folders a rule holds: its own and those below, by the parts of their paths, as they are written and as they really are.
import path from "node:path";
import { realFolder } from "../real-folder";

export interface FolderScope {
  /** Either path of the folder lies in it. */
  readonly mayHold: (ruleFolder: string) => Promise<boolean>;
  /** The folder really lies in it: a link within a project that leads out of it does not take the project's rules along. */
  readonly surelyHolds: (ruleFolder: string) => Promise<boolean>;
}

/** `way`: where a `cd` leads from the folder, as it is written. Null: it is so long, or goes through so many links, that nobody can tell. */
export async function folderScope(folder: string, way = "."): Promise<FolderScope | null> {
  const written = await placesBehind(folder, way);
  if (written === null) return null;
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

const MOST_PLACES = 16;
const MOST_PARTS = 100;

/** A shell knows a folder by either of its paths, and goes from there by the letters, or, where that leads nowhere, by what is really there. */
async function placesBehind(folder: string, way: string): Promise<readonly string[] | null> {
  let places: readonly string[] = path.isAbsolute(way) ? [path.parse(folder).root] : await byEitherPath(path.resolve(folder));
  const parts = way.split("/").filter((part) => part !== "" && part !== ".");
  if (parts.length > MOST_PARTS) return null;
  for (const part of parts) {
    const known = await Promise.all(places.map(byEitherPath));
    places = [...new Set(known.flat().map((place) => path.resolve(place, part)))];
    if (places.length > MOST_PLACES) return null;
  }
  return places;
}

async function byEitherPath(folder: string): Promise<readonly string[]> {
  return [folder, await realFolder(folder)];
}

/** `/a/bc` is not within `/a/b`. */
export function isWithin(folder: string, outer: string): boolean {
  const between = path.relative(outer, folder);
  return between === "" || (between !== ".." && !between.startsWith(`..${path.sep}`) && !path.isAbsolute(between));
}
