// How a command line becomes a process: the platform's shell, its arguments and its environment. Pure.
import { CARRIER_ENDING, RUN_MARK } from "./process-table";
import { runLimit } from "./run-limit";

export interface ShellInvocation {
  readonly file: string;
  readonly args: readonly string[];
  readonly environment: NodeJS.ProcessEnv;
  /** The platform has process groups: the shell leads one, and a keeper listens on descriptor 3. */
  readonly hasGroup: boolean;
  /** All that it starts has a first process of its own, which is not the command's, and ends with it. */
  readonly isContained: boolean;
}

/** A command's words and what they are started with. `filterFile`: to be opened on descriptor 4 for the first of the words. */
export interface ShellStart {
  readonly argv: readonly string[];
  readonly environment: NodeJS.ProcessEnv;
  readonly filterFile: string | null;
  readonly isContained: boolean;
}

/**
 * Ends the group once descriptor 3 is closed at our side, so also when the app is killed. While it lives, the group's number cannot be
 * taken by others.
 */
const KEEPER = "cd /; read -r _ <&3; kill -KILL 0";

/**
 * The keeper is started through a subshell that ends at once, so that it is no child of the command, which may wait for all of its
 * children; its pid is said on descriptor 3 before the command begins. It does not heed what the command sends to its own group, and holds
 * none of the command's pipes.
 */
const START_KEEPER = '(trap "" HUP INT TERM; /bin/sh -c "$0" </dev/null >/dev/null 2>&1 & echo $! >&3); exec 3>&-';

/** One pipe for both outputs keeps their order. */
const START_JOINED = `exec 2>&1; ${START_KEEPER}; [ -z "$1" ] || exec 4<"$1"; shift; exec "$@"`;

const START_APART = `${START_KEEPER}; exec "$1" -c "$2"`;

const IS_LINUX = process.platform === "linux";

/**
 * What the app calls pipes are sockets on Linux, and no program can open those as /dev/stdin, /dev/stdout or /dev/stderr; bash can put pipes
 * before them. It stays as the parent, since the command may not know what to do with children that it did not start. What is sent to the
 * group is for the command: this shell and the carriers of its streams wait for its end.
 */
const CARRY = `${RUN_MARK}="$${RUN_MARK}${CARRIER_ENDING}" exec cat`;
const START_APART_WITH_PIPES =
  `${START_KEEPER}; trap "" HUP INT TERM; exec < <(${CARRY}) > >(${CARRY}) 4> >(${CARRY} >&2) 2>/dev/null; ` +
  'trap : HUP INT TERM; "$1" -c "$2" 2>&4 4>&-; exit $?';

/** For processes that are started without the environment; see run-limit.ts. Where a lower limit is set already, that one stays. */
function limited(script: string, environment: NodeJS.ProcessEnv): string {
  const limitKib = IS_LINUX ? runLimit(environment[RUN_MARK] ?? "") : null;
  return limitKib === null ? script : `ulimit -S -m ${limitKib} 2>/dev/null; ${script}`;
}

/** Nothing may stop and ask, or open an editor, a pager or a window: no one is there to answer. */
const UNATTENDED = {
  GIT_TERMINAL_PROMPT: "0",
  GIT_ASKPASS: "false",
  GIT_EDITOR: "true",
  GIT_SEQUENCE_EDITOR: "true",
  GIT_MERGE_AUTOEDIT: "no",
  GCM_INTERACTIVE: "never",
  EDITOR: "true",
  VISUAL: "true",
  PAGER: "cat",
  GIT_PAGER: "cat",
  MANPAGER: "cat",
  SSH_ASKPASS: "false",
  SSH_ASKPASS_REQUIRE: "never",
  SUDO_ASKPASS: "false",
  DEBIAN_FRONTEND: "noninteractive",
};

/** What only looks like a repository is none: commands and patches can make such a folder, and its configuration may run anything. git's own default from 3 on. */
const GIT_CONFIG = { "safe.bareRepository": "explicit" };

/** Behind what the person has set in the same way. */
function gitConfig(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const first = Number.parseInt(environment["GIT_CONFIG_COUNT"] ?? "0", 10) || 0;
  const settings = Object.entries(GIT_CONFIG).map(([key, value], index) => ({
    [`GIT_CONFIG_KEY_${first + index}`]: key,
    [`GIT_CONFIG_VALUE_${first + index}`]: value,
  }));
  return Object.assign({ GIT_CONFIG_COUNT: String(first + settings.length) }, ...settings);
}

export interface ShellPlatform {
  readonly isWindows: boolean;
  /** Absolute path of the shell. */
  readonly shell: string;
  readonly environment: NodeJS.ProcessEnv;
}

/** A command line as it is, not confined. */
export function shellStart(command: string, mark: string, platform: ShellPlatform): ShellStart {
  const environment = commandEnvironment(mark, platform);
  const argv = platform.isWindows ? [platform.shell, ...cmdWords(UTF8_FIRST + command)] : [platform.shell, "-c", command];
  return { argv, environment, filterFile: null, isContained: false };
}

/** A command whose output a model reads: on platforms with process groups all of it comes from one pipe. */
export function shellInvocation({ argv, environment, filterFile, isContained }: ShellStart, isWindows: boolean): ShellInvocation {
  const [file = "", ...words] = argv;
  if (isWindows) return { file, args: words, environment, hasGroup: false, isContained };
  const args = ["-c", limited(START_JOINED, environment), KEEPER, filterFile ?? "", ...argv];
  return { file: "/bin/sh", args, environment, hasGroup: true, isContained };
}

/** A command whose output and errors are read apart by a program. */
export function programInvocation(command: string, mark: string, platform: ShellPlatform): ShellInvocation {
  const environment = commandEnvironment(mark, platform);
  if (platform.isWindows) return windowsInvocation(command, environment, platform);
  const how =
    IS_LINUX && platform.shell.endsWith("/bash")
      ? // A bash whose input is a socket takes itself for a remote login and reads .bashrc; what BASH_ENV names is for the command's own shell.
        { file: platform.shell, args: ["--norc", "-p", "-c", limited(START_APART_WITH_PIPES, environment)] }
      : { file: "/bin/sh", args: ["-c", limited(START_APART, environment)] };
  const args = [...how.args, KEEPER, platform.shell, command];
  return { file: how.file, args, environment, hasGroup: true, isContained: false };
}

function commandEnvironment(mark: string, platform: ShellPlatform): NodeJS.ProcessEnv {
  // Where `cd` leads is what its words say, not what is looked for in other folders.
  const { CI: _ci, CDPATH: _cdpath, ...inherited } = platform.environment;
  return { ...inherited, ...UNATTENDED, ...gitConfig(inherited), [RUN_MARK]: mark };
}

function windowsInvocation(command: string, environment: NodeJS.ProcessEnv, { shell }: ShellPlatform): ShellInvocation {
  return { file: shell, args: cmdWords(command), environment, hasGroup: false, isContained: false };
}

/** Programs print in the console's code page, which differs from machine to machine; this one is UTF-8. */
const UTF8_FIRST = "chcp 65001 >nul & ";

/** `/s`: exactly the outer quotes are removed, and what is between them is the command, whatever quotes it holds. They are passed on as they are. */
function cmdWords(command: string): string[] {
  return ["/d", "/s", "/c", `"${command}"`];
}
