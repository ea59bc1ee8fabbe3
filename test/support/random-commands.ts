// Random command lines around the canary: every construct of the shell, quoted in every way, then damaged by a few characters.
import { CANARY } from "./bash-truth";

export type Random = (below: number) => number;

/** The same numbers for the same seed. */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0;
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * below);
  };
}

export function randomCommand(random: Random): string {
  const kind = random(10);
  const depth = random(4);
  const text = kind < 5 ? line(random, depth) : kind < 8 ? damaged(line(random, depth), random) : soup(random);
  return text.replaceAll("\0", "");
}

const NAMES = [
  CANARY,
  CANARY,
  CANARY,
  "can''ary",
  '"canary"',
  "\\canary",
  "can\\ary",
  "$'canary'",
  "$'\\x63anary'",
  "$'can\\141ry'",
  "ca\\\nnary",
  "c{anary,}",
  "${z:-canary}",
  "$z canary",
  "canary$z",
  "'canar'\"y\"",
  "true",
  "echo",
  ":",
];

const WORDS = [
  "a",
  "'b c'",
  '"d e"',
  "f\\ g",
  "$'h\\ti'",
  "--j=k",
  "-l",
  "''",
  "$z",
  '"$z"',
  "'$(canary)'",
  "\\$\\(canary\\)",
  "*",
  "~",
  "#m",
  "n#",
  "[o",
  "{p,q}",
  "x=1",
  "!",
  "}",
  "=",
  "'\\''",
  '"\\"r\\\\"',
  "$'s\\'t'",
  "\\",
];

type Make = (random: Random, depth: number) => string;

const ARGUMENTS: readonly Make[] = [
  (random) => pick(random, WORDS),
  (random) => pick(random, WORDS),
  (random, depth) => `$(${line(random, depth)})`,
  (random, depth) => `"$(${line(random, depth)})"`,
  (random, depth) => `\`${line(random, depth).replaceAll("`", "\\`")}\``,
  (random, depth) => `"u\`${line(random, depth).replaceAll("`", "\\`").replaceAll('"', '\\"')}\`"`,
  (random, depth) => `<(${line(random, depth)})`,
  (random, depth) => `>(${line(random, depth)})`,
  (random, depth) => `\${y:-$(${line(random, depth)})}`,
  (random, depth) => `"\${y:-'$(${line(random, depth)})'}"`,
  (random, depth) => `\${y:=${argument(random, depth)}}`,
  (random, depth) => `\${HOME#${argument(random, depth)}}`,
  (random, depth) => `\${HOME/${argument(random, depth)}/${argument(random, depth)}}`,
  (random, depth) => `$(( 1 + $(${line(random, depth)}) ))`,
  (random, depth) => `\${a[$(${line(random, depth)})]}`,
  (random, depth) => `\${HOME:$(${line(random, depth)})}`,
  (random, depth) => `{${argument(random, depth)},${argument(random, depth)}}`,
  (random, depth) => `${argument(random, depth)}${argument(random, depth)}`,
  (random, depth) => `"${argument(random, depth)}"`,
  (random, depth) => `'${argument(random, depth).replaceAll("'", "")}'`,
  (random, depth) => `# ${line(random, depth)}`,
];

const REDIRECTS: readonly Make[] = [
  () => "2>&1",
  () => ">/dev/null",
  (random, depth) => `> "$(${line(random, depth)})"`,
  (random, depth) => `<<< ${argument(random, depth)}`,
  (random, depth) => `<<< "$(${line(random, depth)})"`,
  (random, depth) => `< <(${line(random, depth)})`,
  (random, depth) => `> >(${line(random, depth)})`,
  (random, depth) => `<<E\n${line(random, depth)}\n$(${line(random, depth)})\nE\n`,
  (random, depth) => `<<'E'\n$(${line(random, depth)})\nE\n`,
  (random, depth) => `<<-E\n\t${line(random, depth)}\n\tE\n`,
  (random, depth) => `<<E ; ${line(random, depth)}\n${argument(random, depth)}\nE\n`,
  (random, depth) => `${pick(random, [">", ">>", ">|", "&>", ">&", "2>&", "<", "<&", "<>", "<<<"])} ${argument(random, depth)}`,
  () => "&> f",
  () => "{fd}> f",
];

const ASSIGNMENTS: readonly Make[] = [
  (random, depth) => `v=${argument(random, depth)}`,
  (random, depth) => `v+=${argument(random, depth)}`,
  (random, depth) => `v=(${argument(random, depth)} ${argument(random, depth)})`,
  (random, depth) => `v[$(${line(random, depth)})]=1`,
  (random, depth) => `v="${argument(random, depth)}"`,
];

const COMMANDS: readonly Make[] = [
  simple,
  simple,
  simple,
  simple,
  (random, depth) => `( ${line(random, depth)} )`,
  (random, depth) => `{ ${line(random, depth)}; }`,
  (random, depth) => `{ ${line(random, depth)}\n}${pick(random, ["", " > f", " 2>&1"])}`,
  (random, depth) => `if ${line(random, depth)}; then ${line(random, depth)}; else ${line(random, depth)}; fi`,
  (random, depth) => `for i in ${argument(random, depth)} b; do ${line(random, depth)}; done`,
  (random, depth) => `while ${line(random, depth)}; do ${line(random, depth)}; break; done`,
  (random, depth) => `until ${line(random, depth)}; do ${line(random, depth)}; break; done`,
  (random, depth) =>
    `case ${argument(random, depth)} in ${argument(random, depth)}) ${line(random, depth)};; *) ${line(random, depth)};; esac`,
  (random, depth) => `case a in (a) ${line(random, depth)};& b|c) ${line(random, depth)} ;; esac`,
  (random, depth) => `f() { ${line(random, depth)}; }; f`,
  (random, depth) => `function g { ${line(random, depth)}; }\ng`,
  (random, depth) => `! ${command(random, depth)}`,
  (random, depth) => `time ${command(random, depth)}`,
  (random, depth) => `time -p -- ${command(random, depth)}`,
  (random, depth) => `coproc ${command(random, depth)}`,
  (random, depth) => `[[ ${argument(random, depth)} == ${argument(random, depth)} ]]`,
  (random, depth) => `[[ -n ${argument(random, depth)} && ( -z x || ! -f $(${line(random, depth)}) ) ]]`,
  (random, depth) => `[[ ${argument(random, depth)} =~ ${argument(random, depth)} ]]`,
  (random, depth) => `(( $(${line(random, depth)}) + 1 ))`,
  (random, depth) => `for (( i=$(${line(random, depth)}); i<1; i++ )); do ${line(random, depth)}; done`,
  (random, depth) => `eval ${quoted(line(random, depth), random)}`,
  (random, depth) => `bash -c ${quoted(line(random, depth), random)}`,
  (random, depth) =>
    `echo ${quoted(line(random, depth), random)} | ${pick(random, ["sh", "bash", "bash -s", "xargs", "xargs canary", "cat"])}`,
  (random) =>
    `${pick(random, ["env", "env -i PATH=$PATH", "command", "builtin", "exec", "nohup", "timeout 2", "nice -n 1", "setsid", "stdbuf -o0", "xargs", "time", "sudo"])} ${CANARY} ${pick(random, WORDS)}`,
  (random, depth) =>
    `x=${quoted(line(random, depth), random)}; ${pick(random, ["$x", "eval $x", "${x}", '"$x"', "echo $x", "echo ${x@P}", "$( $x )", "(( x ))", "let x", "printf -v $x y", "declare $x", "unset $x", "read $x", "echo ${!x}", "[[ $x -eq 1 ]]", "test -v $x", '[ -v "$x" ]', "mapfile -C canary -c 1 v <<< a", "export $x", 'trap "$x" EXIT', "set $x; $1", 'alias q="$x"; q', 'shopt -s expand_aliases; alias q="$x"\nq', "BASH_ENV=$x bash -c :", 'PS4="$x"; set -x; :', 'wait -p "$x"', "echo ${a[x]}", "echo ${HOME:x}", "PROMPT_COMMAND=$x", "$x=1", "for $x in a; do :; done", 'compgen -C "$x"', 'printf %d "$x"', 'cd "$x"', "cat < $x", 'source <(echo "$x")'])}`,
  (random) =>
    `x='a[$(canary ${pick(random, ["1", "b c"])})]'; ${pick(random, ["(( x ))", "let x", 'printf -v "$x" y', 'declare "$x=1"', "declare -i y=x", 'unset "$x"', 'read "$x" <<< 1', "[[ x -eq 1 ]]", "[[ $x -eq 1 ]]", 'test -v "$x"', '[ -v "$x" ]', "[[ -v $x ]]", 'export "$x"', 'wait -n -p "$x"', "echo ${a[x]}", "echo ${HOME:x}", "echo $((x))", "echo $[x]", "for ((;x;)); do break; done", "a[x]=1", "a=([x]=1)", "echo ${!x}", 'getopts a "$x"', 'mapfile "$x" <<< 1', 'local "$x"', 'readonly "$x=1"', "echo ${x@P}", "echo ${a[@]:x}", 'test 1 -eq "$x"', "echo {1..$x}", 'exit "$x"', 'shift "$x"', 'ulimit -n "$x"', 'kill -0 "$x"', "printf '%d' \"$x\"", "echo ${a[$x]}", '[ "$x" -eq 1 ]', '[ 1 = 1 -a -v "$x" ]', 'test ! -v "$x"'])}`,
];

function line(random: Random, depth: number): string {
  const first = command(random, depth);
  const joint = pick(random, ["", "", "", "; ", " && ", " || ", " | ", " |& ", " & ", "\n", "&", ";"]);
  return joint === "" || depth <= 0 ? first : `${first}${joint}${command(random, depth - 1)}`;
}

function command(random: Random, depth: number): string {
  return depth <= 0 ? simple(random, 0) : pick(random, COMMANDS)(random, depth - 1);
}

function simple(random: Random, depth: number): string {
  const parts = [pick(random, NAMES)];
  if (random(8) === 0) parts.unshift(pick(random, ASSIGNMENTS)(random, depth - 1));
  for (let count = random(3); count > 0; count -= 1) parts.push(argument(random, depth - 1));
  if (random(6) === 0) parts.splice(random(parts.length + 1), 0, pick(random, REDIRECTS)(random, depth - 1));
  return parts.join(" ");
}

function argument(random: Random, depth: number): string {
  return depth <= 0 ? pick(random, WORDS) : pick(random, ARGUMENTS)(random, depth - 1);
}

function quoted(text: string, random: Random): string {
  return random(3) === 0 ? `"${text.replaceAll('"', '\\"')}"` : `'${text.replaceAll("'", "'\\''")}'`;
}

const PIECES = "' \" ` $ ( ) { } [ ] < > | & ; # ! \\ \n \t = ~ * ? : - + @ % , /"
  .split(" ")
  .concat([
    " ",
    "$(",
    "${",
    "))",
    "((",
    "[[",
    "]]",
    "<<E",
    "$'",
    '$"',
    "<(",
    "\\\n",
    CANARY,
    "#",
    "esac",
    "done",
    "fi",
    "}",
    ";;",
    "\nE\n",
  ]);

/** A few characters are taken away, put in or doubled. */
function damaged(text: string, random: Random): string {
  let result = text;
  for (let count = 1 + random(3); count > 0; count -= 1) {
    const at = random(result.length + 1);
    const length = random(3);
    const middle = random(2) === 0 ? pick(random, PIECES) : random(2) === 0 ? result.slice(at, at + 8) : "";
    result = result.slice(0, at) + middle + result.slice(at + length);
  }
  return result;
}

const TOKENS = [
  ...PIECES,
  ...NAMES,
  ...WORDS,
  "if",
  "then",
  "else",
  "fi",
  "do",
  "done",
  "while",
  "for i in",
  "case a in",
  "esac",
  "in",
  "function",
  "coproc",
  "time",
  "select",
  "until",
  "v=",
  "$((",
  "))",
  "eval",
  "E",
  "<<-'E'",
  "<<<",
  ">&",
  "2>",
  "&&",
  "||",
  ";;",
  ";&",
  "|&",
  "&>",
];

function soup(random: Random): string {
  let text = "";
  for (let count = 3 + random(12); count > 0; count -= 1) text += pick(random, TOKENS) + pick(random, ["", " ", " ", " "]);
  return random(2) === 0 ? `${text} ${CANARY}` : text;
}

function pick<Value>(random: Random, values: readonly Value[]): Value {
  const value = values[random(values.length)];
  if (value === undefined) throw new Error("nothing to pick from");
  return value;
}
