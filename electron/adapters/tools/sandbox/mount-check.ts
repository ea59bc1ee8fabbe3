// What is really writable in a sandbox, looked at by itself before the command begins. bubblewrap is told paths, and follows them anew when it mounts: who
// puts a link in the place of one meanwhile, such as a command that still runs, would have what the link leads to mounted writable. What is mounted then
// cannot be changed any more, so a look at that is the last word.
import { isWithin } from "../../is-within";

interface Mount {
  /** In its device, and where it is seen; as the kernel writes them, in which a blank is `\040`. */
  readonly device: string;
  readonly root: string;
  readonly at: string;
  readonly isWritable: boolean;
}

/** Lines of /proc/self/mountinfo. */
function readMounts(mountinfo: string): readonly Mount[] {
  return mountinfo.split("\n").flatMap((line) => {
    const [, , device, root, at, how] = line.split(" ");
    if (device === undefined || root === undefined || at === undefined || how === undefined) return [];
    return [{ device, root, at, isWritable: !/^ro(,|$)/.test(how) }];
  });
}

/** `own`: what is writable in every sandbox, by where it is seen: each once more for each `+` behind it. */
export interface MountFacts {
  readonly own: readonly string[];
  /** /proc/self/mountinfo of the app itself. */
  readonly outside: string;
}

/** What is writable besides the given folders, from the mountinfo of a sandbox that nobody could disturb. */
export function ownMounts(mountinfo: string, writable: readonly string[]): readonly string[] {
  const others = readMounts(mountinfo).filter(({ at, isWritable }) => isWritable && !writable.map(escaped).includes(at));
  const own: string[] = [];
  for (const { at } of others) {
    let key = at;
    while (own.includes(key)) key += "+";
    own.push(key);
  }
  return own;
}

/** Words in front of a command's own. `writable`: the real paths of all that is to be mounted writable. */
export function mountCheck(writable: readonly string[], { own, outside }: MountFacts): readonly string[] {
  const mounts = readMounts(outside);
  const planned = writable.flatMap((path) => plannedMounts(escaped(path), mounts));
  return ["/bin/sh", "-c", CHECK, `\n${planned.join("\n")}\n`, `\n${own.join("\n")}\n`];
}

/** The folder itself, and what the machine has mounted below it. */
function plannedMounts(path: string, mounts: readonly Mount[]): readonly string[] {
  const holding = mounts.filter(({ at }) => isWithin(path, at));
  const longest = Math.max(...holding.map(({ at }) => at.length));
  const outer = holding.findLast(({ at }) => at.length === longest);
  const below = mounts.filter(({ at }) => at !== path && isWithin(at, path));
  const itself =
    outer === undefined
      ? []
      : [{ ...outer, root: joined(outer.root, path.slice(outer.at === "/" ? 0 : outer.at.length)), at: path }];
  return [...itself, ...below].map(({ device, root, at }) => `${device} ${root} ${at}`);
}

function joined(root: string, rest: string): string {
  return rest === "" ? root : (root === "/" ? "" : root) + rest;
}

/** As the kernel writes a path. */
function escaped(path: string): string {
  return path.replaceAll(/[ \t\n\\]/g, (character) => `\\${character.charCodeAt(0).toString(8).padStart(3, "0")}`);
}

/** Nothing but what a shell does by itself; nothing of it is left in the command's environment. */
const CHECK = String.raw`n='
'
seen="$n"
while read -r _ _ device root at how _; do
  case $how in ro | ro,*) continue ;; esac
  case $0 in *"$n$device $root $at$n"*) continue ;; esac
  while :; do case $seen in *"$n$at$n"*) at="$at+" ;; *) break ;; esac; done
  seen="$seen$at$n"
  case $1 in *"$n$at$n"*) continue ;; esac
  echo "bwrap: a folder was replaced while it was being mounted: $at" >&2
  exit 1
done </proc/self/mountinfo
shift
exec "$@"`;
