// In which folders the commands of a line may run: every `cd` is followed, as far as the line itself says where it leads.
import { posix } from "node:path";
import type { CommandWay, CommandWord } from "../../runtime/ports/permissions";
import type { Words } from "./runners";

const CHANGES_FOLDER = new Set(["cd", "pushd", "popd", "chdir"]);

/** More are too many to be told apart. */
const MOST_WAYS = 16;

/** Of one shell. A `cd` may fail or be passed over, so where the shell was before it may still be. */
export class Whereabouts {
  #ways: readonly CommandWay[];

  constructor(ways: readonly CommandWay[] = []) {
    this.#ways = ways;
  }

  /** From the folder that the line begins in, which counts always. */
  get ways(): readonly CommandWay[] {
    return this.#ways;
  }

  /** Of a shell within this one: where it goes, this one does not. */
  inside(): Whereabouts {
    return new Whereabouts(this.#ways);
  }

  /** Whether they go to another folder of this shell. */
  static isGoing([name]: Words): boolean {
    return CHANGES_FOLDER.has(name);
  }

  /** False: where it leads is not known. `isUnsure`: it may be gone from there again, or what lies there may be another thing by then. */
  follow(words: Words, isUnsure: boolean): boolean {
    return this.go([targetOf(words)], isUnsure);
  }

  /** The same, to one of these folders, each from here. */
  go(targets: readonly CommandWord[], isUnsure: boolean): boolean {
    const from = [".", ...this.#ways];
    const ways = targets.flatMap((target) =>
      target === null || isUnsure ? [null] : from.map((way) => (way === null ? null : joined(way, target))),
    );
    const known = new Set([...this.#ways, ...ways]);
    this.#ways = known.size > MOST_WAYS ? [null] : [...known];
    return !ways.includes(null) && known.size <= MOST_WAYS;
  }
}

/** Null: home, back, by an option, or by what is known only when it runs. */
function targetOf([name, ...others]: Words): string | null {
  const [target, ...more] = others[0] === "--" ? others.slice(1) : others;
  if (name === "popd" || typeof target !== "string" || more.length > 0) return null;
  return target === "" || /^[-+]/.test(target) ? null : target;
}

/** The way of the second from where the first leads, as it is written: what `..` leads out of can be a link, and only the disk tells. */
export function joined(way: string, target: string): string {
  return way === "." || posix.isAbsolute(target) ? target : `${way}/${target}`;
}
