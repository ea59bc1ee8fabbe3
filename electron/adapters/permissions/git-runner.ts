// Whether a git command may run more than git: aliases, options that name programs, subcommands that take a command.
import type { CommandWord } from "../../runtime/ports/permissions";

/** In front of the subcommand, and harmless. */
const BEFORE = new Set(["-P", "--no-pager", "-h", "--help", "-v", "--version", "--no-optional-locks", "--literal-pathspecs"]);

/** Every other word may be an alias of this repository, which may be any command. */
const KNOWN = new Set(
  (
    "status log diff show add commit branch checkout switch restore merge stash tag remote reset rev-parse ls-files ls-tree blame describe cherry-pick " +
    "revert mv rm clean shortlog reflog cat-file merge-base rev-list name-rev show-ref show-branch symbolic-ref check-ignore count-objects diff-tree " +
    "diff-index diff-files for-each-ref hash-object update-index write-tree range-diff whatchanged version help notes gc fsck worktree apply am " +
    "sparse-checkout annotate var"
  ).split(" "),
);

/** These have options that name a program, and addresses that do: each of their words has to be known. */
const WITH_PROGRAMS = new Set(
  "fetch pull push clone ls-remote rebase grep archive submodule init format-patch bundle".split(" "),
);

/** Options in front of the subcommand that take the next word. */
const TAKES_NEXT = /^(-[Cc]|--(git-dir|work-tree|namespace|super-prefix|config-env|attr-source))$/;

/** Its own options, with what they take: behind the subcommand the same letters mean other things. A word that is not known may be one of them. */
export function gitWordsInFront(words: readonly CommandWord[]): readonly CommandWord[] {
  return words.slice(0, subcommandAt(words));
}

/** Null: there is none, or it is known only when it runs. */
export function subcommandOf(words: readonly CommandWord[]): CommandWord {
  return words[subcommandAt(words)] ?? null;
}

function subcommandAt(words: readonly CommandWord[]): number {
  let at = 0;
  for (let word = words[at]; word === null || (word?.startsWith("-") ?? false); word = words[at])
    at += word !== null && word !== undefined && TAKES_NEXT.test(word) ? 2 : 1;
  return at;
}

const NAMES_PROGRAM = /^(--(upl|rec|exe|conf|open|templ|ext-d|textconv|output)|-[a-zA-Z]*[xO]|-c|ext::|foreach$)/;

export function isGitRunner(words: readonly CommandWord[]): boolean {
  let at = 0;
  for (let word = words[at]; typeof word === "string" && (word === "-C" || BEFORE.has(word)); word = words[at])
    at += word === "-C" ? 2 : 1;
  if (at >= words.length) return false;
  const [subcommand, ...others] = words.slice(at);
  if (typeof subcommand !== "string") return true;
  if (KNOWN.has(subcommand)) return others.some((word) => word !== null && /^--(ext-d|textconv|output)/.test(word));
  if (!WITH_PROGRAMS.has(subcommand)) return true;
  // What is upstream for a push is the program at the other end for a clone.
  const isClone = subcommand === "clone";
  return others.some((word) => word === null || NAMES_PROGRAM.test(word) || (isClone && /^-[a-zA-Z]*[uc]/.test(word)));
}
