// Into which folders a program's own options take it (`git -C`, `make -C`, `npm --prefix`), or whose project they make it work on: it counts as run there,
// as behind a `cd`. Rather one folder too many than one too few: each of them can only make less allowed.
import type { CommandWord } from "../../runtime/ports/permissions";
import { wordsInFront } from "./given-command";
import { gitWordsInFront } from "./git-runner";
import { programName } from "./program-name";
import type { Words } from "./runners";
import { joined } from "./whereabouts";

interface FolderOptions {
  /** Options of one letter: `-C there`, `-Cthere`, `-kC there`. */
  readonly letters?: string;
  /** Options by their names: `--prefix there`, `--prefix=there`, `-prefix there`, and cut short (`--pre there`), as many programs take them. */
  readonly names?: readonly string[];
  /** Also what is no option names such a folder. */
  readonly hasOperands?: true;
  /** Each goes on from where the one in front of it has led. */
  readonly goesOn?: true;
}

const options = (letters: string, ...names: readonly string[]): FolderOptions => ({ letters, names });

const DIRECTORY: FolderOptions = { ...options("C", "directory"), goesOn: true };
const WITH_FOLDER: Readonly<Record<string, FolderOptions>> = {
  git: { ...options("C", "git-dir", "work-tree"), goesOn: true },
  hg: options("R", "cwd", "repository"),
  jj: options("R", "repository"),
  fossil: options("", "chdir"),
  // What builds.
  make: DIRECTORY,
  gmake: DIRECTORY,
  bmake: DIRECTORY,
  scons: DIRECTORY,
  ninja: options("C"),
  meson: options("C"),
  cmake: { ...options("SBH", "build", "install"), hasOperands: true },
  ctest: options("", "test-dir"),
  just: options("df", "working-directory", "justfile"),
  task: options("dt", "dir", "taskfile"),
  rake: options("Cf", "directory", "rakefile"),
  mvn: options("f", "file"),
  mvnw: options("f", "file"),
  gradle: options("pb", "project-dir", "build-file"),
  gradlew: options("pb", "project-dir", "build-file"),
  ant: options("f", "file", "buildfile"),
  terraform: options("", "chdir"),
  tofu: options("", "chdir"),
  // Packages and their tools.
  npm: options("C", "prefix", "C"),
  pnpm: options("C", "dir", "prefix"),
  yarn: options("", "cwd"),
  bun: options("", "cwd"),
  turbo: options("", "cwd"),
  vite: options("", "root"),
  vitest: options("r", "root", "dir"),
  jest: options("", "rootDir"),
  tsc: options("pb", "project", "build"),
  cargo: options("C", "manifest-path", "path"),
  go: options("", "C"),
  uv: options("", "directory", "project"),
  poetry: options("CP", "directory", "project"),
  pdm: options("p", "project"),
  composer: options("d", "working-dir"),
  bundle: options("", "gemfile"),
  // Files.
  tar: DIRECTORY,
  gtar: DIRECTORY,
  bsdtar: DIRECTORY,
  cpio: options("D", "directory"),
  patch: options("d", "directory"),
  // What runs what it is given.
  env: options("C", "chdir"),
  genv: options("C", "chdir"),
  sudo: options("D", "chdir"),
  parallel: options("", "wd", "workdir"),
  unshare: options("", "wd"),
  nsenter: options("", "wd"),
  bwrap: options("", "chdir"),
  "systemd-run": options("", "working-directory"),
  "start-stop-daemon": options("d", "chdir"),
  tmux: options("c"),
  chroot: { hasOperands: true },
  direnv: { hasOperands: true },
};

/** With one of these they begin where another person's session does. */
const GOES_HOME: Readonly<Record<string, readonly RegExp[]>> = {
  sudo: [/^-[a-zA-Z]*i/, /^--login$/],
  su: [/^-[a-zA-Z]*l?$/, /^--login$/],
  runuser: [/^-[a-zA-Z]*l?$/, /^--login$/],
};

/** Each from where it is started; null: what is known only when it runs. */
export function foldersOf(words: Words): readonly CommandWord[] {
  const [command, ...others] = words;
  const name = programName(command);
  if (name === "find") return others.some((word) => word === "-execdir" || word === "-okdir") ? [null] : [];
  if (GOES_HOME[name]?.some((option) => others.some((word) => word === null || option.test(word))) === true) return [null];
  const known = WITH_FOLDER[name];
  if (known === undefined) return [];
  if (/^(g|bsd)?tar$/.test(name) && /^[a-zA-Z]*C/.test(others[0] ?? "")) return [null];
  const own = name === "git" ? gitWordsInFront(others) : (wordsInFront(words) ?? others);
  const dashes = own.indexOf("--");
  const named = own.flatMap((word, index) => {
    if (word === null) return dashes === -1 || index < dashes || known.hasOperands === true ? [null] : [];
    if (known.hasOperands === true && !word.startsWith("-")) return [word];
    return valuesOf(word, known).map((value) => value ?? own[index + 1] ?? null);
  });
  return known.goesOn === true ? goingOn(named) : named;
}

/** More are as good as unknown. */
const MOST_FOLDERS = 16;

/** Any of them may have been passed over: as a folder's name, or as the value of another option. */
function goingOn(folders: readonly CommandWord[]): readonly CommandWord[] {
  const found = new Set<CommandWord>();
  for (const folder of folders) {
    for (const way of [".", ...found]) found.add(way === null || folder === null ? null : joined(way, folder));
    if (found.size > MOST_FOLDERS) return [null];
  }
  return [...found];
}

/** What follows in the same word; null: it is the next word. */
function valuesOf(word: string, { letters = "", names = [] }: FolderOptions): readonly CommandWord[] {
  const [, dashes, name = "", value] = /^(--?)([^=]+)(?:=(.*))?$/s.exec(word) ?? [];
  if (dashes === undefined) return [];
  const isNamed = names.some((known) => known === name || (dashes === "--" && known.startsWith(name)));
  const bundled = dashes === "--" ? [] : [...word].flatMap((letter, at) => (at > 0 && letters.includes(letter) ? [at + 1] : []));
  const joined = bundled.map((at) => word.slice(at));
  return [
    ...(isNamed ? [value ?? null] : []),
    ...joined.flatMap((rest) => (rest.startsWith("=") ? [rest, rest.slice(1)] : [rest === "" ? null : rest])),
  ];
}
