// Why bubblewrap does not work on this machine, in words that say what to do. Pure.

const HOW_TO_INSTALL = "Debian, Ubuntu: apt install bubblewrap; Fedora: dnf install bubblewrap; Arch: pacman -S bubblewrap";

/** `refused`: one that is there and cannot be trusted. Null: there is none where a system keeps its programs. */
export function describeMissing(refused: { readonly path: string; readonly why: string } | null): string {
  if (refused === null) return `bubblewrap is not installed (${HOW_TO_INSTALL})`;
  return `the bubblewrap in ${refused.path} is not used, because ${refused.why} (${HOW_TO_INSTALL})`;
}

/** `stderr`: what it said when it was tried. */
export function describeBubblewrapFault(stderr: string): string {
  const said = stderr.trim().split("\n")[0] ?? "";
  const known = FAULTS.find(({ sign }) => sign.test(stderr));
  return `${known?.words ?? "bubblewrap does not work here"}${said === "" ? "" : ` (${said})`}`;
}

const FAULTS: readonly { readonly sign: RegExp; readonly words: string }[] = [
  {
    sign: /unknown option/i,
    words: "bubblewrap is too old: version 0.8.0 or a newer one is needed",
  },
  {
    sign: /no permissions to create (a )?new namespace|creating new namespace failed|setting up uid map|uid_map|user namespaces? .*(disabled|not)/i,
    words:
      "user namespaces are switched off for ordinary programs (on Debian: sysctl kernel.unprivileged_userns_clone=1; on Ubuntu: allow bwrap by an AppArmor profile, or sysctl kernel.apparmor_restrict_unprivileged_userns=0; in a container: start it with user namespaces)",
  },
  {
    sign: /loopback|RTM_NEW/i,
    words:
      "network namespaces are switched off for ordinary programs (on Ubuntu: allow bwrap by an AppArmor profile, or sysctl kernel.apparmor_restrict_unprivileged_userns=0)",
  },
  {
    sign: /can't mount proc/i,
    words: "this container hides parts of /proc, so that no new one can be mounted (start it with an unmasked /proc)",
  },
  {
    sign: /seccomp|PR_SET_NO_NEW_PRIVS/i,
    words: "this kernel takes no seccomp filters",
  },
];

/** Printed when the sandbox itself could not be set up: then the command never ran. Null: it is something else. */
export function setupFault(exitCode: number | null, output: string): string | null {
  if (exitCode !== 1 && exitCode !== 2) return null;
  const said = output.trim();
  const missing = /^bwrap: Can't chdir to (.*): (?:No such file|Not a dir)[^:]*$/s.exec(said)?.[1];
  if (missing !== undefined) return `${missing} is not a folder there, where /tmp and /run are not the machine's`;
  return /^(?:bwrap: [^\n]*|[^\n]*cannot open [^\n]*seccomp[^\n]*)$/.test(said) ? said : null;
}
