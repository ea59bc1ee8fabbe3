// Whether the folders are still the same behind a command: what may make, move or replace folders and links makes it unknown where every later `cd` leads.
// What is not known to leave them alone may.
import type { CommandWord } from "../../runtime/ports/permissions";
import { subcommandOf } from "./git-runner";
import { programName } from "./program-name";
import { isRunner, type Words } from "./runners";

/** They look, print, or write plain files. A new folder stands where its name says. */
const LEAVES_FOLDERS = new Set(
  (
    "cd chdir pushd popd dirs : true false test [ echo printf pwd export set shopt declare typeset local readonly unset read mapfile readarray getopts " +
    "shift return exit break continue wait jobs kill umask ulimit times type mkdir touch tee chmod ls dir cat tac head tail wc grep egrep fgrep rg find " +
    "sed sort uniq cut tr nl fold fmt rev column comm join paste diff cmp sdiff jq date cal uname id whoami groups hostname basename dirname realpath " +
    "readlink stat truncate curl file du df tree which whereis sleep seq expr factor nproc free uptime ps pgrep lsof md5sum sha1sum sha256sum sha512sum b2sum cksum " +
    "base64 od xxd hexdump strings printenv locale tty clear"
  ).split(" "),
);

/** Subcommands that touch nothing but what is in `.git`. */
const GIT_LEAVES_FOLDERS = new Set(
  (
    "status log diff show rev-parse ls-files ls-tree blame describe cat-file merge-base rev-list shortlog reflog show-ref check-ignore count-objects " +
    "init add commit tag branch remote fetch push ls-remote"
  ).split(" "),
);

/** They run what the project says, and so can do by themselves whatever a line could have them prepare: to doubt what follows them keeps nothing safe. */
const RUNS_PROJECT = new Set(
  (
    "make gmake bmake ninja meson cmake ctest scons just task rake mvn mvnw gradle gradlew ant bazel sbt npm pnpm yarn turbo nx lerna vite vitest jest " +
    "mocha tsc eslint prettier cargo go dotnet xcodebuild pytest tox ruff mypy black pip uv poetry pdm composer bundle terraform tofu"
  ).split(" "),
);

/** `moves`: perhaps also the one that the shell is in. */
export type FolderChange = "none" | "changes" | "moves";

export function folderChange(words: Words): FolderChange {
  const [command, ...others] = words;
  const name = programName(command);
  if (name === "mv") return others.some(mayNameOwnFolder) ? "moves" : "changes";
  if (isRunner(words)) return "changes";
  if (command === "command" || RUNS_PROJECT.has(name)) return "none";
  if (name === "git") return GIT_LEAVES_FOLDERS.has(subcommandOf(others) ?? "") ? "none" : "changes";
  return LEAVES_FOLDERS.has(command.replace(/^(\/usr)?\/bin\//, "")) ? "none" : "changes";
}

/** A folder that one is in, or above it, has no name that goes only down. */
function mayNameOwnFolder(word: CommandWord): boolean {
  return word === null || word.startsWith("/") || word.split("/").includes("..");
}
