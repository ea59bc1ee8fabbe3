// What bash really does with command lines: each is run inside bubblewrap, and every run of the canary is told with its arguments.
import { spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** The program that command lines are built around. It can be found in PATH, writes down its arguments and has no other effect. */
export const CANARY = "canary";

/** Null: bubblewrap confines bash here; otherwise why nothing may be run. */
export function whyNoBash(): string | null {
  const probe = spawnSync("bwrap", [...CONFINED, "bash", "-c", "exit 0"], { encoding: "utf8" });
  if (probe.error !== undefined) return "bubblewrap is not installed";
  return probe.status === 0 ? null : `bubblewrap does not work here: ${probe.stderr.trim()}`;
}

const CONFINED =
  "--die-with-parent --new-session --unshare-all --cap-drop ALL --ro-bind / / --dev /dev --proc /proc --tmpfs /tmp".split(" ");

/** A pipe holds the driver until the last child of a command is gone; nothing computes longer than 5 s, also what has left its group. */
const DRIVER = String.raw`
shopt -s lastpipe
i=0
while IFS= read -r -d '' line; do
  cd "$1/work/$i/$2" || exit 1
  { ulimit -t 5; CANARY_FILE="$1/runs/$i" exec timeout -s KILL 5 bash -c "$line"; } </dev/null 2>&1 | while IFS= read -r _; do :; done
  i=$((i + 1))
done <"$1/lines"
`;

/** Each run writes a file of its own: several may run at once. Who runs it over and over is ended. */
const PROGRAM = String.raw`#!/bin/sh
{ [ $# = 0 ] || printf '%s\0' "$@"; } >"$CANARY_FILE.$$"
set -- "$CANARY_FILE".*
[ $# -lt 40 ] || kill -KILL $PPID
`;

export interface OwnFolders {
  readonly prepare?: (own: string) => void;
  readonly startsIn?: string;
}

/**
 * Of each command line the arguments of every run of the canary. `folder`: an empty one; it is left empty, for to remove what 20 000 lines left takes time.
 * `prepare`: puts something into a line's own folder, which is `folder`/work and its number; `startsIn`: where in that it runs, for those that go upwards.
 */
export function canaryRuns(
  lines: readonly string[],
  folder: string,
  { prepare = () => {}, startsIn = "." }: OwnFolders = {},
): string[][][] {
  for (const name of PLACES) mkdirSync(join(folder, name));
  try {
    for (const index of lines.keys()) {
      mkdirSync(join(folder, "work", String(index)));
      prepare(join(folder, "work", String(index)));
    }
    return runAll(lines, folder, startsIn);
  } finally {
    for (const name of PLACES) rmSync(join(folder, name), { recursive: true, force: true });
    rmSync(join(folder, "lines"), { force: true });
  }
}

const PLACES = ["bin", "work", "runs"];

function runAll(lines: readonly string[], folder: string, startsIn: string): string[][][] {
  writeFileSync(join(folder, "bin", CANARY), PROGRAM);
  chmodSync(join(folder, "bin", CANARY), 0o755);
  writeFileSync(join(folder, "lines"), lines.map((line) => `${line}\0`).join(""));
  const inside = ["--bind", join(folder, "work"), join(folder, "work"), "--bind", join(folder, "runs"), join(folder, "runs")];
  const env = { PATH: `${join(folder, "bin")}:/usr/bin:/bin`, HOME: "/nowhere", LC_ALL: "C.UTF-8" };
  const run = spawnSync(
    "bwrap",
    [...CONFINED, "--ro-bind", folder, folder, ...inside, "bash", "-c", DRIVER, "driver", folder, startsIn],
    {
      encoding: "utf8",
      env,
    },
  );
  if (run.status !== 0) throw new Error(`bash could not be asked: ${run.stderr}`);
  const runs: string[][][] = lines.map(() => []);
  for (const name of readdirSync(join(folder, "runs"))) {
    const words = readFileSync(join(folder, "runs", name), "utf8")
      .split("\0")
      .slice(0, -1);
    runs[Number.parseInt(name, 10)]?.push(words);
  }
  return runs;
}
