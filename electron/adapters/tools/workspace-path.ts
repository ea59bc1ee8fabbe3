// Where a path of the model points: absolute, from the person's home, or from the session's folder. Pure.
import { resolve } from "node:path";

/** Returns an absolute path. `~` and `~/…` mean `home`; everything else is taken from `cwd`. */
export function workspacePath(path: string, place: { readonly cwd: string; readonly home: string }): string {
  if (path === "~") return place.home;
  if (/^~[/\\]/.test(path)) return resolve(place.home, path.slice(2));
  return resolve(place.cwd, path);
}
