// How a command line becomes a process: the platform's shell, its arguments and its environment. Pure.
import { RUN_MARK } from "./process-table";

export interface ShellInvocation {
  readonly file: string;
  readonly args: readonly string[];
  readonly environment: NodeJS.ProcessEnv;
  /** The platform has process groups: the shell leads one, prints to a single pipe, and a keeper listens on descriptor 3. */
  readonly hasGroup: boolean;
}

/**
 * Ends the group once descriptor 3 is closed at our side, so also when the app is killed. While it lives, the group's number cannot be
 * taken by others.
 */
const KEEPER = "cd /; read -r _ <&3; kill -KILL 0";

/**
 * One pipe for both outputs keeps their order. The keeper is started through a subshell that ends at once, so that it is no child of
 * the command, which may wait for all of its children; its pid is said on descriptor 3 before the command begins. It does not heed what
 * the command sends to its own group.
 */
const START = 'exec 2>&1; (trap "" HUP INT TERM; /bin/sh -c "$2" >/dev/null 2>&1 & echo $! >&3); exec "$0" -c "$1" 3>&-';

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

export function shellInvocation(command: string, mark: string, platform: ShellPlatform): ShellInvocation {
  const { CI: _ci, ...inherited } = platform.environment;
  const environment = { ...inherited, ...UNATTENDED, [RUN_MARK]: mark };
  if (platform.isWindows) return { file: platform.shell, args: ["/d", "/s", "/c", `"${command}"`], environment, hasGroup: false };
  return { file: "/bin/sh", args: ["-c", START, platform.shell, command, KEEPER], environment, hasGroup: true };
}
