// What ignore files leave out, as ripgrep judges it: the nearest file that has something to say decides, `.rgignore` before `.ignore` before `.gitignore`
// before a repository's own exclude file; those of git reach no further up than their repository. Pure.
import ignore, { type Ignore } from "ignore";

/** Text of a folder's ignore files; empty: there is none. `isRepository`: it has a `.git`. */
export interface FolderRules {
  readonly rgignore: string;
  readonly ignore: string;
  readonly gitignore: string;
  readonly exclude: string;
  readonly isRepository: boolean;
}

type Kind = Exclude<keyof FolderRules, "isRepository">;

const KINDS = ["rgignore", "ignore", "gitignore", "exclude"] as const;
const OF_GIT: ReadonlySet<Kind> = new Set(["gitignore", "exclude"]);

/** One folder's rules and those above it. */
export class IgnoreLevel {
  readonly #parent: IgnoreLevel | null;
  /** Of the folder's path, as `isIgnored` is given paths: empty for the uppermost, else with a slash at its end. */
  readonly path: string;
  readonly #matchers: ReadonlyMap<Kind, Ignore>;
  readonly #isRepository: boolean;

  constructor(parent: IgnoreLevel | null, path: string, rules: FolderRules) {
    this.#parent = parent;
    this.path = path;
    this.#isRepository = rules.isRepository;
    this.#matchers = new Map(
      KINDS.flatMap((kind) => (rules[kind] === "" ? [] : [[kind, ignore({ ignorecase: false }).add(rules[kind])] as const])),
    );
  }

  /** A folder below, whose own rules are these; the level itself where it has none. */
  below(path: string, rules: FolderRules): IgnoreLevel {
    const hasRules = rules.isRepository || KINDS.some((kind) => rules[kind] !== "");
    return hasRules ? new IgnoreLevel(this, path, rules) : this;
  }

  /** `path`: from the uppermost level on, with slashes; of a folder with one at its end. Those of its folders are not ignored. */
  isIgnored(path: string): boolean {
    return KINDS.map((kind) => this.#verdict(kind, path)).find((verdict) => verdict !== null) ?? false;
  }

  /** Whether the nearest rules of one kind leave it out; null: none says so. */
  #verdict(kind: Kind, path: string): boolean | null {
    for (let level: IgnoreLevel | null = this; level !== null; level = level.#parent) {
      const matcher = level.#matchers.get(kind);
      const own = path.slice(level.path.length);
      const found = matcher?.test(own);
      // What only its folder is ignored for is not: another rule has brought that folder back.
      if (found?.ignored === true && !isIgnoredFolder(matcher, folderOf(own))) return true;
      if (found?.unignored === true) return false;
      if (level.#isRepository && OF_GIT.has(kind)) return null;
    }
    return null;
  }
}

function folderOf(path: string): string {
  return path.slice(0, path.lastIndexOf("/", path.length - 2) + 1);
}

function isIgnoredFolder(matcher: Ignore | undefined, folder: string): boolean {
  return folder !== "" && matcher?.test(folder).ignored === true;
}
