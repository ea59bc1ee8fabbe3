// Random command lines that go from folder to folder, and change what lies there, around a canary that tells where it runs.
import { CANARY } from "./bash-truth";
import type { Random } from "./random-commands";

const TELL = `${CANARY} "$(pwd -P)"`;
const INSIDE = ["a", "c", "l", "o", "a/b", "./a", "..", ".", "l/..", "o/p", "o/..", "a/../c", "../a", "n", "n/b", "b"];
const NAMES = ["a", "c", "l", "o", "n", "a/b", "a/n", "b"];

/** `outside`: a folder with another one, `p`, in it. */
export function randomMoves(random: Random, outside: string): string {
  const pick = <Value>(values: readonly [Value, ...Value[]]): Value => values[random(values.length)] ?? values[0];
  const folder = (): string =>
    pick([pick(INSIDE as [string, ...string[]]), pick(INSIDE as [string, ...string[]]), outside, `${outside}/p`]);
  const name = (): string => pick(NAMES as [string, ...string[]]);

  const going = [
    () => TELL,
    () => TELL,
    () => "make -s",
    () => `cd ${folder()}`,
    () => `cd ${folder()}`,
    () => `cd -- ${folder()}`,
    () => `pushd ${folder()} >/dev/null`,
    () => `make -sC ${folder()}`,
    () => `make -s --directory=${folder()} -C ${folder()}`,
    () => `mkdir -p n/b`,
    () => `ls ${folder()}`,
  ] as const;
  const changing = [
    () => `ln -sfn ${folder()} ${name()}`,
    () => `mv ${name()} ${name()}`,
    () => `mv ${folder()} ${name()}`,
    () => `rm -rf ${name()}`,
    () => `cp -a ${name()} ${name()}`,
  ] as const;
  // Most lines that change something are not understood: half of them only go.
  const isChanging = random(2) === 0;
  const command = (): string => (isChanging && random(4) === 0 ? pick<() => string>(changing) : pick<() => string>(going))();

  const list = (depth: number): string => {
    const parts = Array.from({ length: 1 + random(3) }, () => part(depth));
    return parts.reduce((line, next) => `${line}${pick([" && ", " && ", "; ", "; ", " || ", " | ", " & "])}${next}`);
  };

  const part = (depth: number): string => {
    if (depth <= 0 || random(3) > 0) return command();
    const inner = list(depth - 1);
    return pick([
      `(${inner})`,
      `{ ${inner}; }`,
      `if ${inner}; then ${command()}; fi`,
      `for i in 1 2; do ${inner}; done`,
      `echo $(${inner})`,
      `cat <(${inner})`,
      `make -sC ${folder()} X=$(${inner})`,
      `cd ${folder()} <<< "$(${inner})"`,
    ]);
  };

  return `${list(2)}; ${pick([TELL, "make -s", TELL])}`;
}
