// Which commands run what they are given: interpreters, runners of packages and programs, programs with an option for it (bug report 146). Such can
// never be always allowed. `make`, `npm run`, `npm test` and `cargo test` run what the project says and count as themselves.
import type { CommandWord } from "../../runtime/ports/permissions";
import { isGitRunner } from "./git-runner";
import { fileName, programName } from "./program-name";
import { isPlainSed } from "./sed-script";

export type Words = readonly [string, ...CommandWord[]];

/** Everything they do is to run something that their words, a file or their input name. */
const ALWAYS = new Set(
  // Shells and what a shell itself offers.
  (
    "sh bash rbash dash ash zsh ksh mksh fish csh tcsh nu elvish xonsh pwsh powershell cmd wsl . source eval exec builtin command trap alias unalias bind " +
    "complete compgen compopt enable hash fc let " +
    // Interpreters.
    "python pythonw pypy ipython node nodejs deno bun ruby irb jruby perl php lua luajit tclsh wish expect osascript r rscript julia octave groovy jshell " +
    "java scala kotlin swift elixir iex erl escript ocaml ghci runghc runhaskell guile racket clojure clj lein awk gawk mawk nawk ed ex vi vim nvim view " +
    "emacs m4 gdb lldb sqlite sqlite3 psql mysql mongo mongosh cscript wscript mshta ts-node tsx esno jiti vite-node " +
    // Runners of packages.
    "npx pnpx bunx uvx " +
    // Runners of other commands.
    "env xargs parallel sudo doas su runuser pkexec gosu su-exec setpriv capsh nohup timeout nice ionice chrt taskset setsid stdbuf unbuffer watch time " +
    "script flock entr strace ltrace valgrind perf chroot unshare nsenter bwrap firejail systemd-run start-stop-daemon run-parts busybox toybox at batch " +
    "crontab screen tmux ssh sftp mosh rsh telnet nc ncat netcat socat torsocks proxychains setarch linux32 linux64 fakeroot xvfb-run dbus-run-session dbus-launch prlimit choom uclampset " +
    "catchsegv numactl cgexec runcon sg newgrp faketime rlwrap chronic ifne pee tsp daemonize softlimit chpst setuidgid envdir tini dumb-init hyperfine " +
    "watchexec nodemon concurrently doppler aws-vault op dotenv nix-shell open xdg-open gio wine rr genv gxargs gtimeout gnice gnohup gstdbuf"
  ).split(" "),
);

/** With one of these as a word they run what follows. */
const BY_SUBCOMMAND = byName({
  npm: "exec x explore init create innit config set",
  yarn: "dlx exec create node config",
  pnpm: "dlx exec create config",
  pipx: "run runpip",
  pipenv: "run shell",
  uv: "run tool",
  poetry: "run shell",
  pdm: "run",
  hatch: "run shell",
  rye: "run",
  pixi: "run shell exec",
  conda: "run",
  mamba: "run",
  bundle: "exec",
  rbenv: "exec",
  pyenv: "exec",
  asdf: "exec",
  mise: "exec x",
  volta: "run",
  direnv: "exec",
  nix: "run shell develop",
  opam: "exec",
  stack: "exec runghc runhaskell ghci script",
  cabal: "exec repl",
  composer: "exec",
  go: "run generate tool",
  cargo: "run",
  dotnet: "run exec fsi script tool",
  docker: "run exec create compose build buildx",
  podman: "run exec create compose build",
  nerdctl: "run exec create compose build",
  kubectl: "exec run debug",
  gh: "alias extension codespace",
  flatpak: "run",
  snap: "run",
  ip: "netns",
  adb: "shell",
  vagrant: "ssh",
});

/** With an option like these they run what it names, or more than they are known for. */
const BY_OPTION: Readonly<Record<string, RegExp>> = {
  find: /^-(exec|ok|delete|fprint|fls)/,
  tar: /^(--(to-c|use-c|checkpoint-a|rsh|info-s|new-v)|-[a-zA-Z]*[IF])/,
  rg: /^--(pre|hostname-bin)/,
  fd: /^(-[a-zA-Z]*[xX]|--exec)/,
  fdfind: /^(-[a-zA-Z]*[xX]|--exec)/,
  sort: /^--co/,
  split: /^--f/,
  rsync: /^(-[a-zA-Z]*e|--rs)/,
  scp: /^-[a-zA-Z]*[SoF]/,
  wget: /^(-e|--(ex|use-a|conf))/,
  curl: /^(-[a-zA-Z]*K|--config)/,
  zip: /^(-[a-zA-Z]*T|--(unzip-command|test))/,
  man: /^(-[a-zA-Z]*[PH]|--(pager|html))/,
  make: /^(-[a-zA-Z]*[fE]|--(f|m|ev)|[^-=][^=]*=)/,
  gmake: /^(-[a-zA-Z]*[fE]|--(f|m|ev)|[^-=][^=]*=)/,
  gcc: /^(-wrapper|-fplugin|-B|@)/,
  "g++": /^(-wrapper|-fplugin|-B|@)/,
  clang: /^(-fplugin|-Xclang|-B|@)/,
  cmake: /^-[PEC]/,
  ctest: /^(-S|--(build-and|test-c))/,
  tcpdump: /^-[a-zA-Z]*z/,
  cargo: /^--config/,
  go: /^--?(exec|toolexec|vettool)/,
};

const DYNAMIC_LINKER = /^ld(-linux.*)?\.so/;

export function isRunner(words: Words): boolean {
  const [command, ...others] = words;
  if (command === "command" && (others[0] === "-v" || others[0] === "-V")) return false;
  const name = programName(command);
  const file = fileName(command);
  if (ALWAYS.has(name) || ALWAYS.has(file) || DYNAMIC_LINKER.test(file)) return true;
  if (name === "git") return isGitRunner(others);
  if (name === "sed" || name === "gsed") return !isPlainSed(others);
  const subcommands = BY_SUBCOMMAND.get(name);
  if (subcommands !== undefined && subcommandsOf(others).some((word) => word === null || subcommands.has(word))) return true;
  const option = BY_OPTION[name];
  return option !== undefined && others.some((word) => word === null || option.test(word));
}

/** The first word that is no option; behind options also the one that follows, for the first may be an option's value. */
function subcommandsOf(words: readonly CommandWord[]): readonly CommandWord[] {
  const plain = words.filter((word) => word === null || !word.startsWith("-"));
  return plain.slice(0, plain[0] === words[0] ? 1 : 2);
}

function byName(table: Readonly<Record<string, string>>): ReadonlyMap<string, ReadonlySet<string>> {
  return new Map(Object.entries(table).map(([name, words]) => [name, new Set(words.split(" "))]));
}
