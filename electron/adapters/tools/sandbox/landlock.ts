// What no mount keeps a command from: to write into a pipe with a name that lies outside, for that changes no file. The kernel's Landlock does, for whoever asks
// it to about themselves. No shell can, so perl does, which most systems keep; where it is missing this wall is, and the mounts alone hold.

/** How a program is told to be quiet about a language that the machine does not know. Not meant for the command. */
const QUIET = "PERL_BADLANG";

/** `environment`: of the command; what is added to it is gone again before the command begins. */
export interface LandlockFacts {
  /** perl's path. */
  readonly program: string;
  /** Folders below which the command may open anything for writing. */
  readonly writable: readonly string[];
  readonly environment: NodeJS.ProcessEnv;
}

/** Words in front of a command's own, and the environment that they need. */
export function landlock({ program, writable, environment }: LandlockFacts): {
  readonly words: readonly string[];
  readonly environment: NodeJS.ProcessEnv;
} {
  const isOwn = environment[QUIET] === undefined;
  // -t: what the person has set for perl is not for this one; -X: nor are its warnings.
  const words = [program, "-tX", "-e", isOwn ? `${FORGET}\n${RESTRICT}` : RESTRICT, String(writable.length), ...writable];
  return { words, environment: isOwn ? { ...environment, [QUIET]: "0" } : environment };
}

const FORGET = `delete $ENV{${QUIET}};`;

/**
 * landlock_create_ruleset, landlock_add_rule and landlock_restrict_self, numbered alike on every architecture. The rights: to open for writing, and to move and
 * link from folder to folder, which without being named would be refused everywhere. A folder is opened as a place alone (O_PATH).
 */
const RESTRICT = String.raw`sub fault { print STDERR "bwrap: Landlock: $_[0]: $!\n"; exit 1 }
my $rights = 1 << 1 | 1 << 13;
my $handled = pack("Q", $rights);
my $rules = syscall(444, $handled, 8, 0);
fault("not there") if $rules < 0;
for my $folder (splice @ARGV, 0, shift @ARGV) {
  sysopen(my $place, $folder, 010000000) or fault($folder);
  my $rule = pack("Ql", $rights, fileno $place);
  syscall(445, $rules, 1, $rule, 0) == 0 or fault($folder);
}
syscall(446, $rules, 0) == 0 or fault("not taken");
exec { $ARGV[0] } @ARGV;
print STDERR "$ARGV[0]: $!\n";
exit 127;`;
