// What a path names within the session's folder, judged by its letters alone: what leaves the folder, or is not what it looks like, is refused. Pure.
import { posix, win32 } from "node:path";

export type TargetReading =
  | { readonly ok: true; readonly folders: readonly string[]; readonly name: string; readonly shown: string }
  | { readonly ok: false; readonly why: string };

/** `roots`: the session's folder under all its names, absolute, the real one last. `personHome`: the real folder of the person's account; absent: unknown. */
export interface TargetPlace {
  readonly roots: readonly string[];
  readonly personHome?: string;
  readonly isWindows: boolean;
}

/** `shown`: relative to the session's folder, with `/`. */
export function readTarget(path: string, place: TargetPlace): TargetReading {
  const problem = textProblem(path) ?? (place.isWindows ? windowsRootProblem(path) : null);
  if (problem !== null) return refused(path, problem);
  const parts = place.roots.map((root) => partsWithin(path, root, place.isWindows)).find((found) => found !== null);
  if (parts === undefined) return refused(path, "it is outside the session's folder");
  const name = parts.at(-1);
  if (name === undefined) return refused(path, "it is the session's folder itself");
  for (const part of parts) {
    const wrong = isGitFolder(part) ? "what is in .git is not for patches" : place.isWindows ? windowsNameProblem(part) : null;
    if (wrong !== null) return refused(path, wrong);
  }
  if (plainName(name) === "head") return refused(path, "a file named HEAD makes git take its folder for a repository");
  if (isAccountFile(parts, place)) return refused(path, "it holds settings of your account, which are not for patches");
  return { ok: true, folders: parts.slice(0, -1), name, shown: parts.join("/") };
}

function refused(path: string, why: string): { readonly ok: false; readonly why: string } {
  return { ok: false, why: `${JSON.stringify(path)}: ${why}` };
}

function textProblem(path: string): string | null {
  if (path.trim() === "") return "the path is empty";
  if (/[\u0000-\u001f\u007f]/.test(path)) return "the path holds control characters";
  if (/^~(?:$|[/\\])/.test(path)) return "~ is not expanded here; give the path relative to the session's folder";
  return /[/\\]\.?$/.test(path) ? "it names a folder, and only files can be patched" : null;
}

/** Of a session in the person's own home folder, or above it: what programs read there by themselves (.bashrc, .ssh, .config). */
function isAccountFile(parts: readonly string[], { roots, personHome, isWindows }: TargetPlace): boolean {
  const workspace = roots.at(-1);
  if (workspace === undefined || personHome === undefined) return false;
  const { join } = isWindows ? win32 : posix;
  const below = partsWithin(personHome, workspace, isWindows);
  const inHome = partsWithin(join(workspace, ...parts), personHome, isWindows);
  return below !== null && inHome?.[0]?.startsWith(".") === true;
}

/** Null: it leaves the root. */
function partsWithin(path: string, root: string, isWindows: boolean): readonly string[] | null {
  const { resolve, relative, isAbsolute, sep } = isWindows ? win32 : posix;
  const inside = relative(root, resolve(root, path));
  if (inside === "") return [];
  if (inside === ".." || inside.startsWith(`..${sep}`) || isAbsolute(inside)) return null;
  return inside.split(sep);
}

export function isGitFolder(name: string): boolean {
  const plain = plainName(name);
  return plain === ".git" || /^git~\d+$/.test(plain);
}

/** Also as file systems take it that do not tell letter case, drop invisible characters or dots at the end, or know short names. */
function plainName(name: string): string {
  return name
    .normalize("NFKC")
    .replaceAll(/\p{Default_Ignorable_Code_Point}/gu, "")
    .replace(/:.*$/, "")
    .replace(/[. ]+$/, "")
    .toLowerCase();
}

function windowsRootProblem(path: string): string | null {
  const slashed = path.replaceAll("/", "\\");
  if (/^\\\\[?.]\\/.test(slashed)) return "paths of devices are not for patches";
  if (slashed.startsWith("\\\\")) return "it is on another machine";
  if (/^[A-Za-z]:(?!\\)/.test(slashed)) return "it is relative to a drive; give it relative to the session's folder";
  return null;
}

const DEVICE = /^(?:con|prn|aux|nul|conin\$|conout\$|com[0-9¹²³]|lpt[0-9¹²³])$/i;

function windowsNameProblem(name: string): string | null {
  if (name.includes(":")) return "a colon names a stream of a file, not a file";
  if (/[<>"|?*]/.test(name)) return "Windows has no such file names";
  if (/[. ]$/.test(name)) return "Windows drops dots and spaces at the end of a name, so it would be another file";
  if (DEVICE.test(name.replace(/\..*$/, "").trimEnd())) return "it is the name of a device";
  return /~\d+(?:\.[^.]{0,3})?$/.test(name) && name.length <= 12 ? "short names are not for patches; give the long one" : null;
}
