// Which variables a command line may set without changing what its commands are: PATH, IFS, BASH_ENV and the like decide what runs.

/** A line's own: no program looks for a name of small letters without `_`. */
const OWN = /^[a-z][a-z0-9]*$/;

const DECIDES_WHAT_RUNS =
  /^(PATH|IFS|ENV|HOME|SHELL|CDPATH|PWD|OLDPWD|OPT.*|PS\d|FUNCNEST|FPATH|BASH.*|SHELLOPTS|PROMPT_COMMAND|TEXTDOMAIN.*|GLOBIGNORE|EXECIGNORE|TMPDIR|LD_.*|DYLD_.*|LOCPATH|GCONV_PATH|GIT_.*|SSH_.*|NODE_.*|NPM_.*|npm_.*|YARN_.*|PNPM_.*|PYTHON.*|PIP_.*|PERL.*|RUBY.*|GEM_.*|BUNDLE_.*|PHP.*|LUA_.*|JAVA.*|JDK_.*|_JAVA.*|CLASSPATH|MAVEN_.*|GRADLE_.*|GO.*|CARGO.*|RUST(C|DOC|FLAGS|UP_).*|CC|CXX|CPP|LD|AR|MAKE.*|MFLAGS|.*(PAGER|EDITOR|VISUAL|BROWSER|OPENER|LESS|WRAPPER|ASKPASS|_CMD|_COMMAND|FLAGS|_proxy|_PROXY))$/;

/** `NODE_ENV=test` and the like: known names that say how, never what. */
const HARMLESS = new Set(["NODE_ENV", "RUST_LOG", "RUST_BACKTRACE", "GOOS", "GOARCH", "CI", "GIT_TERMINAL_PROMPT"]);

/** Neither quotes nor blanks nor anything a shell would read again. */
const PLAIN_VALUE = /^[\w.,:@%+-]*$/;

/** `value`: null where it is known only when it runs. */
export function isHarmlessVariable(name: string, value: string | null): boolean {
  if (OWN.test(name)) return true;
  if (!/^[A-Za-z_]\w*$/.test(name) || value === null || !PLAIN_VALUE.test(value)) return false;
  return HARMLESS.has(name) || !DECIDES_WHAT_RUNS.test(name);
}

export function isOwnVariable(name: string): boolean {
  return OWN.test(name);
}
