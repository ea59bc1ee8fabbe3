// How a command line becomes a process: the platform's shell, its arguments and its environment. Pure.
import { CARRIER_ENDING, RUN_MARK } from "./process-table";

export interface ShellInvocation {
  readonly file: string;
  readonly args: readonly string[];
  readonly environment: NodeJS.ProcessEnv;
  /** The platform has process groups: the shell leads one, and a keeper listens on descriptor 3. */
  readonly hasGroup: boolean;
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
const START_KEEPER = '(trap "" HUP INT TERM; /bin/sh -c "$2" </dev/null >/dev/null 2>&1 & echo $! >&3); exec 3>&-';

/** One pipe for both outputs keeps their order. */
const START_JOINED = `exec 2>&1; ${START_KEEPER}; exec "$0" -c "$1"`;

const START_APART = `${START_KEEPER}; exec "$0" -c "$1"`;

const IS_LINUX = process.platform === "linux";

/**
 * What the app calls pipes are sockets on Linux, and no program can open those as /dev/stdin, /dev/stdout or /dev/stderr; bash can put pipes
 * before them. It stays as the parent, since the command may not know what to do with children that it did not start. What is sent to the
 * group is for the command: this shell and the carriers of its streams wait for its end.
 */
const CARRY = `${RUN_MARK}="$${RUN_MARK}${CARRIER_ENDING}" exec cat`;
const START_APART_WITH_PIPES =
  `${START_KEEPER}; trap "" HUP INT TERM; exec < <(${CARRY}) > >(${CARRY}) 4> >(${CARRY} >&2) 2>/dev/null; ` +
  'trap : HUP INT TERM; "$0" -c "$1" 2>&4 4>&-; exit $?';

/** Nothing may stop and ask, or open an editor or a pager: no one is there to answer. */
const UNATTENDED = {
  GIT_TERMINAL_PROMPT: "0",
  GIT_EDITOR: "true",
  EDITOR: "true",
  VISUAL: "true",
  PAGER: "cat",
  GIT_PAGER: "cat",
};

export interface ShellPlatform {
  readonly isWindows: boolean;
  /** Absolute path of the shell. */
  readonly shell: string;
  readonly environment: NodeJS.ProcessEnv;
}

/** A command whose output a model reads: on platforms with process groups all of it comes from one pipe. */
export function shellInvocation(command: string, mark: string, platform: ShellPlatform): ShellInvocation {
  const environment = commandEnvironment(mark, platform);
  if (platform.isWindows) return windowsInvocation(command, environment, platform);
  return { file: "/bin/sh", args: ["-c", START_JOINED, platform.shell, command, KEEPER], environment, hasGroup: true };
}

/** A command whose output and errors are read apart by a program. */
export function programInvocation(command: string, mark: string, platform: ShellPlatform): ShellInvocation {
  const environment = commandEnvironment(mark, platform);
  if (platform.isWindows) return windowsInvocation(command, environment, platform);
  const how =
    IS_LINUX && platform.shell.endsWith("/bash")
      ? // A bash whose input is a socket takes itself for a remote login and reads .bashrc; what BASH_ENV names is for the command's own shell.
        { file: platform.shell, args: ["--norc", "-p", "-c", START_APART_WITH_PIPES] }
      : { file: "/bin/sh", args: ["-c", START_APART] };
  return { file: how.file, args: [...how.args, platform.shell, command, KEEPER], environment, hasGroup: true };
}

function commandEnvironment(mark: string, platform: ShellPlatform): NodeJS.ProcessEnv {
  const { CI: _ci, ...inherited } = platform.environment;
  return { ...inherited, ...UNATTENDED, [RUN_MARK]: mark };
}

function windowsInvocation(command: string, environment: NodeJS.ProcessEnv, { shell }: ShellPlatform): ShellInvocation {
  return { file: shell, args: ["/d", "/s", "/c", `"${command}"`], environment, hasGroup: false };
}
